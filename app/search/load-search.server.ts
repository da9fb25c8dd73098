import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { type AvailableDeparture } from '#contract/availability.ts'
import { type Product, ProductCategoriesReply } from '#contract/catalogue.ts'
import { type FlightSearch, FlightSearchReply } from '#contract/search.ts'
import { splitWords } from '#contract/word-likeness.ts'
import { featuredProducts } from '../catalogue/featured-products.ts'
import { cardFlight } from '../catalogue/flight-card.tsx'
import { listLocations } from '../catalogue/list-locations.server.ts'
import {
  type CatalogueVisit,
  loadCatalogueVisit,
  optionalData,
  requireProducts,
} from '../catalogue/load-catalogue.server.ts'
import { departureRows } from '../catalogue/next-departures.ts'
import { toLocalDate } from '../format/local-time.ts'
import { loadSavedTexts } from '../texts/saved-texts.server.ts'
import { SHARED_HEADERS } from '../visit/cacheable-pages.server.ts'
import { hasFilters, readSearchFilter, type SearchFilter } from './search-query.ts'
import { searchTexts } from './search-texts.server.ts'

const POPULAR = 3

/**
 * The results of a search: flights with bookable departures, places and texts; and suggestions if
 * nothing was found.
 */
async function loadSearch(visit: CatalogueVisit, input: SearchFilter) {
  const { brand, api, now } = visit
  const today = toLocalDate(now.toISOString(), brand.time_zone)
  const query = { brand_id: brand.id, ...input }
  const [products, reply, categories, saved] = await Promise.all([
    requireProducts(visit),
    api.get('/v1/search', FlightSearchReply, { query }),
    api.get('/v1/product_categories', ProductCategoriesReply, { query: { page_size: 100 } }),
    loadSavedTexts(visit),
  ])
  const { texts, asTyped } = searchTexts(input.q, brand, today, saved)
  const answer = optionalData(reply)?.search ?? searchByName(products, input)
  // A word that occurs in our texts is no typo of a word in the catalogue.
  const found = asTyped && answer.read_as !== null ? { flights: [], read_as: null } : answer
  const flights = found.flights.flatMap((flight) => {
    const product = products.find(({ id }) => id === flight.product_id)
    if (!product) return []
    const rows = departureRows(flight.departures, [product], { now, zone: brand.time_zone })
    return { product: cardFlight(product), rows, nearestDates: flight.nearest_dates }
  })
  const popular = featuredProducts(products, optionalData(categories)?.product_categories)
  return {
    wish: input,
    readAs: found.read_as,
    today,
    flights,
    // A place is matched by words, so a search without words finds none.
    places: input.q === '' ? [] : await findPlaces(visit, found.read_as ?? input.q),
    texts: hasFilters(input) && flights.length > 0 ? texts.slice(0, 3) : texts,
    popular: flights.length > 0 ? [] : popular.slice(0, POPULAR).map(cardFlight),
    offered: [...new Set(products.map(({ place }) => place))],
  }
}

export type SearchData = Awaited<ReturnType<typeof loadSearch>>

/** Loads the search page for the query in its address. */
export async function loadSearchPage({ request, context }: LoaderFunctionArgs) {
  const input = readSearchFilter(new URL(request.url).searchParams)
  return data(await loadSearch(await loadCatalogueVisit(request, context), input), {
    headers: SHARED_HEADERS,
  })
}

async function findPlaces(visit: CatalogueVisit, words: string) {
  const searchWords = splitWords(words)
  const locations = await listLocations(visit)
  return locations
    .filter(({ terminal: { name, subtitle, city, state, code, airport } }) => {
      const own = splitWords([name, subtitle, city, state, code, airport].join(' '))
      return searchWords.some(
        (word) => word.length > 2 && own.some((one) => one === word || one.startsWith(word)),
      )
    })
    .map(({ slug, terminal, products }) => ({
      slug,
      name: terminal.name,
      place: terminal.subtitle || terminal.city,
      flights: products.length,
    }))
}

/** For a service without a search: its flights by name, without departures. */
function searchByName(products: readonly Product[], { q, place, tag }: SearchFilter): FlightSearch {
  const searchWords = splitWords(q)
  const flights = products
    .filter((one) => place === undefined || one.place === place)
    .filter((one) => tag === undefined || one.tag_list.includes(tag))
    .filter((one) => {
      const own = splitWords(`${one.name} ${one.subtitle} ${one.departure_terminal_name}`)
      return searchWords.every((word) => own.some((known) => known.startsWith(word)))
    })
  return {
    flights: flights.map(({ id }) => ({ product_id: id, departures: [], nearest_dates: [] })),
    read_as: null,
  }
}

/**
 * The soonest departure at sunset with a free seat; undefined if there is none, or if the service
 * cannot list them.
 */
export async function findNextSunset({
  api,
  brand,
}: CatalogueVisit): Promise<AvailableDeparture | undefined> {
  const query = { brand_id: brand.id, tag: 'sunset', limit: 1 }
  const found = optionalData(await api.get('/v1/search', FlightSearchReply, { query }))
  return found?.search.flights
    .flatMap(({ departures }) => departures)
    .toSorted((a, b) => a.depart_at.localeCompare(b.depart_at))[0]
}
