import { asc, eq, inArray } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { giftCards } from '../db/schema/tenders.ts'

type Voided =
  { ok: true; voidedCents: number } | { ok: false; reason: 'gift_cards_spent'; voidedCents: number }

const isUnspent = ({ state }: { state: string }) => state === 'available' || state === 'frozen'

/**
 * Bought gift cards are void because their purchase was refunded: so many of them, those that were
 * not sent away first; or all. A card that has paid a seat, or is paying one right now, cannot come
 * back: not ok then, and it is for the caller to undo it. Locks the cards, so that whoever redeems
 * one at the same time comes first or finds it void.
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
