import { type AvailableDeparture } from '#contract/availability.ts'
import { type Product } from '#contract/catalogue.ts'
import { QuoteReply } from '#contract/quote.ts'
import {
  type CatalogueVisit,
  getNextDepartures,
  requireProducts,
} from '../catalogue/load-catalogue.server.ts'

/** A flight that takes a code, and what it costs with and without. */
export interface CodeOffer {
  product: Pick<
    Product,
    'id' | 'slug' | 'name' | 'flight_duration_mins' | 'departure_terminal_name' | 'seat_price'
  >
  /** All-in, for one seat, or for the aircraft where no seats are sold; dollars. */
  price: number
  before: number
}

/** So many departures hold the next ones of each flight. */
const AHEAD = 50

/** The flights of the brand whose next departure takes a code, in the order they are sold. */
export async function loadCodeOffers(visit: CatalogueVisit, code: string): Promise<CodeOffer[]> {
  const [products, departures] = await Promise.all([
    requireProducts(visit),
    getNextDepartures(visit, { limit: AHEAD }),
  ])
  const offers = products.map(async (product): Promise<CodeOffer | undefined> => {
    const quoted = await quoteCode(visit, product, departures, code)
    const { id, slug, name, flight_duration_mins, departure_terminal_name, seat_price } = product
    const shown = { id, slug, name, flight_duration_mins, departure_terminal_name, seat_price }
    return quoted && { product: shown, ...quoted }
  })
  return (await Promise.all(offers)).filter((offer) => offer !== undefined)
}

/**
 * What the next departure of a flight costs with a code and without; undefined where it takes none.
 *
 * @param departures the next ones, of other flights too
 */
export async function quoteCode(
  visit: CatalogueVisit,
  product: Pick<Product, 'id' | 'seat_price'>,
  departures: readonly AvailableDeparture[],
  code: string,
): Promise<{ price: number; before: number } | undefined> {
  const next = departures.find(
    ({ product_id, tags }) => product_id === product.id && !tags.includes('sunset'),
  )
  if (!next) return undefined
  const whole = product.seat_price === null
  const body = {
    brand_id: visit.brand.id,
    departure_id: next.departure_id,
    depart_at: next.depart_at,
    quantity_type: whole ? 'flight' : 'seat',
    quantity: 1,
    discount_code_code: code,
  }
  const result = await visit.api.post('/v1/quotes', QuoteReply, { body })
  const before = whole ? next.flight_price_total : next.seat_price_total
  if (!result.ok || !result.data.quote.discount_code?.applied || before === null) return undefined
  return { price: result.data.quote.total, before }
}
