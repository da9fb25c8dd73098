import { OrderStatus } from '#contract/enums.ts'
import { type OrderSummary } from '#contract/order-list.ts'
import { type ListMeta } from '#contract/primitives.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { Field } from '../../ui/field.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { NamedOptions, SelectField } from '../../ui/select-field.tsx'
import { StaffOrderStatusChip, staffStatusText } from '../../orders/order-status.tsx'
import { orderTitle, orderZone } from '../../orders/order-title.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { countText } from '../parts/list-count.ts'
import { WAITING_FOR_ANSWER } from './order-filter.ts'
import { StaffPagination } from '../parts/pagination.tsx'

interface OrderSearchPageProps {
  orders: OrderSummary[]
  pagination: ListMeta['pagination']
  text: string
  /** A status, or `waiting_for_answer`. */
  status: string | null
  /** Names of the brands by id; empty if there is only one. */
  brands: Record<string, string>
}

/** The filters of the list. */
const STATUS_CHOICES = [
  { id: WAITING_FOR_ANSWER, name: 'waiting for the customer’s answer' },
  ...OrderStatus.options.map((id) => ({ id, name: staffStatusText(id) })),
]

/** A search for orders by anything a caller may say, newest first. */
export function OrderSearchPage({ orders, pagination, text, status, brands }: OrderSearchPageProps) {
  const { total_count: count } = pagination
  return (
    <div className="wrap desk">
      <h1>Orders</h1>
      <form method="get" role="search" className="desk-find">
        <Field
          id="q"
          name="q"
          type="search"
          label="Find an order"
          hint="O-number, name, e-mail, phone, code, or the last four digits of a card."
          defaultValue={text}
          maxLength={200}
        />
        <SelectField id="status" name="status" label="Status" defaultValue={status ?? ''}>
          <NamedOptions none="Any" of={STATUS_CHOICES} />
        </SelectField>
        <button type="submit" className="btn small">
          Search
        </button>
      </form>
      <p className="muted" role="status">
        {countText(count, 'order', 'orders')}
        {text === '' ? '' : ` for “${text}”`}
        {text === '' && status === null ? (
          ''
        ) : (
          <>
            . <a href="/staff/orders">Clear</a>
          </>
        )}
      </p>
      {orders.length === 0 ? null : <OrderTable orders={orders} brands={brands} />}
      <StaffPagination
        path="/staff/orders"
        filter={{ q: text, status: status ?? '' }}
        pagination={pagination}
      />
    </div>
  )
}

function OrderTable({ orders, brands }: Pick<OrderSearchPageProps, 'orders' | 'brands'>) {
  return (
    <ScrollRegion label="Orders">
      <table className="table stacks">
        <caption className="vh">Orders, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Who</th>
            <th scope="col">What</th>
            <th scope="col">Status</th>
            <th scope="col" className="r">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id}>
              <th scope="row">
                <a href={`/staff/orders/${String(order.id)}`}>{order.number}</a>
                <small>{brands[order.brand_id]}</small>
              </th>
              <td>
                {order.buyer?.name || order.buyer?.email}
                {order.buyer?.name ? <small>{order.buyer.email}</small> : null}
              </td>
              <td>
                {order.gift?.product_name ?? orderTitle(order)}
                <small>{whenOf(order)}</small>
              </td>
              <td>
                <StaffOrderStatusChip order={order} />
              </td>
              <td className="r">{formatDollars(order.total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function whenOf(order: OrderSummary): string {
  const [flight] = order.flights
  if (flight) return formatDateTime(flight.depart_at, flight.timezone)
  return `Bought ${formatDateTime(order.created_at, orderZone(order))}`
}
