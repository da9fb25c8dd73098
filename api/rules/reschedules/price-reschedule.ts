import { type RescheduleFee } from './reschedule-fee.ts'
import { type Difference } from './reschedule-parts.ts'
import { taxLines } from '../pricing/fee-lines.ts'
import { type PricedChange } from '../pricing/price-added-upgrades.ts'
import { countOf, type Priced, type PricedLine, times } from '../pricing/price-lines.ts'
import { priceUnits } from '../pricing/pricing.ts'
import { type PricingFacts, type QuantityType } from '../pricing/pricing-facts.ts'

export interface MoveCharges {
  fee: Pick<RescheduleFee, 'unitCents' | 'quantity' | 'late'>
  /** What seats or aircraft cost more by list price. */
  differences: readonly Difference[]
}

/**
 * Prices a move: the fee, and what the new flight costs more by list price; nothing comes back for
 * a cheaper one. Taxed like the flight.
 *
 * @param facts of the new departure
 * @param creditCents account credit to use at most
 */
export function priceMove(
  facts: PricingFacts,
  { quantityType, units, creditCents }: { quantityType: QuantityType; units: number; creditCents: number },
  charges: MoveCharges,
): PricedChange {
  const cart = { quantityType, quantity: units, upgrades: [], creditCents }
  const lines = (priced: Priced) => [
    ...feeLine(charges),
    ...charges.differences.map((one) => differenceLine(priced, one)),
  ]
  return priceUnits(facts, cart, units, [lines, taxLines])
}

function feeLine({ fee: { unitCents, quantity, late } }: MoveCharges): PricedLine[] {
  if (quantity === 0) return []
  return [
    {
      kind: 'reschedule_fee',
      label: 'Rescheduling fee',
      detail: times(quantity, unitCents),
      quantity,
      unitCents,
      amountCents: unitCents * quantity,
      rule: late ? 'reschedule_fee:late' : 'reschedule_fee:early',
      subjectId: null,
    },
  ]
}

function differenceLine({ cart }: Priced, { cents, units }: Difference): PricedLine {
  const count =
    cart.quantityType === 'seat'
      ? countOf(units, 'seat', 'seats')
      : countOf(units, 'whole aircraft', 'whole aircraft')
  return {
    kind: 'difference',
    label: `Price difference, ${count}`,
    detail: times(units, cents),
    quantity: units,
    unitCents: cents,
    amountCents: cents * units,
    rule: `difference:${cart.quantityType}`,
    subjectId: null,
  }
}
