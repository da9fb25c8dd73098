import { eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { holds } from '../db/schema/holds.ts'
import { memberPriceUses } from '../db/schema/memberships.ts'
import { orderItemFlights, orderItemSeats, orderItemUpgrades } from '../db/schema/orders.ts'
import { prizes } from '../db/schema/promotions.ts'
import { writePassengers } from '../passengers/write-passengers.ts'
import { type PricedOrder } from '../pricing/price-order.ts'
import { type ReservedSeats } from '../slots/slot-store.ts'
import { type Placement } from '../store/orders/order-kind.ts'

type FlightPlacement = Placement<PricedOrder>

/**
 * Writes what an order of reserved seats consists of: its items, passengers and holds, and what it
 * uses of the buyer's prizes and members' price.
 */
export async function writeFlightItems(
  tx: Tx,
  orderId: number,
  placement: FlightPlacement,
  reserved: readonly ReservedSeats[],
): Promise<void> {
  const { fields, order, heldUntil, now } = placement
  await writePlaces(tx, orderId, order, reserved)
  await writeUpgrades(tx, orderId, placement)
  if (order.priceTaker) {
    const emailKey = order.priceTaker.emailKeys[0] ?? null
    await tx.insert(memberPriceUses).values({ orderId, emailKey, createdAt: now })
  }
  if (order.prizeId !== null) await tx.update(prizes).set({ orderId }).where(eq(prizes.id, order.prizeId))
  await writePassengers(tx, orderId, fields, reserved)
  await tx.insert(holds).values(
    reserved.map(({ flightId, seats, weightLbs }) => ({
      orderId,
      flightId,
      seats,
      weightLbs,
      wholeFlight: order.cart.quantityType === 'flight',
      state: 'held' as const,
      expiresAt: heldUntil,
      createdAt: now,
    })),
  )
}

async function writePlaces(
  tx: Tx,
  orderId: number,
  { priced, cart, facts }: PricedOrder,
  reserved: readonly ReservedSeats[],
): Promise<void> {
  const { departureId, departAt } = facts.slot
  const place = { orderId, departureId, departAt, unitPriceCents: priced.unitPriceCents }
  if (cart.quantityType === 'seat') {
    await tx
      .insert(orderItemSeats)
      .values(reserved.map(({ flightId, seats }) => ({ ...place, flightId, quantity: seats })))
  } else {
    await tx.insert(orderItemFlights).values(reserved.map(({ flightId }) => ({ ...place, flightId })))
  }
}

async function writeUpgrades(tx: Tx, orderId: number, { fields, order }: FlightPlacement): Promise<void> {
  const upgrades = order.priced.lines.flatMap((line) => {
    if (line.kind !== 'upgrade' || line.subjectId === null || line.quantity < 1) return []
    const chosen = fields.order_item_upgrades_attributes.find((one) => one.upgrade_id === line.subjectId)
    return [
      {
        orderId,
        upgradeId: line.subjectId,
        name: line.label,
        quantity: line.quantity,
        unitPriceCents: line.unitCents,
        answer: chosen?.meta?.answer ?? null,
      },
    ]
  })
  if (upgrades.length > 0) await tx.insert(orderItemUpgrades).values(upgrades)
}
