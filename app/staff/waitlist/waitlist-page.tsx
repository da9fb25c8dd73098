import { type WaitlistRow } from '#contract/waitlist.ts'
import { formatShortDay, formatTime, toLocalDate, toLocalTime } from '../../format/local-time.ts'
import { Failure } from '../../ui/notice.tsx'
import { formatCount } from '../parts/count-noun.ts'
import { DoneBar } from '../parts/done-bar.tsx'
import { nearMoment } from '../parts/near-days.ts'
import { NothingHere } from '../parts/nothing-here.tsx'
import { StaffState } from '../parts/staff-state.tsx'
import { type WaitlistPlan, type WaitlistRefused } from './handle-waitlist.server.ts'
import { describeEntry, mayBeOffered, OFFER_TIMES, ordinal } from './waitlist-words.ts'

type WaitlistPageProps = WaitlistPlan & { refused: WaitlistRefused | undefined }

const DONE = {
  offered: 'The seats are held, and the party is mailed.',
  removed: 'The party is off the list. Seats that were held for it go to the next one that fits.',
}

/** Everybody who waits for a full departure, and offers by hand. */
export function WaitlistPage({ departures, parties, more, now, done, refused }: WaitlistPageProps) {
  return (
    <div className="wrap desk">
      <div className="desk-head">
        <div>
          <h1>Waitlist</h1>
          <p className="muted">{describeList(departures.length, parties)}</p>
        </div>
      </div>
      {done !== null && refused === undefined ? <DoneBar text={DONE[done]} /> : null}
      {departures.length === 0 ? (
        <NothingHere what="Nobody waits.">
          Parties stand here by departure as soon as somebody does.
        </NothingHere>
      ) : null}
      {departures.map((entries) => (
        <Departure key={entries[0]?.id} entries={entries} now={now} refused={refused} />
      ))}
      {more > 0 ? (
        <p className="muted">{formatCount(more, 'more party', 'more parties')} of later departures.</p>
      ) : null}
    </div>
  )
}

function describeList(departures: number, parties: number): string {
  if (parties === 0) return 'Who finds a departure full can wait for it on its page.'
  const waiting = formatCount(parties, 'party', 'parties')
  const places = formatCount(departures, 'departure', 'departures')
  return (
    `${waiting} for ${places}. The shop offers what comes free by itself to the first that fits. ` +
    'By hand you offer fewer seats, out of turn, or again to who missed it.'
  )
}

interface DepartureProps {
  entries: readonly WaitlistRow[]
  now: string
  refused: WaitlistRefused | undefined
}

function Departure({ entries, now, refused }: DepartureProps) {
  const [first] = entries
  if (!first) return null
  const { flight, seats_free: free } = first
  const id = `waits-${String(flight.departure_id)}-${flight.local_date}`
  return (
    <section className="desk-part" aria-labelledby={id}>
      <h2 id={id}>
        <a href={`/staff/flights?date=${flight.local_date}`}>
          {formatShortDay(flight.local_date)}, {formatTime(flight.local_time)} {flight.timezone_label}
        </a>
        , {flight.product_name}
      </h2>
      <p>
        <StaffState shape={free > 0 ? 'few' : 'done'}>
          {free > 0 ? `${formatCount(free, 'seat', 'seats')} free` : 'Full'}
        </StaffState>{' '}
        <span className="muted">{flight.terminal_name}</span>
      </p>
      <ol>
        {entries.map((entry, at) => (
          <Party
            key={entry.id}
            entry={entry}
            place={at + 1}
            now={now}
            refused={refused?.entry === entry.id ? refused : undefined}
          />
        ))}
      </ol>
    </section>
  )
}

interface PartyProps {
  entry: WaitlistRow
  place: number
  now: string
  refused: WaitlistRefused | undefined
}

function Party({ entry, place, now, refused }: PartyProps) {
  const { flight } = entry
  const state = describeEntry(entry, (at) => formatTime(toLocalTime(at, flight.timezone)))
  return (
    <li className="q" data-row="" tabIndex={-1}>
      <p className="by">
        <b>{ordinal(place)}</b>
        since {nearMoment(entry.created_at, flight.timezone, toLocalDate(now, flight.timezone))}
      </p>
      <div>
        <StaffState shape={state.shape}>{state.text}</StaffState>
        <h3>
          <a href={`/staff/customers?${new URLSearchParams({ q: entry.email }).toString()}`}>{entry.email}</a>
        </h3>
        <p>
          {entry.quantity_type === 'flight'
            ? `The whole aircraft for ${formatCount(entry.quantity, 'person', 'people')}`
            : formatCount(entry.quantity, 'seat', 'seats')}
          {entry.phone ? (
            <>
              , <a href={`tel:${entry.phone}`}>{entry.phone}</a>
            </>
          ) : null}
        </p>
        <Failure text={refused?.text} />
      </div>
      <OfferForm entry={entry} refused={refused} />
    </li>
  )
}

function OfferForm({ entry, refused }: Pick<PartyProps, 'entry' | 'refused'>) {
  const id = String(entry.id)
  const quantity = refused?.quantity ?? entry.quantity
  const minutes = refused?.minutes ?? OFFER_TIMES[1].id
  return (
    <form method="post" action="/staff/waitlist">
      <input type="hidden" name="entry" value={id} />
      {mayBeOffered(entry) ? (
        <>
          {entry.quantity_type === 'seat' && entry.quantity > 1 ? (
            <label>
              Seats{' '}
              <select className="input few" name="quantity" defaultValue={String(quantity)}>
                {Array.from({ length: entry.quantity }, (_, at) => (
                  <option key={at} value={String(entry.quantity - at)}>
                    {entry.quantity - at}
                  </option>
                ))}
              </select>
            </label>
          ) : null}
          <label>
            Held for{' '}
            <select className="input" name="minutes" defaultValue={String(minutes)}>
              {OFFER_TIMES.map((time) => (
                <option key={time.id} value={String(time.id)}>
                  {time.name}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" className="btn second small" name="intent" value="offer">
            Offer<span className="vh"> to {entry.email}</span>
          </button>
        </>
      ) : null}
      {entry.status === 'waiting' || entry.status === 'offered' ? (
        <button type="submit" className="btn second small" name="intent" value="remove">
          {entry.offer_expires_at === null ? 'Remove' : 'End offer and remove'}
          <span className="vh"> {entry.email}</span>
        </button>
      ) : null}
    </form>
  )
}
