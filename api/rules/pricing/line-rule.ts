import { type QuantityType } from './pricing-facts.ts'
import { type UnitPrice } from './unit-price.ts'

/** Suffix of the rule of a price that a running campaign lowered. */
type Sale = '' | ':campaign'
/**
 * Suffix of the rule of a fee that gift cards have paid, or have limited to the amount they name.
 */
type OfCard = '' | ':waived' | ':limited'

/** The rule that made a line, for "why this price". `explainLine` has a sentence for each. */
export type LineRule =
  | `${QuantityType}_price:${UnitPrice['source']}${Sale}`
  | `second_seat${Sale}`
  | `gift_purchase:${QuantityType}${Sale}`
  | 'upgrade:flat'
  | 'upgrade:percent'
  | 'reschedule_fee:early'
  | 'reschedule_fee:late'
  | `difference:${QuantityType}`
  | 'prize'
  | `gift_card:${QuantityType}`
  | 'discount:amount'
  | 'discount:percent'
  | `fee:${'flat' | 'percent'}${'' | '_per_seat'}${OfCard}`
  | 'tax:terminal'
  | 'voucher'
  | 'minimum_charge'
