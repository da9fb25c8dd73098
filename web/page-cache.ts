import { hidesBanner, NO_BANNER } from '#app/campaigns/hidden-banner.ts'
import { isSharedPage } from '#app/visit/cacheable-pages.server.ts'
import { chooseEncoding } from './compress-answers.ts'
import { type CallFacts } from './call-facts.ts'
import { getPageBytes, createCachedPage, type CachedPage, CachedPages } from './kept-pages.ts'
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

/**
 * Caches rendered pages that are the same for all visitors. Each request first asks for the version
 * of the public data, and a page is served only while it has that version and no day has begun
 * since: decisions 021 and 055.
 * @param askVersion undefined when the service cannot tell; every page is then rendered anew
 */
export function createPageCache(
  shop: Shop,
  askVersion: () => Promise<string | undefined>,
  pages = new CachedPages(),
  clock: () => number = Date.now,
): (request: Request, facts: CallFacts) => Promise<Response> {
  const underWay = new Map<string, Promise<Made>>()

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

  return async (request, facts) => {
    const { pathname, search, host } = new URL(request.url)
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (!reads || !isSharedPage(pathname)) return shop(request, facts)
    if (search) return isUncacheable(await shop(request, facts))
    const current = await askVersion()
    if (current === undefined) return shop(request, facts)
    const version = `${current} ${String(Math.floor(clock() / QUARTER))}`

    const bare = hidesBanner(request)
    const address = `${host.toLowerCase()}${pathname}${bare ? ' bare' : ''}`
    const kept = pages.find(address, version)
    if (kept) return answerWith(kept, request, bare)
    const name = `${version} ${address}`
    const making = underWay.get(name) ?? make({ address, url: request.url, bare }, version, facts)
    underWay.set(name, making)
    const made = await making.finally(() => underWay.delete(name))
    if (!made) return shop(request, facts)
    if ('page' in made) return answerWith(made.page, request, bare)
    const { status, headers } = made.answer
    return new Response(made.body, { status, headers })
  }
}

/** The query of an address may carry a referral or a code. */
function isUncacheable(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set('Cache-Control', 'private, no-store')
  return new Response(response.body, { status: response.status, headers })
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
