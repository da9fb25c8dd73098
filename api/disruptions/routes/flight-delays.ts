import { createRoute } from '@hono/zod-openapi'
import {
  FlightDelayPreviewQuery,
  FlightDelayPreviewReply,
  FlightDelayReply,
  FlightDelayRequest,
} from '#contract/flight-delay.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { createRouter, type SignedInCaller } from '../../http/http.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams } from '../../http/list-query.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { previewDelay } from '../delays/preview-delay.ts'
import { setDelay } from '../delays/set-delay.ts'
import { refuse } from '../refusals.ts'

const preview = createRoute({
  method: 'get',
  path: '/v1/flights/{id}/delay_preview',
  summary: 'What a delay of a flight would do now; staff and the flight’s pilot',
  description:
    'The later flights of its aircraft and its pilot on that day and the next wait as long as they need; ' +
    'free time between them absorbs the delay. Nothing is written.',
  middleware: [requireCaller] as const,
  request: { params: IdParams, query: FlightDelayPreviewQuery },
  responses: { 200: jsonReply('The flights with another time, and who is told', FlightDelayPreviewReply) },
})
const set = createRoute({
  method: 'post',
  path: '/v1/flights/{id}/delays',
  summary: 'Set the delay of a flight with all that waits for it; staff and the flight’s pilot',
  description:
    '`seen` repeats the flights of the preview. If anything of them has changed since, the answer is 409 ' +
    'with what the delay would do now. Every party is told once; 0 minutes take a delay back. The same ' +
    'delay once more writes nothing.',
  middleware: [requireCaller] as const,
  request: { params: IdParams, body: jsonBody(FlightDelayRequest) },
  responses: {
    200: jsonReply('The flight has this delay already', FlightDelayReply),
    201: jsonReply('The delay is set', FlightDelayReply),
  },
})

const scopeOf = (id: string, { userId }: SignedInCaller, reach: 'own' | 'any') => ({
  flightId: findId(id) ?? 0,
  pilotId: reach === 'own' ? userId : undefined,
})

export const flightDelays = createRouter()
  .openapi(preview, async (c) => {
    const deps = c.get('deps')
    const scope = scopeOf(c.req.valid('param').id, c.get('signedIn'), c.get('reach'))
    const { minutes } = c.req.valid('query')
    const seen = await previewDelay(deps, deps.database.db, { ...scope, minutes, now: deps.clock.now() })
    return seen.ok ? c.json({ delay_preview: seen.preview }, 200) : refuse(c, seen.reason)
  })
  .openapi(set, async (c) => {
    const scope = scopeOf(c.req.valid('param').id, c.get('signedIn'), c.get('reach'))
    const fields = c.req.valid('json').flight_delay
    const done = await setDelay(c.get('deps'), { ...scope, fields, by: auditBy(c) })
    if (!done.ok) {
      return refuse(c, done.reason, 'preview' in done ? { delay_preview: done.preview } : {})
    }
    return c.json({ flight_delay: done.delay }, done.delay.id === null ? 200 : 201)
  })
