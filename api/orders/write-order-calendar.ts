import { isBooked } from '#contract/enums.ts'
import { type ApiDeps } from '../deps.ts'
import { flightCalendar } from '../store/mails/flight-calendar.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { readMailBrand } from '../store/mails/read-mail-brand.ts'
import { readOrder } from './read-order.ts'

export type OrderCalendar = { ok: true; calendar: string } | { ok: false; reason: 'not_found' }

/**
 * The calendar file of an order that will be flown; unpaid, cancelled and gift orders have none.
 */
export async function writeOrderCalendar(deps: ApiDeps, order: OrderRow): Promise<OrderCalendar> {
  const { db } = deps.database
  const paid = isBooked(order.status)
  if (!paid || order.kind === 'gift_cards') {
    return { ok: false, reason: 'not_found' }
  }
  const brand = await readMailBrand(db, deps.settings, order.brandId)
  const read = await readOrder(db, order.id, deps.clock.now())
  if (!read) return { ok: false, reason: 'not_found' }
  const moved = read.changes?.findLast(({ kind, status }) => kind === 'reschedule' && status === 'completed')
  const stamp = moved?.settled_at ? new Date(moved.settled_at) : (order.completedAt ?? order.createdAt)
  return { ok: true, calendar: flightCalendar(read, brand, { now: stamp }) }
}
