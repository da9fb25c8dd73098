import { createRoute } from '@hono/zod-openapi'
import { CheckInSearchReply, CheckInSearchRequest } from '#contract/check-in.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { createRouter } from '../../http/http.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { searchForCheckIn } from '../check-in/search-for-check-in.ts'
import { refuse } from '../refusals.ts'

const search = createRoute({
  method: 'post',
  path: '/v1/check_in_searches',
  summary: 'Find who is checked in by the code of a ticket, a number or a name; staff only',
  description:
    'Nothing is written. The code of a ticket is the address of its page. Each party says whether it can ' +
    'be checked in now on the flight, or the first reason why not. Names are looked for among those who ' +
    'fly on the day of the flight, or today.',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(CheckInSearchRequest) },
  responses: { 200: jsonReply('Who was found', CheckInSearchReply) },
})

export const checkInSearches = createRouter().openapi(search, async (c) => {
  const { text, flight_id: flightId } = c.req.valid('json').check_in_search
  const found = await searchForCheckIn(c.get('deps'), { text, flightId })
  c.header('Cache-Control', 'private, no-store')
  return found ? c.json({ check_in_search: found }, 200) : refuse(c, 'not_found')
})
