import { OrderChannel, OrderStatus } from '#contract/enums.ts'
import { type OrderCounts, type OrderSummary } from '#contract/order-list.ts'
import { type ListMeta } from '#contract/primitives.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { toLocalDate } from '../../format/local-time.ts'
import { StaffOrderStatusChip, staffStatusText } from '../../orders/order-status.tsx'
import { orderPerson, orderTitle, orderZone } from '../../orders/order-title.ts'
import { Field } from '../../ui/field.tsx'
import { NamedOptions, SelectField } from '../../ui/select-field.tsx'
import { countFigure, countText } from '../parts/list-count.ts'
import { nearDay, nearMoment, nearTime } from '../parts/near-days.ts'
import { StaffPagination } from '../parts/pagination.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { FLYING_DAYS, MOST_IN_FILE, type OrderFilter, WAITING_FOR_ANSWER } from './order-filter.ts'
import { CHANNELS } from './order-words.ts'

interface OrdersPageProps {
  orders: OrderSummary[]
  counts: OrderCounts
  pagination: ListMeta['pagination']
  filter: OrderFilter
  /** Names of the brands by id; empty if there is only one. */
  brands: Record<string, string>
}

/** The orders of all customers: saved filters with their counts, a search, and the list. */
export function OrdersPage({ orders, counts, pagination, filter, brands }: OrdersPageProps) {
  const { total_count: count } = pagination
  const sent = listFilter(filter)
  return (
    <div className="wrap desk">
      <div className="desk-head">
        <div>
          <h1>Orders</h1>
          <p className="muted">
            {countText(counts.flies_today, 'order flies', 'orders fly')} today,{' '}
            {countFigure(counts.flies_tomorrow)} tomorrow.
          </p>
        </div>
        <p className="btn-row">
          {count === 0 ? null : (
            <a className="btn second" href={addressOf(sent, '/staff/orders/csv')} download="orders.csv">
              CSV of {count < MOST_IN_FILE ? `these ${String(count)}` : 'the first 1,000'}
            </a>
          )}
          <a className="btn" href="/staff/sell">
            Sell
          </a>
        </p>
      </div>
      <SavedFilters counts={counts} sent={sent} />
      <FilterForm filter={filter} />
      <p className="muted" role="status">
        {countText(count, 'order', 'orders')}
        {filter.q === '' ? '' : ` for “${filter.q}”`}
        {Object.keys(sent).length === 0 ? (
          ''
        ) : (
          <>
            . <a href="/staff/orders">Clear</a>
          </>
        )}
      </p>
      {orders.length === 0 ? (
        <NoOrders filter={filter} />
      ) : (
        <OrderTable orders={orders} brands={brands} today={counts.date} />
      )}
      <StaffPagination path="/staff/orders" filter={sent} pagination={pagination} />
    </div>
  )
}

/** A filter as the address of the list has it, without what is not set. */
const listFilter = (filter: OrderFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : [])))

const addressOf = (filter: Record<string, string>, path = '/staff/orders') => {
  const query = new URLSearchParams(filter).toString()
  return query === '' ? path : `${path}?${query}`
}

function SavedFilters({ counts, sent }: { counts: OrderCounts; sent: Record<string, string> }) {
  const saved = [
    { name: 'All', filter: {}, count: undefined },
    { name: 'Fly today', filter: { flies: 'today' }, count: counts.flies_today },
    { name: 'Fly tomorrow', filter: { flies: 'tomorrow' }, count: counts.flies_tomorrow },
    { name: 'To pay', filter: { status: 'awaiting_payment' }, count: counts.to_pay },
    { name: 'Weights missing', filter: { flies: 'week', weights: 'missing' }, count: counts.weights_missing },
    {
      name: 'Called off, to answer',
      filter: { status: WAITING_FOR_ANSWER },
      count: counts.waiting_for_answer,
    },
  ]
  const now = addressOf(sent)
  return (
    <nav aria-label="Saved filters" className="desk-chips">
      {saved.map(({ name, filter, count }) => (
        <a
          key={name}
          href={addressOf(filter as Record<string, string>)}
          aria-current={addressOf(filter as Record<string, string>) === now ? 'true' : undefined}
        >
          {name}
          {count === undefined ? '' : ` ${countFigure(count)}`}
        </a>
      ))}
    </nav>
  )
}

const STATUS_CHOICES = [
  { id: WAITING_FOR_ANSWER, name: 'waiting for the customer’s answer' },
  ...OrderStatus.options.map((id) => ({ id, name: staffStatusText(id) })),
]
const DAY_CHOICES = Object.entries(FLYING_DAYS).map(([id, { name }]) => ({ id, name }))
const CHANNEL_CHOICES = OrderChannel.options.map((id) => ({ id, name: CHANNELS[id] }))

function FilterForm({ filter: { q, status, flies, channel, weights } }: { filter: OrderFilter }) {
  return (
    <form method="get" role="search" className="desk-find narrows">
      <Field
        id="q"
        name="q"
        type="search"
        label="Number, name, e-mail, phone or code"
        defaultValue={q}
        maxLength={200}
      />
      <SelectField id="status" name="status" label="Status" defaultValue={status ?? ''}>
        <NamedOptions none="Any" of={STATUS_CHOICES} />
      </SelectField>
      <SelectField id="flies" name="flies" label="Flies" defaultValue={flies ?? ''}>
        <NamedOptions none="Any day" of={DAY_CHOICES} />
      </SelectField>
      <SelectField id="channel" name="channel" label="Sold" defaultValue={channel ?? ''}>
        <NamedOptions none="Anywhere" of={CHANNEL_CHOICES} />
      </SelectField>
      {weights === undefined ? null : <input type="hidden" name="weights" value={weights} />}
      <button type="submit" className="btn second small">
        Show
      </button>
    </form>
  )
}

/** What to try when the list is empty. */
function NoOrders({ filter: { q, flies, weights } }: { filter: OrderFilter }) {
  if (weights !== undefined) return <p>Everybody who flies in the next days has given a weight.</p>
  if (q !== '') {
    return <p>Nothing fits. A part of the name or the last digits of the phone number are enough.</p>
  }
  return <p>{flies === undefined ? 'No order has this state.' : 'Nobody is booked then.'}</p>
}

const HEADS = ['Order', 'Flies', 'People', 'State', 'Amount', 'Sold', 'Placed'] as const

interface OrderTableProps extends Pick<OrdersPageProps, 'orders' | 'brands'> {
  today: string
}

function OrderTable({ orders, brands, today }: OrderTableProps) {
  return (
    <StaffTable label="Orders" heads={HEADS} figures={['People', 'Amount']} caption="Orders" stacked>
      {orders.map((order) => (
        <OrderRow key={order.id} order={order} brand={brands[order.brand_id]} today={today} />
      ))}
    </StaffTable>
  )
}

function OrderRow({
  order,
  brand,
  today,
}: {
  order: OrderSummary
  brand: string | undefined
  today: string
}) {
  const [flight] = order.flights
  return (
    <tr data-row="" tabIndex={-1}>
      <th scope="row">
        <a href={`/staff/orders/${String(order.id)}`}>{orderPerson(order)}</a>
        <small>{[order.number, brand].filter(Boolean).join(' · ')}</small>
      </th>
      <td>
        {flight ? nearTime(flight, today) : 'Gift cards'}
        <small>{order.gift?.product_name ?? orderTitle(order)}</small>
      </td>
      <td className="r none">{order.quantity}</td>
      <td>
        <StaffOrderStatusChip order={order} />
        {order.held_until ? (
          <small>until {nearMoment(order.held_until, orderZone(order), today)}</small>
        ) : null}
      </td>
      <td className="r">{formatDollars(order.total)}</td>
      <td data-label="Sold">{order.channel === undefined ? '' : CHANNELS[order.channel]}</td>
      <td data-label="Placed">{nearDay(toLocalDate(order.created_at, orderZone(order)), today)}</td>
    </tr>
  )
}
