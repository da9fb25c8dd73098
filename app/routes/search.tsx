import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction } from '@remix-run/react'
import { passLoaderHeaders } from '../visit/cached-headers.ts'
import { pageMeta } from '../page/page-meta.ts'
import { readSearchFilter, searchHref } from '../search/search-query.ts'
import { SearchPage } from '../search/search-page.tsx'
import { loadCatalogueVisit } from '../catalogue/load-catalogue.server.ts'
import { loadSearch } from '../search/load-search.server.ts'
import { SHARED_HEADERS } from '../visit/cacheable-pages.server.ts'
import sheet from '../styles/search.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const input = readSearchFilter(new URL(request.url).searchParams)
  return data(await loadSearch(await loadCatalogueVisit(request, context), input), {
    headers: SHARED_HEADERS,
  })
}

export const headers = passLoaderHeaders
export const handle = { sheet }

export const meta: MetaFunction<typeof loader> = ({ data: page, matches }) => {
  const asked = page ? searchHref(page.wish) !== '/search' : false
  const words = page?.wish.q
  return [
    ...pageMeta(matches, {
      title: words ? `Flights for “${words}”` : 'Find a flight',
      description: 'Look for a flight by words, place, day, party and price. Every price is the whole price.',
      path: '/search',
    }),
    // One address to be found; what somebody asked is theirs.
    ...(asked ? [{ name: 'robots', content: 'noindex, follow' }] : []),
  ]
}

export default SearchPage
