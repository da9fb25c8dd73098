import { type z } from 'zod'
import { getDay, getMonth, listNext } from './spec-only/availability.server.ts'
import { type SpecOnlyAnswer, type SpecOnlyCall, unreadableAnswer, missing } from './spec-only/call.server.ts'
import {
  getProduct,
  getTerminal,
  listCategories,
  listProducts,
  listUpgrades,
} from './spec-only/catalogue.server.ts'
import { createSpecOnlyMemory } from './spec-only/memory.server.ts'
import {
  listSpecOnlyCards,
  listSpecOnlyVouchers,
  shareSpecOnlyCards,
} from './spec-only/stored-value.server.ts'
import { getSpecOnlyOrder, placeSpecOnlyOrder } from './spec-only/place-order.server.ts'
import { listSpecOnlyOrders } from './spec-only/list-orders.server.ts'
import { paySpecOnlyOrder } from './spec-only/pay-order.server.ts'
import {
  requestSpecOnlyReset,
  checkSpecOnlyReset,
  getSpecOnlyUser,
  logInSpecOnly,
  registerSpecOnlyGuest,
  registerSpecOnlyUser,
  setSpecOnlyPassword,
} from './spec-only/accounts.server.ts'
import { estimateQuote } from './spec-only/estimate-quote.server.ts'
import { getDraft, makeDraft, replaceDraft } from './spec-only/drafts.server.ts'
import { detectService } from './service-kind.server.ts'
import { type ApiCall, type ApiClient, type ApiResult } from '../api-result.ts'

/**
 * The adapters that answer calls of the shop with those of spec section 7. All other calls are sent
 * unchanged.
 */
const BASIC: readonly [call: RegExp, answer: (call: SpecOnlyCall) => SpecOnlyAnswer][] = [
  [/^get \/v1\/products$/, listProducts],
  [/^get \/v1\/products\/([^/]+)$/, getProduct],
  [/^get \/v1\/product_categories$/, listCategories],
  [/^get \/v1\/terminals\/([^/]+)$/, getTerminal],
  [/^get \/v1\/upgrades$/, listUpgrades],
  [/^get \/v1\/availability\/month$/, getMonth],
  [/^get \/v1\/availability\/day$/, getDay],
  [/^get \/v1\/availability\/next$/, listNext],
  [/^post \/v1\/quotes$/, estimateQuote],
  [/^post \/v1\/drafts$/, makeDraft],
  [/^get \/v1\/drafts\/([^/]+)$/, getDraft],
  [/^put \/v1\/drafts\/([^/]+)$/, replaceDraft],
  [/^post \/v1\/orders$/, placeSpecOnlyOrder],
  [/^get \/v1\/orders$/, listSpecOnlyOrders],
  [/^get \/v1\/orders\/([^/]+)$/, (call) => getSpecOnlyOrder(call)],
  [/^post \/v1\/payments$/, paySpecOnlyOrder],
  [/^post \/v1\/customers$/, registerSpecOnlyGuest],
  [/^post \/v1\/users$/, registerSpecOnlyUser],
  [/^post \/v1\/user_token$/, logInSpecOnly],
  [/^post \/v1\/password_resets$/, requestSpecOnlyReset],
  [/^get \/v1\/password_resets\/([^/]+)$/, checkSpecOnlyReset],
  [/^put \/v1\/password_resets\/([^/]+)$/, setSpecOnlyPassword],
  [/^get \/v1\/users\/me$/, getSpecOnlyUser],
  [/^get \/v1\/gift_cards$/, listSpecOnlyCards],
  [/^get \/v1\/vouchers$/, listSpecOnlyVouchers],
  [/^post \/v1\/gift_cards\/share$/, shareSpecOnlyCards],
  // Memberships and prizes need a service that computes prices.
  [/^get \/v1\/(?:plans|subscriptions|prizes)$/, () => Promise.resolve(missing())],
  [/^(?:get|post) \/v1\/waitlist_(?:entries|offers)(?:\/.*)?$/, () => Promise.resolve(missing())],
  [/^get \/v1\/(?:contests|form_stamps\/[^/]+)$/, () => Promise.resolve(missing())],
  [/^post \/v1\/(?:form_entries|newsletter_s.+)$/, () => Promise.resolve(missing())],
  [/^(?:get|post) \/v1\/reschedule_claim(?:s|_links)(?:\/.*)?$/, () => Promise.resolve(missing())],
  [/^get \/v1\/orders\/[^/]+\/reschedule_claim$/, () => Promise.resolve(missing())],
  // Answered without a request, because the service has no such call. A visitor with an expired
  // token has to log in again.
  [/^patch \/v1\/users\/[^/]+\/credit_cards\/[^/]+$/, () => Promise.resolve(missing())],
  [
    /^(?:get|post|put|patch) \/v1\/(?:users\/me(?:\/.+)?|sessions|email_changes)$/,
    () => Promise.resolve(missing()),
  ],
  [/^(?:get|post|patch) \/v1\/(?:gift_shares|gifts)\/.*$/, () => Promise.resolve(missing())],
  [/^(?:get|post) \/v1\/(?:code_mails|credit_movements)$/, () => Promise.resolve(missing())],
  [/^get \/v1\/search$/, () => Promise.resolve(missing())],
  [/^get \/v1\/promises$/, () => Promise.resolve(missing())],
  [/^get \/v1\/written_texts$/, () => Promise.resolve(missing())],
  [
    /^(?:get|post) \/v1\/orders\/[^/]+\/(?:cancellation|(?:upgrade|reschedule)_quotes)$/,
    () => Promise.resolve(missing()),
  ],
  [/^(?:get|post) \/v1\/reschedule(?:s\/[^/]+|_links(?:\/open)?)$/, () => Promise.resolve(missing())],
  [/^(?:get|put) \/v1\/orders\/[^/]+\/(?:email|receipt(?:\/company)?)$/, () => Promise.resolve(missing())],
  [/^get \/v1\/(?:order_links|receipt_links|flights)(?:\/.*)?$/, () => Promise.resolve(missing())],
  [/^(?:post|get|put) \/v1\/(?:user_token\/renew|email_proofs(?:\/.*)?)$/, () => Promise.resolve(missing())],
  [/^post \/v1\/(?:resumptions(?:\/open)?|reminder_stops)$/, () => Promise.resolve(missing())],
]

type Method = Exclude<keyof ApiClient, 'delete'>

export interface ForeignClientOptions {
  /** The direct clients: with the caller's token, and without one. */
  userApi: ApiClient
  anonymousApi: ApiClient
  token: string | undefined
  settings: { brandId: number }
}

/**
 * The client of a shop that runs separately. A `/v1` like ours gets every call unchanged. A service
 * with only the calls of section 7 gets those, with their keys; the shop answers the others itself
 * as far as it can, so pages need not know the difference.
 */
export function createForeignClient({
  userApi,
  anonymousApi,
  token,
  settings,
}: ForeignClientOptions): ApiClient {
  async function send<S extends z.ZodType>(
    method: Method,
    path: string,
    schema: S,
    call: ApiCall,
  ): Promise<ApiResult<z.infer<S>>> {
    const { kind } = await detectService(anonymousApi, settings)
    const found = kind === 'basic' ? findBasic(method, path) : undefined
    if (!found) return userApi[method](path, schema, call)
    const { query = {}, body } = call
    const memory = createSpecOnlyMemory(settings)
    const facts = { userApi, anonymousApi, token, query, body, memory, params: found.params, now: new Date() }
    const result = await found.answer({ ...facts, brandId: settings.brandId })
    if (!result.ok) return result
    const parsed = schema.safeParse(result.data)
    return parsed.success ? { ...result, data: parsed.data } : unreadableAnswer()
  }

  return {
    get: (path, schema, call = {}) => send('get', path, schema, call),
    post: (path, schema, call) => send('post', path, schema, call),
    put: (path, schema, call) => send('put', path, schema, call),
    patch: (path, schema, call) => send('patch', path, schema, call),
    // Such a service cannot revoke a token, which expires by itself.
    delete: async (path) => {
      const { kind } = await detectService(anonymousApi, settings)
      return kind === 'basic' ? missing() : userApi.delete(path)
    },
  }
}

function findBasic(method: Method, path: string) {
  for (const [pattern, answer] of BASIC) {
    const match = pattern.exec(`${method} ${path}`)
    if (match) return { answer, params: match.slice(1).map(decodeURIComponent) }
  }
  return undefined
}
