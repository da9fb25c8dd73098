import { type LoaderFunctionArgs } from '@remix-run/node'
import { type Product, type Terminal } from '#contract/catalogue.ts'
import { type Place } from '#contract/enums.ts'
import { perspectives } from '../../content/perspectives.ts'
import { cardFlight } from '../catalogue/flight-card.tsx'
import { departureRows } from '../catalogue/next-departures.ts'
import {
  type CatalogueVisit,
  getNextDepartures,
  loadCatalogueVisit,
  requireProducts,
} from '../catalogue/load-catalogue.server.ts'
import { findLocationText } from '../texts/testimonials.server.ts'
import { findSunsetToday } from '../catalogue/find-sunset.server.ts'
import { listLocations } from '../catalogue/list-locations.server.ts'

const texts: Record<Place, PerspectiveText> = perspectives

interface PerspectiveText {
  headline: string
  passages: readonly { title: string; text: string }[]
}

/** The two kinds of pages that sell one flight; the flight's slug is part of the word. */
export const LANDINGS = { perspective: 'get-new-perspective', peek: 'peek-inside-flight' } as const
export type Landing = keyof typeof LANDINGS

async function describeLocation(visit: CatalogueVisit, slug: string) {
  const locations = await listLocations(visit)
  const found = locations.find((one) => one.slug === slug)
  if (!found) return undefined
  const { terminal, products } = found
  const [text, departures] = await Promise.all([
    findLocationText(slug, visit.brand.name),
    getNextDepartures(visit, { limit: 8 }),
  ])
  const here = departures.filter(({ product_id: id }) => products.some((product) => product.id === id))
  return {
    kind: 'location' as const,
    slug,
    title: text?.title ?? `Flights from ${terminal.subtitle || terminal.name}`,
    summary: text?.summary ?? `Scenic flights from ${terminal.name}: how to get there, and today’s sunset.`,
    picture: { place: text?.place ?? products[0]?.place ?? 'jersey', mood: text?.mood ?? ('dawn' as const) },
    html: text?.html,
    terminal,
    checkInMins: Math.max(...products.map(({ check_in_mins }) => check_in_mins)),
    sunset: findSunsetToday(visit.now, terminal),
    route: longestRoute(products),
    flights: products.map(cardFlight),
    departures: departureRows(here.slice(0, 4), products, { now: visit.now, zone: terminal.timezone }),
    others: locations
      .filter((one) => one !== found)
      .map((one) => ({ slug: one.slug, name: nameOf(one.terminal) })),
  }
}

const nameOf = ({ subtitle, name }: Terminal) => subtitle || name

/** The longest flight shows most of the sights of a place. */
function longestRoute(products: readonly Product[]) {
  const [longest] = [...products].sort((a, b) => b.flight_duration_mins - a.flight_duration_mins)
  if (!longest) return undefined
  const { name, slug, route_map, route_stops, departure_terminal_name } = longest
  return { name, slug, route_map, route_stops, departure_terminal_name }
}

async function describeLanding(visit: CatalogueVisit, landing: Landing, name: string) {
  const products = await requireProducts(visit)
  const product = products.find(({ slug, id }) => slug === name || String(id) === name)
  if (!product) {
    const kind = 'landings' as const
    return { kind, landing, unknown: name !== '', flights: products.map(cardFlight) }
  }
  const open = product.availability === 'available'
  const departures = open ? await getNextDepartures(visit, { productId: product.id, limit: 3 }) : []
  return {
    kind: 'landing' as const,
    landing,
    product,
    text: texts[product.place],
    departures: departureRows(departures, [product], { now: visit.now, zone: visit.brand.time_zone }),
  }
}

/**
 * The page behind a word in the root that no route matches: a place to leave from, or a page that
 * sells one flight (docs/architecture.md, pages in the root). Undefined for an unknown word.
 */
export async function findPageOfSlug({ request, context }: LoaderFunctionArgs, slug: string) {
  for (const [landing, prefix] of Object.entries(LANDINGS) as [Landing, string][]) {
    const [, name] = new RegExp(`^${prefix}(?:-([\\w-]*))?$`).exec(slug) ?? []
    if (slug === prefix || name !== undefined) {
      return describeLanding(await loadCatalogueVisit(request, context), landing, name ?? '')
    }
  }
  if (!/^[a-z][a-z0-9-]*$/.test(slug)) return undefined
  return describeLocation(await loadCatalogueVisit(request, context), slug)
}

export type SlugPage = NonNullable<Awaited<ReturnType<typeof findPageOfSlug>>>
