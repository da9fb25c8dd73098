import { and, eq, isNull } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { creditCards, providerCustomers } from '../db/schema/cards.ts'
import { users } from '../db/schema/people.ts'

/**
 * Before a mailed link proves a mailbox: whoever registered with an address that was not theirs may have saved a card,
 * and the owner of the mailbox must not find it in the account.
 */
export async function dropUnprovenCards(tx: Tx, userId: number, now: Date): Promise<void> {
  const [unproven] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.emailProvenAt)))
  if (!unproven) return
  await tx
    .update(creditCards)
    .set({ removedAt: now, isDefault: false })
    .where(and(eq(creditCards.userId, userId), isNull(creditCards.removedAt)))
  await tx.delete(providerCustomers).where(eq(providerCustomers.userId, userId))
}
