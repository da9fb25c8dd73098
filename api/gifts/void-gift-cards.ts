import { asc, eq, inArray } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { giftCards } from '../db/schema/tenders.ts'

type Voided =
  { ok: true; voidedCents: number } | { ok: false; reason: 'gift_cards_spent'; voidedCents: number }

const isUnspent = ({ state }: { state: string }) => state === 'available' || state === 'frozen'

/**
 * Voids bought gift cards because their purchase was refunded: a number of them, unsent ones first,
 * or all. A card that has paid a seat or is paying one cannot be returned; the result is then not
 * ok and the caller must roll back. It locks the cards, so that a concurrent redemption either
 * comes first or finds the card void.
 */
export async function voidGiftCards(tx: Tx, orderId: number, howMany: number | 'all'): Promise<Voided> {
  const cards = await tx
    .select()
    .from(giftCards)
    .where(eq(giftCards.purchaserOrderId, orderId))
    .orderBy(asc(giftCards.id))
    .for('update')
  const unspent = cards
    .filter(isUnspent)
    .toSorted((a, b) => Number(a.lastEmailedTo !== null) - Number(b.lastEmailedTo !== null) || b.id - a.id)
  const standing = cards.filter(({ state }) => state !== 'void')
  const wanted = howMany === 'all' ? standing.length : howMany
  const chosen = unspent.slice(0, wanted)
  const ids = chosen.map(({ id }) => id)
  if (ids.length > 0) await tx.update(giftCards).set({ state: 'void' }).where(inArray(giftCards.id, ids))
  const voidedCents = chosen.reduce((sum, { valueCents }) => sum + valueCents, 0)
  return chosen.length === wanted
    ? { ok: true, voidedCents }
    : { ok: false, reason: 'gift_cards_spent', voidedCents }
}

/** Undoes a refund of gift cards that have paid a seat meanwhile. */
export class GiftCardsSpent extends Error {}
