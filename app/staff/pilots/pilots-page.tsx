import {
  type PilotRoster,
  type PilotWeek,
  type RosterDay,
  type RosterFlight,
} from '#contract/pilot-roster.ts'
import { formatDay, formatShortDay } from '../../format/local-time.ts'
import { FormErrors, TextField } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { addDays } from '../parts/add-days.ts'
import { formatCount } from '../parts/count-noun.ts'
import { DoneBar } from '../parts/done-bar.tsx'
import { describeLimits, formatHours, OVER } from '../parts/duty-words.ts'
import { NothingHere } from '../parts/nothing-here.tsx'
import { StaffState } from '../parts/staff-state.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { clockOf } from '../parts/unfit-words.ts'
import { type PilotsView } from './load-pilots.server.ts'
import { LIMITS_SHAPE } from './pilot-forms.ts'
import { describeHours, describeRun, describeWork, joinPlainDays } from './pilots-words.ts'

interface PilotsPageProps extends PilotsView {
  maySetLimits: boolean
  answer: FormAnswer | undefined
}

/** A week of all pilots: what they fly, their duties, when they are off, and the flights without one. */
export function PilotsPage({ week, today, done, maySetLimits, answer }: PilotsPageProps) {
  const { date, pilots, open_flights: open } = week
  const form = plainForm(LIMITS_SHAPE, answer, limitsKnown(week))
  return (
    <div className="wrap desk">
      <FormErrors form={form} />
      {done?.what === 'limits' && !answer ? (
        <DoneBar text="The limits are changed. Flights that have their pilots keep them." />
      ) : null}
      <div className="desk-head">
        <div>
          <h1>Pilots</h1>
          <p className="muted">
            {formatDay(date)} to {formatDay(addDays(date, 6))}.{' '}
            {open.length === 0
              ? 'Every booked flight has a pilot.'
              : `${formatCount(open.length, 'booked flight has', 'booked flights have')} no pilot.`}
          </p>
        </div>
        <WeekLinks date={date} today={today} path="/staff/pilots" />
      </div>
      {pilots.length === 0 ? (
        <NothingHere what="Nobody has the role of a pilot.">
          <a href="/staff/people">Give it to somebody</a>
        </NothingHere>
      ) : (
        <StaffTable
          label="Table: the week by pilot"
          heads={['Pilot', ...(pilots[0]?.days.map((day) => formatShortDay(day.date)) ?? []), 'Week']}
          caption="The week by pilot"
          multiline
          stacked
        >
          {pilots.map((pilot) => (
            <PilotRow key={pilot.pilot_id} pilot={pilot} from={date} />
          ))}
        </StaffTable>
      )}
      <OpenFlights flights={open} />
      <section className="desk-part" aria-labelledby="limits">
        <h2 id="limits">Limits of duty</h2>
        <p>{describeLimits(week.duty_limits)}</p>
        <p className="muted sm">
          A pilot who would be over one of them cannot be given a flight. Set them as your own rule says; the
          first ones are those of 14 CFR 135.267 for one pilot.
        </p>
        {maySetLimits ? <LimitsForm form={form} isOpen={answer !== undefined} /> : null}
      </section>
    </div>
  )
}

/** The week before and after. */
export function WeekLinks({ date, today, path }: { date: string; today: string; path: string }) {
  const href = (from: string) => `${path}?from=${from}`
  return (
    <div className="btn-row">
      <a className="btn second small" href={href(addDays(date, -7))}>
        Week before
      </a>
      {date === today ? null : (
        <a className="btn second small" href={path}>
          From today
        </a>
      )}
      <a className="btn second small" href={href(addDays(date, 7))}>
        Week after
      </a>
    </div>
  )
}

function PilotRow({ pilot, from }: { pilot: PilotRoster; from: string }) {
  const flown = pilot.days.reduce((sum, day) => sum + day.flight_mins, 0)
  return (
    <tr>
      <th scope="row">
        <a href={`/staff/pilots/${String(pilot.pilot_id)}?from=${from}`}>{pilot.name}</a>
      </th>
      {joinPlainDays(pilot.days, pilot.hours.length > 0).map(({ day, last, days }) => (
        <td key={day.date} colSpan={days} data-label={describeRun(day.date, last)}>
          <DayWords day={day} hasHours={pilot.hours.length > 0} days={days} />
        </td>
      ))}
      <td data-label="Week">{formatHours(flown)}</td>
    </tr>
  )
}

interface DayWordsProps {
  day: RosterDay
  hasHours: boolean
  /** How many days in a row read the same. */
  days: number
}

/** A day of a pilot: the work, what is over a limit, and when they can fly. */
export function DayWords({ day, hasHours, days }: DayWordsProps) {
  const work = describeWork(day)
  const hours = describeHours(day, hasHours)
  const there = days === 1 ? hours : `${hours}, ${String(days)} days`
  return (
    <>
      {work === undefined ? null : (
        <>
          {work.flights}
          <small>{work.duty}</small>
        </>
      )}
      {day.over.map((kind) => (
        <StaffState key={kind} shape="bad">
          {OVER[kind]}
        </StaffState>
      ))}
      {day.off === null ? null : <StaffState shape="off">{there}</StaffState>}
      {day.off === null && work === undefined ? <span className="muted sm">{there}</span> : null}
      {day.off === null && work !== undefined && day.hours !== null ? <small>{there}</small> : null}
    </>
  )
}

/** The flights without a pilot, each with the way to give it one. */
function OpenFlights({ flights }: { flights: readonly RosterFlight[] }) {
  if (flights.length === 0) return null
  return (
    <section className="desk-part" aria-labelledby="open">
      <h2 id="open">Without a pilot ({flights.length})</h2>
      <StaffTable
        label="Table: flights without a pilot"
        heads={['Flight', 'Leaves', 'People', 'Give']}
        stacked
      >
        {flights.map((flight) => (
          <tr key={flight.id}>
            <th scope="row">
              <a href={`/staff/flights/${String(flight.id)}`}>{flight.flight_code}</a>
              <small>
                {flight.product_name}, {flight.terminal_name}
              </small>
            </th>
            <td data-label="Leaves">
              {formatShortDay(flight.date)}, {clockOf(flight.depart_at, flight.timezone)}
            </td>
            <td data-label="People">{flight.people}</td>
            <td data-label="Give">
              <a href={giveHref(flight)}>
                Set a pilot<span className="vh"> for {flight.flight_code}</span>
              </a>
            </td>
          </tr>
        ))}
      </StaffTable>
    </section>
  )
}

/** The panel of the board, which says of each pilot why they fit or not. */
export const giveHref = ({ id, date }: Pick<RosterFlight, 'id' | 'date'>): string =>
  `/staff/board?date=${date}&flight=${String(id)}#sel`

const limitsKnown = ({ duty_limits: limits }: PilotWeek) => ({
  max_flight_hours: limits.max_flight_mins / 60,
  max_duty_hours: limits.max_duty_mins / 60,
  min_rest_hours: limits.min_rest_mins / 60,
  max_days_in_row: limits.max_days_in_row,
  report_mins: limits.report_mins,
  release_mins: limits.release_mins,
})

type LimitsFormProps = {
  form: ReturnType<typeof plainForm<typeof LIMITS_SHAPE>>
  isOpen: boolean
}

function LimitsForm({ form, isOpen }: LimitsFormProps) {
  const { max_days_in_row: days, ...others } = form.fields
  return (
    <details className="disc" open={isOpen}>
      <summary>Change the limits</summary>
      <form method="post" className="form row-form" {...form.props}>
        <TextField field={others.max_flight_hours} inputMode="decimal" need="required" />
        <TextField field={others.max_duty_hours} inputMode="decimal" need="required" />
        <TextField field={others.min_rest_hours} inputMode="decimal" need="required" />
        <TextField field={days} inputMode="numeric" hint="Empty: any number." />
        <TextField field={others.report_mins} inputMode="numeric" need="required" />
        <TextField field={others.release_mins} inputMode="numeric" need="required" />
        <button type="submit" className="btn second small">
          Save the limits
        </button>
      </form>
    </details>
  )
}
