import { type ReactNode } from 'react'
import { type CustomerSummary } from '#contract/customer.ts'
import { type OrderSummary } from '#contract/order-list.ts'
import { type FoundCode, type FoundFlight, type StaffSearch } from '#contract/staff-search.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { StaffOrderStatusChip } from '../../orders/order-status.tsx'
import { orderPerson, orderTitle } from '../../orders/order-title.ts'
import { nearTime, nearTimes } from '../parts/near-days.ts'
import { getCustomerName, NO_EMAIL } from '../parts/customer-name.ts'
import { FLIGHT_STATUS } from '../parts/flight-status-text.ts'
import { countText } from '../parts/list-count.ts'
import { codePath, describeCode, type FoundKind, nameCode, stateOfCode, telHref } from './search-words.ts'

interface FirstFoundProps {
  search: StaffSearch
  /** The shown kinds, in the order of the page. */
  kinds: readonly FoundKind[]
  zone: string
}

/** The first row with its facts and its next act, so that most callers need no further page. */
export function FirstFound({ search, kinds, zone }: FirstFoundProps) {
  const kind = kinds.find((one) => (search[one]?.rows.length ?? 0) > 0)
  const [code, flight, order, customer] = [
    search.codes?.rows[0],
    search.flights?.rows[0],
    search.orders?.rows[0],
    search.customers?.rows[0],
  ]
  if (kind === 'codes' && code) return <CodeCard code={code} zone={zone} />
  if (kind === 'flights' && flight) return <FlightCard flight={flight} today={search.date} />
  if (kind === 'orders' && order) return <OrderCard order={order} today={search.date} />
  return kind === 'customers' && customer ? <CustomerCard customer={customer} /> : null
}

interface CardProps {
  title: string
  state?: ReactNode
  facts: readonly (readonly [name: string, value: string])[]
  children: ReactNode
}

function Card({ title, state, facts, children }: CardProps) {
  return (
    <aside className="card found-first" aria-labelledby="first">
      <h2 id="first">{title}</h2>
      {state ? <p>{state}</p> : null}
      <dl className="lim">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="btn-row">{children}</p>
    </aside>
  )
}

const Call = ({ phone }: { phone: string | null | undefined }) =>
  phone ? (
    <a className="btn second small" href={telHref(phone)}>
      Call
    </a>
  ) : null

function OrderCard({ order, today }: { order: OrderSummary; today: string }) {
  const path = `/staff/orders/${String(order.id)}`
  const isUnpaid = order.status === 'awaiting_payment'
  const { buyer } = order
  return (
    <Card
      title={`${order.number}, ${orderPerson(order)}`}
      state={<StaffOrderStatusChip order={order} />}
      facts={[
        [order.gift?.product_name ?? orderTitle(order), nearTimes(order.flights, today) ?? 'Gift cards'],
        ['People', String(order.quantity)],
        ['Amount', formatDollars(order.total)],
        ['E-mail', buyer ? (buyer.email ?? NO_EMAIL) : '–'],
        ['Phone', buyer?.phone ?? '–'],
      ]}
    >
      {isUnpaid ? (
        <a className="btn" href={`${path}#counter`}>
          Take the payment
        </a>
      ) : null}
      <a className={isUnpaid ? 'btn second small' : 'btn'} href={path}>
        Open
      </a>
      <Call phone={buyer?.phone} />
    </Card>
  )
}

function FlightCard({ flight, today }: { flight: FoundFlight; today: string }) {
  return (
    <Card
      title={`${flight.flight_code}, ${flight.product_name}`}
      state={<span className="st">{FLIGHT_STATUS[flight.status].text}</span>}
      facts={[
        [flight.terminal_name, nearTime(flight, today)],
        ['Seats sold', `${String(flight.seats_sold)} of ${String(flight.capacity)}`],
        ['Aircraft', flight.registration],
        ['Pilot', flight.pilot_name ?? 'nobody yet'],
      ]}
    >
      <a className="btn" href={`/staff/flights/${String(flight.id)}`}>
        Check in
      </a>
      <a className="btn second small" href={`/staff/flights?date=${flight.local_date}`}>
        The whole day
      </a>
    </Card>
  )
}

function CustomerCard({ customer }: { customer: CustomerSummary }) {
  return (
    <Card
      title={getCustomerName(customer)}
      facts={[
        ['E-mail', customer.email ?? NO_EMAIL],
        ['Phone', customer.phone ?? '–'],
        ['Bought', countText(customer.orders, 'order', 'orders')],
      ]}
    >
      <a className="btn" href={`/staff/customers/${String(customer.id)}`}>
        Open
      </a>
      <Call phone={customer.phone} />
    </Card>
  )
}

function CodeCard({ code, zone }: { code: FoundCode; zone: string }) {
  const { text, tone } = stateOfCode(code)
  const customer = code.kind === 'discount' ? null : code.customer_id
  const path = codePath(code)
  const customerPath = customer === null ? path : `/staff/customers/${String(customer)}`
  return (
    <Card
      title={`${nameCode(code)}, ${code.name}`}
      state={<span className={`st ${tone}`}>{text}</span>}
      facts={[['What it is', describeCode(code, zone)]]}
    >
      <a className="btn" href={path}>
        Open
      </a>
      {customerPath === path ? null : (
        <a className="btn second small" href={customerPath}>
          Customer
        </a>
      )}
    </Card>
  )
}
