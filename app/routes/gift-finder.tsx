import { type MetaFunction } from '@remix-run/react'
import { passLoaderHeaders } from '../visit/cached-headers.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { GiftFinderPage } from '../gifts/gift-finder-page.tsx'
import { loadGiftFinderPage } from '../gifts/load-gift-finder.server.ts'
import sheet from '../styles/search.css?url'

export const loader = loadGiftFinderPage

export const headers = passLoaderHeaders
export const handle: PageHandle = { sheet }

export const meta: MetaFunction<typeof loader> = ({ data: page, matches }) => [
  ...(page
    ? pageMeta(matches, { title: page.text.title, description: page.text.summary, path: '/gift-finder' })
    : []),
  // Search engines index the page without a query; answers are personal.
  ...(page?.asked ? [{ name: 'robots', content: 'noindex, follow' }] : []),
]

export default GiftFinderPage
