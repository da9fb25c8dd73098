import { type ReactNode, useEffect, useRef } from 'react'
import { type AppliedCode } from '#contract/promotions.ts'
import { FieldError } from '../ui/field.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'

export interface CodeBoxProps {
  /** As typed. */
  code: string | undefined
  /** How it fared; nothing while it was not tried. */
  appliedCode?: AppliedCode | null | undefined
  error?: string | undefined
  intent: string
  formAction?: string
  /** The field, which is described by `codeInput`. */
  children: ReactNode
}

export const codeInput = {
  className: 'input',
  autoComplete: 'off',
  autoCapitalize: 'characters',
  spellCheck: false,
  enterKeyHint: 'done',
} as const

/** The discount code as a part of the surrounding form. Submitting it empty removes the code. */
export function CodeBox({ code, appliedCode, error, intent, formAction, children }: CodeBoxProps) {
  const box = useRef<HTMLDetailsElement>(null)
  const shown = useRef(code)
  useEffect(() => {
    const { activeElement: active, body } = document
    // The answer to another code renders a new field, which gets the focus if the old one had it.
    if (shown.current !== code && (active === body || box.current?.contains(active)))
      box.current?.querySelector('input')?.focus()
    shown.current = code
  }, [code])
  return (
    <details className="promo mt5" id="promo" open={!!(code || error)} ref={box}>
      <summary>
        <span className="is-shut">+ Promo Code</span>
        <span className="is-open">- Promo Code</span>
      </summary>
      <div className="with-btn">
        <div className="field">
          <label htmlFor="code">Promo code</label>
          <FieldError id="code" error={error} />
          {children}
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
