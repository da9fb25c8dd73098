import { ErrorSummary } from '../ui/error-summary.tsx'
import { Field } from '../ui/field.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'

export interface RedeemPageProps {
  typed: string
  error: string | undefined
  /** Where a visitor logs in and comes back from. */
  login: { login: string; register: string } | undefined
}

/** One box for every code: gift card, voucher, promo. */
export function RedeemPage({ typed, error, login }: RedeemPageProps) {
  return (
    <div className="panel-column">
      <ErrorSummary items={error ? [{ text: error, target: 'code' }] : []} />
      <p className="eyebrow">Gift cards and vouchers</p>
      <h1>Enter your code</h1>
      <p className="lede mt4 mb6">
        A gift card, a re-schedule voucher or a promo code: we find out which, and you choose the day.
      </p>
      <form method="post" action="/redeem-voucher" className="form" noValidate>
        <Field
          id="code"
          name="code"
          label="Code"
          need="required"
          hint="16 letters and numbers for gift cards and vouchers; dashes and spaces do not matter."
          error={error}
          defaultValue={typed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
        />
        {login ? (
          <p>
            <a href={login.login}>Log in</a> or <a href={login.register}>register</a>, then enter it again.
          </p>
        ) : null}
        <SubmitButton>Redeem</SubmitButton>
      </form>
      <p className="muted mt5">
        Have an account? Your cards and vouchers are listed under{' '}
        <a href="/account/gift-cards">your gift cards</a>.
      </p>
    </div>
  )
}
