import { type z } from 'zod'
import { type SandboxToken } from '../../store/kinds.ts'
import { type StoredObject, type UnitOfWork } from '../../store/unit-of-work.ts'
import { findCardByTestName, getTestCard } from '../../cards/test-cards.ts'
import { invalid, missing } from '../stripe-failure.ts'
import { type BillingDetails, newPaymentMethod } from './new-payment-method.ts'
import { readTypedCard, type TypedCard } from './typed-card.ts'

/** A `tok_…` for what was typed. */
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
 * The payment method a token becomes: a test name such as `tok_visa` any number of times, a typed
 * one once.
 */
export async function resolveTokenMethod(
  unit: UnitOfWork,
  id: string,
  rest: { billing?: BillingDetails; metadata?: Record<string, string> },
): Promise<StoredObject<'payment_method'>> {
  const twin = id.startsWith('tok_') ? findCardByTestName(id) : undefined
  if (twin) return newPaymentMethod(unit, twin, rest)
  const kept = await unit.find('token', id)
  if (!kept) throw missing('token', id, 'card[token]')
  if (kept.data.used) {
    throw invalid(`You cannot use a Stripe token more than once: ${id}.`, { code: 'token_already_used' })
  }
  unit.put('token', { ...kept.data, used: true }, kept.hidden)
  const { exp_month: month, exp_year: year } = kept.data.card
  return newPaymentMethod(unit, kept.hidden.card, { ...rest, expiry: { month, year } })
}
