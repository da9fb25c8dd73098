import { type ReactNode } from 'react'
import { TextAreaField, TextField } from '../ui/form/fields.tsx'
import { type ShopField } from '../ui/form/use-shop-form.ts'

export interface ShareFieldsProps {
  fields: { recipient: ShopField; message: ShopField; send_on: ShopField }
  /** The hint below the label of the e-mail field. */
  hint?: ReactNode
  /** Without a date, because the gift was sent already. */
  withDay?: boolean
}

/**
 * The fields of a gift: to whom it goes, when, and with which message. The separate pages and the
 * dialog share them.
 */
export function ShareFields({ fields, hint, withDay = true }: ShareFieldsProps) {
  return (
    <>
      <TextField
        field={fields.recipient}
        need="required"
        hint={hint ?? 'From then on only they can use it, once this mailbox is shown to be theirs.'}
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
      />
      <TextAreaField field={fields.message} need="optional" hint="At most 500 characters." rows={4} />
      {withDay ? (
        <TextField
          field={fields.send_on}
          need="optional"
          hint="The day it is mailed; today when empty."
          type="date"
        />
      ) : null}
    </>
  )
}
