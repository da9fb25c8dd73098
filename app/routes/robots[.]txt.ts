import { type LoaderFunctionArgs } from '@remix-run/node'
import { getCanonicalOrigin, requireBrand } from '../visit/brand.server.ts'
import { getShopContext } from '../visit/shop-context.server.ts'
import { SHARED_HEADERS } from '../visit/cacheable-pages.server.ts'

/** Personal pages are of no use in a search engine. */
const PRIVATE_PLACES = [
  '/account',
  '/staff',
  '/checkout',
  '/order',
  '/passengers/',
  '/resume',
  '/waitlist/',
  '/v1/',
]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const brand = await requireBrand(request, context)
  const origin = getCanonicalOrigin(brand, getShopContext(context).settings)
  const lines = [
    'User-agent: *',
    ...PRIVATE_PLACES.map((place) => `Disallow: ${place}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { ...SHARED_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' },
  })
}
