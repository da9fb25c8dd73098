import { eq, sql, type SQL } from 'drizzle-orm'
import { type OrderChannel } from '#contract/enums.ts'
import { type OrderFields } from '#contract/order.ts'
import { type Tx } from '../db/client.ts'
import { memberPriceUses } from '../db/schema/memberships.ts'
import { holds } from '../db/schema/holds.ts'
import {
  orderEvents,
  orderItemFlights,
  orderItemSeats,
  orderItemUpgrades,
  orderLines,
  orders,
} from '../db/schema/orders.ts'
import { drafts } from '../db/schema/platform.ts'
import { discountCodeUses, prizes } from '../db/schema/promotions.ts'
import { sourceTags } from '../rules/orders/source-tags.ts'
import { type PricedOrder } from '../pricing/price-order.ts'
import { type ReservedSeats } from '../slots/slot-store.ts'
import { writePassengers } from '../passengers/write-passengers.ts'

export interface Buyer {
  userId: number
  sessionId: string
  channel: OrderChannel
  /** Keyed hash of the caller's network; null when it is unknown. */
  networkKey: string | null
  email: string
  phone: string | null
  /** `user:12` or `session:…`, as order events name them. */
  actor: string
}

export interface NewOrder {
  buyer: Buyer
  fields: OrderFields
  order: PricedOrder
  taken: readonly ReservedSeats[]
  heldUntil: Date
  now: Date
}

/**
 * Writes an order whose seats are reserved: the order, its items, breakdown, passengers, holds and
 * first event.
 */
export async function writeOrder(tx: Tx, made: NewOrder): Promise<number> {
  const orderId = await writeOrderRow(tx, made)
  await writeItems(tx, orderId, made)
  await tx.insert(orderLines).values(
    made.order.priced.lines.map((line, position) => ({
      orderId,
      position,
      kind: line.kind,
      subjectId: line.subjectId,
      label: line.label,
      detail: line.detail,
      quantity: line.quantity,
      unitCents: line.unitCents,
      amountCents: line.amountCents,
      rule: line.rule,
    })),
  )
  await reserveReductions(tx, orderId, made)
  await writePassengers(tx, orderId, made.fields, made.taken)
  await tx.insert(holds).values(
    made.taken.map(({ flightId, seats, weightLbs }) => ({
      orderId,
      flightId,
      seats,
      weightLbs,
      wholeFlight: made.order.cart.quantityType === 'flight',
      state: 'held' as const,
      expiresAt: made.heldUntil,
      createdAt: made.now,
    })),
  )
  await tx.insert(orderEvents).values({
    orderId,
    at: made.now,
    actor: made.buyer.actor,
    fromStatus: null,
    toStatus: 'awaiting_payment',
    reason: 'placed',
  })
  return orderId
}

async function writeOrderRow(tx: Tx, { buyer, fields, order, now }: NewOrder): Promise<number> {
  const { priced, cart, facts, cartHash } = order
  const [row] = await tx
    .insert(orders)
    .values({
      brandId: fields.brand_id,
      userId: buyer.userId,
      sessionId: buyer.sessionId,
      status: 'awaiting_payment',
      email: buyer.email,
      phone: buyer.phone,
      networkKey: buyer.networkKey,
      channel: buyer.channel,
      productId: facts.slot.productId,
      quantityType: cart.quantityType,
      quantity: cart.quantity,
      secondSeats: cart.secondSeats ?? 0,
      variantType: fields.variant_type ?? null,
      tagList: sourceTags(fields.tag_list),
      cartHash,
      subtotalCents: priced.subtotalCents,
      feesCents: priced.feesCents,
      taxCents: priced.taxCents,
      discountCents: priced.discountCents,
      creditsCents: priced.creditsCents,
      totalCents: priced.totalCents,
      pricing: { facts: facts.pricing, cart },
      membershipPlanId: order.membershipPlanId,
      ...draftOf(tx, fields.draft_id),
      createdAt: now,
    })
    .returning({ id: orders.id })
  if (!row) throw new Error('The order was not written')
  return row.id
}

/** The draft in which it was typed and the draft's origin; nothing for a draft that has ended. */
function draftOf(tx: Tx, id: string | null | undefined) {
  if (!id) return {}
  const read = (what: SQL) => sql`(${tx.select({ what }).from(drafts).where(eq(drafts.id, id))})`
  return {
    draftId: read(sql`${drafts.id}`),
    draftRoot: read(sql`coalesce(${drafts.rootId}, ${drafts.id})`),
  }
}

async function writeItems(tx: Tx, orderId: number, { fields, order, taken }: NewOrder): Promise<void> {
  const { priced, cart, facts } = order
  const { departureId, departAt } = facts.slot
  const place = { orderId, departureId, departAt, unitPriceCents: priced.unitPriceCents }
  if (cart.quantityType === 'seat') {
    await tx
      .insert(orderItemSeats)
      .values(taken.map(({ flightId, seats }) => ({ ...place, flightId, quantity: seats })))
  } else {
    await tx.insert(orderItemFlights).values(taken.map(({ flightId }) => ({ ...place, flightId })))
  }
  const upgrades = priced.lines.flatMap((line) => {
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

/**
 * Reserves the use of a code and a prize for the order; `settleDiscountUses` later settles them
 * with it.
 */
async function reserveReductions(tx: Tx, orderId: number, { order, now }: NewOrder): Promise<void> {
  const { discount } = order.cart
  if (discount) {
    const use = { orderId, discountCodeId: discount.id, state: 'reserved' as const, createdAt: now }
    await tx.insert(discountCodeUses).values(use)
  }
  if (order.priceTaker) {
    const emailKey = order.priceTaker.emailKeys[0] ?? null
    await tx.insert(memberPriceUses).values({ orderId, emailKey, createdAt: now })
  }
  if (order.prizeId !== null) await tx.update(prizes).set({ orderId }).where(eq(prizes.id, order.prizeId))
}
