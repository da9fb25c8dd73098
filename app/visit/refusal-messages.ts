import { type ErrorCode, type FieldErrors } from '#contract/errors.ts'
import { CARD_TEXT } from './card-text.ts'

/**
 * The code of a refusal: that of `/v1`, `invalid` for a 422, `unreachable` for an answer that is
 * missing or unreadable.
 */
export type RefusalCode = ErrorCode | 'invalid' | 'unreachable'

/** The message of spec section 8 if the service gives none. */
export const FALLBACK = 'Something went wrong, please check your order or contact support.'
const BUSY =
  'We could not reach our payment provider just now. Please try again: you will not be charged twice.'

/**
 * The message for each refusal in the checkout. `undefined` passes on the service's own message
 * (spec section 8: "otherwise the first server error message").
 */
const sentences = {
  sold_out: 'These seats were just taken. You have not been charged.',
  too_heavy: undefined,
  flight_closed: 'Sales for this flight have closed. You have not been charged.',
  price_changed: 'The price changed while you were here. Please look at the new total before you book.',
  already_paid: 'This order is paid already. Look for its confirmation in your mail.',
  order_expired: 'Your seats were no longer held. You have not been charged; please try again.',
  payment_in_progress: 'A payment for this order is under way. Please wait a moment, then look again.',
  // Only the service knows how long to wait, and for what.
  too_many_holds: undefined,
  rate_limited: undefined,
  finished_elsewhere: undefined,
  maintenance: undefined,
  service_unavailable: undefined,
  payment_provider_unavailable: BUSY,
  unreachable: BUSY,
  internal: FALLBACK,
  malformed_json: FALLBACK,
  unsupported_media_type: FALLBACK,
  idempotency_mismatch: FALLBACK,
  unauthorized: 'Your visit has timed out. Everything you typed is still here; please try again.',
  approval_needed: undefined,
  second_factor_needed: undefined,
  proof_needed: undefined,
  forbidden: FALLBACK,
  not_found: 'This flight is not on sale any more. You have not been charged.',
  changed_meanwhile: undefined,
  conflict: undefined,
  invalid: undefined,
} as const satisfies Record<RefusalCode, string | undefined>

const isRefusalCode = (code: string): code is RefusalCode => code in sentences

/**
 * Spec section 8: two server messages are replaced, and text in brackets is removed from a card's
 * message.
 */
const SAID_OTHERWISE: Readonly<Record<string, string>> = {
  'Gift card must exist.': 'Gift card is not valid, contact support.',
  'Your card was declined.': 'Your card was declined. try a different card or contact your bank.',
}

const withoutBrackets = (text: string) => text.replace(/\s*\([^)]*\)/g, '').trim()

/**
 * The checkout's message for a refusal of `/v1`, by the rules of spec section 8 in their order.
 *
 * @param refusal `message` is the first server message, `errors` the messages of a 422 by field
 */
export function checkoutMessage(refusal: { code: string; message: string; errors: FieldErrors }): string {
  const card = refusal.errors['credit_card']?.[0]
  if (card) {
    const cut = withoutBrackets(card)
    return SAID_OTHERWISE[cut] ?? (cut || FALLBACK)
  }
  const ownSentence = isRefusalCode(refusal.code) ? sentences[refusal.code] : FALLBACK
  if (ownSentence) return ownSentence
  const message = refusal.message.trim()
  return SAID_OTHERWISE[message] ?? (message || FALLBACK)
}

/** Messages of spec sections 5 and 8, and our own for the rest. */
export const CHECKOUT_TEXT = {
  required: 'This field is required',
  quantity: 'Please input a quantity',
  terms: 'Please read and accept the terms & conditions',
  dateAndTime: 'Please check you selected the date and time',
  weight: 'Write a weight in pounds, like 180, or leave it empty',
  notOnSale: 'This flight is not on sale any more.',
  codeNotApplied: 'Press Apply Discount first to see the total with this code, or empty the field',
  noCard: CARD_TEXT.noCard,
  newDue: 'What is left to pay changed with what you chose. Please look at the new total before you book.',
  cardUnusable: 'This card cannot be used here. Try another card.',
} as const
