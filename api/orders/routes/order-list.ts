import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { OrderChannel, OrderStatus } from '#contract/enums.ts'
import { OrderCountsReply, OrdersReply, OrderStatuses } from '#contract/order-list.ts'
import { LocalDate } from '#contract/primitives.ts'
import { type ApiDeps } from '../../deps.ts'
import { createRouter } from '../../http/http.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { instantOf } from '../../rules/time/local-time.ts'
import { readCatalogue } from '../../store/catalogue/read-catalogue.ts'
import { countOrders } from '../count-orders.ts'
import { listOrders, orderSorts } from '../list-orders.ts'
import { listOrdersForStaff } from '../list-all-orders.ts'
import { jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams, listMeta, longListQuery, toListPage } from '../../http/list-query.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/orders',
  summary: 'List the caller’s orders, newest first; all orders for staff',
  description:
    'A guest sees what was made with the token; an account sees what was made while logged in ' +
    'and, once its e-mail is confirmed, what was bought as a guest with its address.',
  middleware: [requireCaller] as const,
  request: {
    query: longListQuery(orderSorts).extend({
      status: OrderStatus.optional(),
      brand_id: IdParams.shape.id.optional(),
      user_id: IdParams.shape.id.optional().describe('The buyer; for staff'),
      everybody: z
        .stringbool()
        .optional()
        .describe('`0`: only one’s own. Staff see everybody’s otherwise, and nobody else does'),
      q: z
        .string()
        .trim()
        .max(200)
        .optional()
        .describe('For staff: a number, e-mail, phone, name, code or the last four digits of a card'),
      waiting_for_answer: z
        .stringbool()
        .optional()
        .describe('For staff: only those whose departure was cancelled and who have not chosen yet'),
      channel: OrderChannel.optional().describe('For staff: the sales channel'),
      flies_from: LocalDate.optional().describe('For staff: only those that fly on this day or later'),
      flies_to: LocalDate.optional().describe('For staff: only those that fly on this day or earlier'),
      weights_missing: z
        .stringbool()
        .optional()
        .describe('For staff: only paid ones that lack a passenger’s weight'),
      balance_due: z
        .stringbool()
        .optional()
        .describe('For staff: only those that are sold and still to be paid in part'),
      sold_by_me: z
        .stringbool()
        .optional()
        .describe('For staff: only those that the caller sold on the phone or at the counter'),
      placed_from: LocalDate.optional().describe('For staff: only those placed on this day or later'),
      refunded_from: LocalDate.optional().describe(
        'For staff: only those of which something was given back on this day or later',
      ),
      sums: z.stringbool().optional().describe('For staff: also sums up what is found, below 1,000 orders'),
      'status[]': z.union([OrderStatus.transform((one) => [one]), OrderStatuses]).optional(),
    }),
  },
  responses: { 200: jsonReply('Orders', OrdersReply) },
})

const counts = createRoute({
  method: 'get',
  path: '/v1/order_counts',
  summary: 'How many orders fly today, are to pay, or wait for something; staff only',
  middleware: [requireCaller] as const,
  responses: { 200: jsonReply('The counts', OrderCountsReply) },
})

export const orderCounts = createRouter().openapi(counts, async (c) => {
  const { database, clock } = c.get('deps')
  const { kind, userId, apiKey } = c.get('signedIn')
  const asking = { brandId: apiKey?.brandId ?? undefined, userId: kind === 'key' ? undefined : userId }
  c.header('Cache-Control', 'private, no-store')
  return c.json({ order_counts: await countOrders(database.db, clock.now(), asking) }, 200)
})

/** When a day of the shop begins, by the clock of its first brand, as in reports. */
async function readMorning({ database }: Pick<ApiDeps, 'database'>, day: string | undefined) {
  if (day === undefined) return undefined
  const { brands } = await readCatalogue(database.db)
  return instantOf(day, '00:00', brands[0]?.timeZone ?? 'UTC')
}

export const orderList = createRouter()
  .route('/', orderCounts)
  .openapi(list, async (c) => {
    const query = c.req.valid('query')
    const deps = c.get('deps')
    const statuses = query.status ? [query.status] : query['status[]']
    const asked = { page: toListPage(query), statuses, now: deps.clock.now() }
    const asks = query.brand_id === undefined ? undefined : (findId(query.brand_id) ?? 0)
    const { kind, apiKey, userId: callerId } = c.get('signedIn')
    const own = apiKey?.brandId ?? undefined
    const brandId = own === undefined || asks === own ? (asks ?? own) : asks === undefined ? own : 0
    const found =
      c.get('reach') === 'any' && (query.everybody !== false || kind === 'key')
        ? await listOrdersForStaff(deps, {
            ...asked,
            brandId,
            userId: query.user_id === undefined ? undefined : (findId(query.user_id) ?? 0),
            waiting: query.waiting_for_answer,
            channel: query.channel,
            flies: { from: query.flies_from, to: query.flies_to },
            weightsMissing: query.weights_missing,
            balanceDue: query.balance_due,
            sellerId: query.sold_by_me ? callerId : undefined,
            placedSince: await readMorning(deps, query.placed_from),
            refundedSince: await readMorning(deps, query.refunded_from),
            text: query.q,
            summed: query.sums,
          })
        : await listOrders(deps.database.db, c.get('signedIn'), asked)
    const sums = 'sums' in found ? found.sums : undefined
    const meta = listMeta(query, found.totalCount)
    return c.json({ orders: found.rows, meta, ...(sums ? { sums } : {}) }, 200)
  })
