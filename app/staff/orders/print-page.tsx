import { type OrderSummary } from '#contract/order-list.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatDay, formatTime } from '../../format/local-time.ts'
import { staffStatusText } from '../../orders/order-status.tsx'
import { orderPerson } from '../../orders/order-title.ts'
import { NothingHere } from '../parts/nothing-here.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'

interface PrintPageProps {
  orders: readonly OrderSummary[]
  /** The list that they were chosen from. */
  back: string
}

/** The chosen orders on paper: a list for each departure, with the names of who flies. */
export function PrintPage({ orders, back }: PrintPageProps) {
  const departures = groupByDeparture(orders)
  const many = orders.length === 1 ? 'One order' : `${String(orders.length)} orders`
  return (
    <div className="wrap desk">
      <StaffPageTitle href={back} above="Orders" about={`${many}, by departure.`}>
        Orders on paper
      </StaffPageTitle>
      {orders.length === 0 ? (
        <NothingHere what="No order is chosen.">
          Tick orders in the list, or all that the filter finds, and press again.
        </NothingHere>
      ) : (
        <p className="no-print">
          <button type="button" className="btn second small" data-print hidden>
            Print
          </button>
        </p>
      )}
      {departures.map(({ key, title, lines }, at) => (
        <section key={key} className="desk-part" aria-labelledby={`departure-${String(at)}`}>
          <h2 id={`departure-${String(at)}`}>{title}</h2>
          <StaffTable
            label={`Table: ${title}`}
            heads={['Order', 'Who flies', 'People', 'Phone', 'To pay']}
            figures={['People', 'To pay']}
            caption={title}
            stacked
          >
            {lines.map((order) => (
              <OrderLine key={order.id} order={order} />
            ))}
          </StaffTable>
        </section>
      ))}
    </div>
  )
}

function OrderLine({ order }: { order: OrderSummary }) {
  const { buyer, quantity, number, status, total, amount_paid: paid } = order
  const isOpen = status === 'awaiting_payment' || status === 'partially_paid'
  return (
    <tr>
      <th scope="row">
        {orderPerson(order)}
        <small>{number}</small>
      </th>
      <td>{buyer?.passengers.filter((name) => name !== '').join(', ') || 'no names yet'}</td>
      <td className="r people" data-label="People">
        {quantity}
      </td>
      <td data-label="Phone">{buyer?.phone ?? '–'}</td>
      <td className="r">
        {isOpen
          ? formatDollars((Math.round(total * 100) - Math.round(paid * 100)) / 100)
          : staffStatusText(status)}
      </td>
    </tr>
  )
}

interface Departure {
  key: string
  title: string
  lines: OrderSummary[]
}

/** Each departure with its orders; gift cards, which fly later, come last. */
function groupByDeparture(orders: readonly OrderSummary[]): Departure[] {
  const groups = new Map<string, Departure>()
  const add = (key: string, title: string, order: OrderSummary) => {
    const group = groups.get(key) ?? { key, title, lines: [] }
    group.lines.push(order)
    groups.set(key, group)
  }
  for (const order of orders) {
    const flights = new Map(order.flights.map((one) => [`${one.depart_at} ${one.product_name}`, one]))
    for (const [key, one] of flights) {
      const when = `${formatDay(one.local_date)}, ${formatTime(one.local_time)}`
      add(key, `${when}: ${one.product_name}, ${one.terminal_name}`, order)
    }
    if (flights.size === 0) add('later', 'Without a flight', order)
  }
  return [...groups.values()].toSorted((one, other) =>
    one.key === 'later' ? 1 : other.key === 'later' ? -1 : one.key.localeCompare(other.key),
  )
}
