import { type StaffTask } from '#contract/passenger.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { Field, FieldError } from '../../ui/field.tsx'
import { FormErrors, selectProps } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { answeredShape, rowShape } from '../../ui/form/row-shape.ts'
import { type ShopField, useShopForm } from '../../ui/form/use-shop-form.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { BOUNCE_WORDS } from '../parts/bounce-text.ts'
import { type DayAtAGlance, DayGlance } from './day-glance.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { mailHref } from '../parts/mail-states.ts'
import { TASK_SHAPE } from './task-form.ts'

interface TodayPageProps {
  tasks: StaffTask[]
  /** The number of all open tasks, including those that the page does not list. */
  count: number
  zone: string
  day: DayAtAGlance
  /** Names of the brands by id; empty if there is only one. */
  brands: Record<string, string>
  answer: FormAnswer | undefined
}

const KINDS: Record<StaffTask['kind'], string> = {
  weight_does_not_fit: 'The party is heavier than the flight still carries',
  second_seat_needed: 'Needs a second seat',
  claim_to_settle: 'A called-off flight that nobody answered for',
  given_back_twice: 'A card was refunded whose voucher is spent',
  webhook_failing: 'Another system has not been reached for days',
  refund_to_hand_out: 'A refund that nobody fetched for days',
  mail_bounced: 'A mail did not arrive',
}
const CHOICES: Record<NonNullable<StaffTask['choice']>, string> = {
  second_seat: 'A second seat',
  move: 'Another flight',
  refund: 'The money back',
  nothing: 'Nothing more to do',
}

/** The first page of staff: open tasks, today's flights, and the search for orders. */
export function TodayPage({ tasks, count, zone, day, brands, answer }: TodayPageProps) {
  return (
    <div className="wrap desk">
      <FormErrors form={useShopForm(answeredShape(TASK_SHAPE, answer), answer)} />
      <h1>Today</h1>
      <form method="get" action="/staff/orders" role="search" className="desk-find">
        <Field
          id="q"
          name="q"
          type="search"
          label="Find an order"
          hint="O-number, name, e-mail, phone, code, or the last four digits of a card."
          maxLength={200}
        />
        <button type="submit" className="btn small">
          Search
        </button>
      </form>
      <section className="desk-part" aria-labelledby="tasks">
        <h2 id="tasks">To settle with customers ({count})</h2>
        {tasks.length === 0 ? (
          <p className="muted">Nothing is waiting.</p>
        ) : (
          <TaskTable tasks={tasks} zone={zone} brands={brands} answer={answer} />
        )}
      </section>
      <DayGlance day={day} brands={brands} />
    </div>
  )
}

type TaskTableProps = Pick<TodayPageProps, 'tasks' | 'zone' | 'brands' | 'answer'>

function TaskTable({ tasks, zone, brands, answer }: TaskTableProps) {
  return (
    <StaffTable label="Tasks" stacked heads={['Order', 'What', 'Reach them', 'Agreed']}>
      {tasks.map((task) => (
        <tr key={task.id}>
          <th scope="row">
            <TaskLink task={task} />
            {task.brand_id === null ? null : <small>{brands[task.brand_id]}</small>}
          </th>
          <td>
            {KINDS[task.kind]}
            {task.mail === null ? null : <BouncedMail mail={task.mail} to={task.email ?? ''} />}
            <small>
              {task.passenger_name}
              {task.depart_at ? `, ${formatDateTime(task.depart_at, zone)}` : ''}
              {task.amount === null
                ? ''
                : `${formatDollars(task.amount)}. Once it is handed out this closes by itself.`}
            </small>
          </td>
          <td>
            {task.order_id === null && task.mail === null ? 'Nobody to call' : (task.phone ?? 'No phone')}
            <small>{task.email}</small>
          </td>
          <td>
            <TaskForm task={task} answer={answer} />
          </td>
        </tr>
      ))}
    </StaffTable>
  )
}

function TaskForm({ task, answer }: { task: StaffTask; answer: FormAnswer | undefined }) {
  const form = useShopForm(rowShape(TASK_SHAPE, task.id), answer)
  return (
    <form method="post" className="desk-find" {...form.props}>
      <input type="hidden" name="task" value={task.id} />
      <Choice task={task} field={form.fields.choice} />
      <button
        type="submit"
        className="btn second small"
        aria-label={task.mail === null ? undefined : `Close: the mail to ${task.email ?? ''}`}
      >
        Close
      </button>
    </form>
  )
}

/** The outcome of a task; tasks that concern no passenger are only closed. */
function Choice({ task, field }: { task: StaffTask; field: ShopField }) {
  if (task.passenger_id === null) return <input type="hidden" name="choice" value="nothing" />
  return (
    <>
      <FieldError id={field.id} error={field.error} />
      <select className="input" {...selectProps(field)} aria-label={`Agreed for O-${String(task.order_id)}`}>
        {Object.entries(CHOICES).map(([choice, text]) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </select>
    </>
  )
}

/** Links to the page that a task is about. */
function TaskLink({ task }: { task: StaffTask }) {
  if (task.order_id !== null) return <a href={`/staff/orders/${String(task.order_id)}`}>O-{task.order_id}</a>
  if (task.customer_id !== null) return <a href={`/staff/customers/${String(task.customer_id)}`}>Customer</a>
  return task.mail === null ? (
    <a href="/staff/integrations">Integrations</a>
  ) : (
    <a href="/staff/mails">Mails</a>
  )
}

/** Which mail bounced and why, with a link to correct its address. */
function BouncedMail({ mail, to }: { mail: NonNullable<StaffTask['mail']>; to: string }) {
  return (
    <small className="mail-error">
      {`${mail.kind.charAt(0).toUpperCase()}${mail.kind.slice(1).replaceAll('_', ' ')}. `}
      {mail.reason === null ? '' : `${BOUNCE_WORDS[mail.reason]} `}
      <a href={mailHref({ id: mail.id, to })}>Put it right</a>
    </small>
  )
}
