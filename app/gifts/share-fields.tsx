import { type ReactNode } from 'react'
import { TextAreaField, TextField } from '../ui/form/fields.tsx'
import { type ShopField } from '../ui/form/use-shop-form.ts'

export interface ShareFieldsProps {
  fields: { recipient: ShopField; message: ShopField; send_on: ShopField }
  /** What stands under the label of the address. */
  hint?: ReactNode
  /** Without a day where the gift has left already. */
  withDay?: boolean
}

/** To whom a gift goes, when, and with which words: on the pages of their own and in the dialog. */
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
