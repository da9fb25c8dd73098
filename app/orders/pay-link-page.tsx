interface PayLinkPageProps {
  number: string
  phone: string
  /** Somebody who is logged in, and whose order it is not, comes back from paying it. */
  paid: boolean
  problem: string | undefined
  /** There is nothing to pay any more. */
  over: boolean
}

/** What was booked on the phone, before it is paid on the provider's page. */
export function PayLinkPage({ number, phone, paid, problem, over }: PayLinkPageProps) {
  if (paid && !problem) return <PaidPage number={number} phone={phone} />
  return (
    <div className="wrap section one-column">
      {problem ? (
        <p className="alert bad" role="alert">
          {problem}
        </p>
      ) : null}
      <div className="head">
        <p className="eyebrow">Order {number}</p>
        <h1>{over ? 'This booking is over' : problem ? 'Pay for your flight' : 'Your flight is waiting'}</h1>
        {problem ? null : (
          <p>
            We keep the seats you booked on the phone. The next page shows what they cost and takes your card.
          </p>
        )}
      </div>
      {over ? (
        <a className="btn" href="/checkout">
          Choose a flight
        </a>
      ) : (
        <form method="post">
          <button type="submit" className="btn">
            See it and pay
          </button>
        </form>
      )}
      <p className="mt6 muted">Something is not right? Call us: {phone}.</p>
    </div>
  )
}

/** Nothing of the order: it is somebody else's than whoever is logged in. */
function PaidPage({ number, phone }: Pick<PayLinkPageProps, 'number' | 'phone'>) {
  return (
    <div className="wrap section one-column">
      <div className="head">
        <p className="eyebrow">Order {number}</p>
        <h1>Thank you</h1>
        <p>
          As soon as the payment has reached us, the ticket comes to the mailbox this link was sent to. That
          takes a few minutes at most.
        </p>
      </div>
      <p className="muted">Nothing came? Call us: {phone}.</p>
    </div>
  )
}
