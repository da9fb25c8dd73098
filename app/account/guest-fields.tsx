import { Field } from '../ui/field.tsx'
import { type FieldProblems } from '../ui/form-fields.ts'

/** Who buys: an e-mail for what is bought, a phone if they like. */
export function GuestFields({
  typed,
  problems,
  hint = 'Your ticket goes here.',
}: {
  typed: Readonly<Record<string, string>>
  problems: FieldProblems
  hint?: string
}) {
  return (
    <div className="form guest">
      <Field
        id="email"
        name="email"
        label="Email"
        need="required"
        hint={hint}
        error={problems['email']}
        defaultValue={typed['email']}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="next"
      />
      <Field
        id="phone"
        name="phone"
        label="Phone"
        need="optional"
        error={problems['phone']}
        defaultValue={typed['phone']}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="next"
      />
    </div>
  )
}
