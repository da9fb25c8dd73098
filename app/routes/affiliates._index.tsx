import { keptHeaders } from '../components/kept-headers.ts'
import { AffiliatesPage, affiliatesMeta } from '../reading/affiliate-pages.tsx'
import { loadAffiliates } from '../server/load-affiliates.server.ts'
import sheet from '../styles/reading.css?url'

export const loader = loadAffiliates
export const headers = keptHeaders
export const handle = { sheet }
export const meta = affiliatesMeta
export default AffiliatesPage
