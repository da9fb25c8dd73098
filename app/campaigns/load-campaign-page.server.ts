import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { cardFlight } from '../catalogue/flight-card.tsx'
import { loadCatalogueVisit, requireProducts } from '../catalogue/load-catalogue.server.ts'
import { SHARED_HEADERS } from '../visit/cacheable-pages.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'
import { findCampaignPage } from './campaign-pages.server.ts'

/**
 * A campaign's page, with the flights on sale by price.
 *
 * @throws Response 404
 */
export async function loadCampaignPage({ request, params, context }: LoaderFunctionArgs) {
  const visit = await loadCatalogueVisit(request, context)
  const page = await findCampaignPage(visit, params['campaign'] ?? '')
  if (!page) throw new Response(NOT_FOUND_PAGE, { status: 404 })
  const products = await requireProducts(visit)
  const flights = products
    .filter(({ availability }) => availability === 'available')
    .map((product) => ({ ...cardFlight(product), minutes: product.flight_duration_mins }))
    .toSorted((a, b) => a.from_price_total - b.from_price_total)
  return data({ page, flights }, { headers: SHARED_HEADERS })
}
