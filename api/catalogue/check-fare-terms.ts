import { and, eq, inArray } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { giftCards } from '../db/schema/tenders.ts'
import { listChangedColumns, invalid, type Refusal, type Row, type Writer } from '../resources/resource.ts'

/** States of cards that can still be redeemed, now or after a dispute or a payment. */
const UNSPENT = ['available', 'reserved', 'frozen'] as const

/**
 * Checks the terms of a fare's gift cards. Cards that pay every departure need a price set by an
 * admin, and the terms of sold cards cannot be withdrawn.
 */
export async function checkFareTerms(
  row: Row,
  { db, by, before }: { db: Tx; by: Writer; before: Row | undefined },
): Promise<Refusal | undefined> {
  const covers = row['coversAllFares'] === true
  const price = row['giftPriceCents'] ?? null
  if (price === 0) return invalid({ gift_price: ['Must be more than 0'] })
  if (covers && price === null) {
    return invalid({ gift_price: ['Set what a gift card costs that pays every departure'] })
  }
  const touched = before
    ? listChangedColumns(row, before, ['coversAllFares', 'giftPriceCents']).length > 0
    : covers || price !== null
  if (touched && !by.roles.includes('admin')) {
    return {
      ok: false,
      reason: 'forbidden',
      error: 'What a gift card costs and pays is for an admin to set.',
    }
  }
  if (covers || before?.['coversAllFares'] !== true) return undefined
  const sold = and(eq(giftCards.goodForFareId, Number(row['id'])), inArray(giftCards.state, [...UNSPENT]))
  const count = await db.$count(giftCards, sold)
  if (count === 0) return undefined
  const cards = count === 1 ? '1 gift card was' : `${String(count)} gift cards were`
  return invalid({
    covers_all_fares: [
      `${cards} sold as good for every departure. To sell no more of them, switch giftable off.`,
    ],
  })
}
