import { type RescheduleFee } from './reschedule-fee.ts'
import { type PriceDifference } from './reschedule-parts.ts'
import { countOf, formatTimes, type Priced, type PricedLine, taxLines } from '../pricing/price-lines.ts'
import { type PricedChange } from '../pricing/price-added-upgrades.ts'
import { priceUnits } from '../pricing/pricing.ts'
import { type PricingFacts, type QuantityType } from '../pricing/pricing-facts.ts'

export interface RescheduleCharges {
  fee: Pick<RescheduleFee, 'unitCents' | 'quantity' | 'isLate'>
  /** How much more the seats or aircraft cost by list price. */
  differences: readonly PriceDifference[]
}

/**
 * Prices a reschedule: the fee, and the difference by list price. A cheaper flight refunds nothing.
 * Both are taxed like the flight.
 * @param facts of the new departure
 * @param creditCents the most account credit to use
 */
export function priceReschedule(
  facts: PricingFacts,
  { quantityType, units, creditCents }: { quantityType: QuantityType; units: number; creditCents: number },
  charges: RescheduleCharges,
): PricedChange {
  const cart = { quantityType, quantity: units, upgrades: [], creditCents }
  const lines = (priced: Priced) => [
    ...feeLine(charges),
    ...charges.differences.map((one) => differenceLine(priced, one)),
  ]
  return priceUnits(facts, cart, units, [lines, taxLines])
}

function feeLine({ fee: { unitCents, quantity, isLate } }: RescheduleCharges): PricedLine[] {
  if (quantity === 0) return []
  return [
    {
      kind: 'reschedule_fee',
      label: 'Rescheduling fee',
      detail: formatTimes(quantity, unitCents),
      quantity,
      unitCents,
      amountCents: unitCents * quantity,
      rule: isLate ? 'reschedule_fee:late' : 'reschedule_fee:early',
      subjectId: null,
    },
  ]
}

function differenceLine({ cart }: Priced, { cents, units }: PriceDifference): PricedLine {
  const count =
    cart.quantityType === 'seat'
      ? countOf(units, 'seat', 'seats')
      : countOf(units, 'whole aircraft', 'whole aircraft')
  return {
    kind: 'difference',
    label: `Price difference, ${count}`,
    detail: formatTimes(units, cents),
    quantity: units,
    unitCents: cents,
    amountCents: cents * units,
    rule: `difference:${cart.quantityType}`,
    subjectId: null,
  }
}
