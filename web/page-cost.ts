import { PAYS } from './refuse-new-work.ts'

/**
 * What a request for a page takes from what its network may ask for. Kept pages, files, `/v1` and
 * health are answered before.
 */
export type PageCost = 'free' | 'cheap' | 'dear'

/** Where payments lead back to, and the pages that pay what exists already. */
const RETURNS_OF_PAYMENTS = new RegExp(
  [
    '^/(?:order-confirmation|reschedule-flight-confirmation|reschedule-flight/[^/]+|pay/[^/]+',
    '|account/(?:cards|membership)|account/orders/[^/]+(?:/upgrades)?)$',
  ].join(''),
)
/** Pictures and sheets that a page brings along; the person asked for the page. */
const PARTS_OF_PAGES = /^\/(?:art|share|blog\/pictures)\/|\/photos\/[^/]+$|^\/campaigns\/banner\.css$/
/** Pages that price, search, list or collect for each request. */
const DEAR_PAGES =
  /^\/(?:search|checkout|gift-cards|redeem-voucher|reschedule-flight|staff|pilot|agent|resume)(?:\/|$)/
/** Files that are made for each request. */
const EXPORTS = /\/export$|\.(?:csv|ics)$/

export function findPageCost(method: string, pathname: string): PageCost {
  const path = readPath(pathname)
  if (PAYS.test(path) || RETURNS_OF_PAYMENTS.test(path)) return 'free'
  if (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS') return 'dear'
  if (PARTS_OF_PAGES.test(path)) return 'free'
  return DEAR_PAGES.test(path) || EXPORTS.test(path) ? 'dear' : 'cheap'
}

/** The path as the shop's routes read it: decoded, in any case, with or without a slash at its end. */
function readPath(pathname: string): string {
  let path = pathname
  try {
    path = decodeURIComponent(pathname)
  } catch {
    // The shop answers what cannot be decoded with 404.
  }
  return path.toLowerCase().replace(/(?<=.)\/+$/, '')
}
