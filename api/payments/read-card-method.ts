import { eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { creditCards } from '../db/schema/cards.ts'
import { type ApiDeps } from '../deps.ts'
import { readProviderFailure } from '../gateways/stripe-client.ts'
import { type SignedInCaller } from '../http/http.ts'
import { findCreditCard, findCreditCards } from '../store/payments/find-credit-card.ts'
import { type CardMethod } from '../store/payments/payment-request.ts'
import { findCustomer } from '../store/payments/provider-customer.ts'
import { appendDeclineCode } from './cards/settle-card-setup.ts'

export type ReadMethod =
  | { ok: true; method: CardMethod }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }
  | { ok: false; reason: 'not_found' | 'payment_provider_unavailable' }

/** A typed card is valid for one payment. */
export const ENTER_CARD_AGAIN = 'Please enter your card again.'
export const CARD_REFUSED = { credit_card: ['This card cannot be used here. Try another card.'] }

const used: ReadMethod = { ok: false, reason: 'invalid', fields: { credit_card: [ENTER_CARD_AGAIN] } }
const refused: ReadMethod = { ok: false, reason: 'invalid', fields: CARD_REFUSED }

/**
 * The payer's card: a saved card of their own account by its id, or one just typed. Another
 * account's card gets the same answer as an unknown one, and a guest has none.
 * @param purpose what is paid; a repeated token finds its payment method for the same purpose only
 */
export async function readCardSource(
  deps: ApiDeps,
  payer: SignedInCaller,
  source: string | number,
  purpose: string,
): Promise<ReadMethod> {
  const { db } = deps.database
  const account = payer.kind === 'customer' ? payer.userId : undefined
  if (typeof source === 'number' || /^\d{1,9}$/.test(source)) {
    const card = account === undefined ? undefined : await findCreditCard(db, account, Number(source))
    return card ? savedMethod(deps, card) : { ok: false, reason: 'not_found' }
  }
  if (account !== undefined && source.startsWith('pm_')) {
    const [card] = await findCreditCards(db, account, eq(creditCards.reference, source))
    if (card) return savedMethod(deps, card)
  }
  return readTypedCard(deps, source, { purpose })
}

async function savedMethod(
  deps: ApiDeps,
  { userId, reference }: { userId: number; reference: string },
): Promise<ReadMethod> {
  const customer = await findCustomer(deps.database.db, userId)
  if (customer === undefined) return { ok: false, reason: 'not_found' }
  return { ok: true, method: { kind: 'saved_card', id: reference, customer } }
}

/**
 * A card just typed. Old card sources and raw digits are refused; a card token becomes a payment
 * method, which is all that the provider takes today.
 *
 * @param purpose see `readCardSource`
 * @param coded the provider's code follows the sentence in brackets
 */
export async function readTypedCard(
  deps: ApiDeps,
  source: string,
  { purpose, coded = false }: { purpose: string; coded?: boolean },
): Promise<ReadMethod> {
  const prefix = /^(pm|tok|ctoken)_\w+$/.exec(source)?.[1]
  if (prefix === undefined) return refused
  if (prefix === 'pm') return { ok: true, method: { kind: 'payment_method', id: source } }
  if (prefix === 'ctoken') return { ok: true, method: { kind: 'confirmation_token', id: source } }
  try {
    // This moves no money. A token works once, so a repeated call must find the payment method it
    // became; for another purpose the provider reports that it is used up.
    const method = await deps.stripe.paymentMethods.create(
      { type: 'card', card: { token: source } },
      { idempotencyKey: `pm:${purpose}:${source}` },
    )
    return { ok: true, method: { kind: 'payment_method', id: method.id } }
  } catch (error) {
    const failure = readProviderFailure(error)
    if (failure.kind === 'declined') {
      const message = coded ? appendDeclineCode(failure.message, failure.code) : failure.message
      return { ok: false, reason: 'invalid', fields: { credit_card: [message] } }
    }
    if (failure.kind === 'refused') return failure.code === 'token_already_used' ? used : refused
    return { ok: false, reason: 'payment_provider_unavailable' }
  }
}
