import { type DayTask, type StaffDay, type StaffDayFlight } from '#contract/staff-day.ts'
import { type StaffTask } from '#contract/passenger.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatTime } from '../../format/local-time.ts'
import { FieldError } from '../../ui/field.tsx'
import { inputProps, selectProps } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { rowShape } from '../../ui/form/row-shape.ts'
import { plainForm, type ShopField } from '../../ui/form/use-shop-form.ts'
import { BOUNCE_WORDS } from '../parts/bounce-text.ts'
import { mailHref } from '../parts/mail-states.ts'
import { PILOT_TASK_SHAPE, TASK_SHAPE, weightField, weightsShape } from './task-form.ts'
import {
  describeDue,
  describeFlightTask,
  describePilot,
  TASK_GROUPS,
  TASK_KINDS,
  type TaskGroup,
} from './task-words.ts'

export interface TaskQueueProps {
  day: Pick<StaffDay, 'tasks' | 'task_count' | 'flights' | 'date'>
  /** Only tasks of this group; null for all. */
  group: TaskGroup | null
  /** The time zone of tasks that concern no flight. */
  zone: string
  now: string
  brands: Record<string, string>
  answer: FormAnswer | undefined
}

/** Everything that waits for somebody, sorted by what runs out first, with the act at its side. */
export function TaskQueue(props: TaskQueueProps) {
  const { day, group } = props
  const shown = day.tasks.filter(({ kind }) => group === null || TASK_KINDS[kind].group === group)
  return (
    <section aria-labelledby="tasks" className="today-part">
      <div className="desk-head">
        <h2 id="tasks">Needs a hand ({day.task_count})</h2>
        {shown.length === 0 ? null : (
          <p className="muted sm key-hint">
            First what runs out first. <kbd>j</kbd> <kbd>k</kbd> to step
          </p>
        )}
      </div>
      <GroupChips {...props} />
      {shown.length === 0 ? (
        <p className="muted">Nothing is waiting.</p>
      ) : (
        <ol>
          {shown.map((task, at) => (
            <TaskRow key={task.key} {...props} task={task} first={at === 0} />
          ))}
        </ol>
      )}
    </section>
  )
}

function GroupChips({ day, group }: TaskQueueProps) {
  const names = Object.keys(TASK_GROUPS) as TaskGroup[]
  const counts = names.map((name) => ({
    name,
    count: day.tasks.filter(({ kind }) => TASK_KINDS[kind].group === name).length,
  }))
  const some = counts.filter(({ count }) => count > 0)
  if (group === null && some.length < 2) return null
  return (
    <nav aria-label="Show only">
      <p className="desk-chips">
        <a href="/staff" aria-current={group === null ? 'true' : undefined}>
          All {day.tasks.length}
        </a>
        {some.map(({ name, count }) => (
          <a key={name} href={`/staff?only=${name}`} aria-current={group === name ? 'true' : undefined}>
            {TASK_GROUPS[name]} {count}
          </a>
        ))}
      </p>
    </nav>
  )
}

interface RowProps extends TaskQueueProps {
  task: DayTask
  /** The first row has the one next act. */
  first: boolean
}

function TaskRow({ task, first, ...page }: RowProps) {
  const flight = page.day.flights.find(({ id }) => id === task.flight_id)
  const { tone, text } = TASK_KINDS[task.kind]
  const { time, away } = describeDue(task, { zone: flight?.timezone ?? page.zone, now: page.now })
  return (
    <li className="q" data-row="" tabIndex={-1}>
      <p className="by">
        <b>{time}</b>
        {away}
      </p>
      <div>
        <span className={tone === '' ? 'st' : `st ${tone}`}>{text}</span>
        <h3>
          <TaskLink task={task} flight={flight} />
        </h3>
        <TaskFacts task={task} flight={flight} zone={page.zone} brands={page.brands} />
      </div>
      <TaskActs task={task} first={first} {...page} flight={flight} />
    </li>
  )
}

interface AboutProps {
  task: DayTask
  flight: StaffDayFlight | undefined
}

/** Links to what a task is about. */
function TaskLink({ task: { task, order_id: orderId, name, email, kind }, flight }: AboutProps) {
  if (flight && kind !== 'payment_due') {
    return (
      <a href={`/staff/flights/${String(flight.id)}`}>
        {flight.flight_code}, {flight.product_name} {formatTime(flight.local_time)}
      </a>
    )
  }
  if (orderId !== null) {
    const who = task?.passenger_name ?? name ?? email ?? task?.email
    return (
      <a href={`/staff/orders/${String(orderId)}`}>
        O-{orderId}
        {who ? `, ${who}` : ''}
      </a>
    )
  }
  if (task?.customer_id) return <a href={`/staff/customers/${String(task.customer_id)}`}>Customer</a>
  return task?.mail ? <a href="/staff/mails">Mails</a> : <a href="/staff/integrations">Integrations</a>
}

type FactsProps = AboutProps & Pick<TaskQueueProps, 'zone' | 'brands'>

function TaskFacts({ task, flight, zone, brands }: FactsProps) {
  if (task.task) return <StoredFacts task={task.task} zone={zone} brands={brands} />
  const text = flight
    ? describeFlightTask(task, flight)
    : `${formatDollars(task.amount ?? 0)} left. The seats are held until then.`
  return (
    <p>
      {text} {task.phone === null ? null : <a href={`tel:${task.phone}`}>{task.phone}</a>}
    </p>
  )
}

function StoredFacts({ task, zone, brands }: { task: StaffTask } & Pick<FactsProps, 'zone' | 'brands'>) {
  const facts = [
    task.brand_id === null ? undefined : brands[task.brand_id],
    task.passenger_name,
    task.depart_at === null ? '' : formatDateTime(task.depart_at, zone),
    task.amount === null ? '' : `${formatDollars(task.amount)}. Once it is handed out this closes by itself.`,
  ]
  return (
    <>
      {task.mail === null ? null : <BouncedMail mail={task.mail} to={task.email ?? ''} />}
      <p>{facts.filter(Boolean).join(', ')}</p>
      <p>
        {task.phone === null ? null : <a href={`tel:${task.phone}`}>{task.phone}</a>} {task.email}
      </p>
    </>
  )
}

/** Which mail bounced and why, with a link to correct its address. */
function BouncedMail({ mail, to }: { mail: NonNullable<StaffTask['mail']>; to: string }) {
  return (
    <p>
      {`${mail.kind.charAt(0).toUpperCase()}${mail.kind.slice(1).replaceAll('_', ' ')}. `}
      {mail.reason === null ? '' : `${BOUNCE_WORDS[mail.reason]} `}
      <a href={mailHref({ id: mail.id, to })}>Put it right</a>
    </p>
  )
}

type ActsProps = RowProps & AboutProps

const look = (first: boolean) => (first ? 'btn small' : 'btn second small')

function TaskActs({ task, flight, first, answer }: ActsProps) {
  if (task.task) return <AgreeForm task={task.task} first={first} answer={answer} />
  if (task.kind === 'payment_due') {
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
        <form method="post">
          <input type="hidden" name="flight" value={flight.id} />
          <button type="submit" className="btn second small" name="intent" value="delay">
            Delayed
          </button>
        </form>
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
        Close
      </button>
    </form>
  )
}
