import { OrdersReply } from '#contract/order-list.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { redirect } from '@remix-run/node'
import { type OrderListProps } from './order-list-page.tsx'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { requireData, type Visit } from '../visit/load-visit.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'
import { loginHref } from '../visit/login-href.ts'

const PAGE_SIZE = 10
/** Orders that expired unpaid are not listed. */
const SHOWN = [
  'awaiting_payment',
  'partially_paid',
  'completed',
  'partially_refunded',
  'refunded',
  'cancelled',
]

/** A page of the account's orders, newest first; undefined if the service does not answer. */
export async function loadOrders(
  { userApi }: Visit,
  page: number,
  pageSize = PAGE_SIZE,
): Promise<OrderListProps['orders']> {
  const result = await userApi?.get('/v1/orders', OrdersReply, {
    query: { status: SHOWN, page, page_size: pageSize, sort: '-created_at', everybody: 0 },
  })
  return result?.ok ? { rows: result.data.orders, pagination: result.data.meta.pagination } : undefined
}

/**
 * The order of an address, if this visitor made it: with the account, or as a guest in this
 * browser. An order of others looks like an unknown one.
 *
 * @throws Response 303 to the log-in for a visitor, 404 for an order of others, 503 when the
 *   service does not answer
 */
export async function requireOwnOrder({ userApi }: Visit, text: string | undefined): Promise<Order> {
  const notFound = new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
  if (text === undefined || !/^[1-9]\d{0,8}$/.test(text)) throw notFound
  if (!userApi)
    throw redirect(loginHref(`/account/orders/${text}`), { status: 303, headers: PRIVATE_HEADERS })
  const result = await userApi.get(`/v1/orders/${text}`, OrderReply)
  if (!result.ok && [401, 403, 404].includes(result.status)) throw notFound
  return requireData(result).order
}
