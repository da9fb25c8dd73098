import { type LoaderFunctionArgs } from '@remix-run/node'
import { toLocalDate } from '../format/local-time.ts'
import { getCanonicalOrigin } from '../visit/brand.server.ts'
import { loadCatalogueVisit } from '../catalogue/load-catalogue.server.ts'
import { getShopContext } from '../visit/shop-context.server.ts'
import { SHARED_HEADERS } from '../visit/cacheable-pages.server.ts'
import { listPublicPages } from '../content/list-public-pages.server.ts'

/** The pages of this brand that search engines may index, with the brand's own addresses. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadCatalogueVisit(request, context)
  const origin = getCanonicalOrigin(visit.brand, getShopContext(context).settings)
  const pages = await listPublicPages(visit, toLocalDate(visit.now.toISOString(), visit.brand.time_zone))
  const urls = pages.map(
    ({ path, changed }) => `<url><loc>${origin}${path}</loc><lastmod>${changed}</lastmod></url>`,
  )
  const body =
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`
  return new Response(body, {
    headers: { ...SHARED_HEADERS, 'Content-Type': 'application/xml; charset=utf-8' },
  })
}
