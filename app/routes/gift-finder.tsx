import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction } from '@remix-run/react'
import { giftFinders } from '../../content/gift.ts'
import { keptHeaders } from '../visit/cached-headers.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { lookOf } from '../visit/shell-data.ts'
import { GiftFinderPage } from '../gifts/gift-finder-page.tsx'
import { isAsked, readGiftWish } from '../gifts/gift-finder.ts'
import { loadCatalogueVisit } from '../catalogue/load-catalogue.server.ts'
import { loadGiftFinder } from '../gifts/load-gift-finder.server.ts'
import { SHARED } from '../visit/cacheable-pages.server.ts'
import sheet from '../styles/search.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const params = new URL(request.url).searchParams
  const visit = await loadCatalogueVisit(request, context)
  const [wish, asked] = [readGiftWish(params), isAsked(params)]
  const found = await loadGiftFinder(visit, wish, asked)
  return data({ text: giftFinders[lookOf(visit.brand.id)], wish, asked, ...found }, { headers: SHARED })
}

export const headers = keptHeaders
export const handle: PageHandle = { sheet }

export const meta: MetaFunction<typeof loader> = ({ data: page, matches }) => [
  ...(page
    ? pageMeta(matches, { title: page.text.title, description: page.text.summary, path: '/gift-finder' })
    : []),
  // One address to be found; what somebody asked is theirs.
  ...(page?.asked ? [{ name: 'robots', content: 'noindex, follow' }] : []),
]

export default GiftFinderPage
