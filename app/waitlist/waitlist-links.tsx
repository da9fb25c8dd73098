import { formatTime } from '../format/local-time.ts'

/** Where to join the waitlist of a full departure, and its local time. */
export interface WaitlistLink {
  id: number
  time: string
  href: string
}

/** Links to the waitlists of a day's full departures, by their times. */
export function WaitlistLinks({ links }: { links: readonly WaitlistLink[] }) {
  if (links.length === 0) return null
  return (
    <div className="note mt5">
      <p>
        <b>Full for your party?</b> Join the waitlist, and we write when seats come free:
      </p>
      <p className="btn-row mt4">
        {links.map(({ id, time, href }) => (
          <a key={id} className="btn second small" href={href}>
            <span className="vh">Join the waitlist for the </span>
            {formatTime(time)}
            <span className="vh"> flight</span>
          </a>
        ))}
      </p>
    </div>
  )
}
