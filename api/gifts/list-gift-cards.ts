import { sql } from 'drizzle-orm'
import { type GiftCard } from '#contract/tenders.ts'
import { fares, products } from '../db/schema/catalogue.ts'
import { giftCards } from '../db/schema/tenders.ts'
import { type ApiDeps } from '../deps.ts'
import { createCodeVault } from '../gateways/sealed-text.ts'
import { type SignedInCaller } from '../http/http.ts'
import { presentGiftCard } from './present-gift-card.ts'
import { readCatalogue } from '../store/catalogue/read-catalogue.ts'
import { findCardShares } from './find-tender-shares.ts'
import { buildOrderBy, type SortColumns, sortNames, sortPresentedRows } from '../http/sort-rows.ts'
import { readPayer } from './read-payer.ts'
import {
  ALL_OWN,
  isSortedAfterPresenting,
  mayReadCode,
  ownedColumn,
  type TenderQuery,
  visibleTenders,
} from './tender-list.ts'

export const giftCardColumns = {
  id: giftCards.id,
  ownerId: giftCards.purchaserId,
  orderId: giftCards.purchaserOrderId,
  lastEmailedTo: giftCards.lastEmailedTo,
}

const sorts = {
  id: giftCards.id,
  code_tail: giftCards.codeTail,
  name: giftCards.name,
  price: giftCards.priceCents,
  value: giftCards.valueCents,
  created_at: giftCards.createdAt,
  expires_at: giftCards.expiresAt,
  last_emailed_to: giftCards.lastEmailedTo,
  order_id: giftCards.orderId,
  purchaser_order_id: giftCards.purchaserOrderId,
  purchaser_id: giftCards.purchaserId,
  product_id: giftCards.productId,
  good_for_fare_id: giftCards.goodForFareId,
  covers_all_fares: sql`coalesce((select ${fares.coversAllFares} from ${fares}
    where ${fares.id} = ${giftCards.goodForFareId}), false)`,
  unit: giftCards.unit,
  promotional: giftCards.promotional,
  status: giftCards.state,
  product_name: sql`(select ${products.name} from ${products} where ${products.id} = ${giftCards.productId})`,
} satisfies SortColumns
export const giftCardSorts = sortNames(sorts)

/** The displayed status `expired` follows from the expiry date, not from a column. */
const sortsAt = (now: Date): SortColumns => ({
  ...sorts,
  status: sql`case when ${giftCards.state} = 'available'
    and ${giftCards.expiresAt} <= ${now.toISOString()}::timestamptz then 'expired'
    else ${giftCards.state} end`,
})

/** Gift cards that the caller bought or received, newest first; only owners see a code. */
export async function listGiftCards(
  deps: ApiDeps,
  caller: SignedInCaller,
  query: TenderQuery,
): Promise<{ rows: GiftCard[]; totalCount: number }> {
  const { db } = deps.database
  const payer = await readPayer(db, caller)
  const where = visibleTenders(caller, payer, query, giftCardColumns)
  const now = deps.clock.now()
  const asTold = isSortedAfterPresenting(query)
  const page = asTold ? ALL_OWN : query.page
  const found = await db
    .select({ row: giftCards, owned: ownedColumn(caller, giftCardColumns) })
    .from(giftCards)
    .where(where)
    .orderBy(...buildOrderBy(page, sortsAt(now), giftCards.id, giftCards.createdAt))
    .limit(page.limit)
    .offset(page.offset)
  const catalogue = await readCatalogue(db)
  const { open } = createCodeVault(deps.settings.secrets.code)
  const shares = await findCardShares(
    db,
    found.flatMap(({ row, owned }) => (owned ? [row] : [])),
    now,
  )
  const rows = found.map(({ row, owned }) => {
    const mine = mayReadCode(row, owned, payer)
    const given = shares.get(row.id)
    const product = catalogue.entries.find((entry) => entry.product.id === row.productId)?.product
    return {
      ...presentGiftCard(row, { code: mine ? open(row) : null, catalogue, now }),
      ...(given?.hidden && !mine ? { status: 'available' as const, order_id: null } : {}),
      ...(product ? { product_name: product.name } : {}),
      share: given?.share ?? null,
    }
  })
  return asTold
    ? sortPresentedRows(rows, query.page)
    : { rows, totalCount: await db.$count(giftCards, where) }
}
