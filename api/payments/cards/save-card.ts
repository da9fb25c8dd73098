import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { type Tx } from '../../db/client.ts'
import { creditCards } from '../../db/schema/cards.ts'
import { type ApiDeps } from '../../deps.ts'
import { readProviderFailure } from '../../gateways/stripe-client.ts'
import { moveMemberships } from '../../memberships/transfer-membership-card.ts'
import { type CreditCardRow, findCreditCards, lockCards } from '../../store/payments/find-credit-card.ts'

/** A payment method that the provider attached to an account's customer. */
export interface AttachedCard {
  id: string
  card: NonNullable<Stripe.PaymentMethod['card']>
}

/**
 * Saves a card of an account once, however often it is reported. The same number (the provider's
 * fingerprint) is the same card: the first one stays unless the card was renewed, and the surplus
 * is detached at the provider.
 * @returns undefined when the card was removed meanwhile
 */
export async function saveCard(
  deps: Pick<ApiDeps, 'database' | 'clock' | 'stripe' | 'log'>,
  userId: number,
  method: AttachedCard,
): Promise<CreditCardRow | undefined> {
  const now = deps.clock.now()
  const { card, surplus } = await deps.database.db.transaction((tx) => saveOnce(tx, userId, method, now))
  if (surplus !== undefined) {
    await detachSurplus(deps, userId, surplus, card).catch((error: unknown) => {
      readProviderFailure(error)
      deps.log.warn({ user: userId }, 'a card that was saved twice could not be taken off')
    })
  }
  return card
}

/**
 * A membership that is paid with it is changed first, because a detached card can never be charged
 * again.
 */
async function detachSurplus(
  deps: Pick<ApiDeps, 'database' | 'stripe'>,
  userId: number,
  surplus: string,
  card: CreditCardRow | undefined,
): Promise<void> {
  if (card && card.reference !== surplus)
    await moveMemberships(deps, userId, { from: surplus, to: card.reference })
  await detachCard(deps, surplus)
}

interface SavedCard {
  card: CreditCardRow | undefined
  /** An unreferenced payment method, `pm_…`. */
  surplus?: string
}

async function saveOnce(tx: Tx, userId: number, { id, card }: AttachedCard, now: Date): Promise<SavedCard> {
  await lockCards(tx, userId)
  const seen = { brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year }
  const fingerprint = card.fingerprint ?? id
  const [known] = await tx.select().from(creditCards).where(eq(creditCards.reference, id))
  if (known) {
    return known.userId === userId && !known.removedAt
      ? { card: await change(tx, known.id, seen) }
      : { card: undefined }
  }
  const others = await findCreditCards(tx, userId)
  const twin = others.find((one) => one.fingerprint === fingerprint)
  if (twin) {
    const isRenewed = twin.expMonth !== seen.expMonth || twin.expYear !== seen.expYear
    return isRenewed
      ? { card: await change(tx, twin.id, { ...seen, reference: id }), surplus: twin.reference }
      : { card: twin, surplus: id }
  }
  const isDefault = !others.some((one) => one.isDefault)
  const [kept] = await tx
    .insert(creditCards)
    .values({ userId, reference: id, fingerprint, ...seen, isDefault, createdAt: now })
    .returning()
  return { card: kept }
}

async function change(tx: Tx, id: number, set: Partial<CreditCardRow>): Promise<CreditCardRow | undefined> {
  const [changed] = await tx.update(creditCards).set(set).where(eq(creditCards.id, id)).returning()
  return changed
}

/**
 * Detaches a card from its customer; it can never be charged again.
 * @throws the provider's error when it does not answer
 */
export async function detachCard(deps: Pick<ApiDeps, 'stripe'>, reference: string): Promise<void> {
  try {
    await deps.stripe.paymentMethods.detach(reference, {}, { idempotencyKey: `detach:${reference}` })
  } catch (error) {
    // It was detached before, here or on the provider's own pages.
    if (readProviderFailure(error).kind !== 'refused') throw error
  }
}
