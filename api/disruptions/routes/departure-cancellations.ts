import { createRoute } from '@hono/zod-openapi'
import { DepartureCancellationReply, DepartureCancellationRequest } from '#contract/call-off.ts'
import { DepartureCancellationPreviewReply } from '#contract/flight-day.ts'
import { createRouter } from '../../http/http.ts'
import { idempotent } from '../../access/idempotent.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { cancelDeparture } from '../cancel-departure.ts'
import { previewDepartureCancellation } from '../preview-departure-cancellation.ts'
import { readDepartureCancellation } from '../read-departure-cancellation.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams } from '../../http/list-query.ts'
import { refuse } from '../refusals.ts'

const create = createRoute({
  method: 'post',
  path: '/v1/call_offs',
  summary: 'Call a departure off; staff only',
  description:
    'From then on nobody books it and no payment for it is kept. Everybody who had paid gets a ' +
    'claim and a mail: other seats, a voucher, or the money where the fare gives it back. The ' +
    'same departure again is the same call-off.',
  middleware: [requireCaller, idempotent] as const,
  request: { body: jsonBody(DepartureCancellationRequest) },
  responses: {
    200: jsonReply('It was called off before', DepartureCancellationReply),
    201: jsonReply('Called off', DepartureCancellationReply),
  },
})
const preview = createRoute({
  method: 'post',
  path: '/v1/call_off_previews',
  summary: 'What calling a departure off would give to whom; staff only, nothing is written',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(DepartureCancellationRequest) },
  responses: { 200: jsonReply('What each order may choose', DepartureCancellationPreviewReply) },
})
const read = createRoute({
  method: 'get',
  path: '/v1/call_offs/{id}',
  summary: 'How far those are who booked it; staff only',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 200: jsonReply('The call-off', DepartureCancellationReply) },
})

export const departureCancellations = createRouter()
  .openapi(create, async (c) => {
    const deps = c.get('deps')
    const actor = `user:${String(c.get('signedIn').userId)}`
    const done = await cancelDeparture(deps, c.req.valid('json').call_off, actor)
    if (!done.ok) return refuse(c, done.reason)
    const cancellation = await readDepartureCancellation(deps.database.db, done.callOffId)
    return cancellation ? c.json({ call_off: cancellation }, done.made ? 201 : 200) : refuse(c, 'not_found')
  })
  .openapi(preview, async (c) => {
    const deps = c.get('deps')
    const seen = await previewDepartureCancellation(deps, c.req.valid('json').call_off)
    return seen.ok ? c.json({ call_off_preview: seen.preview }, 200) : refuse(c, seen.reason)
  })
  .openapi(read, async (c) => {
    const cancellation = await readDepartureCancellation(
      c.get('deps').database.db,
      findId(c.req.valid('param').id) ?? 0,
    )
    return cancellation ? c.json({ call_off: cancellation }, 200) : refuse(c, 'not_found')
  })
