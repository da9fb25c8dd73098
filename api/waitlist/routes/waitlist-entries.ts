import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { LocalDate, QueryId } from '#contract/primitives.ts'
import {
  WaitlistEntryReply,
  WaitlistEntryRequest,
  WaitlistJoinedReply,
  WaitlistRowsReply,
} from '#contract/waitlist.ts'
import { createRouter } from '../../http/http.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { joinWaitlist } from '../join-waitlist.ts'
import { leaveWaitlist } from '../leave-waitlist.ts'
import { listWaitlist, waitlistSorts } from '../list-waitlist.ts'
import { readWaitlistEntry } from '../read-waitlist-entry.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { listMeta, listQuery, toListPage } from '../../http/list-query.ts'
import { refuseFields } from '../../http/refuse.ts'
import { refuse } from '../refusals.ts'

const params = z.object({ token: z.string().max(100) })

const join = createRoute({
  method: 'post',
  path: '/v1/waitlist_entries',
  summary: 'Wait for seats on a full departure',
  description:
    'The same e-mail again is the same entry with the new size. The answer never tells whether ' +
    'there is one already; the link to it goes by mail. 409 when the party could book now.',
  request: { body: jsonBody(WaitlistEntryRequest) },
  responses: { 201: jsonReply('In the line', WaitlistJoinedReply) },
})
const read = createRoute({
  method: 'get',
  path: '/v1/waitlist_entries/{token}',
  summary: 'An entry, by the link in its mails',
  request: { params },
  responses: { 200: jsonReply('The entry', WaitlistEntryReply) },
})
const leave = createRoute({
  method: 'delete',
  path: '/v1/waitlist_entries/{token}',
  summary: 'Leave the line; seats that were kept go to the next',
  request: { params },
  responses: { 204: { description: 'Left, now or before' } },
})
const list = createRoute({
  method: 'get',
  path: '/v1/waitlist_entries',
  summary: 'Who waits, in the order of the line; staff only',
  middleware: [requireCaller] as const,
  request: {
    query: listQuery(waitlistSorts).extend({
      departure_id: QueryId.optional(),
      date: LocalDate.optional(),
    }),
  },
  responses: { 200: jsonReply('The line', WaitlistRowsReply) },
})

export const waitlistEntries = createRouter()
  .openapi(join, async (c) => {
    const { waitlist_entry: fields } = c.req.valid('json')
    const joined = await joinWaitlist(c.get('deps'), c.get('caller'), fields, c.env.visitorAddress)
    if (!joined.ok) {
      return joined.reason === 'invalid' ? refuseFields(c, joined.fields) : refuse(c, joined.reason)
    }
    const { quantity_type, quantity } = fields
    return c.json({ waitlist_entry: { quantity_type, quantity, flight: joined.flight } }, 201)
  })
  .openapi(read, async (c) => {
    const found = await readWaitlistEntry(c.get('deps'), c.req.valid('param').token)
    return found.ok ? c.json({ waitlist_entry: found.entry }, 200) : refuse(c, found.reason)
  })
  .openapi(leave, async (c) => {
    const left = await leaveWaitlist(c.get('deps'), c.req.valid('param').token)
    return left.ok ? c.body(null, 204) : refuse(c, left.reason)
  })
  .openapi(list, async (c) => {
    const query = c.req.valid('query')
    const { database, clock } = c.get('deps')
    const filter = { departureId: query.departure_id, localDate: query.date }
    const { rows, totalCount } = await listWaitlist(database.db, filter, toListPage(query), clock.now())
    return c.json({ waitlist_entries: rows, meta: listMeta(query, totalCount) }, 200)
  })
