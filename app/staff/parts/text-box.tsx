interface TextBoxProps {
  /** Also its id. */
  name: string
  label: string
  hint: string
  rows?: number
  typed: string | undefined
}

/** A box for several lines, with what belongs on each. */
export function TextBox({ name, label, hint, rows = 4, typed = '' }: TextBoxProps) {
  return (
    <div className="field">
      <p className="field-label">
        <label htmlFor={name}>{label}</label>
      </p>
      <p className="hint" id={`${name}-hint`}>
        {hint}
      </p>
      <textarea
        className="input"
        id={name}
        name={name}
        rows={rows}
        aria-describedby={`${name}-hint`}
        autoComplete="off"
        defaultValue={typed}
      />
    </div>
  )
}
