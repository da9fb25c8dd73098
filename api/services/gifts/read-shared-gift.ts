import { and, asc, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { products } from '../../db/schema/catalogue.ts'
import { giftCards } from '../../db/schema/tenders.ts'
import { type ApiDeps } from '../../deps.ts'
import { createCodeVault } from '../../gateways/code-vault.ts'
import { type Gift } from '../../mails/gift-cards-mail.ts'

/** What the mail of a shared gift carries, sealed. */
export const SharedGiftContent = z.object({
  brandId: z.number().int(),
  cardIds: z.array(z.number().int()).min(1),
  message: z.string().nullable(),
})

/**
 * What the mail to the recipient of shared gift cards says: those that are still theirs to use, and the giver's message.
 *
 * @throws when nothing of it is left to give
 */
export async function readSharedGift(
  { database: { db }, settings }: Pick<ApiDeps, 'database' | 'settings'>,
  { cardIds, message }: z.infer<typeof SharedGiftContent>,
  to: string,
): Promise<Gift> {
  const rows = await db
    .select({ card: giftCards, product: products })
    .from(giftCards)
    .innerJoin(products, eq(products.id, giftCards.productId))
    .where(
      and(inArray(giftCards.id, cardIds), eq(giftCards.state, 'available'), eq(giftCards.lastEmailedTo, to)),
    )
    .orderBy(asc(giftCards.id))
  const [first] = rows
  if (!first) throw new Error('Nothing of a shared gift is left to give')
  const vault = createCodeVault(settings.secrets.code)
  return {
    productName: first.product.name,
    productSlug: first.product.slug,
    unit: first.card.unit,
    message,
    codes: rows.map(({ card }) => vault.open(card)),
    expiresOn: first.card.expiresAt.toISOString().slice(0, 10),
  }
}
