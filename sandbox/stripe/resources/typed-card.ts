import { z } from 'zod'
import { incorrectNumber, liveCard } from '../../cards/decline-reasons.ts'
import { type CardName, findCardByNumber, passesLuhn } from '../../cards/test-cards.ts'
import { Text } from '../form-parameters.ts'
import { cardFailure } from '../stripe-failure.ts'
import { type Expiry } from './new-payment-method.ts'

/** The card fields of a page. */
export const TypedCard = z.strictObject({
  number: z.string().max(40),
  exp_month: z.string().max(4),
  exp_year: z.string().max(6),
  cvc: z.string().max(8).optional(),
})
/** A text that may be empty. */
const Loose = z.union([z.literal(''), Text]).optional()
export const Billing = z.strictObject({
  email: Loose,
  name: Loose,
  phone: Loose,
  address: z.record(z.string().max(40), z.string().max(500)).optional(),
})
export const MethodData = z.strictObject({
  type: z.literal('card', { error: 'only card is supported here' }),
  card: TypedCard,
  billing_details: Billing.optional(),
  allow_redisplay: z.enum(['always', 'limited', 'unspecified']).optional(),
  metadata: z.record(z.string().max(40), z.string().max(500)).optional(),
})

const wrong = (code: string, message: string) => cardFailure({ code, message })

/**
 * Finds the test card that was typed; its number is not stored.
 *
 * @param at seconds since 1970
 * @throws StripeFailure 402 for other or expired cards
 */
export function readTypedCard(
  typed: z.output<typeof TypedCard>,
  at: number,
): { card: CardName; expiry: Expiry } {
  const digits = typed.number.replace(/[\s-]/g, '')
  const card = findCardByNumber(digits)
  if (!card) throw cardFailure(passesLuhn(digits) ? liveCard : incorrectNumber)
  const month = Number(typed.exp_month)
  const year = Number(typed.exp_year) % 100
  const now = new Date(at * 1000)
  if (!Number.isInteger(month) || month < 1 || month > 12) {
    throw wrong('invalid_expiry_month', "Your card's expiration month is invalid.")
  }
  const months = (2000 + year) * 12 + month
  if (!Number.isInteger(year) || months < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1) {
    throw wrong('invalid_expiry_year', "Your card's expiration year is invalid.")
  }
  if (typed.cvc !== undefined && !/^\d{3,4}$/.test(typed.cvc)) {
    throw wrong('invalid_cvc', "Your card's security code is invalid.")
  }
  return { card, expiry: { month, year: 2000 + year } }
}
