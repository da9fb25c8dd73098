import { type FormShape } from '../../ui/form/form-shape.ts'

/** A field of a form as it was sent: its name and its value. */
export type SentField = readonly [string, string]

/** What somebody typed into a form, for the form that confirms it. */
export const sentFields = ({ labels }: FormShape, form: FormData): SentField[] =>
  [...form].flatMap(([name, value]) => (typeof value === 'string' && name in labels ? [[name, value]] : []))

/** Sends it along once more. */
export function SentFields({ fields }: { fields: readonly SentField[] }) {
  return (
    <>
      {fields.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
    </>
  )
}

/** What a page has just found out is read first, where it stands. */
export const READ_FIRST = { tabIndex: -1, autoFocus: true } as const
