import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction } from '@remix-run/react'
import { cardFlight } from '../catalogue/flight-card.tsx'
import { CampaignPageView } from '../campaigns/campaign-page.tsx'
import { passLoaderHeaders } from '../visit/cached-headers.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { findCampaignPage } from '../campaigns/campaign-pages.server.ts'
import { loadCatalogueVisit, requireProducts } from '../catalogue/load-catalogue.server.ts'
import { SHARED_HEADERS } from '../visit/cacheable-pages.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
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

export const headers = passLoaderHeaders
export const handle: PageHandle = { layout: 'campaigns', overArt: true }

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) =>
  loaded
    ? pageMeta(matches, {
        title: loaded.page.title,
        description: loaded.page.summary,
        path: `/campaigns/${loaded.page.name}`,
      })
    : []

export default CampaignPageView
