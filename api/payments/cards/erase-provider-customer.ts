import { and, eq, isNull } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { creditCards, providerCustomers } from '../../db/schema/cards.ts'
import { users } from '../../db/schema/people.ts'
import { type ApiDeps } from '../../deps.ts'
import { lockCards } from '../../store/payments/find-credit-card.ts'
import { findCustomersUser } from '../../store/payments/provider-customer.ts'

/**
 * Separates an account from its customer at the provider, so its cards cannot be charged. The next
 * card creates a new customer.
 */
export async function eraseCards(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx
    .update(creditCards)
    .set({ removedAt: now, isDefault: false })
    .where(and(eq(creditCards.userId, userId), isNull(creditCards.removedAt)))
  await tx.delete(providerCustomers).where(eq(providerCustomers.userId, userId))
}

/**
 * After staff deleted a customer on the provider's own pages, which cannot be taken back.
 *
 * @param reference `cus_…`
 * @throws the provider's error when it does not answer
 */
export async function eraseProviderCustomer(
  deps: Pick<ApiDeps, 'database' | 'clock' | 'stripe'>,
  reference: string,
): Promise<void> {
  const { db } = deps.database
  const userId = await findCustomersUser(db, reference)
  if (userId === undefined) return
  const { deleted } = await deps.stripe.customers.retrieve(reference)
  if (!deleted) return
  await db.transaction(async (tx) => {
    await lockCards(tx, userId)
    await eraseCards(tx, userId, deps.clock.now())
  })
}

/**
 * Removes cards before a mailed link proves a mailbox: somebody else may have registered with the
 * address and saved a card, which the owner of the mailbox must not find.
 */
export async function dropUnprovenCards(tx: Tx, userId: number, now: Date): Promise<void> {
  const [unproven] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.emailProvenAt)))
  if (unproven) await eraseCards(tx, userId, now)
}
