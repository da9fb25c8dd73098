import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction } from '@remix-run/react'
import { giftFinders } from '../../content/gift.ts'
import { passLoaderHeaders } from '../visit/cached-headers.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { getTheme } from '../visit/shell-data.ts'
import { GiftFinderPage } from '../gifts/gift-finder-page.tsx'
import { hasGiftFilter, readGiftFilter } from '../gifts/gift-finder.ts'
import { loadCatalogueVisit } from '../catalogue/load-catalogue.server.ts'
import { loadGiftFinder } from '../gifts/load-gift-finder.server.ts'
import { SHARED_HEADERS } from '../visit/cacheable-pages.server.ts'
import sheet from '../styles/search.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const params = new URL(request.url).searchParams
  const visit = await loadCatalogueVisit(request, context)
  const [input, asked] = [readGiftFilter(params), hasGiftFilter(params)]
  const found = await loadGiftFinder(visit, input, asked)
  return data(
    { text: giftFinders[getTheme(visit.brand.id)], wish: input, asked, ...found },
    { headers: SHARED_HEADERS },
  )
}

export const headers = passLoaderHeaders
export const handle: PageHandle = { sheet }

export const meta: MetaFunction<typeof loader> = ({ data: page, matches }) => [
  ...(page
    ? pageMeta(matches, { title: page.text.title, description: page.text.summary, path: '/gift-finder' })
    : []),
  // One address to be found; what somebody asked is theirs.
  ...(page?.asked ? [{ name: 'robots', content: 'noindex, follow' }] : []),
]

export default GiftFinderPage
