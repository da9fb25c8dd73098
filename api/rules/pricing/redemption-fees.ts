import { percentOf } from '../money/money.ts'
import { type FeeRule, type PricingFacts, type QuantityType } from './pricing-facts.ts'
import { findUnitPrice } from './price-lines.ts'

/** A fee that a gift card does not include: it is charged at redemption. */
export interface RedemptionFee {
  feeId: number
  name: string
  /** The most that is charged for one card, with tax. */
  cents: number
}

/**
 * The fees that wait for a gift card's redemption, based on the list price of its own fare. The
 * card keeps the amounts named here, so that later increases and new fees do not apply to its
 * holder.
 * @param facts those of the card's fare, without a departure
 * @param paidFeeIds the fees paid with the card
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
