import { passLoaderHeaders } from '../visit/cached-headers.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { AffiliatePage, affiliateMeta } from '../content/affiliate-pages.tsx'
import { loadAffiliate } from '../content/load-affiliates.server.ts'
import sheet from '../styles/reading.css?url'

export const loader = loadAffiliate
export const headers = passLoaderHeaders
export const handle: PageHandle = { layout: 'landing-pages', sheet }
export const meta = affiliateMeta
export default AffiliatePage
