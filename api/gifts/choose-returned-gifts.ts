import { eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { flights } from '../db/schema/inventory.ts'
import { type RefundRequest } from '../rules/refunds/plan-refund.ts'
import { type RefundableOrder } from '../rules/refunds/refund-shares.ts'
import { findUnitsLine, countReturnedUnits } from '../rules/refunds/requested-units.ts'
import { findRebookingParty } from '../seats/find-slot-party.ts'
import { findGiftsOnDeparture } from './find-gifts-on-departure.ts'
import { findPaidChanges } from '../store/orders/find-paid-changes.ts'

/**
 * When a party is split over flights, seats of one flight return to the tenders of that flight
 * only: money first, then the gift cards used there, the last one first.
 */
export async function assignGiftsToUnits(
  tx: Tx,
  ask: RefundRequest,
  { orderId, flightId, order }: { orderId: number; flightId: number | undefined; order: RefundableOrder },
): Promise<RefundRequest> {
  if (ask.kind !== 'lines' || flightId === undefined || order.usedGifts.length === 0) return ask
  const [flight] = await tx.select({ slotId: flights.slotId }).from(flights).where(eq(flights.id, flightId))
  const party = flight && (await findRebookingParty(tx, orderId, flight.slotId))
  if (!flight || !party?.others) return ask
  const { slotId } = flight
  const moves = await findPaidChanges(tx, { orderId, slotId, units: party.units })
  const there = await findGiftsOnDeparture(tx, { orderId, slotId, moves })
  const gifts = there.filter((id) => !order.returned.giftCards.some((back) => back.id === id))
  const paidInMoney = Math.max(0, party.people - gifts.length)
  const position = findUnitsLine(order.lines)
  const left = (order.lines[position]?.quantity ?? 0) - countReturnedUnits(order, position)
  const giftCardIds = (quantity = left) => gifts.toReversed().slice(0, Math.max(0, quantity - paidInMoney))
  return {
    kind: 'lines',
    lines: ask.lines.map((line) =>
      line.position === position ? { ...line, giftCardIds: giftCardIds(line.quantity) } : line,
    ),
  }
}
