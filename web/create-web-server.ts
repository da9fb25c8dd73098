import { type ServerBuild } from '@remix-run/node'
import { Hono, type MiddlewareHandler } from 'hono'
import { type Logger } from 'pino'
import { isDatabaseUnavailable, RETRY_SECONDS } from '#api/db/database-unavailable.ts'
import { type SharedAnswer } from '#api/http/http.ts'
import { isSenderGone } from '#api/http/is-sender-gone.ts'
import { type ErrorReports } from '#app/visit/error-reports.server.ts'
import { UNAVAILABLE_SENTENCE } from '#contract/service-sentences.ts'
import { type Settings } from '#settings/settings.ts'
import { createVersionReader, withQuarter } from './ask-version.ts'
import { browserReportRoutes } from './browser-reports.ts'
import { type CallFacts } from './call-facts.ts'
import { compressAnswers, shareBody } from './compress-answers.ts'
import { guardSandbox } from './guard-sandbox.ts'
import { type HealthParts, healthRoutes } from './health.ts'
import { type HeldVersion, isSale, mayWrite } from './held-version.ts'
import { createKeptAnswers } from './kept-answers.ts'
import { limitBody } from './limit-body.ts'
import { limitPages, limitShop } from './limit-pages.ts'
import { type Metrics } from './metrics/create-metrics.ts'
import { metricsRoute } from './metrics/metrics-route.ts'
import { createPageCache } from './page-cache.ts'
import { keepRefusalPages } from './refusal-pages.ts'
import { refuseNewCalls, refuseNewOrders, refuseNewPages } from './refuse-new-work.ts'
import { recordRequests, requestFacts, type WebEnv } from './request-facts.ts'
import { type Saturation } from './saturation.ts'
import { securityHeaders } from './security-headers.ts'
import { createShopHandler } from './shop-handler.ts'
import { staticFiles } from './static-files.ts'
import { type Tracing } from './tracing/open-tracing.ts'
import { traceCalls, traceRequests } from './tracing/trace-requests.ts'
import { wellKnownRoutes } from './well-known.ts'

export interface WebServerParts {
  settings: Settings
  log: Logger
  /** Absent where nobody reads figures. */
  metrics?: Metrics | undefined
  /** Absent where nobody reads traces. */
  tracing?: Tracing | undefined
  reports: ErrorReports
  /** The `/v1` of this process; absent when the shop runs alone. */
  api: { fetch(request: Request, facts: CallFacts): Promise<Response> } | undefined
  /** The version of the public data, from the service in this process. */
  version?: HeldVersion | undefined
  /** Reads which transactions are committed now, from the service in this process. */
  readSnapshot?: (() => Promise<string>) | undefined
  /** The pages of the sandbox; absent when it is not in use. */
  sandboxPages: ((request: Request) => Promise<Response | undefined>) | undefined
  /** The compiled shop. */
  build: () => Promise<ServerBuild>
  /** The built and public files; absent where a development server delivers them. */
  clientFolder: string | undefined
  health: HealthParts
  draining: () => boolean
  /** Absent where nothing is refused, however much waits. */
  saturation?: Saturation | undefined
  /** Milliseconds that only grow, by which pages are limited; those of the process by default. */
  now?: (() => number) | undefined
}

/**
 * The body limits in bytes. Forms and JSON are small; photos need the larger limit, and
 * the service reports those that are still too large.
 */
const LARGEST_BODY = 256 * 1024
const LARGEST_UPLOAD = 26 * 1024 * 1024

const isUpload = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' &&
  /^\/(?:(?:v1|staff)\/flights\/\d+\/photos|v1\/photos|staff\/products\/(?:new|\d+))$/.test(path)

/**
 * Creates the outer server, which answers health checks, sets headers, and serves files, `/v1`, the
 * sandbox and the shop, in this order. `cache` holds the rendered pages that are the same for all
 * visitors.
 */
export function createWebServer(parts: WebServerParts) {
  const { sandboxPages, log, saturation = NEVER_BUSY } = parts
  const api =
    parts.api && traceCalls(refuseNewOrders(forgetAfterWrites(parts.api, parts.version), saturation), parts)
  // While developing, pages change without a version.
  const askVersion = parts.settings.development ? undefined : withQuarter(askVersionOf(parts))
  const desk = parts.settings.development ? undefined : deskReads(parts)
  const rendering = createShopHandler({ ...parts, api, askVersion: api && askVersion, desk })
  const busyPages = keepRefusalPages(rendering, 'busy')
  const limitedPages = keepRefusalPages(rendering, 'too_fast')
  const limit = limitPages(parts.settings, limitedPages, parts.now)
  const shop = refuseNewPages(rendering, saturation, busyPages)
  const web = new Hono<WebEnv>()
  web.onError((error, c) => {
    if (isDatabaseUnavailable(error)) {
      log.warn({ err: error, requestId: c.get('requestId') }, 'the database cannot be reached')
      return c.text(UNAVAILABLE_SENTENCE, 503, { 'Retry-After': String(RETRY_SECONDS) })
    }
    if (isSenderGone(error)) return c.text('The request ended before it was complete.', 400)
    log.error({ err: error, requestId: c.get('requestId') }, 'unexpected failure')
    return c.text('Something went wrong, please try again.', 500)
  })
  web.use(requestFacts(parts.settings), recordRequests(parts))
  if (parts.tracing) web.use(traceRequests(parts.tracing, parts.settings))
  web.use(async (c, next) => {
    await next()
    if (parts.draining()) c.res.headers.set('Connection', 'close')
  })
  web.use(securityHeaders(parts.settings))
  web.route('/', healthRoutes(parts.health, parts.draining))
  web.route('/', metricsRoute(parts.settings, parts.metrics))
  web.route('/', wellKnownRoutes(parts.settings))
  web.use(compressAnswers())
  const [limitForm, limitUpload] = [limitBody(LARGEST_BODY), limitBody(LARGEST_UPLOAD)]
  web.use((c, next) => (isUpload(c.req) ? limitUpload(c, next) : limitForm(c, next)))
  web.route('/', browserReportRoutes({ log, report: parts.reports.report }))
  if (parts.clientFolder) web.use(staticFiles(parts.clientFolder))
  if (api) {
    const keepAnswer = parts.version && keepCurrentAnswers(parts.version)
    web.all('/v1/*', refuseNewCalls(saturation), async (c) => {
      const facts = callFacts(c.var)
      if (!keepAnswer) return api.fetch(c.req.raw, facts)
      const sent: { answer?: SharedAnswer } = {}
      const note: typeof keepAnswer = async (key, make) => (sent.answer = await keepAnswer(key, make))
      const response = await api.fetch(c.req.raw, { ...facts, keepAnswer: note })
      const { answer } = sent
      if (answer) shareBody(response, answer, () => Buffer.from(answer.body))
      return response
    })
  }
  web.use(refuseCrossSite())
  if (sandboxPages) {
    web.use('/sandbox/*', guardSandbox(parts.settings))
    web.all(
      '/sandbox/*',
      async (c) => (await sandboxPages(c.req.raw)) ?? c.text('There is nothing here.', 404),
    )
  }
  const cache = askVersion && createPageCache({ shop, askVersion, limit, settings: parts.settings })
  const page = cache?.answer ?? limitShop(shop, limit)
  web.all('*', (c) => page(c.req.raw, callFacts(c.var)))
  /** Makes the pages of a host that refuse, before they are needed. */
  const prepareRefusals = (host: string) => Promise.all([busyPages.prepare(host), limitedPages.prepare(host)])
  return { fetch: web.fetch, request: web.request, cache, prepareRefusals }
}

const NEVER_BUSY: Saturation = {
  isBusy: () => false,
  count: (work) => work(),
  open: () => 0,
  stop: () => undefined,
}

const callFacts = ({ requestId, visitorAddress }: WebEnv['Variables']): CallFacts => ({
  requestId,
  visitorAddress,
})

/** The facts of the shop's own version call, which has no visitor. */
const OWN_CALL: CallFacts = { requestId: 'version', visitorAddress: '' }

/** What this process wrote, its next page shows. */
function forgetAfterWrites(
  api: NonNullable<WebServerParts['api']>,
  version: HeldVersion | undefined,
): NonNullable<WebServerParts['api']> {
  if (!version) return api
  return {
    fetch: (request, facts) => {
      const answer = api.fetch(request, facts)
      if (!mayWrite(request)) return answer
      return answer.finally(isSale(request) ? version.forgetSale : version.forget)
    },
  }
}

/**
 * Keeps answers of `/v1` for callers from outside, who get what is committed at the time of their
 * call, also by other processes: each call reads the version.
 */
function keepCurrentAnswers(version: HeldVersion): NonNullable<CallFacts['keepAnswer']> {
  const keep = createKeptAnswers()
  const askNow = askCommitted(version)
  return async (key, make) => {
    const current = await askNow()
    const { answer } = await (current === undefined ? make() : keep(current, key, make))
    return answer
  }
}

/** The version that is committed now, also by other processes. */
const askCommitted = (version: HeldVersion) => withQuarter(() => version.askNow().catch(() => undefined))

const deskReads = ({ version, readSnapshot }: WebServerParts) =>
  version && readSnapshot && { readSnapshot, askVersion: askCommitted(version) }

function askVersionOf({ api, version, settings }: WebServerParts) {
  if (version) return () => version.ask().catch(() => undefined)
  const callApi = (request: Request) => (api ? api.fetch(request, OWN_CALL) : fetch(request))
  return createVersionReader(callApi, settings.apiUrl ?? 'http://v1.internal')
}

/**
 * Refuses writes that another site makes a visitor's browser send (CSRF). Browsers send
 * `Sec-Fetch-Site` and `Origin`, neither of which a page can forge; a client that sends neither is
 * no browser and has no cookies of a visitor. Hosts are compared without their scheme, because
 * behind a proxy the connection to the server is plain HTTP.
 */
function refuseCrossSite(): MiddlewareHandler {
  return async (c, next) => {
    const safe = ['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)
    if (safe || cameFromHere(c.req.header('Sec-Fetch-Site'), c.req.header('Origin'), c.req.url)) return next()
    return c.text('This form was sent from another site. Please open the page here and send it again.', 403)
  }
}

function cameFromHere(site: string | undefined, origin: string | undefined, url: string): boolean {
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (origin === undefined) return true
  return URL.canParse(origin) && new URL(origin).host === new URL(url).host
}
