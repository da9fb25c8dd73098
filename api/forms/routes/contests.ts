import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { ContestDrawReply, ContestsReply } from '#contract/contest.ts'
import { QueryId } from '#contract/primitives.ts'
import { createRouter } from '../../http/http.ts'
import { idempotent } from '../../access/idempotent.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { drawContest } from '../draw-contest.ts'
import { listContests } from '../list-contests.ts'
import { jsonReply } from '../../http/json-reply.ts'
import { IdQuery, filterRequestedRows } from '../../http/list-query.ts'
import { refuse } from '../refusals.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/contests',
  summary: 'Contests of a brand, the one that closes last first',
  request: { query: IdQuery.extend({ brand_id: QueryId }) },
  responses: { 200: jsonReply('Contests', ContestsReply) },
})
const draw = createRoute({
  method: 'post',
  path: '/v1/contests/{id}/draws',
  summary: 'Draw one winner of a contest that is over; staff only',
  description:
    'Every entry has the same chance. The prize is an upgrade that is free once, for the ' +
    'mailbox that entered; it is told by mail. 409 while the contest is open, and once all its ' +
    'prizes are drawn.',
  middleware: [requireCaller, idempotent] as const,
  request: { params: z.object({ id: QueryId }) },
  responses: { 201: jsonReply('Who was drawn', ContestDrawReply) },
})

export const contests = createRouter()
  .openapi(list, async (c) => {
    const { database, clock } = c.get('deps')
    const rows = await listContests(database.db, c.req.valid('query').brand_id, clock.now())
    return c.json({ contests: filterRequestedRows(rows, c.req.valid('query')) }, 200)
  })
  .openapi(draw, async (c) => {
    const caller = c.get('caller')
    const by =
      caller.kind === 'visitor' ? undefined : { userId: caller.userId, requestId: c.get('requestId') }
    const drawn = await drawContest(c.get('deps'), c.req.valid('param').id, undefined, by)
    if (!drawn.ok) return refuse(c, drawn.reason)
    const { entryId, prizeId, name, email } = drawn.drawn
    return c.json({ contest_draw: { form_entry_id: entryId, prize_id: prizeId, name, email } }, 201)
  })
