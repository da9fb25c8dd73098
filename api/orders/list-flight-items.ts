import { eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { memberPriceUses } from '../db/schema/memberships.ts'
import { prizes } from '../db/schema/promotions.ts'
import { listPassengers } from '../passengers/write-passengers.ts'
import { type PricedOrder } from '../pricing/price-order.ts'
import { typeOfLine } from '../rules/refunds/refund-parts.ts'
import { type Placement } from '../store/orders/order-kind.ts'
import { type FlightItems } from '../store/orders/write-order.ts'
import { type SoldSeats } from './reserve-order-seats.ts'

type FlightPlacement = Placement<PricedOrder>

/** What an order of reserved seats consists of: its items, passengers and holds. */
export function listFlightItems(
  { fields, order, heldUntil }: FlightPlacement,
  reserved: readonly SoldSeats[],
): FlightItems {
  return {
    unitPriceCents: order.priced.unitPriceCents,
    unit: order.cart.quantityType,
    reserved: reserved.map(({ flightId, seats, weightLbs, departureId, departAt, typeIds }) => ({
      ...{ flightId, seats, weightLbs, departureId, departAt },
      typesOffCents: sumTypesOff(order.priced, typeIds),
    })),
    holdUntil: heldUntil,
    byStaff: order.facts.byStaff,
    upgrades: order.priced.lines.flatMap((line) => {
      if (line.kind !== 'upgrade' || line.subjectId === null || line.quantity < 1) return []
      const { subjectId: upgradeId, label: name, quantity, unitCents } = line
      const chosen = fields.order_item_upgrades_attributes.find((one) => one.upgrade_id === upgradeId)
      return [{ upgradeId, name, quantity, unitCents, answer: chosen?.meta?.answer ?? null }]
    }),
    passengers: listPassengers(fields, { facts: order.facts.pricing, cart: order.cart }, reserved),
  }
}

/**
 * What passengers who are no adults pay less for their seats, together.
 * @param typeIds the types of those whom it is about; everybody by default
 */
function sumTypesOff(
  { lines, unitPriceCents }: PricedOrder['priced'],
  typeIds?: readonly (number | null)[],
): number {
  if (typeIds) {
    return typeIds.reduce<number>((sum, typeId) => {
      const line = typeId === null ? undefined : lines.find((one) => typeOfLine(one) === typeId)
      return line ? sum + unitPriceCents - line.unitCents : sum
    }, 0)
  }
  return lines.reduce(
    (sum, { kind, quantity, amountCents }) =>
      kind === 'seat' ? sum + unitPriceCents * quantity - amountCents : sum,
    0,
  )
}

/** Notes what an order uses of the buyer's prizes and members' price. */
export async function takePrices(tx: Tx, orderId: number, { order, now }: FlightPlacement): Promise<void> {
  if (order.priceTaker) {
    const emailKey = order.priceTaker.emailKeys[0] ?? null
    await tx.insert(memberPriceUses).values({ orderId, emailKey, createdAt: now })
  }
  if (order.prizeId !== null) await tx.update(prizes).set({ orderId }).where(eq(prizes.id, order.prizeId))
}
