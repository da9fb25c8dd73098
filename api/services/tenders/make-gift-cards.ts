import { eq } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { type orderLines, orders } from '../../db/schema/orders.ts'
import { giftCards, orderItemGiftCards } from '../../db/schema/tenders.ts'
import { products, terminals } from '../../db/schema/catalogue.ts'
import { type ApiDeps } from '../../deps.ts'
import { paidForGifts } from '../../domain/money/ledger.ts'
import { localDateOf } from '../../domain/time/local-time.ts'
import { prorate } from '../../domain/money/money.ts'
import { findUnitPrice } from '../../domain/pricing/unit-price.ts'
import { createCodeVault } from '../../gateways/code-vault.ts'
import { sendGift } from './send-gift.ts'

type Line = Pick<typeof orderLines.$inferSelect, 'kind' | 'amountCents' | 'subjectId'>

/** How long a bought card is good (domain rule 10). */
const YEARS = 9

/**
 * Makes the gift cards of an order that is paid, in the transaction that completes it: so they are made once, or not at
 * all. Each is worth what was paid for it, to the cent, and remembers the fees that were paid with it. A recipient who
 * is to have them today gets them.
 *
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
  const expiresAt = new Date(now)
  expiresAt.setUTCFullYear(expiresAt.getUTCFullYear() + YEARS)
  for (const { item, order, timezone } of items) {
    const values = prorate(Array<number>(item.quantity).fill(1), paidForGifts(lines))
    const price = order.pricing && findUnitPrice(order.pricing.facts, item.unit)
    await tx.insert(giftCards).values(
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
        state: 'available' as const,
        purchaserOrderId: orderId,
        purchaserId: order.userId,
        expiresAt,
        createdAt: now,
      })),
    )
    const today = localDateOf(now, timezone)
    if (item.sendOn === null || item.sendOn <= today) await sendGift(tx, deps, item, now)
  }
}

/** One fare in an order, so that the whole price is the price of one item's cards. */
async function findItems(tx: Tx, orderId: number) {
  const items = await tx
    .select({ item: orderItemGiftCards, order: orders, timezone: terminals.timezone })
    .from(orderItemGiftCards)
    .innerJoin(orders, eq(orders.id, orderItemGiftCards.orderId))
    .innerJoin(products, eq(products.id, orders.productId))
    .innerJoin(terminals, eq(terminals.id, products.departureTerminalId))
    .where(eq(orderItemGiftCards.orderId, orderId))
  if (items.length !== 1)
    throw new Error(`Order ${String(orderId)} has ${String(items.length)} items of gift cards`)
  return items
}
