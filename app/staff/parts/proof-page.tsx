import { FormErrors } from '../../ui/form/fields.tsx'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { CodeAgainForm } from './code-again-form.tsx'
import { PROOF_SHAPE, type ProofAsked } from './proof-form.ts'

/** Asks for the second factor once more, before an act that an open browser must not do. */
export function ProofPage({ action, fields, refusal }: ProofAsked) {
  const form = plainForm(PROOF_SHAPE, refusal)
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
      <CodeAgainForm {...{ action, fields, form }} code={form.fields.proof_code} press="Go on" />
    </div>
  )
}
