import { asc, desc } from 'drizzle-orm'
import { type GiftCard } from '#contract/tenders.ts'
import { giftCards } from '../../db/schema/tenders.ts'
import { type ApiDeps } from '../../deps.ts'
import { createCodeVault } from '../../gateways/code-vault.ts'
import { type SignedInCaller } from '../../http.ts'
import { presentGiftCard } from './present-gift-card.ts'
import { readCatalogue } from '../catalogue/read-catalogue.ts'
import { findCardShares } from '../gifts/find-tender-shares.ts'
import { readPayer } from '../payments/read-payer.ts'
import { mayReadCode, ownedColumn, type TenderQuery, visibleTenders } from './tender-list.ts'

export const giftCardColumns = {
  id: giftCards.id,
  ownerId: giftCards.purchaserId,
  orderId: giftCards.purchaserOrderId,
  lastEmailedTo: giftCards.lastEmailedTo,
}

/** Gift cards the caller bought or was sent, newest first; each code to its owner only. */
export async function listGiftCards(
  deps: ApiDeps,
  caller: SignedInCaller,
  query: TenderQuery,
): Promise<{ rows: GiftCard[]; totalCount: number }> {
  const { db } = deps.database
  const payer = await readPayer(db, caller)
  const where = visibleTenders(caller, payer, query, giftCardColumns)
  const direction = query.page.sort && !query.page.sort.descending ? asc : desc
  const found = await db
    .select({ row: giftCards, owned: ownedColumn(caller, giftCardColumns) })
    .from(giftCards)
    .where(where)
    .orderBy(direction(giftCards.createdAt), direction(giftCards.id))
    .limit(query.page.limit)
    .offset(query.page.offset)
  const { fares, entries } = await readCatalogue(db)
  const { open } = createCodeVault(deps.settings.secrets.code)
  const now = deps.clock.now()
  const shares = await findCardShares(db, found.flatMap(({ row, owned }) => (owned ? [row] : [])), now) // prettier-ignore
  const rows = found.map(({ row, owned }) => {
    const mine = mayReadCode(row, owned, payer)
    const given = shares.get(row.id)
    const product = entries.find((entry) => entry.product.id === row.productId)?.product
    return {
      ...presentGiftCard(row, { code: mine ? open(row) : null, fares, now }),
      ...(given?.hidden && !mine ? { status: 'available' as const, order_id: null } : {}),
      ...(product ? { product_name: product.name } : {}),
      share: given?.share ?? null,
    }
  })
  return { rows, totalCount: await db.$count(giftCards, where) }
}
