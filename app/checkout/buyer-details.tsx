import { type Buyer } from '../payments/buyer.server.ts'
import { telHref } from '../visit/shell-data.ts'
import { GuestFields, type GuestFieldsProps } from '../account/guest-fields.tsx'

const LOGOUT = 'log-out'

interface BuyerDetailsProps extends Pick<GuestFieldsProps, 'fields'> {
  /** The logged-in account; undefined asks for a guest's details. */
  buyer: Buyer | undefined
}

/**
 * The buyer: the account's details, or a guest's fields with buttons to log in that keep everything
 * typed.
 */
export function BuyerDetails({ buyer, fields }: BuyerDetailsProps) {
  if (buyer) return <AccountDetails buyer={buyer} />
  return (
    <>
      <p className="mb5">
        Have an account?{' '}
        <button type="submit" className="link-btn inline" name="intent" value="login">
          Log in
        </button>
      </p>
      <p className="flabel guest-head">Continue as a guest</p>
      <GuestFields fields={fields} />
    </>
  )
}

function AccountDetails({ buyer }: { buyer: Buyer }) {
  return (
    <div className="note">
      <p>
        <b>{buyer.name}</b>
      </p>
      <p>{buyer.email}</p>
      {buyer.phone ? <p>{buyer.phone}</p> : null}
      <p className="muted sm">
        Your ticket goes to this address. Not you?{' '}
        <button type="submit" className="link-btn inline" form={LOGOUT}>
          Log out
        </button>
      </p>
    </div>
  )
}

/**
 * The form of the "Log out" button. It is outside of the page's form, because forms cannot be
 * nested.
 */
export function LogoutForm({ next }: { next: string }) {
  return (
    <form method="post" action="/account/logout" id={LOGOUT}>
      <input type="hidden" name="next" value={next} />
    </form>
  )
}

/** A brand may sell only to accounts. */
export function AccountNeeded({
  phone,
  email,
  loginHref,
  registerHref,
}: {
  phone: string
  email: string
  loginHref: string
  registerHref: string
}) {
  return (
    <div className="alert mt6">
      <p>
        Booking as a guest is not offered here. Log in or register to book, or call{' '}
        <a href={telHref(phone)}>{phone}</a> or write to <a href={`mailto:${email}`}>{email}</a>.
      </p>
      <p className="btn-row mt4">
        <a className="btn" href={loginHref}>
          Log In
        </a>
        <a className="btn second" href={registerHref}>
          Register
        </a>
      </p>
    </div>
  )
}
