import { type FormShape } from '../../ui/form/form-shape.ts'

/** A field of a form as it was sent: its name and its value. */
export type SentField = readonly [string, string]

/** The submitted values of a form, for the form that confirms them. */
export const sentFields = ({ labels }: FormShape, form: FormData): SentField[] =>
  [...form].flatMap(([name, value]) => (typeof value === 'string' && name in labels ? [[name, value]] : []))

/** Submits the values again as hidden fields. */
export function SentFields({ fields }: { fields: readonly SentField[] }) {
  return (
    <>
      {fields.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
    </>
  )
}

/** Focuses a new message, so that a screen reader starts with it. */
export const READ_FIRST = { tabIndex: -1, autoFocus: true } as const
