import { findUnitPrice } from '../domain/unit-price.ts'
import { priceCart } from '../domain/pricing.ts'
import { type PricingFacts, type QuantityType } from '../domain/pricing-facts.ts'
import { getDepartureTags } from '../domain/timetable.ts'
import { type CatalogueEntry, type DepartureRow, requireTerminal } from './load-catalogue.ts'

/**
 * What the engine needs to price one departure, or the product by itself.
 *
 * @param brandId the brand that sells: its own fees apply beside those of every brand
 */
export function getPricingFacts(
  entry: CatalogueEntry,
  departure: DepartureRow | null,
  brandId: number,
): PricingFacts {
  const terminalId = departure?.departureTerminalId ?? entry.product.departureTerminalId
  return {
    product: entry.product,
    fare: entry.fares.find((fare) => fare.id === departure?.fareId) ?? null,
    departure: {
      seatPriceCents: departure?.seatPriceCents ?? null,
      flightPriceCents: departure?.flightPriceCents ?? null,
      tags: departure ? getDepartureTags(departure) : [],
    },
    fees: entry.fees.filter((fee) => fee.brandId === null || fee.brandId === brandId),
    upgrades: entry.upgrades,
    taxBps: requireTerminal(entry.terminals, terminalId).taxBps,
    capacity: entry.aircraftType.maxPassengers,
  }
}

/** All-in price of one seat or one whole aircraft, without extras; null where it is not sold that way. */
export function getAllInCents(facts: PricingFacts, quantityType: QuantityType): number | null {
  if (!findUnitPrice(facts, quantityType)) return null
  const quantity = quantityType === 'seat' ? 1 : facts.capacity
  return priceCart(facts, { quantityType, quantity, upgrades: [] }).totalCents
}
