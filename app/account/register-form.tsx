import { Check } from '../ui/check.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { HoneypotField, optionProps, TextField } from '../ui/form/fields.tsx'
import { useShopForm } from '../ui/form/use-shop-form.ts'
import { type AccountFormProps, emailInput } from './account-fields.tsx'
import { ACCOUNT_FORMS } from './account-form.ts'
import { tabHref } from './account-tabs.ts'
import { ACCOUNT_TEXT } from './account-text.ts'
import { TabForm } from './tab-form.tsx'

const nameInput = {
  need: 'required',
  autoCapitalize: 'words',
  autoCorrect: 'off',
  spellCheck: false,
  enterKeyHint: 'next',
} as const

/** The form for a new account, with the five fields of spec section 5. */
export function RegisterForm({ kept, answer, known, consent }: AccountFormProps) {
  const form = useShopForm(ACCOUNT_FORMS.register, answer, known)
  const { website, first_name, last_name, phone, text_consent: texts, email, password } = form.fields
  const isTaken = email.error === ACCOUNT_TEXT.taken
  return (
    <TabForm tab="register" kept={kept} form={form} refused={ACCOUNT_TEXT.taken}>
      <HoneypotField field={website} />
      <div className="pair">
        <TextField field={first_name} {...nameInput} autoComplete="given-name" />
        <TextField field={last_name} {...nameInput} autoComplete="family-name" />
      </div>
      <TextField
        field={phone}
        need="required"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="next"
      />
      {consent === undefined ? null : (
        <Check
          id={texts.id}
          label={consent}
          error={texts.error}
          {...optionProps(texts, 'checkbox', consent, 0)}
        />
      )}
      <TextField
        field={email}
        need="required"
        {...emailInput}
        hint={isTaken ? <a href={tabHref('login', kept)}>Log in instead</a> : undefined}
        autoComplete="email"
        enterKeyHint="next"
      />
      <TextField
        field={password}
        need="required"
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
