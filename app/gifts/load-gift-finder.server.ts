import { findShopBrand } from '#brands/index.ts'
import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { FaresReply, type Product, SchedulesReply } from '#contract/catalogue.ts'
import { GiftQuoteReply } from '#contract/quote.ts'
import {
  type CatalogueVisit,
  loadCatalogueVisit,
  optionalData,
  requireProducts,
} from '../catalogue/load-catalogue.server.ts'
import { SHARED_HEADERS } from '../visit/cacheable-pages.server.ts'
import {
  findRelaxations,
  type GiftCandidate,
  type GiftFilter,
  hasGiftFilter,
  rankGifts,
  readGiftFilter,
} from './gift-finder.ts'

/** A fare that can be given as a gift, before it is priced. */
type Giftable = Omit<GiftCandidate, 'total' | 'cards'> & { seatsEach: number }

/** Loads the gift finder with the answers in its address. */
export async function loadGiftFinderPage({ request, context }: LoaderFunctionArgs) {
  const params = new URL(request.url).searchParams
  const visit = await loadCatalogueVisit(request, context)
  const [input, asked] = [readGiftFilter(params), hasGiftFilter(params)]
  const found = await loadGiftFinder(visit, input, asked)
  return data(
    { text: findShopBrand(visit.brand.id).texts.giftFinder, wish: input, asked, ...found },
    { headers: SHARED_HEADERS },
  )
}

/**
 * The flights with the gift cards that match, best first; if none does, the answers that could be
 * removed.
 */
async function loadGiftFinder(visit: CatalogueVisit, input: GiftFilter, hasAnswers: boolean) {
  const products = (await requireProducts(visit)).filter(
    ({ enable_bnsl, availability }) => enable_bnsl && availability === 'available',
  )
  if (!hasAnswers || products.length === 0) return { given: products.length > 0, flights: [], ways: [] }
  const giftable = await loadGiftable(visit, products)
  const gifts = await priceGifts(visit, giftable, input.guests)
  const fitting = rankGifts(gifts, input)
  const flights = [...new Set(fitting.map(({ product }) => product))].flatMap((id) => {
    const product = products.find((one) => one.id === id)
    return product
      ? [
          {
            ...presentProduct(product),
            cards: fitting.filter((gift) => gift.product === id).map(presentGiftCard),
          },
        ]
      : []
  })
  const nothing = flights.length === 0
  const alone = nothing && input.guests > 1 ? await priceGifts(visit, giftable, 1) : []
  return { given: gifts.length > 0, flights, ways: nothing ? findRelaxations(gifts, alone, input) : [] }
}

function presentProduct(product: Product) {
  const { id, name, slug, subtitle, place, tag_list, duration_label, departure_terminal_name } = product
  const { max_passengers: seats } = product.aircraft_type
  const { photo, photo_focal } = product
  return {
    ...{
      id,
      name,
      slug,
      subtitle,
      place,
      photo,
      photo_focal,
      tag_list,
      duration_label,
      departure_terminal_name,
    },
    seats,
  }
}
const presentGiftCard = ({ fare, cards, total }: GiftCandidate) => ({ ...fare, cards, total })

/** The departures of a fare decide at which times of day its card is valid. */
async function loadGiftable({ api }: CatalogueVisit, products: readonly Product[]): Promise<Giftable[]> {
  const query = { product_id: products.map(({ id }) => id) }
  const [fares, week] = await Promise.all([
    api.get('/v1/fares', FaresReply, { query: { ...query, page_size: 100 } }),
    api.get('/v1/schedules', SchedulesReply, { query }),
  ])
  const rules = optionalData(week)?.schedule.flatMap(({ departures }) => departures) ?? []
  return (optionalData(fares)?.fares ?? []).flatMap((fare) => {
    const product = products.find(({ id }) => id === fare.product_id)
    if (!fare.giftable || !product) return []
    const own = rules.filter((rule) =>
      fare.covers_all_fares ? rule.product_id === product.id : rule.fare_id === fare.id,
    )
    const { tag_list, eligibility } = product
    return {
      ...{ fare: { id: fare.id, name: fare.name }, product: product.id },
      // A card of a fare that only sells whole aircraft is enough for all guests on board.
      seatsEach: fare.seat_price === null ? product.aircraft_type.max_passengers : 1,
      doorsOff: tag_list.includes('doors_off') || product.aircraft_type.category === 'doors_off',
      forPictures: tag_list.includes('focus_flight'),
      minAge: eligibility?.min_age_years ?? 0,
      wheelchair: eligibility ? eligibility.wheelchair_boarding !== 'none' : false,
      sunset: own.some(({ departure_type }) => departure_type === 'sunset'),
      night: own.some(({ tag_list: tags }) => tags.includes('night')),
    }
  })
}

/**
 * The price that the checkout asks for the cards of all guests. A card without a price cannot be
 * sold now.
 */
async function priceGifts(
  { api, brand }: CatalogueVisit,
  giftable: readonly Giftable[],
  guests: number,
): Promise<GiftCandidate[]> {
  const priced = await Promise.all(
    giftable.map(async (gift) => {
      const cards = Math.ceil(guests / gift.seatsEach)
      const gift_purchase = { brand_id: brand.id, fare_id: gift.fare.id, quantity: cards }
      const quoted = optionalData(
        await api.post('/v1/quotes', GiftQuoteReply, { body: { gift_purchase }, everybody: true }),
      )
      return quoted ? [{ ...gift, cards, total: quoted.quote.total }] : []
    }),
  )
  return priced.flat()
}
