import { findShopBrand } from '#brands/index.ts'
import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { cardFlight } from '../catalogue/flight-card.tsx'
import { requireBrand } from '../visit/brand.server.ts'
import { findMentionedFlight } from './load-reading.server.ts'
import { loadCatalogueVisit, requireProducts } from '../catalogue/load-catalogue.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { SHARED_HEADERS } from '../visit/cacheable-pages.server.ts'
import { getAffiliateText, listAffiliates } from '../texts/testimonials.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'

/** The affiliates of this brand. */
export async function loadAffiliates({ request, context }: LoaderFunctionArgs) {
  const brand = await requireBrand(request, context)
  const affiliates = listAffiliates(brand.id).map(({ slug, name, kind, town, summary, place, mood }) => ({
    ...{ slug, name, kind, town, summary, place, mood },
  }))
  return data({ affiliates, text: findShopBrand(brand.id).texts.friends }, { headers: SHARED_HEADERS })
}

/**
 * The page that the guests of an affiliate land on. A cookie stores the affiliate, and the order
 * gets it as a tag, so the page itself stays the same for everybody.
 *
 * @throws Response 404
 */
export async function loadAffiliate({ request, params, context }: LoaderFunctionArgs) {
  const visit = await loadCatalogueVisit(request, context)
  const affiliate = listAffiliates(visit.brand.id).find(({ slug }) => slug === params['affiliate'])
  if (!affiliate) throw new Response(NOT_FOUND_PAGE, { status: 404 })
  const [html, flight, products] = await Promise.all([
    getAffiliateText(affiliate.slug, visit.brand.name),
    findMentionedFlight(visit, affiliate.flight),
    requireProducts(visit),
  ])
  const others = products.filter(({ slug }) => slug !== affiliate.flight).slice(0, 3)
  return data({ affiliate, html, flight, others: others.map(cardFlight) }, { headers: PRIVATE_HEADERS })
}
