import { SubmitButton } from '../components/ui/submit-button.tsx'
import { AccountField, type AccountFormProps, emailInput } from './account-fields.tsx'
import { accountHref } from './account-tabs.ts'
import { ACCOUNT_TEXT } from './account-text.ts'
import { TabForm } from './tab-form.tsx'

/** E-mail and password, and the way to a new password right below. */
export function LoginForm({ next, ...said }: AccountFormProps) {
  const refused = said.problems['password'] === ACCOUNT_TEXT.refused
  return (
    <TabForm tab="login" title="Welcome back" next={next} refused={refused ? 'password' : undefined}>
      <AccountField
        tab="login"
        name="email"
        {...said}
        {...emailInput}
        autoComplete="username"
        enterKeyHint="next"
      />
      <AccountField
        tab="login"
        name="password"
        {...said}
        type="password"
        autoComplete="current-password"
        enterKeyHint="go"
      />
      <SubmitButton intent="login">Log In</SubmitButton>
      <a className="btn second full" href={accountHref('reset', next)}>
        Reset Your Password
      </a>
    </TabForm>
  )
}
