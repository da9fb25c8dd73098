import { type StaffTask } from '#contract/passenger.ts'
import { type DayTask, type StaffDayFlight } from '#contract/staff-day.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { FieldError } from '../../ui/field.tsx'
import { inputProps, selectProps } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { rowShape } from '../../ui/form/row-shape.ts'
import { plainForm, type ShopField } from '../../ui/form/use-shop-form.ts'
import { PILOT_TASK_SHAPE, TASK_SHAPE, weightField, weightsShape } from './task-form.ts'
import { describePilot } from './task-words.ts'

interface ActsProps {
  task: DayTask
  /** The flight of the day that it is about. */
  flight: StaffDayFlight | undefined
  /** The first row has the one next act. */
  first: boolean
  answer: FormAnswer | undefined
}

const look = (first: boolean) => (first ? 'btn small' : 'btn second small')

/** What can be done about a task, on its row. */
export function TaskActs({ task, flight, first, answer }: ActsProps) {
  if (task.task) return <AgreeForm task={task.task} first={first} answer={answer} />
  if (task.weather_hold) {
    return (
      <div className="do">
        <a className={look(first)} href={`/staff/weather/holds/${String(task.weather_hold.id)}`}>
          Decide
        </a>
      </div>
    )
  }
  if (task.acts.includes('take_payment')) {
    return (
      <div className="do">
        <a className={look(first)} href={`/staff/orders/${String(task.order_id)}#counter`}>
          Take {formatDollars(task.amount ?? 0)}
        </a>
      </div>
    )
  }
  if (!flight) return null
  if (task.acts.includes('set_pilot')) return <PilotForm {...{ task, flight, first, answer }} />
  if (task.acts.includes('enter_weights')) return <WeightsForm {...{ task, flight, first, answer }} />
  return (
    <div className="do">
      <a className={look(first)} href={`/staff/flights/${String(flight.id)}`}>
        {task.kind === 'too_heavy' ? 'Manifest' : 'Other aircraft'}
      </a>
      {task.acts.includes('delay') ? (
        <a className="btn second small" href={`/staff/flights/${String(flight.id)}/delay`}>
          Delay
        </a>
      ) : null}
    </div>
  )
}

interface FlightFormProps {
  task: DayTask
  flight: StaffDayFlight
  first: boolean
  answer: FormAnswer | undefined
}

function PilotForm({ task, flight, first, answer }: FlightFormProps) {
  const form = plainForm(rowShape(PILOT_TASK_SHAPE, flight.id), answer)
  const { pilot_id: pilot } = form.fields
  if (task.pilots.length === 0) return <p className="do">Nobody has the role of a pilot.</p>
  return (
    <form method="post" {...form.props}>
      <input type="hidden" name="flight" value={flight.id} />
      <input type="hidden" name="pilot_was" value={flight.pilot_id ?? ''} />
      <FieldError id={pilot.id} error={pilot.error} />
      <select className="input" {...selectProps(pilot)} aria-label={`Pilot for ${flight.flight_code}`}>
        {task.pilots.map((one) => (
          <option key={one.id} value={one.id}>
            {describePilot(one, flight.timezone)}
          </option>
        ))}
      </select>
      <button type="submit" className={look(first)} name="intent" value="pilot">
        Set pilot
      </button>
    </form>
  )
}

function WeightsForm({ task, flight, first, answer }: FlightFormProps) {
  const names = task.passengers.map((one) => ({ field: weightField(one), label: one.full_name }))
  const form = plainForm(rowShape(weightsShape(names), flight.id), answer)
  return (
    <form method="post" {...form.props}>
      <input type="hidden" name="flight" value={flight.id} />
      {Object.values(form.fields).map((field) => (
        <WeightInput key={field.name} field={field} />
      ))}
      <button type="submit" className={look(first)} name="intent" value="weights">
        Save
      </button>
    </form>
  )
}

function WeightInput({ field }: { field: ShopField }) {
  return (
    <>
      <FieldError id={field.id} error={field.error} />
      <input
        className="input few"
        {...inputProps(field, 'text')}
        inputMode="numeric"
        placeholder="lb"
        aria-label={`Weight of ${field.label} in pounds`}
      />
    </>
  )
}

const CHOICES: Record<NonNullable<StaffTask['choice']>, string> = {
  second_seat: 'A second seat',
  move: 'Another flight',
  refund: 'The money back',
  nothing: 'Nothing more to do',
}

interface AgreeFormProps {
  task: StaffTask
  first: boolean
  answer: FormAnswer | undefined
}

/** Closes a task with what was agreed; tasks that concern no passenger are only closed. */
function AgreeForm({ task, first, answer }: AgreeFormProps) {
  const form = plainForm(rowShape(TASK_SHAPE, task.id), answer)
  const { choice } = form.fields
  return (
    <form method="post" {...form.props}>
      <input type="hidden" name="task" value={task.id} />
      {task.passenger_id === null ? (
        <input type="hidden" name="choice" value="nothing" />
      ) : (
        <>
          <FieldError id={choice.id} error={choice.error} />
          <select
            className="input"
            {...selectProps(choice)}
            aria-label={`Agreed for O-${String(task.order_id)}`}
          >
            {Object.entries(CHOICES).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </>
      )}
      <button
        type="submit"
        className={look(first)}
        aria-label={task.mail === null ? undefined : `Close: the mail to ${task.email ?? ''}`}
      >
        {task.departure === null ? 'Close' : 'It leaves'}
      </button>
      {task.departure === null || task.depart_at === null ? null : (
        <a
          className="btn second small"
          href={`/staff/call-off?${new URLSearchParams({
            departure: String(task.departure.departure_id),
            at: task.depart_at,
            reason: 'too_few_passengers',
          }).toString()}`}
        >
          Call off
        </a>
      )}
    </form>
  )
}
