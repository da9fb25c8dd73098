import { type Product } from '#contract/catalogue.ts'
import { ProductAvailability } from '#contract/enums.ts'
import { guessPlace } from '#contract/guess-place.ts'
import {
  type SpecOnlyAnswer,
  type SpecOnlyCall,
  found,
  missing,
  readList,
  readOne,
  refused,
} from './call.server.ts'
import {
  readDollars,
  readId,
  readIds,
  readInstant,
  isLooseObject,
  type LooseObject,
  readNumber,
  readText,
  readTexts,
} from '../loose-values.server.ts'
import { type ApiResult } from '../../api-result.ts'

/** Products of this brand id are sold by every brand. */
const SHARED_BRAND = 4
const CHECK_IN_MINUTES = 45
const pagination = (count: number) => ({
  pagination: { current_page: 1, total_pages: 1, total_count: count, page_size: count },
})

/**
 * A product in the contract's format, from the fields of spec section 3; undefined without an id, a
 * name and a price.
 */
function readProduct(row: LooseObject): Product | undefined {
  const id = readId(row['id'])
  const name = readText(row['name'])
  const seat = readDollars(row['seat_price'])
  const flight = readDollars(row['flight_price'])
  const price = seat ?? flight
  if (id === undefined || name === '' || price === null) return undefined
  const minutes = Math.round(readNumber(row['flight_duration_mins']) ?? 0)
  const availability = ProductAvailability.safeParse(row['availability'])
  return {
    ...{ id, name, seat_price: seat, flight_price: flight, flight_duration_mins: minutes },
    // Only the service knows its fees: until an order exists these are prices before fees, and the
    // pages say so.
    ...{ seat_price_total: seat, flight_price_total: flight, from_price_total: price },
    ...readTerminals(row),
    ...guessPlace(`${name} ${readText(row['slug'])} ${readText(row['departure_terminal_name'])}`),
    brand_id: readId(row['brand_id']) ?? SHARED_BRAND,
    subtitle: readText(row['subtitle']),
    slug: readText(row['slug'], String(id)),
    description: readText(row['description']),
    enable_bnsl: row['enable_bnsl'] === true,
    aircraft_type_id: readId(row['aircraft_type_id']) ?? 1,
    aircraft_type: readAircraftType(row),
    duration_label: readText(row['duration_label'], `${String(minutes)} minutes`),
    check_in_mins: CHECK_IN_MINUTES,
    availability: availability.success ? availability.data : 'available',
    publish_at: readInstant(row['publish_at']),
    publish_until: readInstant(row['publish_until']),
    publish_status: 'published',
    ...{ route_stops: [], included: [], images: [] },
    tag_list: readTexts(row['tag_list']),
    upgrade_ids: readIds(row['upgrade_ids']),
    fare_id: readId(row['fare_id']) ?? null,
    categories: [],
    show_on_homepage: row['show_on_homepage'] !== false,
  }
}

/** "With names" (spec section 3): beside the ids, or inside an object. */
function readTerminals(row: LooseObject) {
  const read = (end: 'departure' | 'arrival') => {
    const nested = row[`${end}_terminal`]
    const terminal = isLooseObject(nested) ? nested : {}
    return {
      id: readId(row[`${end}_terminal_id`]) ?? readId(terminal['id']),
      name: readText(row[`${end}_terminal_name`], readText(terminal['name'])),
    }
  }
  const from = read('departure')
  const to = read('arrival')
  return {
    departure_terminal_id: from.id ?? 1,
    departure_terminal_name: from.name === '' ? 'the heliport' : from.name,
    arrival_terminal_id: to.id ?? from.id ?? 1,
    arrival_terminal_name: to.name === '' ? from.name : to.name,
  }
}

/** A capacity of 0 is unknown. */
function readAircraftType(row: LooseObject): Product['aircraft_type'] {
  const type = isLooseObject(row['aircraft_type']) ? row['aircraft_type'] : {}
  return {
    id: readId(row['aircraft_type_id']) ?? 1,
    name: readText(type['name']),
    max_passengers: readId(type['max_passengers']) ?? 0,
    max_weight_lbs: readId(type['max_weight_lbs']) ?? 0,
    category: 'doors_on',
  }
}

/** All products of a brand, requested with the parameters of spec section 7. */
export async function readProducts(call: SpecOnlyCall, brandId: number): Promise<ApiResult<Product[]>> {
  const query = { brand_id: [brandId, SHARED_BRAND], $published: 1, sort: 'publish_until' }
  const result = await readList(call, '/v1/products', query, 'products')
  if (!result.ok) return result
  return { ...result, data: result.data.flatMap((row) => readProduct(row) ?? []) }
}

/** The brand that a call of the shop is made for. */
export const sellingBrand = ({ query, brandId }: Pick<SpecOnlyCall, 'query' | 'brandId'>): number =>
  readId(query['selling_brand_id']) ?? readId(query['brand_id']) ?? brandId

export async function listProducts(call: SpecOnlyCall): SpecOnlyAnswer {
  const result = await readProducts(call, sellingBrand(call))
  return result.ok ? found({ products: result.data, meta: pagination(result.data.length) }) : result
}

/** Section 7 has no call for one product, so it is searched in the list. */
export async function getProduct(call: SpecOnlyCall): SpecOnlyAnswer {
  const result = await readProducts(call, sellingBrand(call))
  if (!result.ok) return result
  const [wanted] = call.params
  const product = result.data.find(({ id, slug }) => String(id) === wanted || slug === wanted)
  return product ? found({ product }) : missing()
}

/** Categories without a list of products are of no use to a page. */
export async function listCategories(call: SpecOnlyCall): SpecOnlyAnswer {
  const result = await readList(call, '/v1/product_categories', {}, 'product_categories')
  if (!result.ok) return result
  const rows = result.data.filter((row) => Array.isArray(row['product_ids']))
  if (rows.length === 0) return refused(404, 'not_found', 'There are no categories.')
  const product_categories = rows.map((row, index) => ({
    id: readId(row['id']) ?? index + 1,
    name: readText(row['name']),
    slug: readText(row['slug']),
    position: readNumber(row['position']) ?? index,
    show_on_homepage: row['show_on_homepage'] !== false,
    product_ids: readIds(row['product_ids']),
  }))
  return found({ product_categories, meta: pagination(rows.length) })
}

/** A terminal; unknown coordinates are 0, 0. */
export async function readTerminal(call: SpecOnlyCall, id: number) {
  const row = await readOne(call, `/v1/terminals/${String(id)}`, 'terminal')
  if (!row) return undefined
  const texts = ['name', 'subtitle', 'code', 'street', 'city', 'state', 'zip_code'] as const
  return {
    ...Object.fromEntries(texts.map((name) => [name, readText(row[name])])),
    id,
    name: readText(row['name']),
    airport: row['airport'] === true,
    timezone: zoneOf(row['timezone']),
    latitude: readNumber(row['latitude']) ?? 0,
    longitude: readNumber(row['longitude']) ?? 0,
  }
}

export const HOME_ZONE = 'America/New_York'

function zoneOf(value: unknown): string {
  const zone = readText(value)
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return zone === '' ? HOME_ZONE : zone
  } catch {
    return HOME_ZONE
  }
}

export async function getTerminal(call: SpecOnlyCall): SpecOnlyAnswer {
  const id = readId(call.params[0])
  const terminal = id === undefined ? undefined : await readTerminal(call, id)
  return terminal ? found({ terminal }) : missing()
}

export async function listUpgrades(call: SpecOnlyCall): SpecOnlyAnswer {
  const wanted = Array.isArray(call.query['id']) ? { id: readIds(call.query['id']) } : {}
  const result = await readList(call, '/v1/upgrades', wanted, 'upgrades')
  if (!result.ok) return result
  const upgrades = result.data.flatMap((row) => {
    const id = readId(row['id'])
    const meta = isLooseObject(row['meta']) ? row['meta'] : {}
    if (id === undefined) return []
    return {
      id,
      name: readText(row['name']),
      description: readText(row['description']),
      price: readDollars(row['price']),
      percent: readNumber(row['percent']) ?? null,
      good_for_x_pax: Math.max(-1, Math.round(readNumber(row['good_for_x_pax']) ?? 0)),
      selected: row['selected'] === true,
      meta: { question: readText(meta['question']) || null },
    }
  })
  return found({ upgrades, meta: pagination(upgrades.length) })
}
