import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { orderItemFlights, orderItemSeats } from '../db/schema/orders.ts'
import { orderTenders } from '../db/schema/order-tenders.ts'
import { passengers } from '../db/schema/passengers.ts'
import { priceFrozen } from '../rules/pricing/frozen-pricing.ts'
import { typeOfLine } from '../rules/refunds/refund-parts.ts'
import { type OrderHold, type SeatSwap } from './reschedule-seats.ts'

const nextMove = (items: typeof orderItemSeats | typeof orderItemFlights) => ({
  calendarKey: sql`coalesce(${items.calendarKey}, 'flight-' || ${items.flightId})`,
  moves: sql`${items.moves} + 1`,
})

/**
 * Items keep their ids, so that links and calendars still work; a rescheduled part becomes an item
 * of its own.
 */
export async function rescheduleItems(tx: Tx, swap: SeatSwap, kept: readonly OrderHold[]): Promise<void> {
  const { order, fromFlightIds, departureId, departAt } = swap
  const place = { departureId, departAt }
  if (order.quantityType === 'flight') {
    const rows = await tx
      .select()
      .from(orderItemFlights)
      .where(
        and(eq(orderItemFlights.orderId, order.id), inArray(orderItemFlights.flightId, [...fromFlightIds])),
      )
      .orderBy(asc(orderItemFlights.id))
    for (const [index, row] of rows.entries()) {
      // Refunded aircraft have no new flight; their item follows the last one.
      const flightId = (kept[index] ?? kept.at(-1))?.flightId ?? row.flightId
      await tx
        .update(orderItemFlights)
        .set({ ...place, flightId, ...paidFor(swap, row), ...nextMove(orderItemFlights) })
        .where(eq(orderItemFlights.id, row.id))
    }
    return
  }
  const flightId = kept[0]?.flightId
  if (flightId === undefined) return
  await rescheduleSeatItems(tx, swap, { ...place, flightId })
}

async function rescheduleSeatItems(
  tx: Tx,
  swap: SeatSwap,
  place: { departureId: number; departAt: Date; flightId: number },
): Promise<void> {
  const { order, fromFlightIds, units, whole } = swap
  const rows = await tx
    .select()
    .from(orderItemSeats)
    .where(and(eq(orderItemSeats.orderId, order.id), inArray(orderItemSeats.flightId, [...fromFlightIds])))
    .orderBy(asc(orderItemSeats.id))
  let left = units
  let typesOff = whole ? 0 : await sumTypesOff(tx, swap)
  for (const row of rows) {
    if (whole || row.quantity <= left) {
      left -= row.quantity
      typesOff -= row.typesOffCents
      await tx
        .update(orderItemSeats)
        .set({ ...place, ...paidFor(swap, row), ...nextMove(orderItemSeats) })
        .where(eq(orderItemSeats.id, row.id))
    } else if (left > 0) {
      const { giftCardIds = [] } = partOf(swap, row) ?? {}
      const typesOffCents = shareTypesOff(row, left, typesOff)
      await splitItem(tx, row, {
        quantity: left,
        typesOffCents,
        paid: paidFor(swap, row),
        giftCardIds,
        place,
      })
      left = 0
    }
  }
}

/** What the moving passengers who are no adults paid less for their seats, together. */
async function sumTypesOff(tx: Tx, { order: { pricing }, passengerIds }: SeatSwap): Promise<number> {
  if (!pricing || 'unit' in pricing.cart || !pricing.cart.passengerTypes || passengerIds.length === 0)
    return 0
  const { lines, unitPriceCents } = priceFrozen(pricing)
  const moving = await tx
    .select({ typeId: passengers.passengerTypeId })
    .from(passengers)
    .where(inArray(passengers.id, [...passengerIds]))
  return moving.reduce((sum, { typeId }) => {
    const line = typeId === null ? undefined : lines.find((one) => typeOfLine(one) === typeId)
    return line ? sum + unitPriceCents - line.unitCents : sum
  }, 0)
}

/** The part of an item that moves can be no more below adults' prices than the item is. */
function shareTypesOff(
  { quantity, unitPriceCents, typesOffCents }: typeof orderItemSeats.$inferSelect,
  moving: number,
  cents: number,
): number {
  const least = Math.max(0, typesOffCents - unitPriceCents * (quantity - moving))
  return Math.max(least, Math.min(cents, typesOffCents, unitPriceCents * moving))
}

const partOf = ({ parts }: SeatSwap, { id }: { id: number }) => parts?.find(({ itemId }) => itemId === id)

type Paid = Pick<typeof orderItemSeats.$inferInsert, 'paidListCents' | 'giftCardIds'>

/** What was paid for a rescheduled item, and which gift cards still pay seats of it. */
function paidFor(swap: SeatSwap, row: { id: number }): Paid {
  const part = partOf(swap, row)
  return part ? { paidListCents: part.paidListCents, giftCardIds: part.stillGiftCardIds } : {}
}

interface Part {
  quantity: number
  typesOffCents: number
  paid: Paid
  giftCardIds: readonly number[]
  place: { departureId: number; departAt: Date; flightId: number }
}

async function splitItem(
  tx: Tx,
  row: typeof orderItemSeats.$inferSelect,
  { quantity, typesOffCents, paid, giftCardIds, place }: Part,
): Promise<void> {
  const { orderId, orderChangeId, unitPriceCents } = row
  const [made] = await tx
    .insert(orderItemSeats)
    .values({
      ...place,
      orderId,
      orderChangeId,
      unitPriceCents,
      typesOffCents,
      quantity,
      ...paid,
      moves: 1,
    })
    .returning({ id: orderItemSeats.id })
  if (!made) throw new Error('The part that moves was not written')
  await tx
    .update(orderItemSeats)
    .set({ calendarKey: `seats-${String(made.id)}` })
    .where(eq(orderItemSeats.id, made.id))
  await tx
    .update(orderItemSeats)
    .set({
      ...nextMove(orderItemSeats),
      quantity: row.quantity - quantity,
      typesOffCents: row.typesOffCents - typesOffCents,
      giftCardIds:
        row.giftCardIds?.filter((id) => !giftCardIds.includes(id)) ??
        (await otherGifts(tx, orderId, giftCardIds)),
    })
    .where(eq(orderItemSeats.id, row.id))
}

/** For an order that is split for the first time: the gift cards whose seats stay. */
async function otherGifts(tx: Tx, orderId: number, moved: readonly number[]): Promise<number[]> {
  const paid = await tx
    .select({ id: orderTenders.giftCardId })
    .from(orderTenders)
    .where(and(eq(orderTenders.orderId, orderId), eq(orderTenders.state, 'captured')))
    .orderBy(asc(orderTenders.id))
  return paid.flatMap(({ id }) => (id === null || moved.includes(id) ? [] : [id]))
}
