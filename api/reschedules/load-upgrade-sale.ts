import { asc, count, eq, getTableColumns, inArray } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { products, productUpgrades, upgrades } from '../db/schema/catalogue.ts'
import { type ChangeObstacle, findChangeObstacle } from '../rules/orders/change-obstacle.ts'
import { offerUpgrade, type UpgradeOffer } from '../rules/reschedules/upgrade-offer.ts'
import { type Cart, type PricingFacts } from '../rules/pricing/pricing-facts.ts'
import { isUnitsLine } from '../rules/refunds/refund-parts.ts'
import { type RefundableOrder } from '../rules/refunds/refund-shares.ts'
import { findOrderFlights } from '../store/orders/find-order-flights.ts'
import { isPaidInPart, type OrderRow } from '../store/orders/order.ts'
import { loadRefundable } from '../store/orders/load-refundable.ts'

export type UpgradeRow = typeof upgrades.$inferSelect

/** What can be added to an order now, and the terms of its sale. */
export interface UpgradeSale {
  /** Why nothing can be added; undefined when something can. */
  obstacle: ChangeObstacle | undefined
  closesAt: Date | null
  /** The passengers still flying, at the price that staff set for them, if they did. */
  party: Pick<Cart, 'quantityType' | 'quantity' | 'staffPriceCents'>
  offers: UpgradeOffer<UpgradeRow>[]
  /** The engine's input, with the upgrades as they are today. */
  facts: PricingFacts | undefined
}

const MINUTE = 60_000

/**
 * Compares an order with what the products that it flies offer today; the order's row must be locked before
 * acting on it.
 * @param terms.begun the change was requested in time and may still be paid after sales closed
 * @param terms.forStaff they sell until their own end of sales, and to parties that still owe
 */
export async function loadUpgradeSale(
  db: DbOrTx,
  order: OrderRow,
  now: Date,
  { begun = false, forStaff = false }: { begun?: boolean; forStaff?: boolean } = {},
): Promise<UpgradeSale> {
  const [[product], flights, { order: sold }] = await Promise.all([
    db
      .select({ closeMins: forStaff ? products.staffSalesCloseMins : products.salesCloseMins })
      .from(products)
      .where(eq(products.id, order.productId)),
    order.kind === 'gift_cards' ? [] : findOrderFlights(db, order.id),
    loadRefundable(db, order.id),
  ])
  const leaves = flights.map(({ departAt }) => departAt.getTime())
  const closesAt =
    product && leaves.length > 0 ? new Date(Math.min(...leaves) - product.closeMins * MINUTE) : null
  const state =
    forStaff && isPaidInPart(order)
      ? ({ kind: order.kind, status: 'completed', paid: true } as const)
      : { ...order, paid: order.completedAt !== null }
  const obstacle = findChangeObstacle(state, flights, {
    now,
    closesAt: begun ? null : closesAt,
  })
  return { obstacle, closesAt, ...(await loadOffers(db, order, sold, flights)) }
}

/** What everybody can have: of a party that flies different products, what all of these offer. */
async function loadOffers(
  db: DbOrTx,
  order: OrderRow,
  sold: RefundableOrder,
  flights: readonly { productId: number }[],
) {
  const party = { quantityType: order.quantityType, quantity: partyOf(order, sold) }
  const { pricing } = order
  // It was placed before orders kept their pricing facts, or is a gift order.
  if (!pricing || 'unit' in pricing.cart) return { party, offers: [], facts: undefined }
  const flown = [...new Set(flights.map(({ productId }) => productId))]
  if (flown.length === 0) return { party, offers: [], facts: undefined }
  const rules = await db
    .select(getTableColumns(upgrades))
    .from(upgrades)
    .innerJoin(productUpgrades, eq(productUpgrades.upgradeId, upgrades.id))
    .where(inArray(productUpgrades.productId, flown))
    .groupBy(upgrades.id)
    .having(eq(count(), flown.length))
    .orderBy(asc(upgrades.position), asc(upgrades.id))
  const { capacity } = pricing.facts
  const offers = rules.map((rule) => offerUpgrade(rule, boughtOf(sold, rule.id), party, capacity))
  const { staffPriceCents } = pricing.cart
  return { party: { ...party, staffPriceCents }, offers, facts: { ...pricing.facts, upgrades: rules } }
}

const unitsBack = ({ returnedUnits }: RefundableOrder, position: number) =>
  returnedUnits.reduce((sum, one) => sum + (one.position === position ? one.quantity : 0), 0)

const boughtOf = (sold: RefundableOrder, upgradeId: number) =>
  sold.lines.reduce(
    (sum, { kind, subjectId, quantity }, position) =>
      kind === 'upgrade' && subjectId === upgradeId ? sum + quantity - unitsBack(sold, position) : sum,
    0,
  )

/** Refunded seats do not fly; a party that flies whole stays as it was. */
function partyOf({ quantityType, quantity }: OrderRow, sold: RefundableOrder): number {
  if (quantityType === 'flight') return quantity
  const back = sold.lines.reduce(
    (sum, line, position) => (isUnitsLine(line) ? sum + unitsBack(sold, position) : sum),
    0,
  )
  return Math.max(1, quantity - back)
}
