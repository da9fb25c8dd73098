interface PayLinkPageProps {
  number: string
  phone: string
  problem: string | undefined
  /** There is nothing to pay any more. */
  over: boolean
}

/** What was booked on the phone, before it is paid on the provider's page. */
export function PayLinkPage({ number, phone, problem, over }: PayLinkPageProps) {
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
