import { inArray } from 'drizzle-orm'
import { orderItemGiftCardsShape } from '#contract/resources/desk-shapes.ts'
import { giftCardShape } from '#contract/resources/people-shapes.ts'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { fares } from '../db/schema/catalogue.ts'
import { giftCards, orderItemGiftCards } from '../db/schema/tenders.ts'
import { findGiftScope } from '../rules/gifts/gift-scope.ts'
import { readCatalogue } from '../store/catalogue/read-catalogue.ts'
import { declareOrderItems } from '../resources/order-item-resource.ts'
import { refuseEarlierExpiry, refuseGivingToOneself } from '../resources/resource-checks.ts'
import { conflict, declareResource, invalid, type Refusal, type Row } from '../resources/resource.ts'

/** What an order of gift cards consists of. */
export const orderItemGiftCardsResource = declareOrderItems({
  shape: orderItemGiftCardsShape,
  table: orderItemGiftCards,
  orderId: orderItemGiftCards.orderId,
})

/**
 * A purchase or `issue-gift-card.ts` creates gift cards; this resource maintains name, expiry date
 * and scope.
 */
export const giftCardResource = declareResource({
  shape: giftCardShape,
  table: giftCards,
  methods: ['change', 'remove'],
  enrich: withScope,
  deriveFromSent: (_tx, before, sent) => Promise.resolve(keepStored(before, sent['good_for_fare_ids'])),
  refused: { remove: 'A gift card stays in the books: refund what bought it, or let it end by its day.' },
  check: async (row, { db, by, before }) => {
    if (before?.['state'] === 'void') return conflict('This gift card was taken back with its purchase.')
    const wider = JSON.stringify(row['goodForFareIds']) !== JSON.stringify(before?.['goodForFareIds'])
    if (wider && !by.roles.includes('admin')) {
      return {
        ok: false,
        reason: 'forbidden',
        error: 'What a gift card is good for is worth money. Please ask an admin.',
      }
    }
    return (
      refuseGivingToOneself(by, before?.['purchaserId']) ??
      refuseEarlierExpiry(row, before) ??
      (await refuseInvalidGiftFares(db, row))
    )
  },
})

/** Adds every fare the card pays now, as all readers see it. The stored fares stay beside it. */
async function withScope(db: DbOrTx, rows: readonly Row[]): Promise<Row[]> {
  const { fares: all } = await readCatalogue(db)
  return rows.map((row) => {
    const stored = idsIn(row['goodForFareIds'])
    const [productId, goodForFareId] = [Number(row['productId']), Number(row['goodForFareId'])]
    const { fareIds } = findGiftScope({ productId, goodForFareId, goodForFareIds: stored }, all)
    return { ...row, goodForFareIds: fareIds, storedFareIds: stored }
  })
}

/**
 * Does not write fares that were sent back unchanged, because the stored list would then miss fares
 * added later.
 */
function keepStored(before: Row, sent: unknown): Row {
  const same = JSON.stringify(idsIn(sent)) === JSON.stringify(before['goodForFareIds'])
  return same ? { goodForFareIds: before['storedFareIds'] } : {}
}

const idsIn = (value: unknown) => (Array.isArray(value) ? value.map(Number) : [])

/** The fare of the purchase stays among the fares, and every fare must exist. */
export async function refuseInvalidGiftFares(db: Tx, row: Row): Promise<Refusal | undefined> {
  const ids = idsIn(row['goodForFareIds'])
  if (!ids.includes(Number(row['goodForFareId'])))
    return invalid({ good_for_fare_ids: ['The fare it was made for must be among them'] })
  const found = await db.select({ id: fares.id }).from(fares).where(inArray(fares.id, ids))
  return found.length < new Set(ids).size
    ? invalid({ good_for_fare_ids: ['There is no such fare'] })
    : undefined
}
