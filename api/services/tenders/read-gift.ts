import { and, asc, eq } from 'drizzle-orm'
import { products } from '../../db/schema/catalogue.ts'
import { type mails } from '../../db/schema/platform.ts'
import { giftCards, orderItemGiftCards } from '../../db/schema/tenders.ts'
import { type ApiDeps } from '../../deps.ts'
import { createCodeVault } from '../../gateways/code-vault.ts'
import { unseal } from '../../gateways/seal.ts'
import { type Gift } from '../../mails/gift-cards-mail.ts'
import { GIFT_MESSAGE_USE } from '../orders/read-gift-item.ts'

/**
 * What the mail to a recipient says: the cards that are still theirs, and the giver's message.
 *
 * @throws when nothing of it is left to give
 */
export async function readGift(
  { database: { db }, settings }: Pick<ApiDeps, 'database' | 'settings'>,
  mail: Pick<typeof mails.$inferSelect, 'id' | 'to' | 'eventKey'>,
): Promise<Gift> {
  const itemId = Number(mail.eventKey.split(':')[1])
  const rows = await db
    .select({ item: orderItemGiftCards, card: giftCards, product: products })
    .from(orderItemGiftCards)
    .innerJoin(giftCards, eq(giftCards.purchaserOrderId, orderItemGiftCards.orderId))
    .innerJoin(products, eq(products.id, giftCards.productId))
    .where(
      and(
        eq(orderItemGiftCards.id, itemId),
        eq(giftCards.state, 'available'),
        eq(giftCards.lastEmailedTo, mail.to),
      ),
    )
    .orderBy(asc(giftCards.id))
  const [first] = rows
  if (!first) throw new Error(`Nothing of the gift in mail ${String(mail.id)} is left to give`)
  const vault = createCodeVault(settings.secrets.code)
  const { messageSealed: sealed, unit } = first.item
  return {
    productName: first.product.name,
    productSlug: first.product.slug,
    unit,
    message: sealed && unseal(settings.secrets.code, GIFT_MESSAGE_USE, sealed),
    codes: rows.map(({ card }) => vault.open(card)),
    expiresOn: first.card.expiresAt.toISOString().slice(0, 10),
  }
}
