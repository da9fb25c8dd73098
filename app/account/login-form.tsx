import { SubmitButton } from '../ui/submit-button.tsx'
import { AccountField, type AccountFormProps, emailInput } from './account-fields.tsx'
import { tabHref } from './account-tabs.ts'
import { ACCOUNT_TEXT } from './account-text.ts'
import { TabForm } from './tab-form.tsx'

/** E-mail and password, and the way to a new password right below. */
export function LoginForm({ kept, ...said }: AccountFormProps) {
  const refused = said.problems['password'] === ACCOUNT_TEXT.refused
  return (
    <TabForm tab="login" kept={kept} refused={refused ? 'password' : undefined}>
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
      {/* A button, so that what was typed goes along; it leads to the panel as the tab does. */}
      <SubmitButton intent="forgot" formAction={tabHref('reset', kept)} className="second full">
        Reset Your Password
      </SubmitButton>
    </TabForm>
  )
}
