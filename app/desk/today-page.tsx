import { type FlightDay } from '#contract/flight-day.ts'
import { type StaffTask } from '#contract/passenger.ts'
import { formatDollars } from '../checkout/format-dollars.ts'
import { Field } from '../components/ui/field.tsx'
import { Failure } from '../components/ui/notice.tsx'
import { formatMoment } from '../orders/order-words.ts'
import { DayGlance } from './day-glance.tsx'
import { DeskTable } from './desk-table.tsx'

interface TodayPageProps {
  tasks: StaffTask[]
  /** All open ones, also those beyond the page. */
  count: number
  zone: string
  day: FlightDay
  /** Names of the brands by id; none where there is but one. */
  brands: Record<string, string>
  failure: string | undefined
}

const KINDS: Record<StaffTask['kind'], string> = {
  weight_does_not_fit: 'The party is heavier than the flight still carries',
  second_seat_needed: 'Needs a second seat',
  claim_to_settle: 'A called-off flight that nobody answered for',
  given_back_twice: 'A card was refunded whose voucher is spent',
  webhook_failing: 'Another system has not been reached for days',
  refund_to_hand_out: 'A refund that nobody fetched for days',
}
const CHOICES: Record<NonNullable<StaffTask['choice']>, string> = {
  second_seat: 'A second seat',
  move: 'Another flight',
  refund: 'The money back',
  nothing: 'Nothing more to do',
}

/** Money that was given back is handed out, where its order stands. */
const choicesOf = (kind: StaffTask['kind']) =>
  Object.entries(CHOICES).filter(([choice]) => kind !== 'refund_to_hand_out' || choice === 'nothing')

/** Where the day at the desk begins: what is to be settled, who flies, and a way to any order. */
export function TodayPage({ tasks, count, zone, day, brands, failure }: TodayPageProps) {
  return (
    <div className="wrap desk">
      <h1>Today</h1>
      <Failure text={failure} />
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
          <TaskTable tasks={tasks} zone={zone} brands={brands} />
        )}
      </section>
      <DayGlance day={day} brands={brands} />
    </div>
  )
}

function TaskTable({ tasks, zone, brands }: Pick<TodayPageProps, 'tasks' | 'zone' | 'brands'>) {
  return (
    <DeskTable label="Tasks" stacks heads={['Order', 'What', 'Reach them', 'Agreed']}>
      {tasks.map((task) => (
        <tr key={task.id}>
          <th scope="row">
            {task.order_id === null ? (
              <a href="/staff/integrations">Integrations</a>
            ) : (
              <a href={`/staff/orders/${String(task.order_id)}`}>O-{task.order_id}</a>
            )}
            {task.brand_id === null ? null : <small>{brands[task.brand_id]}</small>}
          </th>
          <td>
            {KINDS[task.kind]}
            <small>
              {task.passenger_name}
              {task.depart_at ? `, ${formatMoment(task.depart_at, zone)}` : ''}
              {task.amount === null
                ? ''
                : `${formatDollars(task.amount)}. Once it is handed out this closes by itself.`}
            </small>
          </td>
          <td>
            {task.order_id === null ? 'Nobody to call' : (task.phone ?? 'No phone')}
            <small>{task.email}</small>
          </td>
          <td>
            <form method="post" className="desk-find">
              <input type="hidden" name="task" value={task.id} />
              <select
                className="input"
                name="choice"
                aria-label={
                  task.order_id === null
                    ? 'Agreed about another system'
                    : `Agreed for O-${String(task.order_id)}`
                }
              >
                {choicesOf(task.kind).map(([choice, text]) => (
                  <option key={choice} value={choice}>
                    {text}
                  </option>
                ))}
              </select>
              <button type="submit" className="btn second small">
                Close
              </button>
            </form>
          </td>
        </tr>
      ))}
    </DeskTable>
  )
}
