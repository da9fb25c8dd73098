import { type PricedChange } from './price-added-upgrades.ts'
import {
  feeLines,
  flightLines,
  type Priced,
  type PricedLine,
  secondSeatLines,
  taxLines,
} from './price-lines.ts'
import { priceUnits } from './pricing.ts'
import { type Cart, type FeeRule, type PricingFacts } from './pricing-facts.ts'

/**
 * Prices guests who join a paid party: seats at the present price of the departure, with the campaign
 * that runs now, the fees of each seat and the tax. What is charged once per order was charged with the
 * order, and its code counted on what was bought with it.
 * @param facts of the departure today
 * @param creditCents the most account credit to use
 * @throws TypeError when the departure sells no seats
 */
export function priceAddedGuests(
  facts: PricingFacts,
  guests: Pick<Cart, 'quantity' | 'secondSeats' | 'passengerTypes'>,
  creditCents: number,
): PricedChange {
  const cart: Cart = { quantityType: 'seat', ...guests, upgrades: [], creditCents }
  return priceUnits(facts, cart, guests.quantity, [flightLines, secondSeatLines, seatFeeLines, taxLines])
}

const seatFeeLines = (priced: Priced): PricedLine[] =>
  feeLines({ ...priced, facts: { ...priced.facts, fees: priced.facts.fees.filter(isOfSeats) } })

/** A flat fee of the order is charged once; any other grows with the seats. */
const isOfSeats = ({ perSeat, percentBps }: FeeRule): boolean => perSeat || percentBps !== null

/** What somebody costs who joins an aircraft that was bought whole. */
export const PRICED_NOTHING: PricedChange = {
  lines: [],
  unitPriceCents: 0,
  listPriceCents: 0,
  subtotalCents: 0,
  feesCents: 0,
  taxCents: 0,
  discountCents: 0,
  creditsCents: 0,
  totalCents: 0,
  totalBeforeTendersCents: 0,
  tenders: { giftCards: [], vouchers: [], creditCents: 0 },
  amountDueCents: null,
}
