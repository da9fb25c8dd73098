import { and, eq, inArray } from 'drizzle-orm'
import type Stripe from 'stripe'
import { cardSetups } from '../../db/schema/cards.ts'
import { type ApiDeps } from '../../deps.ts'
import { type CreditCardRow, findCreditCard } from '../../store/payments/find-credit-card.ts'
import { saveCard } from './save-card.ts'
import { findCustomer } from '../../store/payments/provider-customer.ts'

export type CardSetup = typeof cardSetups.$inferSelect

export type SettledSetup =
  | { state: 'succeeded'; card: CreditCardRow }
  /** `message` is for the owner, with the provider's code in brackets at its end. */
  | { state: 'failed'; message: string }
  /** Waits for its owner: on the provider's or the bank's page, or in our page with the secret. */
  | { state: 'open'; redirectUrl: string | null; clientSecret: string | null }

const OVER = 'The card was not saved. Please try again.'

/**
 * Reads the result of a card setup from the provider and saves the card. The return, the webhook
 * worker and the list of cards call it in any number and order.
 * @throws the provider's error when it does not answer
 */
export async function settleCardSetup(deps: ApiDeps, setup: CardSetup): Promise<SettledSetup> {
  if (setup.state === 'failed' || !setup.reference)
    return { state: 'failed', message: setup.lastError ?? OVER }
  const { db } = deps.database
  if (setup.state === 'succeeded') {
    const card = await findCreditCard(db, setup.userId, setup.creditCardId ?? 0)
    return card ? { state: 'succeeded', card } : { state: 'failed', message: OVER }
  }
  const { intent, over, page } = await readSetup(deps.stripe, setup.reference)
  const isOurs = intent === null || idOf(intent.customer) === (await findCustomer(db, setup.userId))
  if (!isOurs) deps.log.error({ setup: setup.id }, 'a saved card does not carry our marks')
  if (over || !isOurs) return fail(deps, setup, OVER)
  if (intent?.status === 'succeeded') return succeed(deps, setup, intent)
  if (page !== null || intent === null) return { state: 'open', redirectUrl: page, clientSecret: null }
  if (intent.status === 'requires_payment_method')
    return fail(deps, setup, messageOf(intent.last_setup_error))
  const action = intent.next_action
  return {
    state: 'open',
    redirectUrl: action?.redirect_to_url?.url ?? null,
    clientSecret: action?.type === 'use_stripe_sdk' ? intent.client_secret : null,
  }
}

/**
 * Handles an event about a SetupIntent: ours carries the id of its row, also on the hosted page.
 */
export async function syncCardSetup(deps: ApiDeps, reference: string): Promise<void> {
  const { metadata } = await deps.stripe.setupIntents.retrieve(reference)
  const id = Number(metadata?.['card_setup'])
  if (!Number.isSafeInteger(id)) return
  const [setup] = await deps.database.db.select().from(cardSetups).where(eq(cardSetups.id, id))
  if (!setup) return
  const known = setup.reference ?? (setup.kind === 'si' ? reference : null)
  await settleCardSetup(deps, { ...setup, reference: known })
}

interface SeenSetup {
  intent: Stripe.SetupIntent | null
  /** True when no card will come of it. */
  over: boolean
  /** The hosted page while it is open. */
  page: string | null
}

async function readSetup(stripe: Stripe, reference: string): Promise<SeenSetup> {
  if (!reference.startsWith('cs_')) {
    const intent = await stripe.setupIntents.retrieve(reference, { expand: ['payment_method'] })
    return { intent, over: intent.status === 'canceled', page: null }
  }
  const session = await stripe.checkout.sessions.retrieve(reference, {
    expand: ['setup_intent.payment_method'],
  })
  const intent = typeof session.setup_intent === 'object' ? session.setup_intent : null
  return { intent, over: session.status === 'expired', page: session.status === 'open' ? session.url : null }
}

async function succeed(deps: ApiDeps, setup: CardSetup, intent: Stripe.SetupIntent): Promise<SettledSetup> {
  const method = intent.payment_method
  if (typeof method !== 'object' || !method?.card) throw new Error(`${intent.id} succeeded without a card`)
  const card = await saveCard(deps, setup.userId, { id: method.id, card: method.card })
  if (!card) return fail(deps, setup, OVER)
  await write(deps, setup, { state: 'succeeded', creditCardId: card.id, reference: setup.reference })
  return { state: 'succeeded', card }
}

async function fail(deps: ApiDeps, setup: CardSetup, message: string): Promise<SettledSetup> {
  await write(deps, setup, { state: 'failed', lastError: message, reference: setup.reference })
  return { state: 'failed', message }
}

async function write(deps: Pick<ApiDeps, 'database'>, { id }: CardSetup, set: Partial<CardSetup>) {
  await deps.database.db
    .update(cardSetups)
    .set(set)
    .where(and(eq(cardSetups.id, id), inArray(cardSetups.state, ['created', 'open'])))
}

/** `Your card was declined. (card_declined)` */
export const appendDeclineCode = (message: string, code: string | null | undefined): string =>
  code ? `${message} (${code})` : message

const messageOf = (error: Stripe.SetupIntent.LastSetupError | null) =>
  error?.message ? appendDeclineCode(error.message, error.code) : OVER

const idOf = (reference: string | { id: string } | null) =>
  typeof reference === 'string' ? reference : reference?.id
