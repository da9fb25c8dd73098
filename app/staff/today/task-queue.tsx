import { type DayTask, type StaffDay, type StaffDayFlight } from '#contract/staff-day.ts'
import { type StaffTask } from '#contract/passenger.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatShortDay, formatTime, toLocalDate } from '../../format/local-time.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { formatCount } from '../parts/count-noun.ts'
import { BOUNCE_WORDS } from '../parts/bounce-text.ts'
import { mailHref } from '../parts/mail-states.ts'
import { isSale } from '../parts/approval-words.ts'
import { nearMoment } from '../parts/near-days.ts'
import { ApprovalRow, type WaitingApprovals } from './approval-row.tsx'
import { ConflictNote, type TodayConflict } from './conflict-note.tsx'
import { TaskActs } from './task-acts.tsx'
import { describeDue, describeFlightTask, TASK_GROUPS, TASK_KINDS, type TaskGroup } from './task-words.ts'

export interface TaskQueueProps {
  day: Pick<StaffDay, 'tasks' | 'task_count' | 'flights' | 'date'>
  approvals: WaitingApprovals
  /** Only tasks of this group; null for all. */
  group: TaskGroup | null
  /** The time zone of tasks that concern no flight. */
  zone: string
  now: string
  brands: Record<string, string>
  answer: FormAnswer | undefined
  /** What colleagues wrote meanwhile. */
  conflicts: readonly TodayConflict[]
}

/** Acts that wait for a second person are about money. */
const APPROVAL_GROUP: TaskGroup = 'money'

/** Everything that waits for somebody, sorted by what runs out first, with the act at its side. */
export function TaskQueue(props: TaskQueueProps) {
  const { day, approvals, group, zone, now } = props
  const asking = { zone, now, userId: approvals.userId }
  const shown = day.tasks.filter(({ kind }) => group === null || TASK_KINDS[kind].group === group)
  // What has a moment comes first, and what can wait for any day last.
  const urgent = shown.filter(({ due_at: due }) => due !== null)
  const later = shown.filter(({ due_at: due }) => due === null)
  const asked = group === null || group === APPROVAL_GROUP ? approvals.rows : []
  // Somebody waits for a sale, whose seats nobody holds.
  const sales = asked.filter(isSale)
  const acts = asked.filter((one) => !isSale(one))
  const isEmpty = shown.length === 0 && asked.length === 0
  return (
    <section aria-labelledby="tasks" className="today-part">
      <div className="desk-head">
        <h2 id="tasks">Needs a hand ({day.task_count + approvals.count})</h2>
        {isEmpty ? null : (
          <p className="muted sm key-hint">
            First what runs out first. <kbd>j</kbd> <kbd>k</kbd> to step
          </p>
        )}
      </div>
      <ConflictNote conflicts={props.conflicts} flights={day.flights} />
      <GroupChips {...props} />
      {isEmpty ? (
        <p className="muted">Nothing is waiting.</p>
      ) : (
        <ol>
          {sales.map((approval, at) => (
            <ApprovalRow key={approval.id} {...{ ...asking, approval }} first={at === 0} />
          ))}
          {urgent.map((task, at) => (
            <TaskRow key={task.key} {...props} task={task} first={sales.length === 0 && at === 0} />
          ))}
          {acts.map((approval, at) => (
            <ApprovalRow
              key={approval.id}
              {...{ ...asking, approval }}
              first={sales.length + urgent.length === 0 && at === 0}
            />
          ))}
          {later.map((task, at) => (
            <TaskRow
              key={task.key}
              {...props}
              task={task}
              first={urgent.length + asked.length === 0 && at === 0}
            />
          ))}
        </ol>
      )}
      {asked.length > 0 && approvals.count > asked.length ? (
        <p>
          <a href="/staff/approvals">All {approvals.count} acts that wait for approval</a>
        </p>
      ) : null}
    </section>
  )
}

function GroupChips({ day, approvals, group }: TaskQueueProps) {
  const names = Object.keys(TASK_GROUPS) as TaskGroup[]
  const counts = names.map((name) => ({
    name,
    count:
      day.tasks.filter(({ kind }) => TASK_KINDS[kind].group === name).length +
      (name === APPROVAL_GROUP ? approvals.rows.length : 0),
  }))
  const some = counts.filter(({ count }) => count > 0)
  if (group === null && some.length < 2) return null
  return (
    <nav aria-label="Show only">
      <p className="desk-chips">
        <a href="/staff" aria-current={group === null ? 'true' : undefined}>
          All {day.tasks.length + approvals.rows.length}
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
        <TaskFacts task={task} flight={flight} zone={page.zone} now={page.now} brands={page.brands} />
      </div>
      <TaskActs task={task} first={first} answer={page.answer} flight={flight} />
    </li>
  )
}

interface AboutProps {
  task: DayTask
  flight: StaffDayFlight | undefined
}

/** Links to what a task is about. */
function TaskLink({
  task: { task, order_id: orderId, name, email, kind, weather_hold: hold },
  flight,
}: AboutProps) {
  if (hold) {
    return (
      <a href={`/staff/weather/holds/${String(hold.id)}`}>
        {hold.terminal_name}, {formatShortDay(hold.date)}, {formatTime(hold.from)} to {formatTime(hold.until)}
      </a>
    )
  }
  if (flight && kind !== 'payment_due' && kind !== 'balance_due') {
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
  if (task?.departure) {
    const { flight_id: id, product_name: product } = task.departure
    return <a href={`/staff/flights/${String(id)}`}>{product}</a>
  }
  if (task?.customer_id) return <a href={`/staff/customers/${String(task.customer_id)}`}>Customer</a>
  return task?.mail ? <a href="/staff/mails">Mails</a> : <a href="/staff/integrations">Integrations</a>
}

type FactsProps = AboutProps & Pick<TaskQueueProps, 'zone' | 'now' | 'brands'>

function TaskFacts({ task, flight, ...page }: FactsProps) {
  if (task.task) return <StoredFacts task={task.task} {...page} />
  if (task.weather_hold) {
    const { departures: count } = task.weather_hold
    return <p>{formatCount(count, 'departure is', 'departures are')} not on sale until you decide.</p>
  }
  const text = flight
    ? describeFlightTask(task, flight)
    : task.kind === 'balance_due'
      ? `${formatDollars(task.amount ?? 0)} still to pay. The seats are theirs.`
      : `${formatDollars(task.amount ?? 0)} left. The seats are held until then.`
  return (
    <p>
      {text} {task.phone === null ? null : <a href={`tel:${task.phone}`}>{task.phone}</a>}
    </p>
  )
}

function StoredFacts({ task, zone, now, brands }: { task: StaffTask } & Omit<FactsProps, keyof AboutProps>) {
  const today = toLocalDate(now, zone)
  const facts = [
    task.brand_id === null ? undefined : brands[task.brand_id],
    task.departure === null ? '' : describeMinimum(task.departure),
    task.depart_at === null ? '' : `flies ${nearMoment(task.depart_at, zone, today)}`,
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

/** `2 seats sold, leaves from 4` */
const describeMinimum = ({
  seats_sold: sold,
  min_passengers: least,
}: NonNullable<StaffTask['departure']>): string =>
  `${formatCount(sold, 'seat', 'seats')} sold, leaves from ${String(least)}`

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
