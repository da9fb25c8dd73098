import { SubmitButton } from '../components/ui/submit-button.tsx'
import { AccountField, type AccountFormProps, emailInput } from './account-fields.tsx'
import { accountHref } from './account-tabs.ts'
import { TabForm } from './tab-form.tsx'

/** Asks for a mail with a link to choose a new password. */
export function ResetForm({ next, ...said }: AccountFormProps) {
  return (
    <TabForm
      tab="reset"
      title="Reset your password"
      next={next}
      note="We send a link that works for one hour."
    >
      <AccountField
        tab="reset"
        name="email"
        {...said}
        {...emailInput}
        autoComplete="username"
        enterKeyHint="go"
      />
      <SubmitButton intent="reset">Reset Your Password</SubmitButton>
      <a href={accountHref('login', next)} className="link-btn">
        Return to login
      </a>
    </TabForm>
  )
}
