import { percentOf } from '../money/money.ts'
import { type FeeRule, type PricingFacts, type QuantityType } from './pricing-facts.ts'
import { findUnitPrice } from './unit-price.ts'

/** A fee that a gift card does not have in it: it is charged when the card is redeemed. */
export interface RedemptionFee {
  feeId: number
  name: string
  /** For one card, with the tax on it: the most that is charged. */
  cents: number
}

/**
 * The fees that wait for a gift card's redemption, counted on the price of its own fare before any
 * sale. A card keeps them as they are named here, so that a fee that rises later, or is new, is not
 * charged to whoever holds it.
 *
 * @param facts those of the card's fare, without a departure
 * @param paidFeeIds what is paid with the card
 */
export function findRedemptionFees(
  facts: PricingFacts,
  unit: QuantityType,
  paidFeeIds: readonly number[],
): RedemptionFee[] {
  const base = facts.product.feePriceCents ?? findUnitPrice(facts, unit)?.listCents ?? 0
  return facts.fees
    .filter(({ id }) => !paidFeeIds.includes(id))
    .map((fee) => ({ feeId: fee.id, name: fee.name, cents: withTax(facts, centsOf(fee, base)) }))
    .filter(({ cents }) => cents > 0)
}

const centsOf = ({ percentBps, priceCents }: FeeRule, base: number) =>
  percentBps === null ? (priceCents ?? 0) : percentOf(base, percentBps)

const withTax = ({ taxBps }: PricingFacts, cents: number) => cents + percentOf(cents, taxBps)

/** The ids of the fees that are paid when a gift card is bought. */
export const paidWithCard = ({ fees }: Pick<PricingFacts, 'fees'>): number[] =>
  fees.flatMap(({ id, postponed }) => (postponed ? [] : [id]))
