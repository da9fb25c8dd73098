import { createRequestHandler, type RequestHandler, type ServerBuild } from '@remix-run/node'
import { type Logger } from 'pino'
import { type ErrorReports } from '#app/visit/error-reports.server.ts'
import { type Refusal } from '#app/visit/refusals.server.ts'
import { type RenderedPage, type ShopContext } from '#app/visit/shop-context.server.ts'
import { type VersionParts } from '#contract/version.ts'
import { type Settings } from '#settings/settings.ts'
import { type CallFacts } from './call-facts.ts'
import { shareBody } from './compress-answers.ts'
import { mayWrite } from './held-version.ts'
import { createKeptAnswers } from './kept-answers.ts'
import { createPageHandler } from './page-handlers.ts'
import { keepUnchangedPages, type OnMade, type UnchangedPagesParts } from './unchanged-pages.ts'
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
  /** Called with each value that a page takes unchecked. */
  onUnchecked?: ShopContext['onUnchecked']
  /** What pages of the desk ask; absent where the database is not at hand. */
  desk?: DeskReads | undefined
}

interface DeskReads extends UnchangedPagesParts {
  /** The version of the public data that is committed now, also by other processes. */
  askVersion: AskVersion
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

interface Making {
  facts: CallFacts
  making?: PageRender | undefined
  refusal?: Refusal | undefined
  /** Called with how to send the page again; given for pages of the desk. */
  onMade?: OnMade | undefined
}

/** Signs the visitor's address for a separate service that shares a secret with the shop. */
function vouchFor(request: Request, { visitorAddress }: CallFacts, { visitorSecret }: Settings): Request {
  if (visitorSecret === undefined || visitorAddress === '') return request
  request.headers.set(
    VISITOR_HEADER,
    signVisitor(visitorSecret, visitorAddress, toSignedCall(request), new Date()),
  )
  return request
}

export function createShopHandler(parts: ShopParts): Shop {
  const { settings, log, reports, api, build, desk } = parts
  const keep = createKeptAnswers()
  const unchangedPages = desk && keepUnchangedPages(desk)
  let handler: RequestHandler | undefined
  const callApi = (facts: CallFacts, onAnswer: PageRender['onAnswer']): ShopContext['callApi'] => {
    return async (request, takeAnswer) => {
      const own = takeAnswer ? { ...facts, takeAnswer } : facts
      const asked = api ? api.fetch(request, own) : fetch(vouchFor(request, facts, settings))
      const answer = await asked.catch((error: unknown) => {
        onAnswer(undefined)
        throw error
      })
      onAnswer(answer)
      return answer
    }
  }
  /** One page is of one version, and of a later one after a write of its own. */
  const keepAnswers = (shop: ShopContext, making: PageRender | undefined, ask: AskVersion) => {
    let version = making && Promise.resolve<string | undefined>(making.version)
    const { callApi } = shop
    shop.callApi = async (request, takeAnswer) => {
      making?.onRead?.('everything')
      const answer = await callApi(request, takeAnswer)
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
  const context = (facts: CallFacts, version: string | undefined): Omit<ShopContext, 'callApi'> => ({
    settings,
    requestId: facts.requestId,
    version,
    unsentData: new Map(),
    reportError: (error) => {
      log.error({ err: error, requestId: facts.requestId }, 'unexpected failure in the shop')
      reports.report(error, { requestId: facts.requestId })
    },
  })
  async function makePage(request: Request, { facts, making, refusal, onMade }: Making): Promise<Response> {
    if (settings.development) handler = createRequestHandler(await build(), 'development')
    handler ??= createPageHandler(await build())
    let complete = true
    const onAnswer: PageRender['onAnswer'] = (answer) => {
      if (!answer || answer.status >= 500 || answer.status === 429) complete = false
      making?.onAnswer(answer)
    }
    const shop: ShopContext = {
      ...context(facts, making?.version),
      callApi: callApi({ ...facts, callers: new Map() }, onAnswer),
      refusal,
      onUnchecked: parts.onUnchecked,
      userAgent: request.headers.get('User-Agent') ?? undefined,
    }
    const retry = rememberRetry(shop)
    const askVersion = onMade ? desk?.askVersion : parts.askVersion
    if (askVersion) keepAnswers(shop, making, askVersion)
    let rendered: RenderedPage | undefined
    shop.onRendered = (page) => {
      rendered = page
    }
    const response = await handler(request, { shop })
    if (!rendered) return retry.repeat(response)
    const { whole, repeat } = rendered
    if (repeat && complete) onMade?.(() => shareWhole(repeat(), whole))
    return retry.repeat(shareWhole(response, whole))
  }
  return async (request, facts, making, refusal) =>
    unchangedPages && !making && !refusal
      ? unchangedPages(request, (onMade) => makePage(request, { facts, onMade }))
      : makePage(request, { facts, making, refusal })
}

/** Notes the bytes that other answers have, too, so that they are compressed once. */
function shareWhole(response: Response, whole: RenderedPage['whole']): Response {
  if (whole) shareBody(response, whole, () => Buffer.from(whole.html.buffer))
  return response
}

/**
 * Copies `Retry-After` from a call of `/v1` to the page: for a page with 429, and for one that
 * failed because the service is unavailable, which then has status 503.
 */
function rememberRetry(shop: ShopContext) {
  const { callApi } = shop
  const waits: Partial<Record<number, string>> = {}
  shop.callApi = async (request, takeAnswer) => {
    const answer = await callApi(request, takeAnswer)
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
