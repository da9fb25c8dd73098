import { OrderChannel, OrderStatus } from '#contract/enums.ts'
import { type OrderCounts, type OrderSums, type OrderSummary } from '#contract/order-list.ts'
import { type ListMeta } from '#contract/primitives.ts'
import { FLYING_DAYS, type FlyingDay, WAITING_FOR_ANSWER } from '#contract/saved-filter.ts'
import { staffStatusText } from '../../orders/order-status.tsx'
import { Field } from '../../ui/field.tsx'
import { NamedOptions, SelectField } from '../../ui/select-field.tsx'
import { countFigure, countText } from '../parts/list-count.ts'
import { StaffPagination } from '../parts/pagination.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { MOST_IN_FILE, type OrderFilter, ordersHref, toAddressFields } from './order-filter.ts'
import { OrderTable } from './order-table.tsx'
import { CHANNELS } from './order-words.ts'
import { type FilterAnswer, type FilterDone } from './saved-filter-forms.ts'
import { FilterDoneBar, SavedFilters } from './saved-filters.tsx'

interface OrdersPageProps {
  orders: OrderSummary[]
  counts: OrderCounts
  sums: OrderSums | undefined
  pagination: ListMeta['pagination']
  filter: OrderFilter
  /** Names of the brands by id; empty if there is only one. */
  brands: Record<string, string>
  /** What was just done. */
  done: FilterDone | undefined
  answer: FilterAnswer | undefined
}

/** The orders of all customers: saved filters with their counts, a search, and the list. */
export function OrdersPage(props: OrdersPageProps) {
  const { orders, counts, sums, pagination, filter, brands, done, answer } = props
  const { total_count: count } = pagination
  const sent = toAddressFields(filter)
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
            <a className="btn second" href={ordersHref(filter, '/staff/orders/csv')} download="orders.csv">
              CSV of {count < MOST_IN_FILE ? `these ${String(count)}` : 'the first 1,000'}
            </a>
          )}
          <a className="btn" href="/staff/sell">
            Sell
          </a>
        </p>
      </div>
      {done && answer === undefined ? <FilterDoneBar done={done} /> : null}
      <SavedFilters counts={counts} filter={filter} answer={answer} />
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
        <form method="get" action="/staff/orders/mail" className="bulk">
          <BulkBar filter={filter} count={count} />
          <OrderTable orders={orders} sums={sums} brands={brands} today={counts.date} />
        </form>
      )}
      <StaffPagination path="/staff/orders" filter={sent} pagination={pagination} />
    </div>
  )
}

const STATUS_CHOICES = [
  { id: WAITING_FOR_ANSWER, name: 'waiting for the customer’s answer' },
  ...OrderStatus.options.map((id) => ({ id, name: staffStatusText(id) })),
]
const DAY_NAMES: Readonly<Record<FlyingDay, string>> = {
  today: 'Today',
  tomorrow: 'Tomorrow',
  week: 'Next 7 days',
}
const DAY_CHOICES = (Object.keys(FLYING_DAYS) as FlyingDay[]).map((id) => ({ id, name: DAY_NAMES[id] }))
const CHANNEL_CHOICES = OrderChannel.options.map((id) => ({ id, name: CHANNELS[id] }))

function FilterForm({ filter }: { filter: OrderFilter }) {
  const { q, status, flies, channel, weights, sold, refunded } = filter
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
      {Object.entries({ weights, sold, refunded }).map(([name, value]) =>
        value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      <button type="submit" className="btn second small">
        Show
      </button>
    </form>
  )
}

/** What to try when the list is empty. */
function NoOrders({ filter: { q, flies, weights, sold, refunded } }: { filter: OrderFilter }) {
  if (weights !== undefined) return <p>Everybody who flies in the next days has given a weight.</p>
  if (q !== '') {
    return <p>Nothing fits. A part of the name or the last digits of the phone number are enough.</p>
  }
  if (sold !== undefined) return <p>You have sold nothing today, on the phone or at the counter.</p>
  if (refunded !== undefined) return <p>Nothing was given back since Monday.</p>
  return <p>{flies === undefined ? 'No order has this state.' : 'Nobody is booked then.'}</p>
}
