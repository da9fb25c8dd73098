/** A field of a form as it was sent: its name and its value. */
export type SentField = readonly [string, string]

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

/** Focuses a new message, so that a screen reader starts with it. */
export const READ_FIRST = { tabIndex: -1, autoFocus: true } as const
