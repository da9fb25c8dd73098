import { SubmitButton } from '../ui/submit-button.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { useShopForm } from '../ui/form/use-shop-form.ts'
import { type AccountFormProps, emailInput } from './account-fields.tsx'
import { ACCOUNT_FORMS } from './account-form.ts'
import { tabHref } from './account-tabs.ts'
import { ACCOUNT_TEXT } from './account-text.ts'
import { TabForm } from './tab-form.tsx'

/** E-mail and password, and a link to reset the password. */
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
      <PasskeyLink next={new URLSearchParams(kept).get('next')} />
      {/*
       * A button instead of a link, so that the typed e-mail is submitted along; it opens the
       * reset panel.
       */}
      <SubmitButton intent="forgot" formAction={tabHref('reset', kept)} className="second full">
        Reset Your Password
      </SubmitButton>
    </TabForm>
  )
}

/** Whoever is on the way to the desk may have a passkey for it. */
function PasskeyLink({ next }: { next: string | null }) {
  if (next === null || !/^\/staff(?:[/?]|$)/.test(next)) return null
  return (
    <p>
      <a href={`/staff/passkey?${new URLSearchParams({ next }).toString()}`}>Sign in with a passkey</a>
    </p>
  )
}
