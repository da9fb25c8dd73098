import { createRoute } from '@hono/zod-openapi'
import { CreditMovementsReply, CreditReply, CreditRequest, CreditsReply } from '#contract/credit.ts'
import { type ApiEnv, createRouter, type SignedInCaller } from '../../http/http.ts'
import { idempotent } from '../../access/idempotent.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { grantCredit } from '../grant-credit.ts'
import { creditMovementSorts, listCreditMovements } from '../list-credit-movements.ts'
import { creditSorts, listCredits, presentCredit } from '../list-credits.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import {
  findId,
  IdParams,
  parsePathIds,
  listMeta,
  listQuery,
  ONE_ROW_PAGE,
  toListPage,
} from '../../http/list-query.ts'
import { refuseFields } from '../../http/refuse.ts'
import { refuse } from '../refusals.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/credits',
  summary: 'List account credit that was granted or taken back, newest first',
  description:
    'The caller’s, once the e-mail is confirmed; all for staff. The balance is the user’s `credit`.',
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
  summary: 'Grant account credit, or take some back with a negative amount; staff only',
  middleware: [requireCaller, idempotent] as const,
  request: { body: jsonBody(CreditRequest) },
  responses: { 201: jsonReply('The credit', CreditReply) },
})

const movements = createRoute({
  method: 'get',
  path: '/v1/credit_movements',
  summary: 'List the movements of the caller’s credit with the balance after each, newest first',
  description: 'Empty until the e-mail is confirmed.',
  middleware: [requireCaller] as const,
  request: { query: listQuery(creditMovementSorts) },
  responses: { 200: jsonReply('The movements', CreditMovementsReply) },
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
    const { rows, totalCount } = await listCredits(c.get('deps').database.db, { userId }, toListPage(query))
    return c.json({ credits: rows, meta: listMeta(query, totalCount) }, 200)
  })
  .openapi(read, async (c) => {
    const filter = {
      userId: ownerFor(c.get('signedIn'), c.get('reach')),
      ids: parsePathIds(c.req.valid('param').id),
    }
    const { rows } = await listCredits(c.get('deps').database.db, filter, ONE_ROW_PAGE)
    const [credit] = rows
    return credit ? c.json({ credit }, 200) : refuse(c, 'not_found')
  })
  .openapi(create, async (c) => {
    const { roles, staffLimitCents } = c.get('signedIn')
    const by = { ...auditBy(c), roles, staffLimitCents }
    const granted = await grantCredit(c.get('deps'), c.req.valid('json').credit, by)
    if (!granted.ok) {
      return granted.reason === 'invalid' ? refuseFields(c, granted.fields) : refuse(c, granted.reason)
    }
    return c.json({ credit: presentCredit(granted.credit) }, 201)
  })
  .openapi(movements, async (c) => {
    const query = c.req.valid('query')
    const { userId, emailProven } = c.get('signedIn')
    const { db } = c.get('deps').database
    const { rows, totalCount } = await listCreditMovements(db, emailProven ? userId : null, toListPage(query))
    c.header('Cache-Control', 'private, no-store')
    return c.json({ credit_movements: rows, meta: listMeta(query, totalCount) }, 200)
  })
