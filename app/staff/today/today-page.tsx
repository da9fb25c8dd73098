import { type StaffDay, type StaffDayFlight } from '#contract/staff-day.ts'
import { formatDay } from '../../format/local-time.ts'
import { FormErrors } from '../../ui/form/fields.tsx'
import { type FormAnswer, type FormShape } from '../../ui/form/form-shape.ts'
import { answeredShape } from '../../ui/form/row-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { formatCount } from '../parts/count-noun.ts'
import { DECIDED } from '../parts/approval-words.ts'
import { READ_FIRST } from '../parts/sent-fields.tsx'
import { type TodayConflict } from './conflict-note.tsx'
import { DayMoney } from './day-money.tsx'
import { NextDepartures } from './next-departures.tsx'
import { SkyRibbon } from './sky-ribbon.tsx'
import { APPROVAL_SHAPE, PILOT_TASK_SHAPE, STEP_SHAPE, TASK_SHAPE, weightsShape } from './task-form.ts'
import { type WaitingApprovals } from './approval-row.tsx'
import { TaskQueue } from './task-queue.tsx'
import { type TaskGroup } from './task-words.ts'

export interface TodayPageProps {
  day: StaffDay
  approvals: WaitingApprovals
  /** What was just decided about an act. */
  decided: 'approve' | 'refuse' | null
  /** Only tasks of this group. */
  group: TaskGroup | null
  /** Only this terminal. */
  terminalId: number | null
  /** What was just done, on which flight. */
  done: { what: 'pilot' | 'delay' | 'weights'; flightId: number } | null
  /** The caller flies, too. */
  isPilot: boolean
  zone: string
  now: string
  /** Names of the brands by id; empty if there is only one. */
  brands: Record<string, string>
  answer: FormAnswer | undefined
  /** What colleagues wrote meanwhile. */
  conflicts: readonly TodayConflict[]
}

/** The first page of staff: the sky of the day, what leaves next, and what needs a hand. */
export function TodayPage(props: TodayPageProps) {
  const { day, approvals, decided, group, terminalId, done, zone, now, brands, answer, conflicts } = props
  const { isPilot } = props
  const flights = day.flights.filter((one) => terminalId === null || one.terminal_id === terminalId)
  const [first] = day.flights
  const lit = day.terminals.find(({ id }) => id === (terminalId ?? first?.terminal_id)) ?? day.terminals[0]
  const idle = day.aircraft_out_of_service
  return (
    <div className="wrap desk">
      <PageErrors answer={answer} />
      <div className="desk-head">
        <div>
          <h1>{formatDay(day.date)}</h1>
          <p className="muted">
            {describeDay(flights)}
            {idle.length === 0
              ? ''
              : ` Out of service: ${idle.map(({ registration }) => registration).join(', ')}.`}
          </p>
        </div>
        <div className="btn-row">
          {isPilot ? (
            <a className="btn second small" href="/pilot">
              Pilot’s page
            </a>
          ) : null}
          <a className="btn second small" href={`/staff/flights?date=${day.date}`}>
            The whole day
          </a>
          <a className="btn second small" href={`/staff/weather?date=${day.date}`}>
            Weather day
          </a>
          <a className="btn second small" href="/staff/sell">
            Sell
          </a>
        </div>
      </div>
      <TerminalChips day={day} terminalId={terminalId} />
      <DoneBar day={day} done={done} />
      {decided === null || answer ? null : <Decided what={decided} />}
      {lit ? <SkyRibbon flights={flights} terminal={lit} now={now} /> : null}
      <div className="today-cols">
        <NextDepartures flights={flights} date={day.date} brands={brands} idle={idle.map(({ id }) => id)} />
        <TaskQueue {...{ day, approvals, group, zone, now, brands, answer, conflicts }} />
      </div>
      <DayMoney money={day.money} />
    </div>
  )
}

const SHAPES: readonly FormShape[] = [
  TASK_SHAPE,
  PILOT_TASK_SHAPE,
  STEP_SHAPE,
  APPROVAL_SHAPE,
  weightsShape([]),
]

/** The errors of the row whose form was answered, above the page. */
function PageErrors({ answer }: { answer: FormAnswer | undefined }) {
  const shape = SHAPES.find(({ id }) => answer?.form === id || answer?.form.startsWith(`${id}-`))
  return shape ? <FormErrors form={plainForm(answeredShape(shape, answer), answer)} /> : null
}

/** `41 flights, 118 passengers. 17 landed, 3 in the air, 21 to go.` */
function describeDay(all: readonly StaffDayFlight[]): string {
  const flights = all.filter(({ status }) => status !== 'called_off')
  if (flights.length === 0) return 'Nobody is booked today.'
  const people = flights.reduce((sum, { seats_sold: sold }) => sum + sold, 0)
  const landed = flights.filter(({ status }) => status === 'landed').length
  const flying = flights.filter(({ status }) => status === 'departed').length
  return (
    `${formatCount(flights.length, 'flight', 'flights')}, ` +
    `${formatCount(people, 'passenger', 'passengers')}. ` +
    `${String(landed)} landed, ${String(flying)} in the air, ` +
    `${String(flights.length - landed - flying)} to go.`
  )
}

function TerminalChips({ day, terminalId }: Pick<TodayPageProps, 'day' | 'terminalId'>) {
  const used = day.terminals.filter(({ id }) => day.flights.some((one) => one.terminal_id === id))
  if (used.length < 2) return null
  return (
    <nav aria-label="Terminal">
      <p className="desk-chips">
        <a href="/staff" aria-current={terminalId === null ? 'true' : undefined}>
          All terminals
        </a>
        {used.map(({ id, name }) => (
          <a
            key={id}
            href={`/staff?terminal=${String(id)}`}
            aria-current={terminalId === id ? 'true' : undefined}
          >
            {name}
          </a>
        ))}
      </p>
    </nav>
  )
}

/** What was decided, until the next act. */
const Decided = ({ what }: { what: 'approve' | 'refuse' }) => (
  <div className="undo" role="status" {...READ_FIRST}>
    {DECIDED[what]}
  </div>
)

/** What was just done; it stays until the next act and can be taken back where that is possible. */
function DoneBar({ day, done }: Pick<TodayPageProps, 'day' | 'done'>) {
  const flight = day.flights.find(({ id }) => id === done?.flightId)
  if (!done || !flight) return null
  if (done.what === 'weights') {
    return (
      <div className="undo" role="status" {...READ_FIRST}>
        The weights of {flight.flight_code} are saved.
      </div>
    )
  }
  const isPilot = done.what === 'pilot'
  if (isPilot ? flight.pilot_id === null : flight.status !== 'delayed') return null
  return (
    <div className="undo" role="status" {...READ_FIRST}>
      <span>
        {isPilot
          ? `${flight.pilot_name ?? ''} flies ${flight.flight_code}.`
          : `${flight.flight_code} is shown as delayed.`}
      </span>
      <form method="post">
        <input type="hidden" name="flight" value={flight.id} />
        {isPilot ? <input type="hidden" name="pilot_was" value={flight.pilot_id ?? ''} /> : null}
        <button
          type="submit"
          className="btn second small"
          name="intent"
          value={isPilot ? 'undo_pilot' : 'undo_delay'}
        >
          Undo
        </button>
      </form>
    </div>
  )
}
