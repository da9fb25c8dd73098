import { type Manifest } from '#contract/passenger.ts'
import { formatDayAndYear, formatTime, toLocalDate } from '../../format/local-time.ts'
import { describeOnHold } from '../parts/on-hold.ts'
import { StaffState } from '../parts/staff-state.tsx'
import { NEXT_STEPS } from '../parts/flight-status-text.ts'
import { describeDelay } from './delay-words.ts'
import { describeState, isAhead, sortSteps, stateClass } from './flight-state.ts'
import { type OtherFlight } from './load-flight-among-others.server.ts'
import { PrintButton } from './manifest-versions.tsx'
import { type ManifestView } from './manifest-view.ts'
import { scanHref } from './scan/scan-forms.ts'

type HeadProps = Pick<ManifestView, 'manifest' | 'day' | 'canEdit'>

/** Which flight it is and how it stands, the one next act, and the flights around it. */
export function ManifestHead({ manifest, day, canEdit }: HeadProps) {
  const { flight, depart_at: at, passengers } = manifest
  const date = toLocalDate(at, flight.timezone)
  const isCalledOff = flight.status === 'called_off'
  const { tone, text } = describeState({
    status: flight.status,
    hasPilot: flight.pilot_name !== null,
    taken: manifest.seats_sold,
    pounds: manifest.total_weight_lbs,
    maxPounds: manifest.max_weight_lbs,
    here: passengers.filter(({ boarding }) => boarding === 'checked_in').length,
    expected: passengers.filter(({ boarding }) => boarding !== 'no_show').length,
  })
  return (
    <div className="desk-head">
      <div className="flight-title">
        <p className="sm">
          <a href={`/staff/flights?date=${date}`}>{formatDayAndYear(date)}</a>, {flight.terminal_name}
        </p>
        <h1>{flight.product_name}</h1>
        <p className="flight-facts">
          <span>
            {manifest.flight_code} · {flight.registration}, {manifest.capacity} seats ·{' '}
            {flight.pilot_name ?? 'Nobody flies it yet'}
          </span>
          {flight.on_hold ? (
            <a href={`/staff/weather/holds/${String(flight.on_hold.weather_hold_id)}`}>
              <StaffState shape="late">{describeOnHold(flight.on_hold, flight.timezone).text}</StaffState>
            </a>
          ) : null}
          <span className={stateClass(tone)}>{text}</span>
        </p>
        {flight.status_reason ? <p className="muted">Left all the same: {flight.status_reason}</p> : null}
        {flight.delay_reason ? <p className="muted">{describeDelay(flight)}</p> : null}
        <Neighbours day={day} flight={flight} />
      </div>
      <div className="btn-row no-print">
        {canEdit && isAhead(flight.status) ? (
          <a className="btn second small" href={scanHref({ flight: manifest.flight_id })}>
            Scan tickets
          </a>
        ) : null}
        {isCalledOff ? null : <PrintButton />}
        <NextStep manifest={manifest} />
      </div>
    </div>
  )
}

/** The button that takes the flight one step on, unless it lacks something. */
function NextStep({ manifest: { flight } }: Pick<HeadProps, 'manifest'>) {
  const { next } = sortSteps(flight.status, flight.next_statuses)
  const isGuarded = next === 'departed' && (flight.before_departure.length > 0 || flight.early)
  if (next === undefined || isGuarded) return null
  return (
    <form method="post">
      <button type="submit" className="btn small" name="status" value={next}>
        {NEXT_STEPS[next]}
      </button>
    </form>
  )
}

/** The ways to the flights before and after it, of its aircraft and of its terminal. */
function Neighbours({ day, flight }: Pick<HeadProps, 'day'> & Pick<Manifest, 'flight'>) {
  if (!day) return null
  const { aircraft, terminal } = day
  const groups = [
    { name: flight.registration, ...aircraft },
    { name: flight.terminal_name, ...terminal },
  ].filter(({ before, after }) => before ?? after)
  if (groups.length === 0) return null
  return (
    <nav aria-label="Other flights" className="flight-others no-print">
      {groups.map(({ name, before, after }) => (
        <p key={name}>
          {name}: {before ? <OtherLink flight={before} way="before" /> : null}
          {before && after ? ', ' : null}
          {after ? <OtherLink flight={after} way="after" /> : null}
        </p>
      ))}
    </nav>
  )
}

function OtherLink({ flight: { id, code, time }, way }: { flight: OtherFlight; way: 'before' | 'after' }) {
  return (
    <>
      {way} <a href={`/staff/flights/${String(id)}`}>{`${formatTime(time)} ${code}`}</a>
    </>
  )
}
