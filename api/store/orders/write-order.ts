import { eq, sql, type SQL } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { orderEvents, orderLines, orders } from '../../db/schema/orders.ts'
import { drafts } from '../../db/schema/platform.ts'
import { discountCodeUses } from '../../db/schema/promotions.ts'
import { sourceTags } from '../../rules/orders/source-tags.ts'
import { type OrderToPlace, type Placement } from './order-kind.ts'

/** The columns of an order that depend on what is sold. */
type KindColumns = Pick<typeof orders.$inferInsert, 'productId' | 'quantityType' | 'quantity'> &
  Partial<Pick<typeof orders.$inferInsert, 'kind' | 'secondSeats' | 'membershipPlanId' | 'heldUntil'>>

/**
 * Writes an order without its items: its row, its breakdown, the use of its code, and its first
 * event. `settleDiscountUses` later settles the use with the order.
 */
export async function writeOrder(
  tx: Tx,
  placement: Placement<OrderToPlace>,
  columns: KindColumns,
): Promise<number> {
  const { order, buyer, now } = placement
  const orderId = await writeOrderRow(tx, placement, columns)
  await tx.insert(orderLines).values(
    order.priced.lines.map((line, position) => ({
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
  const { discount } = order.cart
  if (discount) {
    const use = { orderId, discountCodeId: discount.id, state: 'reserved' as const, createdAt: now }
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
  { buyer, fields, order, now }: Placement<OrderToPlace>,
  columns: KindColumns,
): Promise<number> {
  const { priced, cart, facts, cartHash } = order
  const [row] = await tx
    .insert(orders)
    .values({
      ...columns,
      brandId: fields.brand_id,
      userId: buyer.userId,
      sessionId: buyer.sessionId,
      status: 'awaiting_payment',
      email: buyer.email,
      phone: buyer.phone,
      networkKey: buyer.networkKey,
      channel: buyer.channel,
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
