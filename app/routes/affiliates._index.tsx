import { passLoaderHeaders } from '../visit/cached-headers.ts'
import { AffiliatesPage, affiliatesMeta } from '../content/affiliate-pages.tsx'
import { loadAffiliates } from '../content/load-affiliates.server.ts'
import sheet from '../styles/reading.css?url'

export const loader = loadAffiliates
export const headers = passLoaderHeaders
export const handle = { sheet }
export const meta = affiliatesMeta
export default AffiliatesPage
