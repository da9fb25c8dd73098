import { type WaitlistRow } from '#contract/waitlist.ts'
import { formatShortDay, formatTime, toLocalDate, toLocalTime } from '../../format/local-time.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { rowShape } from '../../ui/form/row-shape.ts'
import { FormErrors, selectProps } from '../../ui/form/fields.tsx'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { formatCount } from '../parts/count-noun.ts'
import { DoneBar } from '../parts/done-bar.tsx'
import { nearMoment } from '../parts/near-days.ts'
import { NothingHere } from '../parts/nothing-here.tsx'
import { StaffState } from '../parts/staff-state.tsx'
import { type PreviewedOffer, type WaitlistPlan } from './handle-waitlist.server.ts'
import { OfferPreview } from './offer-preview.tsx'
import { describeEntry, mayBeOffered, OFFER_SHAPE, OFFER_TIMES, ordinal } from './waitlist-words.ts'

interface Answered {
  answer: FormAnswer | undefined
  /** What an offer would say; nothing is sent yet. */
  preview: PreviewedOffer | undefined
}

type WaitlistPageProps = WaitlistPlan & Answered

const DONE = {
  offered: 'The seats are held, and the party is mailed.',
  removed: 'The party is off the list. Seats that were held for it go to the next one that fits.',
}

/** Everybody who waits for a full departure, and offers by hand. */
export function WaitlistPage(props: WaitlistPageProps) {
  const { departures, parties, more, now, done, answer, preview } = props
  return (
    <div className="wrap desk">
      <div className="desk-head">
        <div>
          <h1>Waitlist</h1>
          <p className="muted">{describeList(departures.length, parties)}</p>
        </div>
      </div>
      {done !== null && answer === undefined ? <DoneBar text={DONE[done]} /> : null}
      {departures.length === 0 ? (
        <NothingHere what="Nobody waits.">
          Parties stand here by departure as soon as somebody does.
        </NothingHere>
      ) : null}
      {departures.map((entries) => (
        <Departure key={entries[0]?.id} {...{ entries, now, answer, preview }} />
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

interface DepartureProps extends Answered {
  entries: readonly WaitlistRow[]
  now: string
}

function Departure({ entries, now, answer, preview }: DepartureProps) {
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
          <Party key={entry.id} place={at + 1} {...{ entry, now, answer, preview }} />
        ))}
      </ol>
    </section>
  )
}

interface PartyProps extends Answered {
  entry: WaitlistRow
  place: number
  now: string
}

function Party({ entry, place, now, answer, preview }: PartyProps) {
  const { flight } = entry
  const state = describeEntry(entry, (at) => formatTime(toLocalTime(at, flight.timezone)))
  return (
    <li>
      <div className="q" data-row="" tabIndex={-1}>
        <p className="by">
          <b>{ordinal(place)}</b>
          since {nearMoment(entry.created_at, flight.timezone, toLocalDate(now, flight.timezone))}
        </p>
        <div>
          <StaffState shape={state.shape}>{state.text}</StaffState>
          <h3>
            <a href={`/staff/customers?${new URLSearchParams({ q: entry.email }).toString()}`}>
              {entry.name ?? entry.email}
            </a>
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
            {entry.name === null ? null : `, ${entry.email}`}
          </p>
        </div>
        <OfferForm entry={entry} answer={answer} />
      </div>
      {preview?.entry === entry.id ? <OfferPreview preview={preview} flight={flight} /> : null}
    </li>
  )
}

function OfferForm({ entry, answer }: Pick<PartyProps, 'entry' | 'answer'>) {
  const form = plainForm(rowShape(OFFER_SHAPE, entry.id), answer, {
    quantity: String(entry.quantity),
    minutes: String(OFFER_TIMES[1].id),
  })
  const { quantity, minutes } = form.fields
  const sizes = Array.from({ length: entry.quantity }, (_, at) => entry.quantity - at)
  return (
    <form method="post" action="/staff/waitlist" {...form.props}>
      <FormErrors form={form} />
      <input type="hidden" name="entry" value={entry.id} />
      {mayBeOffered(entry) ? (
        <>
          {entry.quantity_type === 'seat' && entry.quantity > 1 ? (
            <select className="input" {...selectProps(quantity)} aria-label={`Seats for ${entry.email}`}>
              {sizes.map((size) => (
                <option key={size} value={size}>
                  {formatCount(size, 'seat', 'seats')}
                </option>
              ))}
            </select>
          ) : null}
          <select className="input" {...selectProps(minutes)} aria-label={`Held for ${entry.email}`}>
            {OFFER_TIMES.map(({ id, name }) => (
              <option key={id} value={id}>
                for {name}
              </option>
            ))}
          </select>
          <button type="submit" className="btn second small" name="intent" value="preview">
            See the offer<span className="vh"> to {entry.email}</span>
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
