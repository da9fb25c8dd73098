import { presentEmail } from '../store/walk-in-email.ts'
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import { type DepartureCancellationFields } from '#contract/call-off.ts'
import { type DepartureCancellationPreview } from '#contract/flight-day.ts'
import { type Db } from '../db/client.ts'
import { terminals } from '../db/schema/catalogue.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { orders } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { findSlotToCancel } from './cancel-departure.ts'
import { findAlternatives } from './find-alternatives.ts'
import { ALTERNATIVES_PER_OFFER } from './hold-alternatives.ts'
import { judgeRebookingOffer } from './assess-rebooking-offer.ts'
import { presentRebookingMoney } from './read-rebooking-offer.ts'

export type DepartureCancellationPreviewResult =
  { ok: true; preview: DepartureCancellationPreview } | { ok: false; reason: 'not_found' }

/**
 * Previews what everybody on a departure could choose if it were cancelled now. Nothing is held
 * yet.
 */
export async function previewDepartureCancellation(
  deps: ApiDeps,
  fields: DepartureCancellationFields,
): Promise<DepartureCancellationPreviewResult> {
  const { db } = deps.database
  const now = deps.clock.now()
  const slot = await findSlotToCancel(deps, fields, now)
  if (!slot) return { ok: false, reason: 'not_found' }
  const [known] = await db
    .select({ slot: slots, timezone: terminals.timezone })
    .from(slots)
    .innerJoin(terminals, eq(terminals.id, slots.terminalId))
    .where(and(eq(slots.departureId, slot.departureId), eq(slots.departAt, slot.departAt)))
  const { reason } = fields
  if (!known) return { ok: true, preview: { reason, orders: [], unpaid: 0 } }
  const told: DepartureCancellationPreview['orders'] = []
  for (const order of await ordersOn(db, known.slot.id, 'sold')) {
    told.push(await presentOrder(db, order, { ...known, reason, now }))
  }
  const unpaid = await ordersOn(db, known.slot.id, 'held')
  return { ok: true, preview: { reason, orders: told, unpaid: unpaid.length } }
}

async function ordersOn(db: Db, slotId: number, state: 'sold' | 'held'): Promise<OrderRow[]> {
  const ids = db
    .select({ id: holds.orderId })
    .from(holds)
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .where(and(eq(flights.slotId, slotId), eq(holds.state, state), isNotNull(holds.orderId)))
  return db.select().from(orders).where(inArray(orders.id, ids)).orderBy(asc(orders.id))
}

interface About {
  slot: typeof slots.$inferSelect
  timezone: string
  reason: DepartureCancellationFields['reason']
  now: Date
}

async function presentOrder(
  db: Db,
  order: OrderRow,
  { slot, timezone, reason, now }: About,
): Promise<DepartureCancellationPreview['orders'][number]> {
  const judged = await judgeRebookingOffer(db, order, slot.id, reason)
  const money = await presentRebookingMoney(db, order, judged)
  const alternatives = judged
    ? await findAlternatives(db, {
        productId: slot.productId,
        cancelled: { slotId: slot.id, departAt: slot.departAt, localDate: slot.localDate, reason },
        party: { quantityType: judged.party.kind, quantity: judged.party.size },
        now,
      })
    : []
  return {
    order_id: order.id,
    number: `O-${String(order.id)}`,
    email: presentEmail(order.email),
    phone: order.phone,
    people: judged?.party.people ?? order.quantity,
    // The alternatives that would be held, unless they are sold before.
    alternatives: alternatives
      .slice(0, ALTERNATIVES_PER_OFFER)
      .map((one) => ({ depart_at: one.slot.departAt.toISOString(), timezone })),
    voucher_amount: money.voucher_amount,
    refund: money.refund,
  }
}
