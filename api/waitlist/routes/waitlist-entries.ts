import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { LocalDate, QueryId } from '#contract/primitives.ts'
import {
  WaitlistEntryReply,
  WaitlistEntryRequest,
  WaitlistHandOfferRequest,
  WaitlistJoinedReply,
  WaitlistOfferPreviewReply,
  WaitlistRowReply,
  WaitlistRowsReply,
} from '#contract/waitlist.ts'
import { createRouter } from '../../http/http.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { idempotent } from '../../access/idempotent.ts'
import { type ApiDeps } from '../../deps.ts'
import { joinWaitlist } from '../join-waitlist.ts'
import { leaveWaitlist } from '../leave-waitlist.ts'
import { listWaitlist, waitlistSorts } from '../list-waitlist.ts'
import { readWaitlistEntry } from '../read-waitlist-entry.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams, listMeta, listQuery, toListPage } from '../../http/list-query.ts'
import { refuseFields } from '../../http/refuse.ts'
import { addMinutes } from '../../rules/time/local-time.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { offerByHand } from '../offer-by-hand.ts'
import { previewHandOffer } from '../preview-hand-offer.ts'
import { removeFromWaitlist } from '../remove-from-waitlist.ts'
import { refuse } from '../refusals.ts'

const params = z.object({ token: z.string().max(100) })

const join = createRoute({
  method: 'post',
  path: '/v1/waitlist_entries',
  summary: 'Join the waitlist of a full departure',
  description:
    'The same e-mail again changes the size of its entry. The answer does not reveal whether ' +
    'there was an entry; its link is mailed. 409 if the party can book now.',
  request: { body: jsonBody(WaitlistEntryRequest) },
  responses: { 201: jsonReply('On the waitlist', WaitlistJoinedReply) },
})
const read = createRoute({
  method: 'get',
  path: '/v1/waitlist_entries/{token}',
  summary: 'A waitlist entry, by the link in its mails',
  request: { params },
  responses: { 200: jsonReply('The entry', WaitlistEntryReply) },
})
const leave = createRoute({
  method: 'delete',
  path: '/v1/waitlist_entries/{token}',
  summary: 'Leave the waitlist; offered seats go to the next entry',
  request: { params },
  responses: { 204: { description: 'Left, now or before' } },
})
const list = createRoute({
  method: 'get',
  path: '/v1/waitlist_entries',
  summary: 'List the waitlist in its order; staff only',
  middleware: [requireCaller] as const,
  request: {
    query: listQuery(waitlistSorts).extend({
      departure_id: QueryId.optional(),
      date: LocalDate.optional(),
      /** `1`: of departures that are ahead, who waits, and who was offered seats within a day. */
      upcoming: z.literal('1').optional(),
    }),
  },
  responses: { 200: jsonReply('The waitlist', WaitlistRowsReply) },
})

const offer = createRoute({
  method: 'post',
  path: '/v1/waitlist_entries/{id}/offers',
  summary: 'Offer seats to a party on the waitlist out of turn; staff only',
  description:
    'To who waits, and to who missed or declined an offer; for fewer seats than they asked for with ' +
    '`quantity`. The seats are held for `minutes`, at most until the end of sales, and the party is mailed ' +
    'as for an offer that the shop makes by itself. 409 where they do not fit.',
  middleware: [requireCaller, idempotent] as const,
  request: { params: IdParams, body: jsonBody(WaitlistHandOfferRequest) },
  responses: { 201: jsonReply('The entry with its offer', WaitlistRowReply) },
})
const preview = createRoute({
  method: 'post',
  path: '/v1/waitlist_entries/{id}/offer_previews',
  summary: 'What the mail of such an offer would say; nothing is held or sent; staff only',
  description: 'With the body of the offer. 409 where the offer would be refused.',
  middleware: [requireCaller] as const,
  request: { params: IdParams, body: jsonBody(WaitlistHandOfferRequest) },
  responses: { 200: jsonReply('The mail', WaitlistOfferPreviewReply) },
})
const remove = createRoute({
  method: 'post',
  path: '/v1/waitlist_entries/{id}/remove',
  summary: 'Take a party off the waitlist; staff only',
  description: 'An open offer ends, and its seats go to the next party that fits. No mail is sent.',
  middleware: [requireCaller, idempotent] as const,
  request: { params: IdParams },
  responses: { 200: jsonReply('The entry', WaitlistRowReply) },
})

/** A day: who missed an offer since may call and ask for another one. */
const ANSWERED_MINUTES = 1440

async function readRow({ database, clock }: ApiDeps, id: number) {
  const page = { limit: 1, offset: 0, ids: [id] }
  const { rows } = await listWaitlist(database.db, {}, page, clock.now())
  return rows[0]
}

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
    const now = clock.now()
    const filter = {
      departureId: query.departure_id,
      localDate: query.date,
      upcoming: query.upcoming ? addMinutes(now, -ANSWERED_MINUTES) : undefined,
    }
    const { rows, totalCount } = await listWaitlist(database.db, filter, toListPage(query), now)
    return c.json({ waitlist_entries: rows, meta: listMeta(query, totalCount) }, 200)
  })
  .openapi(offer, async (c) => {
    const deps = c.get('deps')
    const id = findId(c.req.valid('param').id) ?? 0
    const { quantity, minutes } = c.req.valid('json').waitlist_offer
    const offered = await offerByHand(deps, id, { quantity, minutes }, auditBy(c))
    if (!offered.ok) return refuse(c, offered.reason)
    const row = await readRow(deps, id)
    return row ? c.json({ waitlist_entry: row }, 201) : refuse(c, 'not_found')
  })
  .openapi(preview, async (c) => {
    const id = findId(c.req.valid('param').id) ?? 0
    const { quantity, minutes } = c.req.valid('json').waitlist_offer
    const seen = await previewHandOffer(c.get('deps'), id, { quantity, minutes }, auditBy(c))
    if (!seen.ok) return refuse(c, seen.reason)
    c.header('Cache-Control', 'private, no-store')
    return c.json({ waitlist_offer_preview: seen.preview }, 200)
  })
  .openapi(remove, async (c) => {
    const deps = c.get('deps')
    const id = findId(c.req.valid('param').id) ?? 0
    const removed = await removeFromWaitlist(deps, id, auditBy(c))
    if (!removed.ok) return refuse(c, removed.reason)
    const row = await readRow(deps, id)
    return row ? c.json({ waitlist_entry: row }, 200) : refuse(c, 'not_found')
  })
