import { opensDialog } from '../ui/opens-dialog.ts'

/**
 * Spec section 2. The links are outside of the terms' label and open a dialog; without a script
 * they open a new tab, so that nothing typed is lost.
 */
export function TermsNote() {
  return (
    <p className="hint" id="terms-note">
      Restrictions apply. See <NewTab href="/terms-conditions">Terms &amp; Conditions</NewTab> and{' '}
      <NewTab href="/privacy-policy">Privacy Policy</NewTab>.
    </p>
  )
}

function NewTab({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener" {...opensDialog}>
      {children}
      <span className="vh"> (opens in a new tab)</span>
    </a>
  )
}

/** The 'Secured By' picture of spec section 2. */
export function SecuredBy() {
  return (
    <p className="mt4 centred">
      <span className="secured">
        <svg
          width="150"
          height="24"
          viewBox="0 0 150 24"
          role="img"
          aria-label="Secured By Stripe"
          focusable="false"
        >
          <g fill="none" stroke="currentColor" strokeWidth="1.5">
            <rect x="1" y="11" width="12" height="9" rx="1.5" />
            <path d="M3.8 11V8.4a3.2 3.2 0 0 1 6.4 0V11" />
          </g>
          <text x="22" y="18" fill="currentColor" fontSize="14">
            Secured By <tspan fontWeight="650">Stripe</tspan>
          </text>
        </svg>
      </span>
    </p>
  )
}
