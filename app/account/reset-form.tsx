import { SubmitButton } from '../ui/submit-button.tsx'
import { AccountField, type AccountFormProps, emailInput } from './account-fields.tsx'
import { tabHref } from './account-tabs.ts'
import { TabForm } from './tab-form.tsx'

/** Asks for a mail with a link to choose a new password. */
export function ResetForm({ kept, ...said }: AccountFormProps) {
  return (
    <TabForm tab="reset" kept={kept} note="We send a link that works for one hour.">
      <AccountField
        tab="reset"
        name="email"
        {...said}
        {...emailInput}
        autoComplete="username"
        enterKeyHint="go"
      />
      <SubmitButton intent="reset">Reset Your Password</SubmitButton>
      <a href={tabHref('login', kept)} className="link-btn">
        Return to login
      </a>
    </TabForm>
  )
}
