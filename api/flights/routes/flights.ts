import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { BoardingRequest, FlightDayReply } from '#contract/flight-day.ts'
import { ManifestReply } from '#contract/passenger.ts'
import { LocalDate } from '#contract/primitives.ts'
import { type ApiDeps } from '../../deps.ts'
import { createRouter, type SignedInCaller } from '../../http/http.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { readFlightDay } from '../read-flight-day.ts'
import { boardPassenger } from '../../passengers/board-passenger.ts'
import { readManifest } from '../read-manifest.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams } from '../../http/list-query.ts'
import { refuse } from '../refusals.ts'

const manifest = createRoute({
  method: 'get',
  path: '/v1/flights/{id}/manifest',
  summary: 'The manifest of a flight with weights; staff and the flight’s pilot',
  description: 'Besides the calls of passengers themselves, the only call that returns weights.',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 200: jsonReply('The manifest', ManifestReply) },
})

const day = createRoute({
  method: 'get',
  path: '/v1/flight_days/{date}',
  summary: 'The flights of a day; all for staff, and their own for pilots',
  middleware: [requireCaller] as const,
  request: { params: z.object({ date: LocalDate }) },
  responses: { 200: jsonReply('The day', FlightDayReply) },
})
const board = createRoute({
  method: 'patch',
  path: '/v1/flights/{id}/passengers/{passenger}',
  summary: 'Check a passenger in, or report a no-show; staff only',
  description:
    'From six hours before the flight until it has landed; a no-show may be taken back after that, with ' +
    'what its product gave for it, unless it was used. A passenger who is checked in flies on this ' +
    'aircraft. The request may contain the values that were shown; if somebody else has changed them, ' +
    'the answer is 409.',
  middleware: [requireCaller] as const,
  request: {
    params: IdParams.extend({ passenger: z.string().max(20) }),
    body: jsonBody(BoardingRequest),
  },
  responses: { 200: jsonReply('The manifest as it is now', ManifestReply) },
})

const manifestScope = (deps: ApiDeps, { userId }: SignedInCaller, reach: 'own' | 'any') => ({
  pilotId: reach === 'own' ? userId : undefined,
  now: deps.clock.now(),
})

export const flights = createRouter()
  .openapi(manifest, async (c) => {
    const deps = c.get('deps')
    const scope = manifestScope(deps, c.get('signedIn'), c.get('reach'))
    const found = await readManifest(deps.database.db, findId(c.req.valid('param').id) ?? 0, scope)
    return found ? c.json({ manifest: found }, 200) : refuse(c, 'not_found')
  })
  .openapi(day, async (c) => {
    const deps = c.get('deps')
    const scope = manifestScope(deps, c.get('signedIn'), c.get('reach'))
    const flight_day = await readFlightDay(deps.database.db, c.req.valid('param').date, scope)
    return c.json({ flight_day }, 200)
  })
  .openapi(board, async (c) => {
    const deps = c.get('deps')
    const { id, passenger } = c.req.valid('param')
    const flightId = findId(id) ?? 0
    const boarded = await boardPassenger(deps, {
      flightId,
      passengerId: findId(passenger) ?? 0,
      wish: c.req.valid('json').passenger,
      by: { userId: c.get('signedIn').userId, at: deps.clock.now(), requestId: c.get('requestId') },
    })
    if (!boarded.ok) return refuse(c, boarded.reason)
    const scope = manifestScope(deps, c.get('signedIn'), c.get('reach'))
    const found = await readManifest(deps.database.db, flightId, scope)
    return found ? c.json({ manifest: found }, 200) : refuse(c, 'not_found')
  })
