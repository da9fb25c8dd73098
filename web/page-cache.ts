import { cookieHidesBanner, NO_BANNER } from '#app/campaigns/hidden-banner.ts'
import { serializeArrivalCookie } from '#app/visit/arrival.server.ts'
import { isSharedPage, readSharedQuery, type SharedQuery } from '#app/visit/cacheable-pages.server.ts'
import { type VersionParts } from '#contract/version.ts'
import { type Settings } from '#settings/settings.ts'
import { chooseEncoding } from './compress-answers.ts'
import { type CallFacts } from './call-facts.ts'
import { getPageForm, createCachedPage, type CachedPage, CachedPages, type Header } from './kept-pages.ts'
import { type PageLimit } from './limit-pages.ts'
import { type Shop } from './shop-handler.ts'

/** Whether the response is the same for all visitors, so that it may be shared. */
const isPublic = (headers: Headers) => /\bpublic\b/.test(headers.get('Cache-Control') ?? '')

/** A response for all concurrent requests of a page; `page` when it may also be cached. */
type Made = { page: CachedPage } | { answer: Response; body: ArrayBuffer } | undefined

interface PageCacheParts {
  shop: Shop
  /** Returns the version, or undefined when the service gives none; every page is then rendered. */
  askVersion: () => Promise<string | undefined>
  /** Refuses pages that have to be made; those that are kept cost nothing. */
  limit: PageLimit
  settings: Settings
  pages?: CachedPages
  clock?: () => number
}

/** The parts of a request that the cache reads. */
export interface PageAsk {
  method: string
  host: string
  pathname: string
  /** The query string including `?`; empty without one. */
  search: string
  cookie: string | undefined
  ifNoneMatch: string | undefined
  acceptEncoding: string | undefined
}

/** The response for a cached page, without the default headers. */
export interface ReadyAnswer {
  status: 200 | 304
  /** One list for all visitors, with names in lower case. */
  headers: readonly Header[]
  /** The visitor's own headers, which replace those of the same name. */
  own: readonly Header[]
  body: Buffer | undefined
}

export interface PageCache {
  /** Returns the response for a cached page, or undefined when the page is not cached. */
  find(ask: PageAsk): Promise<ReadyAnswer | undefined>
  /**
   * Returns the response for a cached page, or renders the page and caches it if it may be shared.
   */
  answer(request: Request, facts: CallFacts): Promise<Response>
}

/** The key of a page in the cache, and how the page is rendered. */
interface KeptAt {
  version: string
  address: string
  bare: boolean
  read: string
}

/**
 * Caches rendered pages that are the same for all visitors. Each request first reads the version of
 * the public data; a page is served only while it has that version and no day has begun since
 * (decisions 021 and 055). Links of campaigns show the same page: the campaign goes into a cookie,
 * not into the page (decision 109).
 */
export function createPageCache(parts: PageCacheParts): PageCache {
  const { shop, askVersion, limit, settings, pages = new CachedPages(), clock = Date.now } = parts
  const underWay = new Map<string, Promise<Made>>()
  const readArrival = createArrivalReader(settings, clock)

  const readQuery = ({ pathname, search }: PageAsk): SharedQuery =>
    search === ''
      ? { read: '', unknown: false }
      : readSharedQuery({ pathname, searchParams: new URLSearchParams(search) }, settings.trackingNames)

  async function locate({ host, pathname, cookie }: PageAsk, read: string): Promise<KeptAt | undefined> {
    const current = await askVersion()
    if (current === undefined) return undefined
    const bare = cookieHidesBanner(cookie)
    return {
      version: current,
      address: `${host.toLowerCase()}${pathname}${read}${bare ? ' bare' : ''}`,
      bare,
      read,
    }
  }

  async function make(at: KeptAt, url: string, facts: CallFacts): Promise<Made> {
    let complete = true
    let parts: VersionParts | undefined
    // The shared request has no data of the visitor who caused it: only the common cookie, and no
    // connection that may break.
    const headers = new Headers(at.bare ? [['Cookie', NO_BANNER]] : [])
    const response = await shop(new Request(url, { headers }), facts, {
      version: at.version,
      onRead: (more) => {
        parts = joinParts(parts, more)
      },
      onAnswer: (answer) => {
        if (!answer || answer.status >= 500 || answer.status === 429) complete = false
      },
    })
    if (response.headers.has('Set-Cookie')) return undefined
    const body = await response.arrayBuffer()
    if (response.status !== 200 || !complete || !isPublic(response.headers)) return { answer: response, body }
    const page = createCachedPage(at.version, response.headers, Buffer.from(body), parts)
    pages.keep(at.address, page)
    return { page }
  }

  async function answerFrom(page: CachedPage, ask: PageAsk, bare: boolean): Promise<ReadyAnswer> {
    const arrival = ask.search === '' ? undefined : await readArrival(ask)
    const own: Header[] = []
    // Shared caches must not store this response: other visitors have to see the banner or get
    // their own cookie.
    if (bare || arrival !== undefined) own.push(['cache-control', 'private, no-cache'])
    if (arrival !== undefined) own.push(['set-cookie', arrival])
    if (ask.ifNoneMatch?.split(',').some((one) => one.trim() === page.etag))
      return { status: 304, headers: page.unchanged, own, body: undefined }
    const { headers, body } = await getPageForm(page, chooseEncoding(ask.acceptEncoding))
    return { status: 200, headers, own, body }
  }

  async function find(ask: PageAsk): Promise<ReadyAnswer | undefined> {
    if (!isSharedRead(ask)) return undefined
    const { read, unknown } = readQuery(ask)
    const at = unknown ? undefined : await locate(ask, read)
    const page = at && pages.find(at.address, at.version)
    return page && answerFrom(page, ask, at.bare)
  }

  async function answerShared(request: Request, ask: PageAsk, read: string, facts: CallFacts) {
    const shown = new URL(request.url)
    shown.search = read
    const withArrival = async (response: Response) => {
      const arrival = ask.search === '' || response.status >= 400 ? undefined : await readArrival(ask)
      return arrival === undefined ? response : withCookie(response, arrival)
    }
    const render = async () => withArrival(await shop(new Request(shown, request), facts))
    const at = await locate(ask, read)
    if (at === undefined) return limit.refuse(request, facts) ?? render()
    const kept = pages.find(at.address, at.version)
    if (kept) return toResponse(await answerFrom(kept, ask, at.bare))
    const name = `${at.version} ${at.address}`
    const known = underWay.get(name)
    const refusal = known ? undefined : limit.refuse(request, facts)
    if (refusal) return refusal
    const making = known ?? make(at, shown.href, facts)
    underWay.set(name, making)
    const made = await making.finally(() => underWay.delete(name))
    if (!made) return render()
    if ('page' in made) return toResponse(await answerFrom(made.page, ask, at.bare))
    const { status, headers } = made.answer
    return withArrival(new Response(made.body, { status, headers }))
  }

  async function answer(request: Request, facts: CallFacts): Promise<Response> {
    const ask = readAsk(request)
    if (!isSharedRead(ask)) return limit.refuse(request, facts) ?? shop(request, facts)
    const { read, unknown } = readQuery(ask)
    if (!unknown) return answerShared(request, ask, read, facts)
    // Each such page is made anew, whoever asked for it before.
    return limit.refuse(request, facts, true) ?? withoutSharing(await shop(request, facts))
  }

  return { find, answer }
}

const joinParts = (known: VersionParts | undefined, more: VersionParts): VersionParts =>
  known === 'everything' || more === 'everything' ? 'everything' : [...new Set([...(known ?? []), ...more])]

const isSharedRead = ({ method, pathname }: PageAsk) =>
  (method === 'GET' || method === 'HEAD') && isSharedPage(pathname)

function readAsk({ url, method, headers }: Request): PageAsk {
  const { host, pathname, search } = new URL(url)
  const get = (name: string) => headers.get(name) ?? undefined
  return {
    ...{ method, host, pathname, search },
    ...{ cookie: get('Cookie'), ifNoneMatch: get('If-None-Match'), acceptEncoding: get('Accept-Encoding') },
  }
}

function toResponse({ status, headers, own, body }: ReadyAnswer): Response {
  const all = new Headers()
  for (const [name, value] of [...headers, ...own]) all.set(name, value)
  return new Response(body ? new Uint8Array(body) : null, { status, headers: all })
}

/**
 * Returns the campaign of a link as a `Set-Cookie` value, or undefined when it adds nothing new.
 */
function arrivalCookie({ host, pathname, search, cookie }: PageAsk, settings: Settings) {
  const headers = new Headers(cookie === undefined ? [] : [['Cookie', cookie]])
  return serializeArrivalCookie(new Request(`http://${host}${pathname}${search}`, { headers }), { settings })
}

const MOST_LINKS = 500

/**
 * Reads arrival cookies from links. Visitors who come by the same link in the same second, and have
 * no such cookie yet, get the same one: signing it takes longer than sending the page.
 */
function createArrivalReader(settings: Settings, clock: () => number) {
  let second = 0
  const ofThisSecond = new Map<string, Promise<string | undefined>>()
  return (ask: PageAsk): Promise<string | undefined> => {
    if (ask.cookie?.includes('arrival=')) return arrivalCookie(ask, settings)
    const now = Math.floor(clock() / 1000)
    if (now !== second || ofThisSecond.size >= MOST_LINKS) ofThisSecond.clear()
    second = now
    const link = ask.pathname + ask.search
    const made = ofThisSecond.get(link) ?? arrivalCookie(ask, settings)
    ofThisSecond.set(link, made)
    return made
  }
}

/** Marks a response as private, because its content may belong to this URL only. */
function withoutSharing(response: Response): Response {
  response.headers.set('Cache-Control', 'private, no-store')
  return response
}

function withCookie(response: Response, cookie: string): Response {
  const headers = new Headers(response.headers)
  headers.append('Set-Cookie', cookie)
  headers.set('Cache-Control', 'private, no-cache')
  return new Response(response.body, { status: response.status, headers })
}
