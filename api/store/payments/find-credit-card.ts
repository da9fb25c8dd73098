import { and, desc, eq, isNull, type SQL } from 'drizzle-orm'
import { type CreditCard } from '#contract/credit-card.ts'
import { type DbOrTx, type Tx } from '../../db/client.ts'
import { creditCards } from '../../db/schema/cards.ts'
import { users } from '../../db/schema/people.ts'

export type CreditCardRow = typeof creditCards.$inferSelect

/** An account's cards that are not removed; the default first, then the newest. */
export function findCreditCards(db: DbOrTx, userId: number, which?: SQL): Promise<CreditCardRow[]> {
  return db
    .select()
    .from(creditCards)
    .where(and(eq(creditCards.userId, userId), isNull(creditCards.removedAt), which))
    .orderBy(desc(creditCards.isDefault), desc(creditCards.createdAt), desc(creditCards.id))
}

/** One card of this account; a card of another account is not found. */
export async function findCreditCard(
  db: DbOrTx,
  userId: number,
  cardId: number,
): Promise<CreditCardRow | undefined> {
  const [found] = await findCreditCards(db, userId, eq(creditCards.id, cardId))
  return found
}

/** Serialises changes to an account's cards: each card is saved once, and one is the default. */
export async function lockCards(tx: Tx, userId: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

/** Presents a card without the provider's ids. */
export const presentCreditCard = (card: CreditCardRow): CreditCard => ({
  id: card.id,
  brand: card.brand,
  last4: card.last4,
  exp_month: card.expMonth,
  exp_year: card.expYear,
  default: card.isDefault,
})
