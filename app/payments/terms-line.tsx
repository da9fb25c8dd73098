import { type ReactNode } from 'react'
import { Check } from '../ui/check.tsx'

/**
 * The terms line of spec section 2.
 *
 * @param children the text before it: `TermsNote`, or its HTML
 */
export function TermsLine({
  error,
  accepted = false,
  children,
}: {
  error: string | undefined
  accepted?: boolean
  children: ReactNode
}) {
  return (
    <div className="mt5">
      <Check
        id="terms_and_conditions"
        name="terms_and_conditions"
        label="I accept the Terms & Conditions"
        error={error}
        defaultChecked={accepted}
        describedBy="terms-note"
      />
      {children}
    </div>
  )
}
