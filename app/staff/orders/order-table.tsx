import { type OrderSums, type OrderSummary } from '#contract/order-list.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { toLocalDate } from '../../format/local-time.ts'
import { StaffOrderStatusChip } from '../../orders/order-status.tsx'
import { orderPerson, orderTitle, orderZone } from '../../orders/order-title.ts'
import { countText } from '../parts/list-count.ts'
import { nearDay, nearMoment, nearTimes } from '../parts/near-days.ts'
import { StaffTable } from '../parts/staff-table.tsx'
import { CHANNELS } from './order-words.ts'

const HEADS = ['Choose', 'Order', 'Flies', 'People', 'State', 'Amount', 'Sold'] as const

interface OrderTableProps {
  orders: OrderSummary[]
  /** Of everything that the filter finds. */
  sums: OrderSums | undefined
  /** Names of the brands by id; empty if there is only one. */
  brands: Record<string, string>
  today: string
}

/** The orders of a page, and below them what all that the filter finds come to. */
export function OrderTable({ orders, sums, brands, today }: OrderTableProps) {
  return (
    <StaffTable
      label="Orders"
      heads={HEADS}
      figures={['People', 'Amount']}
      quiet={['Choose']}
      caption="Orders"
      foot={sums ? <SumsRow sums={sums} /> : undefined}
      stacked
    >
      {orders.map((order) => (
        <OrderRow key={order.id} order={order} brand={brands[order.brand_id]} today={today} />
      ))}
    </StaffTable>
  )
}

/** What stays sold of the orders that were found. */
function SumsRow({ sums }: { sums: OrderSums }) {
  const ended = sums.orders - sums.standing
  return (
    <tr>
      <td className="none" />
      <th scope="row">
        {countText(sums.orders, 'order', 'orders')}
        {ended === 0 ? null : <small>{ended.toLocaleString('en-US')} expired or ended, left out</small>}
      </th>
      <td className="none" />
      <td className="r people" data-label="People">
        {sums.people.toLocaleString('en-US')}
      </td>
      <td className="none" />
      <td className="r" data-label="Sold">
        {formatDollars(sums.total)}
      </td>
      <td>{sums.left_to_pay === 0 ? null : `${formatDollars(sums.left_to_pay)} left to pay`}</td>
    </tr>
  )
}

interface OrderRowProps {
  order: OrderSummary
  brand: string | undefined
  today: string
}

function OrderRow({ order, brand, today }: OrderRowProps) {
  return (
    <tr data-row="" tabIndex={-1}>
      <td className="choose">
        <label>
          <input type="checkbox" name="order" value={order.id} />
          <span className="vh">Choose {order.number}</span>
        </label>
      </td>
      <th scope="row">
        <a href={`/staff/orders/${String(order.id)}`}>{orderPerson(order)}</a>
        <small>{[order.number, brand].filter(Boolean).join(' · ')}</small>
      </th>
      <td>
        {nearTimes(order.flights, today) ?? 'Gift cards'}
        <small>{order.gift?.product_name ?? orderTitle(order)}</small>
      </td>
      <td className="r people" data-label="People">
        {order.quantity}
      </td>
      <td>
        <StaffOrderStatusChip order={order} />
        {order.held_until ? (
          <small>until {nearMoment(order.held_until, orderZone(order), today)}</small>
        ) : null}
      </td>
      <td className="r">
        {formatDollars(order.total)}
        <AmountLeft order={order} />
      </td>
      <td data-label="Sold">
        {nearDay(toLocalDate(order.created_at, orderZone(order)), today)}
        {order.channel === undefined ? null : <small>{CHANNELS[order.channel]}</small>}
      </td>
    </tr>
  )
}

const TO_PAY: readonly OrderSummary['status'][] = ['awaiting_payment', 'partially_paid']

/** What is left to pay, below the amount. */
function AmountLeft({ order: { status, amount_due: due } }: { order: OrderSummary }) {
  if (status === 'completed') return <small>paid</small>
  if (!TO_PAY.includes(status) || due === null) return null
  return <small>{formatDollars(due)} left</small>
}
