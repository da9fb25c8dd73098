import { isBooked } from '#contract/enums.ts'
import { type LinkedOrder, type OrderLinkBody } from '#contract/order-link.ts'
import { type Order } from '#contract/order.ts'
import { type ApiDeps } from '../deps.ts'
import { getOrderLinkExpiry } from './rules/order-link-expiry.ts'
import { listPhotos } from '../store/orders/list-flight-photos.ts'
import { listOrderPassengers } from '../passengers/list-order-passengers.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { findOrderByToken } from '../store/orders/order-link.ts'
import { readOrder } from './read-order.ts'

export type OpenedLink =
  | { ok: true; row: OrderRow; order: Order; flightIds: number[]; openUntil: Date }
  | { ok: false; reason: 'order_link_bad' }

/**
 * The order behind a mailed secret. Opening it changes nothing and does not use it up; unknown and
 * expired secrets get the same answer.
 */
export async function openOrderLink(deps: ApiDeps, token: string): Promise<OpenedLink> {
  return openFoundOrder(deps, await findOrderByToken(deps.database.db, deps.settings, token))
}

/** The same for an order found through another of its mailed secrets. */
export async function openFoundOrder(deps: ApiDeps, row: OrderRow | undefined): Promise<OpenedLink> {
  const { db } = deps.database
  const now = deps.clock.now()
  const order = row && (await readOrder(db, row.id, now))
  if (!order) return { ok: false, reason: 'order_link_bad' }
  const openUntil = getOrderLinkExpiry(
    row,
    order.flights.map(({ arrive_at: at }) => new Date(at)),
  )
  if (openUntil <= now) return { ok: false, reason: 'order_link_bad' }
  // A passenger whose seats were refunded did not fly.
  const flown = isBooked(row.status)
  const flightIds = flown ? order.flights.map(({ flight_id: flightId }) => flightId) : []
  return { ok: true, row, order, flightIds, openUntil }
}

/** What the page behind the link shows. */
export async function readLinkedOrder(
  deps: ApiDeps,
  { order, flightIds, openUntil }: { order: Order; flightIds: readonly number[]; openUntil: Date },
): Promise<OrderLinkBody> {
  const { id, number, brand_id, kind, status, quantity_type, quantity, credits, total, amount_paid } = order
  const { waiting_for_answer, amount_due, balance_due_at } = order
  const { currency, flights, passengers, history, comments, created_at, completed_at } = order
  const linked: LinkedOrder = {
    ...{ id, number, brand_id, kind, status, quantity_type, quantity, credits, total, amount_paid },
    waiting_for_answer,
    ...{ amount_due, balance_due_at },
    ...{ currency, flights, passengers, history, comments, created_at, completed_at },
    lines: order.lines.map(withoutCode),
    open_until: openUntil.toISOString(),
    without_email: order.email === null,
  }
  const photos = await listPhotos(deps.database.db, flightIds)
  return { order: linked, party: await listOrderPassengers(deps, id), photos }
}

const PLAIN: Partial<Record<Order['lines'][number]['kind'], string>> = {
  gift: 'Gift card',
  voucher: 'Voucher',
  discount: 'Discount',
}

/** The line of a code would show the code or its end; here it shows the kind only. */
export function withoutCode(line: Order['lines'][number]): Order['lines'][number] {
  const label = PLAIN[line.kind]
  return label === undefined ? line : { ...line, label, detail: null, why: undefined }
}
