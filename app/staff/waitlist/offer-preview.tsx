import { type WaitlistRow } from '#contract/waitlist.ts'
import { formatShortDay, formatTime, toLocalDate, toLocalTime } from '../../format/local-time.ts'
import { formatCount } from '../parts/count-noun.ts'
import { READ_FIRST } from '../parts/sent-fields.tsx'
import { type PreviewedOffer } from './handle-waitlist.server.ts'

interface OfferPreviewProps {
  preview: PreviewedOffer
  flight: WaitlistRow['flight']
}

/** The words of an offer by hand, and the press that holds the seats and sends them. */
export function OfferPreview({ preview: { entry, minutes, mail }, flight }: OfferPreviewProps) {
  const { to, subject, text, quantity, expires_at: until } = mail
  const id = `offer-preview-${String(entry)}`
  return (
    <section className="alert warn" aria-labelledby={id} role="alert" {...READ_FIRST}>
      <h4 id={id}>Nothing is held or sent yet</h4>
      <p>
        {formatCount(quantity, 'seat is', 'seats are')} then held until{' '}
        {formatShortDay(toLocalDate(until, flight.timezone))},{' '}
        {formatTime(toLocalTime(until, flight.timezone))} {flight.timezone_label}, and {to} gets this mail:
      </p>
      <p>
        <b>{subject}</b>
      </p>
      <div className="desk-log">
        <p>{text}</p>
      </div>
      <form method="post" action="/staff/waitlist" className="btn-row">
        <input type="hidden" name="entry" value={entry} />
        <input type="hidden" name="quantity" value={quantity} />
        <input type="hidden" name="minutes" value={minutes} />
        <button type="submit" className="btn small" name="intent" value="offer">
          Hold and send<span className="vh">: {to}</span>
        </button>
        <a className="btn second small" href="/staff/waitlist">
          Leave it
        </a>
      </form>
    </section>
  )
}
