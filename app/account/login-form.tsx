import { SubmitButton } from '../ui/submit-button.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { useShopForm } from '../ui/form/use-shop-form.ts'
import { type AccountFormProps, emailInput } from './account-fields.tsx'
import { ACCOUNT_FORMS } from './account-form.ts'
import { tabHref } from './account-tabs.ts'
import { ACCOUNT_TEXT } from './account-text.ts'
import { TabForm } from './tab-form.tsx'

/** E-mail and password, and the way to a new password right below. */
export function LoginForm({ kept, answer, known }: AccountFormProps) {
  const form = useShopForm(ACCOUNT_FORMS.login, answer, known)
  const { email, password } = form.fields
  return (
    <TabForm tab="login" kept={kept} form={form} refused={ACCOUNT_TEXT.refused}>
      <TextField field={email} need="required" {...emailInput} autoComplete="username" enterKeyHint="next" />
      <TextField
        field={password}
        need="required"
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
