import { TextField } from '../ui/form/fields.tsx'
import { type ShopField } from '../ui/form/use-shop-form.ts'

export interface GuestFieldsProps {
  fields: { email: ShopField; phone: ShopField }
  hint?: string
}

/** The guest's e-mail, and an optional phone number. */
export function GuestFields({ fields: { email, phone }, hint = 'Your ticket goes here.' }: GuestFieldsProps) {
  return (
    <div className="form guest">
      <TextField
        field={email}
        need="required"
        hint={hint}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="next"
      />
      <TextField
        field={phone}
        need="optional"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="next"
      />
    </div>
  )
}
