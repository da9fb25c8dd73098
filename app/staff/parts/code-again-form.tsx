import { TextField } from '../../ui/form/fields.tsx'
import { type ShopField, type PlainForm } from '../../ui/form/use-shop-form.ts'

interface CodeAgainFormProps {
  action: string
  /** What was typed and pressed in the form that waits. */
  fields: readonly (readonly [name: string, value: string])[]
  form: Pick<PlainForm, 'props'>
  code: ShopField
  /** The words of the button. */
  press: string
}

/** Asks for the code of the app before a form that was sent already goes on as it is. */
export function CodeAgainForm({ action, fields, form, code, press }: CodeAgainFormProps) {
  return (
    <form method="post" action={action} className="form card" {...form.props}>
      {fields.map(([name, value], at) => (
        <input key={`${name} ${String(at)}`} type="hidden" name={name} value={value} />
      ))}
      <TextField
        field={code}
        need="required"
        hint="Six digits. They change every half minute."
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
      />
      <button type="submit" className="btn">
        {press}
      </button>
    </form>
  )
}
