import { type AvailabilityDay } from '#contract/availability.ts'
import { formatTime } from '../format/local-time.ts'

/** Links to the waitlists of a day's full departures, by their times. */
export function WaitlistLinks({
  departures,
  href,
}: {
  departures: AvailabilityDay['departures']
  href: (departureId: number) => string
}) {
  const full = departures.filter(({ status }) => status === 'sold_out' || status === 'too_few')
  if (full.length === 0) return null
  return (
    <div className="note mt5">
      <p>
        <b>Full for your party?</b> Join the waitlist, and we write when seats come free:
      </p>
      <p className="btn-row mt4">
        {full.map((one) => (
          <a key={one.departure_id} className="btn second small" href={href(one.departure_id)}>
            <span className="vh">Join the waitlist for the </span>
            {formatTime(one.local_time)}
            <span className="vh"> flight</span>
          </a>
        ))}
      </p>
    </div>
  )
}
