import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Field } from '../../ui/field.tsx'
import { PROOF_FIELD, type ProofAsked } from './proof-form.ts'

/** Asks for the second factor once more, before an act that an open browser must not do. */
export function ProofPage({ action, fields, error }: ProofAsked) {
  return (
    <div className="wrap narrow desk">
      <ErrorSummary items={error === null ? [] : [{ target: PROOF_FIELD, text: error }]} unfocused />
      <div className="stack">
        <h1>Is it still you?</h1>
        <p className="muted">
          This changes who may do what, or how somebody signs in. Show a code of your app, and it is done.
          What you typed is kept.
        </p>
      </div>
      <form method="post" action={action} className="form card">
        {fields.map(([name, value], at) => (
          <input key={`${name} ${String(at)}`} type="hidden" name={name} value={value} />
        ))}
        <Field
          id={PROOF_FIELD}
          name={PROOF_FIELD}
          label="Code"
          error={error ?? undefined}
          need="required"
          hint="Six digits. They change every half minute."
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
        />
        <button type="submit" className="btn">
          Go on
        </button>
      </form>
    </div>
  )
}
