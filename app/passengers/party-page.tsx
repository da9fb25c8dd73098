import { type Party } from '#contract/party.ts'
import { formatDayAndYear, formatTime } from '../format/local-time.ts'
import { describeOnHold } from '../format/on-hold.ts'
import { Failure } from '../ui/notice.tsx'
import { telHref } from '../visit/shell-data.ts'
import { CallWelcome } from '../page/call-welcome.tsx'
import { guestName } from './party-status.tsx'

/** Why a guest did not get the seat; `text` is what the service says. */
export type PickRefused = { kind: 'taken' | 'none' | 'ended' } | { kind: 'other'; text: string }

interface PartyPageProps {
  party: Party
  /** Tells the presses of this page from those of another phone. */
  pageKey: string
  refused: PickRefused | undefined
  contact: { phone: string }
}

/** What guests see who scanned the code of their party: the seats that are free, and nobody's data. */
export function PartyPage({ party, pageKey, refused, contact }: PartyPageProps) {
  const { flight, seats } = party
  const at = `${formatTime((flight.delay ?? flight).local_time)} ${flight.timezone_label}`
  return (
    <div className="wrap section narrow party-page">
      <Refused refused={refused} left={seats.length} />
      <div className="head">
        <p className="eyebrow">{flight.product_name}</p>
        <h1>{seats.length === 0 ? 'Everybody is picked.' : 'Which guest are you?'}</h1>
        <p>
          {formatDayAndYear(flight.local_date)}, {at}, from {flight.terminal_name}.
        </p>
      </div>
      {flight.on_hold ? (
        <p className="alert warn mb6" role="status">
          {describeOnHold(flight.on_hold.decide_at, flight.timezone)}
        </p>
      ) : null}
      {seats.length === 0 ? (
        <p>
          Each of you has a page now. Are you still without one? Ask at the counter, or call{' '}
          <a className="nowrap" href={telHref(contact.phone)}>
            {contact.phone}
          </a>
          : we free your place, or fill it in with you.
        </p>
      ) : (
        <form method="post">
          <p>
            Pick yourself. Then your name, your weight and the waiver have a page of their own, which only you
            see. It takes two minutes.
          </p>
          <input type="hidden" name="key" value={pageKey} />
          <ul className="party-seats mt5">
            {seats.map((seat) => (
              <li key={seat.id}>
                <button className="btn second full" type="submit" name="passenger" value={seat.id}>
                  {guestName(seat)}
                </button>
              </li>
            ))}
          </ul>
          <p className="hint mt5">
            Filling in for a child, or for somebody without a phone? Do your own page first, then scan the
            code once more.
          </p>
        </form>
      )}
    </div>
  )
}

function Refused({ refused, left }: { refused: PickRefused | undefined; left: number }) {
  if (refused?.kind === 'taken') {
    return (
      <Failure
        text={
          left === 0
            ? 'Somebody else took that one just before you.'
            : 'Somebody else took that one just before you. Please pick from those that are left.'
        }
      />
    )
  }
  if (refused?.kind === 'none') return <Failure text="Please pick which guest you are." />
  return refused?.kind === 'other' ? <Failure text={refused.text} /> : null
}

/** Behind a link that has ended, or that never was one. */
export function NoParty({ contact }: { contact: { phone: string } }) {
  return (
    <div className="wrap section narrow">
      <div className="head">
        <h1>This code has ended.</h1>
        <p>It works until the flight leaves, and as long as the booking stands.</p>
      </div>
      <p>
        Are you about to fly? Ask at the counter for the new code, or call{' '}
        <CallWelcome phone={contact.phone} />
      </p>
    </div>
  )
}
