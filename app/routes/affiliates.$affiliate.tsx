import { keptHeaders } from '../components/kept-headers.ts'
import { type PageHandle } from '../components/page-handle.ts'
import { AffiliatePage, affiliateMeta } from '../reading/affiliate-pages.tsx'
import { loadAffiliate } from '../server/load-affiliates.server.ts'
import sheet from '../styles/reading.css?url'

export const loader = loadAffiliate
export const headers = keptHeaders
export const handle: PageHandle = { layout: 'landing-pages', sheet }
export const meta = affiliateMeta
export default AffiliatePage
