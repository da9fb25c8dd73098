import { type z } from 'zod'
import { type SandboxToken } from '../../store/kinds.ts'
import { type StoredObject, type UnitOfWork } from '../../store/unit-of-work.ts'
import { findCardByTestName, getTestCard } from '../../cards/test-cards.ts'
import { invalid, missing } from '../stripe-failure.ts'
import { type BillingDetails, newPaymentMethod } from './new-payment-method.ts'
import { readTypedCard, type TypedCard } from './typed-card.ts'

/** Creates a `tok_…` for a typed card. */
export function newToken(unit: UnitOfWork, typed: z.output<typeof TypedCard>): SandboxToken {
  const { card, expiry } = readTypedCard(typed, unit.now)
  const { brand, number } = getTestCard(card)
  const token: SandboxToken = {
    id: unit.newId('tok_'),
    object: 'token',
    card: { brand, last4: number.slice(-4), exp_month: expiry.month, exp_year: expiry.year },
    created: unit.now,
    livemode: false,
    type: 'card',
    used: false,
  }
  unit.put('token', token, { card })
  return token
}

/**
 * Creates a payment method from a token. A test name such as `tok_visa` works any number of times,
 * a typed card's token once.
 */
export async function resolveTokenMethod(
  unit: UnitOfWork,
  id: string,
  rest: { billing?: BillingDetails; metadata?: Record<string, string> },
): Promise<StoredObject<'payment_method'>> {
  const testCard = id.startsWith('tok_') ? findCardByTestName(id) : undefined
  if (testCard) return newPaymentMethod(unit, testCard, rest)
  const stored = await unit.find('token', id)
  if (!stored) throw missing('token', id, 'card[token]')
  if (stored.data.used) {
    throw invalid(`You cannot use a Stripe token more than once: ${id}.`, { code: 'token_already_used' })
  }
  unit.put('token', { ...stored.data, used: true }, stored.hidden)
  const { exp_month: month, exp_year: year } = stored.data.card
  return newPaymentMethod(unit, stored.hidden.card, { ...rest, expiry: { month, year } })
}
