import { type MetaFunction } from '@remix-run/react'
import { passLoaderHeaders } from '../visit/cached-headers.ts'
import { pageMeta } from '../page/page-meta.ts'
import { searchHref } from '../search/search-query.ts'
import { SearchPage } from '../search/search-page.tsx'
import { loadSearchPage } from '../search/load-search.server.ts'
import sheet from '../styles/search.css?url'

export const loader = loadSearchPage

export const headers = passLoaderHeaders
export const handle = { sheet }

export const meta: MetaFunction<typeof loader> = ({ data: page, matches }) => {
  const hasQuery = page ? searchHref(page.wish) !== '/search' : false
  const words = page?.wish.q
  return [
    ...pageMeta(matches, {
      title: words ? `Flights for “${words}”` : 'Find a flight',
      description: 'Look for a flight by words, place, day, party and price. Every price is the whole price.',
      path: '/search',
    }),
    // Search engines index the page without a query; queries are personal.
    ...(hasQuery ? [{ name: 'robots', content: 'noindex, follow' }] : []),
  ]
}

export default SearchPage
