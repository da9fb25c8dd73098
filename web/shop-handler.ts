import { createRequestHandler, type RequestHandler, type ServerBuild } from '@remix-run/node'
import { type Logger } from 'pino'
import { type ErrorReports } from '#app/visit/error-reports.server.ts'
import { type Refusal } from '#app/visit/refusals.server.ts'
import { type ShopContext } from '#app/visit/shop-context.server.ts'
import { type VersionParts } from '#contract/version.ts'
import { type Settings } from '#settings/settings.ts'
import { type CallFacts } from './call-facts.ts'
import { shareBody } from './compress-answers.ts'
import { mayWrite } from './held-version.ts'
import { createKeptAnswers } from './kept-answers.ts'
import { createPageHandler } from './page-handlers.ts'
import { toSignedCall, signVisitor, VISITOR_HEADER } from './visitor-signature.ts'

interface ShopParts {
  settings: Settings
  log: Logger
  reports: ErrorReports
  api: { fetch(request: Request, facts: CallFacts): Promise<Response> } | undefined
  build: () => Promise<ServerBuild>
  /**
   * Returns the version of the public data, or undefined when nobody knows it. Without this
   * function each page asks `/v1` for everything.
   */
  askVersion?: AskVersion | undefined
}

/** The connection between the page cache and the rendering of a page. */
export interface PageRender {
  /** The version of the public data when the page was requested. */
  version: string
  /** Called with what the page depends on, as far as the answer to a call tells. */
  onRead?: (parts: VersionParts) => void
  /** Called with each response of `/v1`; undefined when a call failed without one. */
  onAnswer: (answer: Response | undefined) => void
}

type AskVersion = () => Promise<string | undefined>

/** The compiled shop as a function. */
export type Shop = (
  request: Request,
  facts: CallFacts,
  making?: PageRender,
  /** Renders the page that says so instead. */
  refusal?: Refusal,
) => Promise<Response>

/** Signs the visitor's address for a separate service that shares a secret with the shop. */
function vouchFor(request: Request, { visitorAddress }: CallFacts, { visitorSecret }: Settings): Request {
  if (visitorSecret === undefined || visitorAddress === '') return request
  request.headers.set(
    VISITOR_HEADER,
    signVisitor(visitorSecret, visitorAddress, toSignedCall(request), new Date()),
  )
  return request
}

export function createShopHandler({ settings, log, reports, api, build, askVersion }: ShopParts): Shop {
  const keep = createKeptAnswers()
  let handler: RequestHandler | undefined
  const callApi = (facts: CallFacts, making: PageRender | undefined) => async (request: Request) => {
    const asked = api ? api.fetch(request, facts) : fetch(vouchFor(request, facts, settings))
    const answer = await asked.catch((error: unknown) => {
      making?.onAnswer(undefined)
      throw error
    })
    making?.onAnswer(answer)
    return answer
  }
  /** One page is of one version, and of a later one after a write of its own. */
  const keepAnswers = (shop: ShopContext, making: PageRender | undefined, ask: AskVersion) => {
    let version = making && Promise.resolve<string | undefined>(making.version)
    const { callApi } = shop
    shop.callApi = async (request) => {
      making?.onRead?.('everything')
      const answer = await callApi(request)
      if (!making && mayWrite(request)) version = undefined
      return answer
    }
    shop.keepAnswer = async (key, askApi) => {
      const current = await (version ??= ask())
      const askNow = () => askApi(callApi)
      const { answer, parts } = await (current === undefined ? askNow() : keep(current, key, askNow))
      making?.onRead?.(parts)
      return answer
    }
  }
  const context = (facts: CallFacts, making: PageRender | undefined): ShopContext => ({
    settings,
    requestId: facts.requestId,
    version: making?.version,
    callApi: callApi(facts, making),
    unsentData: new Map(),
    reportError: (error) => {
      log.error({ err: error, requestId: facts.requestId }, 'unexpected failure in the shop')
      reports.report(error, { requestId: facts.requestId })
    },
  })
  return async (request, facts, making, refusal) => {
    if (settings.development) handler = createRequestHandler(await build(), 'development')
    handler ??= createPageHandler(await build())
    const shop = context({ ...facts, callers: new Map() }, making)
    shop.refusal = refusal
    shop.userAgent = request.headers.get('User-Agent') ?? undefined
    const retry = rememberRetry(shop)
    if (askVersion) keepAnswers(shop, making, askVersion)
    let rendering: Parameters<NonNullable<ShopContext['onRendered']>>[0] | undefined
    shop.onRendered = (made) => {
      rendering = made
    }
    const response = await handler(request, { shop })
    if (rendering) {
      const { html } = rendering
      shareBody(response, rendering, () => Buffer.from(html.buffer))
    }
    return retry.repeat(response)
  }
}

/**
 * Copies `Retry-After` from a call of `/v1` to the page: for a page with 429, and for one that
 * failed because the service is unavailable, which then has status 503.
 */
function rememberRetry(shop: ShopContext) {
  const { callApi } = shop
  const waits: Partial<Record<number, string>> = {}
  shop.callApi = async (request) => {
    const answer = await callApi(request)
    const wait = answer.headers.get('Retry-After')
    if (wait !== null && (answer.status === 429 || answer.status === 503)) waits[answer.status] = wait
    return answer
  }
  return {
    repeat(page: Response): Response {
      const status = page.status >= 500 && waits[503] !== undefined ? 503 : page.status
      const wait = waits[status]
      if (wait === undefined) return page
      const headers = new Headers(page.headers)
      headers.set('Retry-After', wait)
      if (status === 503) headers.set('Cache-Control', 'no-store')
      return new Response(page.body, { status, headers })
    },
  }
}
