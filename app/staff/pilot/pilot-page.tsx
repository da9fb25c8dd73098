import { type DutyLimits } from '#contract/duty-limits.ts'
import { type PilotFlight } from '#contract/manifest-version.ts'
import { formatShortDay, formatTime, splitTime, toLocalDate, toLocalTime } from '../../format/local-time.ts'
import { FormErrors } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { answeredShape } from '../../ui/form/row-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { delayHref } from '../flights/delay-view.ts'
import { isAhead } from '../flights/flight-state.ts'
import { describeWait } from '../flights/flight-words.ts'
import { formatCount } from '../parts/count-noun.ts'
import { describeUse, formatHours, OVER } from '../parts/duty-words.ts'
import { FLIGHT_STATUS } from '../parts/flight-status-text.ts'
import phoneScript from './phone/pilot-phone.ts?worker&url'
import { AcceptPart } from './accept-part.tsx'
import { PilotLoad } from './pilot-load.tsx'
import { PilotSteps, PilotTimes } from './pilot-steps.tsx'
import { ACCEPT_SHAPE, PILOT_WEIGHT_SHAPE, STEP_SHAPE, TIMES_SHAPE } from './pilot-forms.ts'

export interface PilotPageProps {
  name: string
  /** The caller's account: what a phone keeps is theirs alone. */
  person: number
  /** When a phone erases what it keeps. */
  keptUntil: number
  flights: readonly PilotFlight[]
  /** The flight that is shown whole; undefined without flights. */
  selected: PilotFlight | undefined
  limits: DutyLimits
  /** Whole minutes until it leaves. */
  minutesLeft: number
  now: string
  /** The desk's phone number. */
  phone: string
  /** Whether the caller has pages at the desk, too. */
  isDesk: boolean
  /** What was just done. */
  done: string | null
  answer: FormAnswer | undefined
}

const DONE: Readonly<Record<string, string>> = {
  accept: 'Accepted.',
  step: 'Recorded.',
  times: 'Times saved.',
  weight: 'Weight saved.',
  delay: 'Set. Whoever has to know the new time is told.',
}

/** Built beside the shop (`scripts/build.mjs`); while developing there is none. */
const WORKER = '/pilot/worker.js'

/** A pilot's own flights outdoors: large, black and white, the next flight first. */
export function PilotPage(props: PilotPageProps) {
  const { name, selected, answer, done, isDesk, phone, person, now, keptUntil } = props
  const accepted = selected?.manifest_state.accepted ?? undefined
  return (
    <div
      className="sun"
      data-person={person}
      data-as-of={now}
      data-until={keptUntil}
      data-zone={selected?.content.timezone}
      data-flight={selected?.id}
      data-accepted={accepted}
      data-worker={import.meta.env.PROD ? WORKER : undefined}
    >
      <template data-script={phoneScript} />
      {[ACCEPT_SHAPE, STEP_SHAPE, TIMES_SHAPE, answeredShape(PILOT_WEIGHT_SHAPE, answer)].map((shape) => (
        <FormErrors key={shape.id} form={plainForm(shape, answer)} />
      ))}
      <header className="sun-head">
        <h1>{name}</h1>
        <p>
          {isDesk ? <a href="/staff">Desk</a> : null} <a href="/account">Account</a>
        </p>
      </header>
      <div id="phone" className="sun-part" role="status" />
      {done !== null && DONE[done] !== undefined && answer === undefined ? (
        <p className="sun-note" role="status">
          {DONE[done]}
        </p>
      ) : null}
      {selected ? <Selected {...props} flight={selected} /> : <p>You fly nothing today or tomorrow.</p>}
      {selected ? <Duty flight={selected} limits={props.limits} /> : null}
      <Flights {...props} />
      <p className="sun-row">
        <a className="sun-btn" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
          Call the desk
        </a>
        <a className="sun-btn" href={`/staff/pilots/${String(person)}`}>
          Days off
        </a>
        {selected?.manifest_state.printed ? (
          <a className="sun-btn" href={manifestHref(selected)}>
            Sheet
          </a>
        ) : null}
      </p>
      <form method="post" action="/account/logout" className="sun-row" data-log-out="">
        <input type="hidden" name="next" value="/pilot" />
        <button type="submit" className="sun-btn">
          Log out
        </button>
      </form>
    </div>
  )
}

const manifestHref = ({ id, manifest_state: state }: PilotFlight) =>
  `/staff/flights/${String(id)}/manifest?version=${String(state.printed)}`

function Selected({ flight, minutesLeft, now, answer }: PilotPageProps & { flight: PilotFlight }) {
  const { content, status, flight_code: code } = flight
  const { depart_at: at, timezone: zone, sunset, last_light: light } = content
  const { clock, half } = splitTime(toLocalTime(at, zone))
  const date = toLocalDate(at, zone)
  const wait = describeWait(status, minutesLeft)
  const lights = [
    sunset === null ? '' : `sunset ${formatTime(toLocalTime(sunset, zone))}`,
    light === null ? '' : `last light ${formatTime(toLocalTime(light, zone))}`,
  ]
  return (
    <section aria-labelledby="flight" className="sun-part">
      <div className="sun-head">
        <p className="sun-time">
          {clock}
          <small>{half}</small>
        </p>
        <p>
          <b>{wait === '' ? FLIGHT_STATUS[status].text : wait}</b>
          {flight.delay_mins > 0 ? <span>, {`${String(flight.delay_mins)} min later than sold`}</span> : null}
          {date === toLocalDate(now, zone) ? null : <span>, {formatShortDay(date)}</span>}
          <br />
          {lights.filter(Boolean).join(', ')}
        </p>
      </div>
      <h2 id="flight">{`${content.product_name}, ${code}, ${content.registration}`}</h2>
      <p>
        {content.terminal_name}.{' '}
        {`${String(content.seats_sold)} of ${formatCount(content.capacity, 'seat', 'seats')}.`}
      </p>
      <DelayLink flight={flight} />
      <AcceptPart flight={flight} />
      <PilotLoad flight={flight} answer={answer} />
      <PilotTimes flight={flight} answer={answer} />
      <PilotSteps flight={flight} isEarly={minutesLeft > 0} answer={answer} />
    </section>
  )
}

/** The way to a delay, which shows first what it does; it needs a connection. */
function DelayLink({ flight: { id, status, delay_mins: late } }: { flight: PilotFlight }) {
  if (!isAhead(status)) return null
  return (
    <p className="sun-row">
      <a className="sun-btn" href={delayHref(id, { back: 'pilot' })}>
        {late > 0 ? 'Another delay' : 'Delay this flight'}
      </a>
    </p>
  )
}

/** The duty of the flight that is shown, and what is left of it by the limits. */
function Duty({ flight: { duty, content }, limits }: { flight: PilotFlight; limits: DutyLimits }) {
  const { timezone: zone } = content
  const clock = (at: string) => formatTime(toLocalTime(at, zone))
  const flown = limits.max_flight_mins - duty.flight_mins
  const left = limits.max_duty_mins - duty.duty_mins
  return (
    <section aria-labelledby="duty" className="sun-part">
      <h2 id="duty">Your duty</h2>
      {duty.over.length === 0 ? null : (
        <p className="sun-note">
          <b>▲ Over your limits with these flights: </b>
          {duty.over.map((kind) => OVER[kind].toLowerCase()).join(', ')}. You decide whether you fly; call the
          desk for another pilot.
        </p>
      )}
      <p>
        {`${clock(duty.from)} to ${clock(duty.until)}, ` +
          `${describeUse(duty.duty_mins, limits.max_duty_mins)} of duty. ` +
          `In the air ${describeUse(duty.flight_mins, limits.max_flight_mins)}.`}
      </p>
      {flown < 0 || left < 0 ? null : (
        <p>{`Left: ${formatHours(flown)} in the air, ${formatHours(left)} of duty.`}</p>
      )}
    </section>
  )
}

function Flights({ flights, selected, now }: PilotPageProps) {
  if (flights.length === 0) return null
  return (
    <section aria-labelledby="day" className="sun-part">
      <h2 id="day">Your flights, today and tomorrow ({flights.length})</h2>
      <ol className="sun-list">
        {flights.map((flight) => (
          <li key={flight.id}>
            <a
              href={`/pilot?flight=${String(flight.id)}`}
              aria-current={flight.id === selected?.id ? 'true' : undefined}
            >
              <b>{describeTime(flight, now)}</b>
              <span>{flight.content.product_name}</span>
              <b>
                {flight.content.seats_sold} / {flight.content.capacity}
              </b>
              <span className="sun-state">{describeState(flight)}</span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The clock, and the day where it is another one. */
function describeTime({ content: { depart_at: at, timezone: zone } }: PilotFlight, now: string): string {
  const clock = formatTime(toLocalTime(at, zone))
  const date = toLocalDate(at, zone)
  return date === toLocalDate(now, zone) ? clock : `${formatShortDay(date)} ${clock}`
}

function describeState({ status, landed_at, off_blocks_at, content, manifest_state: state }: PilotFlight) {
  const clockOf = (at: string) => formatTime(toLocalTime(at, content.timezone))
  if (landed_at !== null && status === 'landed') return `Landed ${clockOf(landed_at)}`
  if (off_blocks_at !== null && status === 'departed') return `Off blocks ${clockOf(off_blocks_at)}`
  const { text } = FLIGHT_STATUS[status]
  const word = `${text.charAt(0).toUpperCase()}${text.slice(1)}`
  return state.changes_after_acceptance.length > 0 ? `${word}, ▲ changed since you accepted` : word
}
