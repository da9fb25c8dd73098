import { SubmitButton } from '../components/ui/submit-button.tsx'
import { AccountField, type AccountFormProps, emailInput } from './account-fields.tsx'
import { accountHref } from './account-tabs.ts'
import { PanelHead } from './panel-head.tsx'

/** Asks for a mail with a link to choose a new password. */
export function ResetForm({ next, ...said }: AccountFormProps) {
  return (
    <>
      <PanelHead title="Reset your password">We send a link that works for one hour.</PanelHead>
      <form method="post" action={accountHref('reset', next)} noValidate className="form">
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
      </form>
    </>
  )
}
