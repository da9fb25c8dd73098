import { Field, type FieldProps } from '../ui/field.tsx'
import { accountFieldId, accountFields, type FieldProblems } from './account-form.ts'
import { type FormTab } from './account-tabs.ts'

/** What each of the account forms is given. */
export interface AccountFormProps {
  /** The query of the panel's address, see `carriedQuery`. */
  kept: string
  typed: Readonly<Record<string, string>>
  problems: FieldProblems
}

type OneProps<Tab extends FormTab> = Pick<AccountFormProps, 'typed' | 'problems'> &
  Omit<FieldProps, 'id' | 'name' | 'label' | 'need' | 'error'> & {
    tab: Tab
    name: keyof (typeof accountFields)[Tab] & string
  }

/** One required field of an account form, with what was typed and what is wrong with it. */
export function AccountField<Tab extends FormTab>({ tab, name, typed, problems, ...input }: OneProps<Tab>) {
  const labels: Readonly<Record<string, string>> = accountFields[tab]
  return (
    <Field
      id={accountFieldId(tab, name)}
      name={name}
      label={labels[name] ?? name}
      need="required"
      error={problems[name]}
      defaultValue={name === 'password' ? undefined : typed[name]}
      {...input}
    />
  )
}

/** An address is nobody's word: it is neither corrected nor capitalised. */
export const emailInput = {
  type: 'email',
  inputMode: 'email',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
} as const
