import { type IncomingMessage, type ServerResponse } from 'node:http'
import { Hono } from 'hono'
import { type Logger } from 'pino'
import { type Settings } from '#settings/settings.ts'
import { type Header } from './kept-pages.ts'
import { type Metrics } from './metrics/create-metrics.ts'
import { queryNames } from './masked-path.ts'
import { type PageAsk, type PageCache } from './page-cache.ts'
import { chooseRequestId, recordRequest } from './request-facts.ts'
import { securityHeaders } from './security-headers.ts'

interface KeptPagesParts {
  cache: Pick<PageCache, 'find'>
  settings: Settings
  log: Logger
  metrics?: Metrics | undefined
  draining: () => boolean
}

/** A path without characters that need decoding. */
const PLAIN_PATH = /^\/[\w./-]*$/

/**
 * Answers requests for cached pages before the framework runs, with prepared bytes and headers,
 * which takes a tenth of the time. Other requests go on to `next`.
 */
export function answerKeptPages({ cache, settings, log, metrics, draining }: KeptPagesParts) {
  const common = readCommonHeaders(settings)
  /** Names and values in turn, as they are sent, for each list of headers of a kept page. */
  const lines = new WeakMap<readonly Header[], string[]>()

  async function linesOf(headers: readonly Header[]): Promise<string[]> {
    const known = lines.get(headers)
    if (known) return known
    const made = [...new Map([...(await common), ...headers])].flat()
    lines.set(headers, made)
    return made
  }

  async function answer(request: IncomingMessage, response: ServerResponse, ask: PageAsk): Promise<boolean> {
    const start = performance.now()
    const found = await cache.find(ask)
    if (!found) return false
    const requestId = chooseRequestId(headerOf(request, 'x-request-id'), settings.trustProxy)
    const shared = lines.get(found.headers) ?? (await linesOf(found.headers))
    response.writeHead(found.status, [...replace(shared, found.own), 'x-request-id', requestId])
    response.end(ask.method === 'HEAD' ? undefined : found.body)
    const query = ask.search === '' ? [] : queryNames(new URLSearchParams(ask.search))
    const facts = { requestId, method: ask.method, path: ask.pathname, query, status: found.status }
    recordRequest({ log, metrics }, { ...facts, start, kept: true })
    return true
  }

  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const ask = draining() ? undefined : readAsk(request)
    if (!ask) {
      next()
      return
    }
    answer(request, response, ask).then(
      (answered) => {
        if (!answered) next()
      },
      (error: unknown) => {
        log.error({ err: error }, 'a kept page could not be sent')
        if (response.headersSent) response.destroy()
        else next()
      },
    )
  }
}

/** Adds headers to lines of names and values, in place of those of the same name. */
function replace(lines: readonly string[], own: readonly Header[]): readonly string[] {
  if (own.length === 0) return lines
  const others = lines.filter((_, at) => own.every(([name]) => name !== lines[at - (at % 2)]))
  return [...others, ...own.flat()]
}

const headerOf = ({ headers }: IncomingMessage, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

/** Reads what the cache needs of a request, or returns undefined when the page cannot be cached. */
function readAsk(request: IncomingMessage): PageAsk | undefined {
  const { method = '', url = '' } = request
  const host = headerOf(request, 'host')
  if ((method !== 'GET' && method !== 'HEAD') || host === undefined) return undefined
  const mark = url.indexOf('?')
  const pathname = mark < 0 ? url : url.slice(0, mark)
  if (!PLAIN_PATH.test(pathname)) return undefined
  return {
    ...{ method, host, pathname, search: mark < 0 ? '' : url.slice(mark) },
    cookie: headerOf(request, 'cookie'),
    ifNoneMatch: headerOf(request, 'if-none-match'),
    acceptEncoding: headerOf(request, 'accept-encoding'),
  }
}

/** The default headers of every response, taken from the framework. */
async function readCommonHeaders(settings: Settings): Promise<[name: string, value: string][]> {
  const app = new Hono()
  app.use(securityHeaders(settings))
  app.get('/', (c) => c.body(null))
  return [...(await app.request('/')).headers]
}
