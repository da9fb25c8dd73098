import { eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { type orderLines, orders } from '../db/schema/orders.ts'
import { giftCards, orderItemGiftCards } from '../db/schema/tenders.ts'
import { type ApiDeps } from '../deps.ts'
import { paidForGifts } from '../rules/gifts/gift-worth.ts'
import { addYearsEndOfDay, toLocalDate } from '../rules/time/local-time.ts'
import { prorate } from '../rules/money/money.ts'
import { findRedemptionFees } from '../rules/pricing/redemption-fees.ts'
import { findUnitPrice } from '../rules/pricing/price-lines.ts'
import { createCodeVault } from '../gateways/sealed-text.ts'
import { lockShare } from './find-gift-share.ts'
import { findTimeZone } from '../store/catalogue/find-time-zone.ts'
import { mailShare } from './mail-gift-share.ts'
import { isDue } from './send-due-gifts.ts'
import { writeShare } from './write-gift-share.ts'

type Line = Pick<typeof orderLines.$inferSelect, 'kind' | 'amountCents' | 'subjectId'>

/** The years for which a bought card is valid (domain rule 10). */
const YEARS = 9

/**
 * Creates the gift cards of a paid order in the transaction that completes it, so that they are
 * created exactly once. Each card keeps its price to the cent and the fees that were paid with it.
 * With a recipient they become a gift that leaves now or on its day.
 * @param lines the order's breakdown as it was paid
 */
export async function makeGiftCards(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  { orderId, lines, now }: { orderId: number; lines: readonly Line[]; now: Date },
): Promise<void> {
  const items = await findItems(tx, orderId)
  const vault = createCodeVault(deps.settings.secrets.code)
  const pendingFeeIds = lines.flatMap(({ kind, subjectId }) =>
    kind === 'fee' && subjectId !== null ? [subjectId] : [],
  )
  for (const { item, order } of items) {
    const expiresAt = addYearsEndOfDay(now, YEARS, await findTimeZone(tx, order.brandId))
    const values = prorate(Array<number>(item.quantity).fill(1), paidForGifts(lines))
    const price = order.pricing && findUnitPrice(order.pricing.facts, item.unit)
    const made = await tx
      .insert(giftCards)
      .values(
        values.map((valueCents) => ({
          ...vault.lock(vault.make()),
          name: item.name,
          brandId: order.brandId,
          productId: order.productId,
          goodForFareId: item.fareId,
          goodForFareIds: [item.fareId],
          unit: item.unit,
          priceCents: price?.listCents ?? item.unitPriceCents,
          valueCents,
          pendingFeeIds,
          waitingFees: order.pricing ? findRedemptionFees(order.pricing.facts, item.unit, pendingFeeIds) : [],
          state: 'available' as const,
          purchaserOrderId: orderId,
          purchaserId: order.userId,
          expiresAt,
          createdAt: now,
        })),
      )
      .returning({ id: giftCards.id })
    await give(tx, deps, { item, order, giftCardIds: made.map(({ id }) => id), now })
  }
}

/** Gives the cards to the recipient of the order, if any. */
async function give(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  {
    item,
    order,
    giftCardIds,
    now,
  }: Awaited<ReturnType<typeof findItems>>[number] & { giftCardIds: number[]; now: Date },
): Promise<void> {
  const { id: orderItemId, orderId, recipientEmail, messageSealed, sendOn } = item
  if (recipientEmail === null) return
  const { brandId, userId: giverId } = order
  const share = {
    brandId,
    giverId,
    orderId,
    orderItemId,
    way: 'mail',
    recipientEmail,
    messageSealed,
    sendOn,
  } as const
  const locked = await lockShare(tx, await writeShare(tx, { ...share, giftCardIds, vouchers: [] }, now))
  const today = toLocalDate(now, await findTimeZone(tx, brandId))
  if (locked && isDue(locked.share, today)) await mailShare(tx, deps, locked, now)
}

/** An order contains one fare only, so its whole price belongs to the cards of one item. */
async function findItems(tx: Tx, orderId: number) {
  const items = await tx
    .select({ item: orderItemGiftCards, order: orders })
    .from(orderItemGiftCards)
    .innerJoin(orders, eq(orders.id, orderItemGiftCards.orderId))
    .where(eq(orderItemGiftCards.orderId, orderId))
  if (items.length !== 1)
    throw new Error(`Order ${String(orderId)} has ${String(items.length)} items of gift cards`)
  return items
}
