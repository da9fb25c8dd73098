import { eq } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { flights } from '../../db/schema/inventory.ts'
import { type RefundAsk } from '../../domain/money/plan-refund.ts'
import { type RefundableOrder } from '../../domain/money/refund-shares.ts'
import { lineOfGifts, unitsBack } from '../../domain/money/wanted-units.ts'
import { findClaimParty } from '../call-offs/claim-party.ts'
import { findGiftsThere } from '../call-offs/find-gifts-there.ts'
import { findPaidMoves } from '../call-offs/find-paid-moves.ts'

/**
 * Where a party flies apart, seats of one flight come back to what paid those there, never to what
 * paid the others': money first, as everywhere, then the gift cards on that flight, the last one
 * first.
 */
export async function nameGifts(
  tx: Tx,
  ask: RefundAsk,
  { orderId, flightId, order }: { orderId: number; flightId: number | undefined; order: RefundableOrder },
): Promise<RefundAsk> {
  if (ask.kind !== 'lines' || flightId === undefined || order.usedGifts.length === 0) return ask
  const [flight] = await tx.select({ slotId: flights.slotId }).from(flights).where(eq(flights.id, flightId))
  const party = flight && (await findClaimParty(tx, orderId, flight.slotId))
  if (!flight || !party?.others) return ask
  const { slotId } = flight
  const moves = await findPaidMoves(tx, { orderId, slotId, units: party.units })
  const there = await findGiftsThere(tx, { orderId, slotId, moves })
  const gifts = there.filter((id) => !order.returned.giftCards.some((back) => back.id === id))
  const paidInMoney = Math.max(0, party.people - gifts.length)
  const position = lineOfGifts(order.lines)
  const left = (order.lines[position]?.quantity ?? 0) - unitsBack(order, position)
  const giftCardIds = (quantity = left) => gifts.toReversed().slice(0, Math.max(0, quantity - paidInMoney))
  return {
    kind: 'lines',
    lines: ask.lines.map((line) =>
      line.position === position ? { ...line, giftCardIds: giftCardIds(line.quantity) } : line,
    ),
  }
}
