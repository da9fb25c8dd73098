import { type DbOrTx } from '../db/client.ts'
import { findUnitPrice, getCampaignBps } from '../rules/pricing/price-lines.ts'
import { type ListPrices, type PricingFacts, type QuantityType } from '../rules/pricing/pricing-facts.ts'
import { isPublished } from '../rules/time/local-time.ts'
import {
  type FareRow,
  getPricingFacts,
  type ProductRow,
  readCatalogue,
} from '../store/catalogue/read-catalogue.ts'
import { type DescribedGift, describeGift } from './describe-gift.ts'

/** The facts about gift cards for a fare. */
export interface GiftFacts {
  brandId: number
  product: ProductRow
  fare: FareRow
  /** What each card pays: a seat, or an aircraft where the fare sells whole aircraft only. */
  unit: QuantityType
  /** The engine's input, without a departure. */
  pricing: PricingFacts
  /** Which departures each card will pay. */
  goodFor: Pick<DescribedGift, 'label' | 'coversAllFares'>
  /** Days are counted in the time zone of the departure. */
  timezone: string
}

export type GiftFactsResult =
  { ok: true; facts: GiftFacts } | { ok: false; reason: 'brand_unknown' | 'not_giftable' }

/**
 * Finds a fare that the brand sells as gift cards: giftable, of a published product that can be
 * bought now and scheduled later.
 */
export async function loadGiftFacts(
  db: DbOrTx,
  { brandId, fareId, now }: { brandId: number; fareId: number; now: Date },
): Promise<GiftFactsResult> {
  const catalogue = await readCatalogue(db)
  const brand = catalogue.brands.find(({ id }) => id === brandId)
  if (!brand) return { ok: false, reason: 'brand_unknown' }
  const entry = catalogue.entries.find(({ fares }) => fares.some(({ id }) => id === fareId))
  const fare = entry?.fares.find(({ id }) => id === fareId)
  const sold = entry && isPublished(entry.product, now) && entry.product.enableBnsl
  if (!fare?.giftable || !sold || !brand.productBrandIds.includes(entry.product.brandId)) {
    return { ok: false, reason: 'not_giftable' }
  }
  const facts = getPricingFacts(entry, null, brandId, getCampaignBps(entry.campaigns, brandId, now))
  const unit = (['seat', 'flight'] as const).find((one) => findUnitPrice(facts, one))
  if (!unit) return { ok: false, reason: 'not_giftable' }
  const pricing: PricingFacts = { ...facts, fare: giftPrices(fare, unit) }
  const { timezone } = entry.departureTerminal
  const card = { productId: entry.product.id, goodForFareId: fareId, goodForFareIds: [fareId], unit }
  const { label, coversAllFares } = describeGift(card, catalogue, now)
  const goodFor = { label, coversAllFares }
  return { ok: true, facts: { brandId, product: entry.product, fare, unit, pricing, goodFor, timezone } }
}

/** The price of gift cards of a fare: their own price if set, otherwise the fare's. */
export const giftPrices = (fare: FareRow, unit: QuantityType): ListPrices => ({
  seatPriceCents: unit === 'seat' ? (fare.giftPriceCents ?? fare.seatPriceCents) : fare.seatPriceCents,
  flightPriceCents:
    unit === 'flight' ? (fare.giftPriceCents ?? fare.flightPriceCents) : fare.flightPriceCents,
})
