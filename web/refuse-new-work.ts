import { setTimeout as pause } from 'node:timers/promises'
import { createMiddleware } from 'hono/factory'
import { RETRY_SECONDS } from '#api/db/database-unavailable.ts'
import { staysOpen } from '#app/visit/maintenance.server.ts'
import { BUSY_SENTENCE } from '#contract/service-sentences.ts'
import { type CallFacts } from './call-facts.ts'
import { type Saturation } from './saturation.ts'
import { type Shop } from './shop-handler.ts'

const RETRY = { 'Retry-After': String(RETRY_SECONDS), 'Cache-Control': 'no-store' }

/** Calls of `/v1` that begin something: orders, and questions about what could be ordered. */
const NEW_CALLS = /^\/v1\/(?:orders|quotes|availability\/(?:day|month))$/
/** Reads of `/v1` that a payment needs. */
const READS_OF_PAYMENTS = /^\/v1\/(?:orders|payments|order_changes|reschedules)(?:\/|$)/
/** The pages that pay: a bank's page leads back to them, and an order that exists is paid there. */
const PAYS = /^\/checkout\/[^/]+\/(?:pay|gift)$/

/**
 * Whether a request begins something new. Those who come back from a payment, pay what they
 * ordered or hold a ticket are never refused, nor are the provider's events and the forms of pages
 * that are open already.
 */
export function isNewWork(method: string, path: string): boolean {
  const reads = method === 'GET' || method === 'HEAD'
  if (path.startsWith('/v1/'))
    return reads ? !READS_OF_PAYMENTS.test(path) : method === 'POST' && NEW_CALLS.test(path)
  return reads && !path.startsWith('/sandbox/') && !PAYS.test(path) && !staysOpen(path)
}

const ORDERS = '/v1/orders'

/** Refuses calls that begin something at once while the process is busy. */
export const refuseNewCalls = ({ isBusy, count }: Saturation) =>
  createMiddleware(async ({ req }, next) => {
    // Orders are counted below, where forms place them, too.
    if (!isNewWork(req.method, req.path) || req.path === ORDERS) return next()
    return isBusy() ? refusal() : count(next)
  })

/** Refuses pages that would have to be rendered; those that are kept cost nothing. */
export function refuseNewPages(shop: Shop, { isBusy, count }: Saturation, pages: BusyPages): Shop {
  return (request, facts, making) => {
    const { pathname, searchParams } = new URL(request.url)
    if (!isNewWork(request.method, pathname)) return shop(request, facts, making)
    if (!isBusy()) return count(() => shop(request, facts, making))
    if (!searchParams.has('_data')) return pages.answer(request)
    // The framework's script asks for data, and shows the sentence as an error page.
    const headers = { ...RETRY, 'X-Remix-Catch': 'yes', 'Content-Type': 'text/plain; charset=utf-8' }
    return Promise.resolve(new Response(BUSY_SENTENCE, { status: 503, headers }))
  }
}

interface Api {
  fetch(request: Request, facts: CallFacts): Promise<Response>
}

/** Refuses new orders, also those that a form of an open page places. */
export function refuseNewOrders(api: Api, { isBusy, count }: Saturation): Api {
  return {
    fetch: (request, facts) => {
      const isOrder = request.method === 'POST' && new URL(request.url).pathname === ORDERS
      if (!isOrder) return api.fetch(request, facts)
      return isBusy() ? Promise.resolve(refusal()) : count(() => api.fetch(request, facts))
    },
  }
}

const refusal = () =>
  Response.json({ error: BUSY_SENTENCE, code: 'service_unavailable' }, { status: 503, headers: RETRY })

/** The page is made anew after this time, because a brand's name may change. */
const FRESH_MS = 60_000
/** A page that is not ready by then is left out: a refusal must not wait, too. */
const PATIENCE_MS = 250
/** The Host header is the visitor's input. */
const MOST_HOSTS = 20

interface BusyPage {
  madeAt: number
  headers: Headers
  body: ArrayBuffer
}

export interface BusyPages {
  /** Makes the page of a host, unless it is being made. */
  prepare(host: string): Promise<BusyPage | undefined>
  answer(request: Request): Promise<Response>
}

/** Keeps the page of each host, so that a refusal costs nothing. */
export function keepBusyPages(shop: Shop): BusyPages {
  const pages = new Map<string, BusyPage>()
  const underWay = new Map<string, Promise<BusyPage | undefined>>()
  const render = async (host: string) => {
    const facts = { requestId: 'busy', visitorAddress: '' }
    const response = await shop(new Request(`http://${host}/busy`), facts, undefined, true)
    if (response.status !== 503) return undefined
    const { headers } = response
    const page = { madeAt: performance.now(), headers, body: await response.arrayBuffer() }
    if (pages.size >= MOST_HOSTS) pages.clear()
    pages.set(host, page)
    return page
  }
  const prepare: BusyPages['prepare'] = (host) => {
    const rendering = underWay.get(host) ?? render(host).catch(() => undefined)
    underWay.set(host, rendering)
    return rendering.finally(() => underWay.delete(host))
  }
  return {
    prepare,
    answer: async (request) => {
      const { host } = new URL(request.url)
      const kept = pages.get(host)
      const made = kept && performance.now() - kept.madeAt < FRESH_MS ? undefined : prepare(host)
      const page = kept ?? (await Promise.race([made, pause(PATIENCE_MS, undefined, { ref: false })]))
      const headers = new Headers(page?.headers ?? { 'Content-Type': 'text/plain; charset=utf-8' })
      for (const [name, value] of Object.entries(RETRY)) headers.set(name, value)
      return new Response(page?.body ?? BUSY_SENTENCE, { status: 503, headers })
    },
  }
}
