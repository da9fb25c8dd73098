import { ErrorSummary } from '../ui/error-summary.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { CallUs } from './call-us.tsx'

interface Contact {
  contact: { phone: string; email: string }
}

/** A mailed link: looking at it spends nothing, the button opens the order. */
export function MailedLinkPage({ contact, refusal }: Contact & { refusal: string | undefined }) {
  return (
    <div className="wrap section one-column">
      {refusal ? <ErrorSummary items={[{ text: refusal }]} /> : null}
      <div className="head">
        <p className="eyebrow">Reschedule</p>
        <h1>Change your date</h1>
        <p>You see your flight and what moving costs. Nothing changes before you have chosen and paid.</p>
      </div>
      <form method="post">
        <SubmitButton className="">Choose another date</SubmitButton>
      </form>
      {refusal ? (
        <p className="mt6">
          <a href="/reschedule-flight">Ask for another link</a>
        </p>
      ) : null}
      <CallUs contact={contact} />
    </div>
  )
}

/** The pages `/R-1042` and of the search for an order, if the brand reschedules only by phone. */
export function ReschedulingOffPage({ contact, number }: Contact & { number?: string }) {
  return (
    <div className="wrap section one-column">
      <div className="head">
        <p className="eyebrow">{number ? `Order ${number}` : 'Reschedule'}</p>
        <h1>Please call us to change your date.</h1>
        <p>Flights cannot be rescheduled online here. Our flight team finds you another date on the phone.</p>
      </div>
      <CallUs contact={contact} {...(number ? { number } : {})} />
    </div>
  )
}
