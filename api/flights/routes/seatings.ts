import { createRoute } from '@hono/zod-openapi'
import { SeatingProposalReply, SeatingReply, SeatingRequest } from '#contract/seating.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { createRouter } from '../../http/http.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams } from '../../http/list-query.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { refuse } from '../refusals.ts'
import { readSeatingProposal, saveSeating } from '../seatings/save-seating.ts'

const save = createRoute({
  method: 'put',
  path: '/v1/flights/{id}/seating',
  summary: 'Give the people on a flight their seats; staff only',
  description:
    'All taken seats at once; none clears the seating. A load over a limit is saved and answered, and ' +
    'the flight does not leave with it; a seat beside the pilot for somebody who may not sit there is ' +
    'refused. If somebody else has changed `seats_was`, the answer is 409 ' +
    'with the present seating.',
  middleware: [requireCaller] as const,
  request: { params: IdParams, body: jsonBody(SeatingRequest) },
  responses: { 200: jsonReply('The seating with its loads', SeatingReply) },
})
const propose = createRoute({
  method: 'post',
  path: '/v1/flights/{id}/seating_proposals',
  summary: 'Propose seats within all limits, parties together; staff only',
  description: 'Nothing is saved. Null if no seating of these people keeps all limits.',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 200: jsonReply('The proposal', SeatingProposalReply) },
})

export const seatings = createRouter()
  .openapi(save, async (c) => {
    const { seats, seats_was: seatsWas } = c.req.valid('json').seating
    const flightId = findId(c.req.valid('param').id) ?? 0
    const saved = await saveSeating(c.get('deps'), { flightId, seats, seatsWas, by: auditBy(c) })
    if (saved.ok) return c.json({ seating: saved.seating }, 200)
    return refuse(c, saved.reason, 'present' in saved ? saved.present : {})
  })
  .openapi(propose, async (c) => {
    const found = await readSeatingProposal(c.get('deps').database.db, findId(c.req.valid('param').id) ?? 0)
    if (!found.ok) return refuse(c, found.reason)
    return c.json({ seating_proposal: found.seats ? { seats: found.seats } : null }, 200)
  })
