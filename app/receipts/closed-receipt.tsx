import { CallWelcome } from '../page/call-welcome.tsx'

interface ClosedReceiptProps {
  /** The receipt's address, to return to after logging in. */
  path: string
  number: string | undefined
  email: string
  contact: { phone: string; email: string }
}

/** Shown to an account that did not make the order, or that has not paid it yet. */
export function ReceiptUnavailable({ path, number, email, contact }: ClosedReceiptProps) {
  return (
    <div className="wrap section narrow">
      <div className="head">
        <h1>
          {number ? `Receipt ${number} is not in this account.` : 'This receipt is not in this account.'}
        </h1>
        <p>
          You are logged in as {email}. Log in with the account that bought the order, or open the receipt
          from the newest mail about it. An order has its receipt once it is paid.
        </p>
      </div>
      <form method="post" action="/account/logout" className="btn-row">
        <a className="btn" href="/account/orders">
          Your orders
        </a>
        <input type="hidden" name="next" value={`/account?next=${encodeURIComponent(path)}`} />
        <button type="submit" className="btn second">
          Log in with another account
        </button>
      </form>
      <p className="mt5">
        Or call <CallWelcome phone={contact.phone} />
      </p>
    </div>
  )
}
