import { hidesBanner, NO_BANNER } from '#app/campaigns/hidden-banner.ts'
import { limitSentence } from '#api/rules/access/call-limits.ts'
import { getNetworkPrefix } from '#api/rules/access/network-address.ts'
import { serializeArrivalCookie } from '#app/visit/arrival.server.ts'
import { isSharedPage, readSharedQuery } from '#app/visit/cacheable-pages.server.ts'
import { type Settings } from '#settings/settings.ts'
import { chooseEncoding } from './compress-answers.ts'
import { type CallFacts } from './call-facts.ts'
import { getPageBytes, createCachedPage, type CachedPage, CachedPages } from './kept-pages.ts'
import { createRateWindow } from './rate-window.ts'
import { type Shop } from './shop-handler.ts'

/** The request identifies no visitor, so its page may be shared. */
const isPublic = (headers: Headers) => /\bpublic\b/.test(headers.get('Cache-Control') ?? '')

/** A page to be rendered; `bare` without the sale banner. */
interface PageRequest {
  address: string
  url: string
  bare: boolean
}

/**
 * In every time zone days begin on a quarter of an hour. A page that names today, and what is
 * published with a day, is therefore rendered again each quarter.
 */
const QUARTER = 15 * 60_000

/** An answer for all who request it at the same time; `page` when it may also be cached. */
type Made = { page: CachedPage } | { answer: Response; body: ArrayBuffer } | undefined

/** How often a network may ask in a minute for pages with names in the query that nobody knows. */
const UNKNOWN_A_MINUTE = 60

interface PageCacheParts {
  shop: Shop
  /** Undefined when the service cannot tell; every page is then rendered anew. */
  askVersion: () => Promise<string | undefined>
  settings: Settings
  pages?: CachedPages
  clock?: () => number
}

/**
 * Caches rendered pages that are the same for all visitors. Each request first asks for the version
 * of the public data, and a page is served only while it has that version and no day has begun
 * since: decisions 021 and 055. A campaign's link shows the same page: what it says of the arrival
 * is no part of the page, and goes into a cookie beside it (decision 109).
 */
export function createPageCache(
  parts: PageCacheParts,
): (request: Request, facts: CallFacts) => Promise<Response> {
  const { shop, askVersion, settings, pages = new CachedPages(), clock = Date.now } = parts
  const underWay = new Map<string, Promise<Made>>()
  const perKey = Math.ceil(UNKNOWN_A_MINUTE * settings.limitFactor)
  const unknownNames = createRateWindow({ perKey, total: Infinity }, clock)

  async function make(asked: PageRequest, version: string, facts: CallFacts): Promise<Made> {
    let complete = true
    // The shared request carries nothing of its first visitor: no cookie but the common one, and no
    // connection that may break.
    const headers = new Headers(asked.bare ? [['Cookie', NO_BANNER]] : [])
    const response = await shop(new Request(asked.url, { headers }), facts, {
      version,
      onAnswer: (answer) => {
        if (!answer || answer.status >= 500 || answer.status === 429) complete = false
      },
    })
    if (response.headers.has('Set-Cookie')) return undefined
    const body = await response.arrayBuffer()
    if (response.status !== 200 || !complete || !isPublic(response.headers)) return { answer: response, body }
    const page = createCachedPage(version, response.headers, Buffer.from(body))
    pages.keep(asked.address, page)
    return { page }
  }

  /** @param shown the address without what the page does not read */
  async function answerShared(request: Request, shown: URL, facts: CallFacts): Promise<Response> {
    const render = () => shop(new Request(shown, request), facts)
    const current = await askVersion()
    if (current === undefined) return render()
    const version = `${current} ${String(Math.floor(clock() / QUARTER))}`

    const bare = hidesBanner(request)
    const address = `${shown.host.toLowerCase()}${shown.pathname}${shown.search}${bare ? ' bare' : ''}`
    const kept = pages.find(address, version)
    if (kept) return answerWith(kept, request, bare)
    const name = `${version} ${address}`
    const making = underWay.get(name) ?? make({ address, url: shown.href, bare }, version, facts)
    underWay.set(name, making)
    const made = await making.finally(() => underWay.delete(name))
    if (!made) return render()
    if ('page' in made) return answerWith(made.page, request, bare)
    const { status, headers } = made.answer
    return new Response(made.body, { status, headers })
  }

  return async (request, facts) => {
    const url = new URL(request.url)
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (!reads || !isSharedPage(url.pathname)) return shop(request, facts)
    if (!url.search) return answerShared(request, url, facts)
    const { read, unknown } = readSharedQuery(url, settings.trackingNames)
    if (unknown) {
      const network = getNetworkPrefix(facts.visitorAddress) ?? 'unknown'
      return unknownNames.allow(network) ? asPrivate(await shop(request, facts)) : tooMany()
    }
    const shown = new URL(url)
    shown.search = read
    const response = await answerShared(request, shown, facts)
    return response.status < 400 ? withArrival(response, request, settings) : response
  }
}

/** An answer that may hold what only this address says. */
function asPrivate(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set('Cache-Control', 'private, no-store')
  return new Response(response.body, { status: response.status, headers })
}

/** Keeps what a link says of the arrival in the visitor's cookie, beside the shared page. */
async function withArrival(response: Response, request: Request, settings: Settings): Promise<Response> {
  const cookie = await serializeArrivalCookie(request, { settings })
  if (cookie === undefined) return response
  const headers = new Headers(response.headers)
  headers.append('Set-Cookie', cookie)
  headers.set('Cache-Control', 'private, no-cache')
  return new Response(response.body, { status: response.status, headers })
}

function tooMany(): Response {
  const headers = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Retry-After': '60',
    'Cache-Control': 'no-store',
  }
  return new Response(limitSentence(60), { status: 429, headers })
}

async function answerWith(page: CachedPage, request: Request, bare: boolean): Promise<Response> {
  const headers = new Headers(page.headers)
  // Other visitors' browsers have to show the banner.
  if (bare) headers.set('Cache-Control', 'private, no-cache')
  headers.set('ETag', page.etag)
  headers.set('Vary', 'Accept-Encoding')
  const known = request.headers
    .get('If-None-Match')
    ?.split(',')
    .map((one) => one.trim())
  if (known?.includes(page.etag)) {
    headers.delete('Content-Type')
    return new Response(null, { status: 304, headers })
  }
  const encoding = chooseEncoding(request.headers.get('Accept-Encoding'))
  const bytes = await getPageBytes(page, encoding)
  if (encoding) headers.set('Content-Encoding', encoding)
  headers.set('Content-Length', String(bytes.byteLength))
  return new Response(new Uint8Array(bytes), { headers })
}
