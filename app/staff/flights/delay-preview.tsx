import { type DelayedFlight, type FlightDelayPreview } from '#contract/flight-delay.ts'
import { formatShortDay, toLocalDate } from '../../format/local-time.ts'
import { Figure } from '../parts/figure.tsx'
import { formatCount } from '../parts/count-noun.ts'
import { READ_FIRST } from '../parts/sent-fields.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { clockOf } from '../parts/unfit-words.ts'
import { type DelayPlan } from './delay.server.ts'
import { DELAY_REASONS, leaveHref, type SeenFlight, toSeen } from './delay-view.ts'
import { describeCause, describeMeanwhile, describePress, describeTrouble, pressText } from './delay-words.ts'

interface PreviewProps {
  plan: DelayPlan
  preview: FlightDelayPreview
  seen: SeenFlight[] | null
  isDesk: boolean
}

const HEADS = ['Flight', 'Leaves', 'Why', 'Guests', 'Look at'] as const

/** What a delay does: the flights that wait, who is told, and the press. */
export function DelayPreview({ plan, preview, seen, isDesk }: PreviewProps) {
  const { flights, minutes } = preview
  const date = toLocalDate(preview.scheduled_at, preview.timezone)
  const { view } = plan
  if (flights.length === 0 && minutes === preview.own_delay_mins)
    return (
      <p className="muted">It is {String(minutes)} minutes late already: nothing changes, nobody is told.</p>
    )
  return (
    <section className="desk-part" aria-labelledby="ripple">
      {seen === null ? null : <Meanwhile seen={seen} preview={preview} />}
      <h2 id="ripple">
        {minutes === 0 ? 'Without its delay' : `${String(minutes)} minutes late`}
        {view.reason === null || minutes === 0 ? '' : `: ${DELAY_REASONS[view.reason].toLowerCase()}`}
      </h2>
      <Figures preview={preview} />
      {flights.length === 0 ? (
        <p>No flight gets another time: it waits for an earlier flight as long as that.</p>
      ) : (
        <StaffTable
          label="Table: flights with another time"
          heads={HEADS}
          caption="Flights with another time"
          stacked
        >
          {flights.map((one) => (
            <FlightRow key={one.flight_id} {...{ one, isDesk }} date={date} />
          ))}
        </StaffTable>
      )}
      <form method="post" className="weather-press">
        <input type="hidden" name="minutes" value={minutes} />
        <input type="hidden" name="own_was" value={preview.own_delay_mins} />
        {view.reason === null ? null : <input type="hidden" name="reason" value={view.reason} />}
        <input type="hidden" name="words" value={view.words} />
        {view.back === null ? null : <input type="hidden" name="back" value={view.back} />}
        {flights.map((one) => (
          <input key={one.flight_id} type="hidden" name="seen" value={toSeen(one)} />
        ))}
        <ul className="weather-then">
          {describePress(preview).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <div className="btn-row">
          <button type="submit" className="btn">
            {seen === null ? pressText(preview) : `${pressText(preview)}, as it is now`}
          </button>
          <a className="btn second" href={leaveHref(preview.flight_id, view)}>
            Leave it
          </a>
        </div>
      </form>
    </section>
  )
}

function Figures({ preview }: Pick<PreviewProps, 'preview'>) {
  const { flights, people, parties, by_mail: mails, by_text: texts, to_call: calls } = preview
  const dark = flights.filter(({ troubles }) => troubles.length > 0).length
  return (
    <dl className="figs">
      <Figure name="Flights" text={String(flights.length)}>
        get another time
      </Figure>
      <Figure name="People" text={String(people)}>
        in {formatCount(parties, 'party', 'parties')}
      </Figure>
      <Figure name="By mail" text={String(mails)}>
        {texts === 0 ? 'none by text' : `${String(texts)} by text`}
        {calls === 0 ? null : `, ${String(calls)} to call`}
      </Figure>
      <Figure name="To look at" text={String(dark)}>
        {dark === 0 ? 'nothing is in the way' : 'see the last column'}
      </Figure>
    </dl>
  )
}

/** @param props.date the day of the flight that is delayed; another day is named */
function FlightRow({ one, date, isDesk }: { one: DelayedFlight; date: string; isDesk: boolean }) {
  const { timezone: zone, depart_at: at, depart_at_was: was, manifest_version: version } = one
  const own = toLocalDate(one.scheduled_at, zone)
  return (
    <tr>
      <th scope="row">
        {isDesk ? <a href={`/staff/flights/${String(one.flight_id)}`}>{one.flight_code}</a> : one.flight_code}
        <small>{one.product_name}</small>
        <small>
          {one.registration}, {one.pilot_name ?? 'no pilot'}
        </small>
      </th>
      <td data-label="Leaves">
        {own === date ? null : <small>{formatShortDay(own)}</small>}
        <s>
          <span className="vh">So far </span>
          {clockOf(was, zone)}
        </s>{' '}
        <b>
          <span className="vh">then </span>
          {clockOf(at, zone)}
        </b>
        <small>
          {one.delay_mins === 0 ? 'as it was sold' : `${String(one.delay_mins)} min later than sold`}
        </small>
      </td>
      <td data-label="Why">{describeCause(one)}</td>
      <td data-label="Guests">
        {one.people === 0 ? 'Nobody' : formatCount(one.people, 'person', 'people')}
        {one.parties > 1 ? <small>{`${String(one.parties)} parties`}</small> : null}
      </td>
      <td data-label="Look at">
        {one.troubles.length === 0 && version === null ? 'Nothing' : null}
        {one.troubles.map((trouble) => (
          <span key={trouble.kind} className={`st line ${trouble.kind === 'boarding' ? 'late' : 'bad'}`}>
            {describeTrouble(trouble, zone)}
          </span>
        ))}
        {version === null ? null : <small>{`Manifest version ${String(version)} changes.`}</small>}
      </td>
    </tr>
  )
}

/** What changed between the look and the press, in both values. */
function Meanwhile({ seen, preview }: Pick<PreviewProps, 'preview'> & { seen: SeenFlight[] }) {
  return (
    <div className="alert warn" role="alert" {...READ_FIRST}>
      <p>Something changed since you looked. Yours is not written yet.</p>
      <ul>
        {describeMeanwhile(seen, preview).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}
