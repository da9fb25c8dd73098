import { type ReactNode } from 'react'
import { Check } from '../ui/check.tsx'

/** Spec section 2, terms line. @param children what may be read before: `TermsNote` */
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
