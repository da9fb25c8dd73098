import { type AvailableDeparture } from '#contract/availability.ts'
import { type Product } from '#contract/catalogue.ts'
import { QuoteReply } from '#contract/quote.ts'
import {
  type CatalogueVisit,
  getNextDepartures,
  requireProducts,
} from '../catalogue/load-catalogue.server.ts'

/** A flight that accepts a code, and its price with and without. */
export interface CodeOffer {
  product: Pick<
    Product,
    'id' | 'slug' | 'name' | 'flight_duration_mins' | 'departure_terminal_name' | 'seat_price'
  >
  /** All-in, in dollars: of one seat, or of the aircraft where no seats are sold. */
  price: number
  before: number
}

/** This many departures include the next ones of each flight. */
const AHEAD = 50

/**
 * The flights of the brand whose next departure accepts the code, in the order of the catalogue.
 */
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
 * The price of a flight's next departure with and without the code; undefined if none accepts it.
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
  const result = await visit.api.post('/v1/quotes', QuoteReply, { body, everybody: true })
  const before = whole ? next.flight_price_total : next.seat_price_total
  if (!result.ok || !result.data.quote.discount_code?.applied || before === null) return undefined
  return { price: result.data.quote.total, before }
}
