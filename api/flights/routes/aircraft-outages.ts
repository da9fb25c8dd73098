import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import {
  AircraftOutageList,
  AircraftOutageReply,
  AircraftOutageRequest,
  OutagePreviewReply,
} from '#contract/aircraft-outage.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { createRouter } from '../../http/http.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams } from '../../http/list-query.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { listOutages, makeOutage, removeOutage } from '../outages/aircraft-outages.ts'
import { refuse } from '../refusals.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/aircraft_outages',
  summary: 'The days on which aircraft do not fly, as far as they are not over; staff only',
  middleware: [requireCaller] as const,
  responses: { 200: jsonReply('The days, and every aircraft', AircraftOutageList) },
})
const make = createRoute({
  method: 'post',
  path: '/v1/aircraft_outages',
  summary: 'Take an aircraft out of service for some days, or preview that; staff only',
  description:
    'It gets no further departures in these days. Flights that are booked on it stay as they are and are ' +
    'tasks of staff until they have another aircraft. `seen` repeats the flights of the preview; if they ' +
    'are others now, the answer is 409 with the present ones. The same days once more write nothing.',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(AircraftOutageRequest) },
  responses: {
    200: jsonReply(
      'The preview, or the days that were noted before',
      z.union([OutagePreviewReply, AircraftOutageReply]),
    ),
    201: jsonReply('The days', AircraftOutageReply),
  },
})
const remove = createRoute({
  method: 'delete',
  path: '/v1/aircraft_outages/{id}',
  summary: 'Put an aircraft back into service on days on which it was not to fly; staff only',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 204: { description: 'Back in service' } },
})

export const aircraftOutages = createRouter()
  .openapi(list, async (c) => {
    const { database, clock } = c.get('deps')
    return c.json(await listOutages(database.db, clock.now()), 200)
  })
  .openapi(make, async (c) => {
    const made = await makeOutage(c.get('deps'), c.req.valid('json').aircraft_outage, auditBy(c))
    if (!made.ok) return refuse(c, made.reason, 'preview' in made ? { outage_preview: made.preview } : {})
    if (made.preview) return c.json({ outage_preview: made.preview }, 200)
    const { outage: aircraft_outage } = made
    return made.isNew ? c.json({ aircraft_outage }, 201) : c.json({ aircraft_outage }, 200)
  })
  .openapi(remove, async (c) => {
    const id = findId(c.req.valid('param').id) ?? 0
    const gone = await removeOutage(c.get('deps').database.db, id, auditBy(c))
    return gone ? c.body(null, 204) : refuse(c, 'not_found')
  })
