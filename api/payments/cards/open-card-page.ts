import { eq } from 'drizzle-orm'
import { cardSetups } from '../../db/schema/cards.ts'
import { type ApiDeps } from '../../deps.ts'
import { readProviderFailure } from '../../gateways/stripe-client.ts'
import { type AddedCard } from './add-credit-card.ts'
import { withSessionId } from '../../store/payments/payment-attempts.ts'
import { ensureCustomer } from '../../store/payments/provider-customer.ts'

/** The provider's shortest session is 30 minutes; one more for the way there. */
const SESSION_SECONDS = 31 * 60

/**
 * The provider's own page for a card, for those without script. What became of it is learned on
 * return and from the provider's events. Flow:
 * https://docs.stripe.com/payments/checkout/save-and-reuse.
 *
 * @param back both checked to be ours
 */
export async function openCardPage(
  deps: ApiDeps,
  userId: number,
  back: { returnUrl: string; cancelUrl: string },
): Promise<AddedCard> {
  const now = deps.clock.now()
  const { db } = deps.database
  const idemKey = `card:${String(userId)}:page:${crypto.randomUUID()}`
  const [setup] = await db
    .insert(cardSetups)
    .values({ userId, kind: 'cs', idemKey, state: 'created', createdAt: now })
    .returning()
  if (!setup) throw new Error('The page for a card was not noted')
  const note = (set: Partial<typeof setup>) =>
    db.update(cardSetups).set(set).where(eq(cardSetups.id, setup.id))
  const marks = { card_setup: String(setup.id) }
  try {
    const session = await deps.stripe.checkout.sessions.create(
      {
        mode: 'setup',
        currency: 'usd',
        customer: await ensureCustomer(deps, userId),
        allowed_payment_method_types: ['card'],
        metadata: marks,
        setup_intent_data: { metadata: marks },
        expires_at: Math.floor(now.getTime() / 1000) + SESSION_SECONDS,
        success_url: withSessionId(back.returnUrl),
        cancel_url: back.cancelUrl,
      },
      { idempotencyKey: idemKey },
    )
    await note({ state: 'open', reference: session.id })
    return { ok: true, card: null, redirectUrl: session.url, clientSecret: null }
  } catch (error) {
    readProviderFailure(error)
    await note({ state: 'failed', lastError: 'The provider gave no page' })
    return { ok: false, reason: 'payment_provider_unavailable' }
  }
}
