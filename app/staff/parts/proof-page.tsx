import { FormErrors, TextField } from '../../ui/form/fields.tsx'
import { useShopForm } from '../../ui/form/use-shop-form.ts'
import { PROOF_SHAPE, type ProofAsked } from './proof-form.ts'

/** Asks for the second factor once more, before an act that an open browser must not do. */
export function ProofPage({ action, fields, refusal }: ProofAsked) {
  const form = useShopForm(PROOF_SHAPE, refusal)
  return (
    <div className="wrap narrow desk">
      <FormErrors form={form} />
      <div className="stack">
        <h1>Is it still you?</h1>
        <p className="muted">
          This changes who may do what, how somebody signs in, or where links lead. Show a code of your app,
          and it is done. What you typed is kept.
        </p>
      </div>
      <form method="post" action={action} className="form card" {...form.props}>
        {fields.map(([name, value], at) => (
          <input key={`${name} ${String(at)}`} type="hidden" name={name} value={value} />
        ))}
        <TextField
          field={form.fields.proof_code}
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
