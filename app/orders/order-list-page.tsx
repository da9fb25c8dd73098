import { type OrderSummary } from '#contract/order-list.ts'
import { type ListMeta } from '#contract/primitives.ts'
import { AccountNav } from '../account/account-nav.tsx'
import { PageLinks } from '../account/page-links.tsx'
import { OrderRows } from './order-rows.tsx'

export interface OrderListProps {
  /** Undefined if the service does not answer. */
  orders: { rows: OrderSummary[]; pagination: ListMeta['pagination'] } | undefined
}

/** All orders of an account, a page at a time. */
export function OrderListPage({ orders }: OrderListProps) {
  return (
    <div className="wrap section account-home">
      <AccountNav current="orders" />
      <div className="account-head">
        <div>
          <p className="eyebrow">Your account</p>
          <h1 id="orders">Your orders</h1>
        </div>
      </div>
      <h2 className="vh">Newest first</h2>
      <OrderList orders={orders} />
      {orders && orders.rows.length > 0 ? (
        <PageLinks
          label="Pages of orders"
          pagination={orders.pagination}
          href={(page) => `/account/orders?page=${String(page)}`}
        />
      ) : null}
    </div>
  )
}

/** The newest orders, with a link to all of them if there are more. */
export function NewestOrders({ orders }: OrderListProps) {
  return (
    <>
      <OrderList orders={orders} />
      {orders && orders.pagination.total_count > orders.rows.length ? (
        <p className="mt5">
          <a href="/account/orders">All {orders.pagination.total_count} orders</a>
        </p>
      ) : null}
    </>
  )
}

/** Orders as rows, or the reason why there are none. */
function OrderList({ orders }: OrderListProps) {
  if (!orders) return <p className="alert warn">Your orders cannot be shown just now. Please try again.</p>
  const { rows, pagination } = orders
  if (rows.length === 0) return <NoOrders pagination={pagination} />
  return <OrderRows orders={rows} />
}

function NoOrders({ pagination: { total_count: count } }: { pagination: ListMeta['pagination'] }) {
  if (count > 0) {
    return (
      <div className="empty">
        <h3>There is nothing on this page.</h3>
        <a className="btn second" href="/account/orders">
          See your newest orders
        </a>
      </div>
    )
  }
  return (
    <div className="empty">
      <h3>Nothing booked yet.</h3>
      <p>Your flights appear here once they are booked.</p>
      <a className="btn" href="/product">
        See the flights
      </a>
    </div>
  )
}
