import { hidesBanner, NO_BANNER } from '#app/campaigns/hidden-banner.ts'
import { isSharedPage } from '#app/visit/cacheable-pages.server.ts'
import { chooseEncoding } from './compress-answers.ts'
import { type CallFacts } from './call-facts.ts'
import { getPageBytes, createCachedPage, type CachedPage, CachedPages } from './kept-pages.ts'
import { type Shop } from './shop-handler.ts'

/** Says nothing of one visitor and may be shown to another. */
const isPublic = (headers: Headers) => /\bpublic\b/.test(headers.get('Cache-Control') ?? '')

/** A page to be made; `bare` without the sale banner. */
interface PageRequest {
  address: string
  url: string
  bare: boolean
}

/**
 * Days begin on a quarter of an hour, in every zone there is: what a page says of today, and what
 * is published with a day, is looked at anew with each of them.
 */
const QUARTER = 15 * 60_000

/** An answer that may be given to all who ask for it at once; `page` when it may also be kept. */
type Made = { page: CachedPage } | { answer: Response; body: ArrayBuffer } | undefined

/**
 * Keeps finished pages that are the same for everybody. Each request asks for the version of what
 * is shown first, and a page is given out only while that is the one it was made from, and no day
 * has begun since: decisions 021 and 055.
 *
 * @param askVersion undefined when the service cannot tell: then every page is made anew
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
    // Nothing of whoever asks first: no cookie but the one that many have, and no connection that
    // may break.
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

/** An address with a query may carry where somebody comes from, or a code. */
function isUncacheable(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set('Cache-Control', 'private, no-store')
  return new Response(response.body, { status: response.status, headers })
}

async function answerWith(page: CachedPage, request: Request, bare: boolean): Promise<Response> {
  const headers = new Headers(page.headers)
  // Others' browsers are to show the banner.
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
