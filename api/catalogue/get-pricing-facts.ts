import { findUnitPrice } from '../rules/pricing/unit-price.ts'
import { priceCart } from '../rules/pricing/pricing.ts'
import {
  type FeeRule,
  type ListPrices,
  type PricingFacts,
  type QuantityType,
  type UpgradeRule,
} from '../rules/pricing/pricing-facts.ts'
import { getDepartureTags } from '../rules/time/timetable.ts'
import {
  type CatalogueEntry,
  type DepartureRow,
  type FeeRow,
  requireTerminal,
  type UpgradeRow,
} from '../store/catalogue/load-catalogue.ts'

/**
 * The facts for pricing one departure, or the product alone. They are plain values, because an
 * order stores them.
 *
 * @param brandId the selling brand: its own fees apply in addition to those of every brand
 * @param campaignBps the discount of the brand's running campaign
 */
export function getPricingFacts(
  entry: CatalogueEntry,
  departure: DepartureRow | null,
  brandId: number,
  campaignBps: number,
): PricingFacts {
  const terminalId = departure?.departureTerminalId ?? entry.product.departureTerminalId
  const { name, feePriceCents, creditHidden } = entry.product
  const fare = entry.fares.find((one) => one.id === departure?.fareId)
  return {
    product: { name, ...listPricesOf(entry.product), feePriceCents, creditHidden },
    campaignBps,
    fare: fare ? listPricesOf(fare) : null,
    departure: {
      seatPriceCents: departure?.seatPriceCents ?? null,
      flightPriceCents: departure?.flightPriceCents ?? null,
      tags: departure ? getDepartureTags(departure) : [],
    },
    fees: entry.fees.filter((fee) => fee.brandId === null || fee.brandId === brandId).map(feeRuleOf),
    upgrades: entry.upgrades.map(upgradeRuleOf),
    taxBps: requireTerminal(entry.terminals, terminalId).taxBps,
    capacity: entry.aircraftType.maxPassengers,
  }
}

const listPricesOf = ({ seatPriceCents, flightPriceCents }: ListPrices): ListPrices => ({
  seatPriceCents,
  flightPriceCents,
})

const feeRuleOf = (fee: FeeRow): FeeRule => ({
  id: fee.id,
  name: fee.name,
  priceCents: fee.priceCents,
  percentBps: fee.percentBps,
  perSeat: fee.perSeat,
  postponed: fee.postponeUntilGiftCardRedemption,
})

const upgradeRuleOf = ({ id, name, priceCents, percentBps, goodForXPax }: UpgradeRow): UpgradeRule => ({
  id,
  name,
  priceCents,
  percentBps,
  goodForXPax,
})

/**
 * The all-in price of one seat or one whole aircraft, without extras; null when it is not sold by
 * that unit.
 */
export function getAllInCents(facts: PricingFacts, quantityType: QuantityType): number | null {
  if (!findUnitPrice(facts, quantityType)) return null
  const quantity = quantityType === 'seat' ? 1 : facts.capacity
  return priceCart(facts, { quantityType, quantity, upgrades: [] }).totalCents
}
