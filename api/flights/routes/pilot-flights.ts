import { createRoute } from '@hono/zod-openapi'
import { PilotFlightsReply } from '#contract/manifest-version.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { createRouter } from '../../http/http.ts'
import { jsonReply } from '../../http/json-reply.ts'
import { readPilotFlights } from '../read-pilot-flights.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/pilot_flights',
  summary: 'The flights that the caller flies today and tomorrow, with manifests and what changed',
  description: 'Only own flights, whatever other roles the caller has. With names and weights.',
  middleware: [requireCaller] as const,
  responses: { 200: jsonReply('The flights, in the order they leave', PilotFlightsReply) },
})

export const pilotFlights = createRouter().openapi(list, async (c) => {
  const { database, clock } = c.get('deps')
  const pilotId = c.get('signedIn').userId
  return c.json(await readPilotFlights(database.db, { pilotId, now: clock.now() }), 200)
})
