import { and, eq, isNull } from 'drizzle-orm'
import { creditCards } from '../../db/schema/cards.ts'
import { type ApiDeps } from '../../deps.ts'
import { readProviderFailure } from '../../gateways/stripe-client.ts'
import { eraseCard } from './change-cards.ts'
import { saveCard } from './save-card.ts'
import { findCustomersUser } from '../../store/payments/provider-customer.ts'

/**
 * Reads a payment method from the provider and applies its state: one attached to an account's
 * customer is a saved card, a detached one is not. It may run any number of times in any order.
 * @param reference `pm_…`
 * @throws the provider's error when it does not answer
 */
export async function syncCard(deps: ApiDeps, reference: string): Promise<void> {
  const { db } = deps.database
  const method = await deps.stripe.paymentMethods.retrieve(reference)
  const customer = typeof method.customer === 'string' ? method.customer : (method.customer?.id ?? null)
  if (customer === null) {
    const [card] = await db
      .select()
      .from(creditCards)
      .where(and(eq(creditCards.reference, reference), isNull(creditCards.removedAt)))
    if (card) await eraseCard(deps, card)
    return
  }
  const userId = await findCustomersUser(db, customer)
  if (userId !== undefined && method.card) await saveCard(deps, userId, { id: reference, card: method.card })
}

/**
 * Saves the card after a payment that asked for it. The payment stands either way, and the
 * provider's event delivers the card too.
 */
export async function saveCardAfterPayment(deps: ApiDeps, paymentMethod: string): Promise<void> {
  try {
    await syncCard(deps, paymentMethod)
  } catch (error) {
    readProviderFailure(error)
    deps.log.warn({ err: error }, 'the card of a payment could not be saved yet')
  }
}
