import { createMiddleware } from 'hono/factory'
import { RETRY_SECONDS } from '#api/db/database-unavailable.ts'
import { staysOpen } from '#app/visit/maintenance.server.ts'
import { BUSY_SENTENCE } from '#contract/service-sentences.ts'
import { type CallFacts } from './call-facts.ts'
import { type RefusalPages } from './refusal-pages.ts'
import { type Saturation } from './saturation.ts'
import { type Shop } from './shop-handler.ts'

const RETRY = { 'Retry-After': String(RETRY_SECONDS), 'Cache-Control': 'no-store' }

/** Calls of `/v1` that begin something: orders, and questions about what could be ordered. */
const NEW_CALLS = /^\/v1\/(?:orders|quotes|availability\/(?:day|month))$/
/** Reads of `/v1` that a payment needs. */
const READS_OF_PAYMENTS = /^\/v1\/(?:orders|payments|order_changes|reschedules)(?:\/|$)/
/** The pages that pay: a bank's page leads back to them, and an order that exists is paid there. */
export const PAYS = /^\/checkout\/[^/]+\/(?:pay|gift)$/

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
export function refuseNewPages(
  shop: Shop,
  { isBusy, count }: Saturation,
  pages: Pick<RefusalPages, 'answer'>,
): Shop {
  return (request, facts, making) => {
    if (!isNewWork(request.method, new URL(request.url).pathname)) return shop(request, facts, making)
    return isBusy() ? pages.answer(request, RETRY_SECONDS) : count(() => shop(request, facts, making))
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
