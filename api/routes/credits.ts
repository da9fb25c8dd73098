import { createRoute } from '@hono/zod-openapi'
import { CreditReply, CreditRequest, CreditsReply } from '#contract/credit.ts'
import { type ApiEnv, createRouter, type SignedInCaller } from '../http.ts'
import { idempotent } from '../middleware/idempotent.ts'
import { requireCaller } from '../middleware/require-caller.ts'
import { grantCredit } from '../services/tenders/grant-credit.ts'
import { creditSorts, listCredits, presentCredit } from '../services/tenders/list-credits.ts'
import { jsonReply } from './json-reply.ts'
import { findId, IdParams, idsAt, listMeta, listQuery, oneRow, pageOf } from './list-query.ts'
import { refuse, refuseFields } from './refuse.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/credits',
  summary: 'Account credit that was given or taken back, newest first',
  description:
    'One’s own, once the mailbox is proven; everybody’s for staff. What is left is the user’s `credit`.',
  middleware: [requireCaller] as const,
  request: { query: listQuery(creditSorts).extend({ user_id: IdParams.shape.id.optional() }) },
  responses: { 200: jsonReply('Credits', CreditsReply) },
})
const read = createRoute({
  method: 'get',
  path: '/v1/credits/{id}',
  summary: 'One credit',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 200: jsonReply('The credit', CreditReply) },
})
const create = createRoute({
  method: 'post',
  path: '/v1/credits',
  summary: 'Give account credit, or take some back with a negative amount; staff only',
  middleware: [requireCaller, idempotent] as const,
  request: { body: { required: true, content: { 'application/json': { schema: CreditRequest } } } },
  responses: { 201: jsonReply('The credit', CreditReply) },
})

/** Whose credits a caller may see: undefined for everybody's, null for nobody's. */
function ownerFor(caller: SignedInCaller, reach: ApiEnv['Variables']['reach'], wanted?: number) {
  if (reach === 'any') return wanted
  const own = caller.emailProven && (wanted === undefined || wanted === caller.userId)
  return own ? caller.userId : null
}

export const credits = createRouter()
  .openapi(list, async (c) => {
    const query = c.req.valid('query')
    const wanted = query.user_id === undefined ? undefined : (findId(query.user_id) ?? 0)
    const userId = ownerFor(c.get('signedIn'), c.get('reach'), wanted)
    const { rows, totalCount } = await listCredits(c.get('deps').database.db, { userId }, pageOf(query))
    return c.json({ credits: rows, meta: listMeta(query, totalCount) }, 200)
  })
  .openapi(read, async (c) => {
    const filter = {
      userId: ownerFor(c.get('signedIn'), c.get('reach')),
      ids: idsAt(c.req.valid('param').id),
    }
    const { rows } = await listCredits(c.get('deps').database.db, filter, oneRow)
    const [credit] = rows
    return credit ? c.json({ credit }, 200) : refuse(c, 'not_found')
  })
  .openapi(create, async (c) => {
    const granted = await grantCredit(c.get('deps'), c.req.valid('json').credit)
    if (!granted.ok) return refuseFields(c, granted.fields)
    return c.json({ credit: presentCredit(granted.credit) }, 201)
  })
