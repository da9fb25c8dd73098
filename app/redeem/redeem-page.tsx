import { FormErrors, TextField } from '../ui/form/fields.tsx'
import { type FormAnswer } from '../ui/form/form-shape.ts'
import { useShopForm } from '../ui/form/use-shop-form.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { REDEEM_SHAPE } from './redeem-form.ts'

export interface RedeemPageProps {
  answer: FormAnswer | undefined
  /** The addresses at which a visitor logs in or registers to return here. */
  login: { login: string; register: string } | undefined
}

/** One box for every code: gift card, voucher, promo. */
export function RedeemPage({ answer, login }: RedeemPageProps) {
  const form = useShopForm(REDEEM_SHAPE, answer)
  return (
    <div className="panel-column">
      <FormErrors form={form} />
      <p className="eyebrow">Gift cards and vouchers</p>
      <h1>Enter your code</h1>
      <p className="lede mt4 mb6">
        A gift card, a re-schedule voucher or a promo code: we find out which, and you choose the day.
      </p>
      <form method="post" action="/redeem-voucher" {...form.props} className="form">
        <TextField
          field={form.fields.code}
          label="Code"
          need="required"
          hint="16 letters and numbers for gift cards and vouchers; dashes and spaces do not matter."
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
