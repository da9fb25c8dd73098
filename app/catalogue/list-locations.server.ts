import { TerminalsReply } from '#contract/catalogue.ts'
import { locationSlug } from '#contract/location-slug.ts'
import { type CatalogueVisit, optionalData, requireProducts } from './load-catalogue.server.ts'

/** The terminals a brand flies from, each with its flights, ordered by name. */
export async function listLocations(visit: CatalogueVisit) {
  const [products, reply] = await Promise.all([
    requireProducts(visit),
    visit.api.get('/v1/terminals', TerminalsReply, { query: { page_size: 100 } }),
  ])
  return (optionalData(reply)?.terminals ?? [])
    .map((terminal) => ({
      slug: locationSlug(terminal),
      terminal,
      products: products.filter((product) => product.departure_terminal_id === terminal.id),
    }))
    .filter(({ products: flights }) => flights.length > 0)
    .sort((a, b) => a.slug.localeCompare(b.slug))
}
