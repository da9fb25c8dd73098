import { SubmitButton } from '../ui/submit-button.tsx'
import { HoneypotField, TextField } from '../ui/form/fields.tsx'
import { useShopForm } from '../ui/form/use-shop-form.ts'
import { type AccountFormProps, emailInput } from './account-fields.tsx'
import { ACCOUNT_FORMS } from './account-form.ts'
import { tabHref } from './account-tabs.ts'
import { TabForm } from './tab-form.tsx'

/** Requests a mail with a link to choose a new password. */
export function ResetForm({ kept, answer, known }: AccountFormProps) {
  const form = useShopForm(ACCOUNT_FORMS.reset, answer, known)
  const { website, email } = form.fields
  return (
    <TabForm tab="reset" kept={kept} form={form} note="We send a link that works for one hour.">
      <HoneypotField field={website} />
      <TextField field={email} need="required" {...emailInput} autoComplete="username" enterKeyHint="go" />
      <SubmitButton intent="reset">Reset Your Password</SubmitButton>
      <a href={tabHref('login', kept)} className="link-btn">
        Return to login
      </a>
    </TabForm>
  )
}
