import { SubmitButton } from '../ui/submit-button.tsx'
import { AccountField, type AccountFormProps, emailInput } from './account-fields.tsx'
import { tabHref } from './account-tabs.ts'
import { ACCOUNT_TEXT } from './account-text.ts'
import { TabForm } from './tab-form.tsx'

const nameInput = { autoCapitalize: 'words', autoCorrect: 'off', spellCheck: false } as const

/** A new account: spec section 5's five fields. */
export function RegisterForm({ kept, ...said }: AccountFormProps) {
  const taken = said.problems['email'] === ACCOUNT_TEXT.taken
  return (
    <TabForm tab="register" kept={kept} refused={taken ? 'email' : undefined}>
      <div className="pair">
        <AccountField
          tab="register"
          name="first_name"
          {...said}
          {...nameInput}
          autoComplete="given-name"
          enterKeyHint="next"
        />
        <AccountField
          tab="register"
          name="last_name"
          {...said}
          {...nameInput}
          autoComplete="family-name"
          enterKeyHint="next"
        />
      </div>
      <AccountField
        tab="register"
        name="phone"
        {...said}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="next"
      />
      <AccountField
        tab="register"
        name="email"
        {...said}
        {...emailInput}
        hint={taken ? <a href={tabHref('login', kept)}>Log in instead</a> : undefined}
        autoComplete="email"
        enterKeyHint="next"
      />
      <AccountField
        tab="register"
        name="password"
        {...said}
        hint="At least 6 characters"
        type="password"
        autoComplete="new-password"
        enterKeyHint="go"
        {...{ passwordrules: 'minlength: 6;' }}
      />
      <SubmitButton intent="register">Register</SubmitButton>
    </TabForm>
  )
}
