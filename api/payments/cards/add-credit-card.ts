import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { type CreditCardFields } from '#contract/credit-card.ts'
import { type FieldErrors } from '#contract/errors.ts'
import { cardSetups } from '../../db/schema/cards.ts'
import { type ApiDeps } from '../../deps.ts'
import { isKeyStillValid } from '../../rules/orders/order-states.ts'
import { readProviderFailure } from '../../gateways/stripe-client.ts'
import { type CreditCardRow, findCreditCard } from '../../store/payments/find-credit-card.ts'
import { methodParam } from '../../store/payments/payment-attempts.ts'
import { ensureCustomer } from '../../store/payments/provider-customer.ts'
import { CARD_REFUSED, ENTER_CARD_AGAIN, readTypedCard } from '../read-payment-request.ts'
import { type CardSetup, settleCardSetup, type SettledSetup, appendDeclineCode } from './settle-card-setup.ts'

export type AddedCard =
  | { ok: true; card: CreditCardRow }
  /** The bank or the provider's page must act next. */
  | { ok: true; card: null; redirectUrl: string | null; clientSecret: string | null }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }
  | { ok: false; reason: 'not_found' | 'card_in_progress' | 'payment_provider_unavailable' }

export const invalidCard = (fields: FieldErrors): AddedCard => ({ ok: false, reason: 'invalid', fields })

/**
 * Saves a card that was just typed: its bank is asked now, so that it can be charged later. The
 * same token again finds what became of it. Provider flow:
 * https://docs.stripe.com/payments/save-and-reuse.
 *
 * @param fields `return_url` is checked to be ours
 */
export async function addCreditCard(
  deps: ApiDeps,
  userId: number,
  { stripe_token: token = '', return_url: returnUrl = deps.settings.publicUrl }: CreditCardFields,
): Promise<AddedCard> {
  try {
    if (/^(seti|cs)_\w+$/.test(token)) return await finish(deps, userId, token)
    const setup = await noteSetup(deps, userId, `${token} ${returnUrl}`)
    if (setup.state !== 'created') return reportSetup(await settleCardSetup(deps, setup))
    return await askBank(deps, setup, token, returnUrl)
  } catch (error) {
    const failure = readProviderFailure(error)
    return {
      ok: false,
      reason: failure.kind === 'busy' ? 'card_in_progress' : 'payment_provider_unavailable',
    }
  }
}

/** Finishes after 3-D Secure in the page, or after the return from another page. */
async function finish(deps: ApiDeps, userId: number, reference: string): Promise<AddedCard> {
  const [setup] = await deps.database.db
    .select()
    .from(cardSetups)
    .where(and(eq(cardSetups.reference, reference), eq(cardSetups.userId, userId)))
  return setup ? reportSetup(await settleCardSetup(deps, setup)) : { ok: false, reason: 'not_found' }
}

/**
 * Writes the setup before the provider is asked; the same request finds its existing row. The token
 * itself is not stored.
 */
async function noteSetup(deps: ApiDeps, userId: number, input: string): Promise<CardSetup> {
  const { db } = deps.database
  const idemKey = `card:${String(userId)}:${createHash('sha256').update(input).digest('base64url')}`
  await db
    .insert(cardSetups)
    .values({ userId, kind: 'si', idemKey, state: 'created', createdAt: deps.clock.now() })
    .onConflictDoNothing({ target: cardSetups.idemKey })
  const [setup] = await db.select().from(cardSetups).where(eq(cardSetups.idemKey, idemKey))
  if (!setup) throw new Error('The card to be saved was not noted')
  if (setup.state !== 'succeeded' || (await findCreditCard(db, userId, setup.creditCardId ?? 0))) return setup
  // Its card was removed since: a test token saves it anew, a typed token is used up.
  return noteSetup(deps, userId, `${input} ${String(setup.id)}`)
}

async function askBank(
  deps: ApiDeps,
  setup: CardSetup,
  token: string,
  returnUrl: string,
): Promise<AddedCard> {
  // The provider has forgotten the key and its answer.
  if (!isKeyStillValid(setup.createdAt, deps.clock.now())) return refuse(deps, setup, retype(token))
  const read = await readTypedCard(deps, token, { purpose: setup.idemKey, coded: true })
  if (!read.ok) return read.reason === 'invalid' ? refuse(deps, setup, sentenceOf(read.fields)) : read
  const params: Stripe.SetupIntentCreateParams = {
    customer: await ensureCustomer(deps, setup.userId),
    usage: 'off_session',
    confirm: true,
    return_url: returnUrl,
    allowed_payment_method_types: ['card'],
    metadata: { card_setup: String(setup.id) },
    ...methodParam(read.method),
  }
  try {
    const { id } = await deps.stripe.setupIntents.create(params, { idempotencyKey: setup.idemKey })
    await noteReference(deps, setup, { state: 'open', reference: id })
    return reportSetup(await settleCardSetup(deps, { ...setup, state: 'open', reference: id }))
  } catch (error) {
    const failure = readProviderFailure(error)
    if (failure.kind === 'declined') {
      return refuse(deps, setup, appendDeclineCode(failure.message, failure.code), failure.setupIntent)
    }
    if (failure.kind === 'refused') return refuse(deps, setup, retype(token))
    throw error
  }
}

async function refuse(deps: ApiDeps, setup: CardSetup, message: string, reference: string | null = null) {
  await noteReference(deps, setup, { state: 'failed', reference, lastError: message })
  return invalidCard({ credit_card: [message] })
}

async function noteReference(deps: ApiDeps, { id }: CardSetup, set: Partial<CardSetup>): Promise<void> {
  await deps.database.db
    .update(cardSetups)
    .set(set)
    .where(and(eq(cardSetups.id, id), eq(cardSetups.state, 'created')))
}

/** A typed card is valid for one try; the same card may be typed again. */
const retype = (token: string) => (token.startsWith('ctoken_') ? ENTER_CARD_AGAIN : sentenceOf(CARD_REFUSED))

const sentenceOf = (fields: FieldErrors) => Object.values(fields).flat()[0] ?? ''

export function reportSetup(settled: SettledSetup): AddedCard {
  if (settled.state === 'succeeded') return { ok: true, card: settled.card }
  if (settled.state === 'failed') return invalidCard({ credit_card: [settled.message] })
  const { redirectUrl, clientSecret } = settled
  return { ok: true, card: null, redirectUrl, clientSecret }
}
