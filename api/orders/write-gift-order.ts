import { eq, sql } from 'drizzle-orm'
import { type OrderFields } from '#contract/order.ts'
import { type Tx } from '../db/client.ts'
import { orderEvents, orderLines, orders } from '../db/schema/orders.ts'
import { discountCodeUses } from '../db/schema/promotions.ts'
import { orderItemGiftCards } from '../db/schema/tenders.ts'
import { sourceTags } from '../rules/orders/source-tags.ts'
import { type GiftItem } from '../gifts/read-gift-item.ts'
import { type PricedGifts } from '../gifts/quote-gift-cart.ts'
import { type Buyer } from './write-order.ts'

/** An order of gift cards at its present price. */
export interface GiftOrder {
  gifts: PricedGifts
  item: GiftItem
  /** The same cards at the same price have the same hash; the recipient is not part of it. */
  cartHash: string
}

export interface NewGiftOrder {
  buyer: Buyer
  fields: OrderFields
  order: GiftOrder
  heldUntil: Date
  now: Date
}

/**
 * Writes an order of gift cards: the order, its item, breakdown, the use of its code, and its first
 * event.
 */
export async function writeGiftOrder(tx: Tx, made: NewGiftOrder): Promise<number> {
  const { buyer, order, now } = made
  const { facts, cart, priced } = order.gifts
  const orderId = await writeOrderRow(tx, made)
  await tx.insert(orderItemGiftCards).values({
    orderId,
    fareId: facts.fare.id,
    unit: cart.unit,
    name: `${facts.product.name}, ${facts.fare.name}`,
    quantity: cart.quantity,
    unitPriceCents: priced.unitPriceCents,
    ...order.item,
  })
  await tx.insert(orderLines).values(priced.lines.map((line, position) => ({ ...line, orderId, position })))
  if (cart.discount) {
    const use = { orderId, discountCodeId: cart.discount.id, state: 'reserved' as const, createdAt: now }
    await tx.insert(discountCodeUses).values(use)
  }
  await tx.insert(orderEvents).values({
    orderId,
    at: now,
    actor: buyer.actor,
    fromStatus: null,
    toStatus: 'awaiting_payment',
    reason: 'placed',
  })
  return orderId
}

async function writeOrderRow(
  tx: Tx,
  { buyer, fields, order, heldUntil, now }: NewGiftOrder,
): Promise<number> {
  const { facts, cart, priced } = order.gifts
  const [row] = await tx
    .insert(orders)
    .values({
      kind: 'gift_cards',
      brandId: fields.brand_id,
      userId: buyer.userId,
      sessionId: buyer.sessionId,
      status: 'awaiting_payment',
      email: buyer.email,
      phone: buyer.phone,
      networkKey: buyer.networkKey,
      channel: buyer.channel,
      productId: facts.product.id,
      quantityType: cart.unit,
      quantity: cart.quantity,
      variantType: fields.variant_type ?? null,
      tagList: sourceTags(fields.tag_list),
      cartHash: order.cartHash,
      subtotalCents: priced.subtotalCents,
      feesCents: priced.feesCents,
      taxCents: priced.taxCents,
      discountCents: priced.discountCents,
      creditsCents: priced.creditsCents,
      totalCents: priced.totalCents,
      pricing: { facts: facts.pricing, cart },
      heldUntil,
      createdAt: now,
    })
    .returning({ id: orders.id })
  if (!row) throw new Error('The order was not written')
  return row.id
}

/**
 * Reuses an order for the same cards: extends it and updates its recipient. The order's row must be
 * locked.
 */
export async function rewriteGiftItem(
  tx: Tx,
  orderId: number,
  item: GiftItem,
  heldUntil: Date,
): Promise<void> {
  await tx.update(orderItemGiftCards).set(item).where(eq(orderItemGiftCards.orderId, orderId))
  const later = sql`greatest(${orders.heldUntil}, ${heldUntil.toISOString()}::timestamptz)`
  await tx.update(orders).set({ heldUntil: later }).where(eq(orders.id, orderId))
}
