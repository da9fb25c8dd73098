import { type AppliedCode } from '#contract/promotions.ts'
import { FieldError } from '../ui/field.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'

export interface CodeBoxProps {
  /** As typed. */
  code: string | undefined
  /** How it fared; nothing while it was not tried. */
  appliedCode?: AppliedCode | null | undefined
  /** What is wrong with it, where that is known better than by `told`. */
  error?: string | undefined
  intent: string
  formAction?: string
}

/**
 * The discount code: a part of the form it stands in. Pressing its button with an empty field takes
 * the code away.
 */
export function CodeBox({
  code,
  appliedCode,
  error = appliedCode?.message ?? undefined,
  intent,
  formAction,
}: CodeBoxProps) {
  return (
    <details className="promo mt5" id="promo" open={!!(code || error)}>
      <summary>
        <span className="is-shut">+ Promo Code</span>
        <span className="is-open">- Promo Code</span>
      </summary>
      <div className="with-btn">
        <div className="field">
          <label htmlFor="code">Promo code</label>
          <FieldError id="code" error={error} />
          <input
            className="input"
            id="code"
            name="code"
            defaultValue={code}
            aria-invalid={error ? true : undefined}
            aria-describedby={error && 'code-error'}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="done"
          />
        </div>
        <SubmitButton intent={intent} className="second" formAction={formAction}>
          {appliedCode?.applied ? 'Change Discount' : 'Apply Discount'}
        </SubmitButton>
      </div>
      {appliedCode?.applied && !error ? (
        <p className="code-on" role="status">
          {appliedCode.code} applied
        </p>
      ) : null}
      {error && appliedCode?.reason ? (
        <details className="promo">
          <summary>Why not?</summary>
          <p>{appliedCode.reason}</p>
        </details>
      ) : null}
    </details>
  )
}
