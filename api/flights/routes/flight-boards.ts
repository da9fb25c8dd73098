import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { FlightBoardReply } from '#contract/flight-board.ts'
import { LocalDate } from '#contract/primitives.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { createRouter } from '../../http/http.ts'
import { jsonReply } from '../../http/json-reply.ts'
import { findId } from '../../http/list-query.ts'
import { readFlightBoard } from '../read-flight-board.ts'

const read = createRoute({
  method: 'get',
  path: '/v1/flight_boards/{date}',
  summary: 'Who flies what on a day: aircraft, pilots and booked flights; staff only',
  description:
    'With `flight`, also the other aircraft and pilots of that flight, each with the reasons against it. ' +
    '`PATCH /v1/flights/{id}` changes both. Weights are sums of a flight.',
  middleware: [requireCaller] as const,
  request: {
    params: z.object({ date: LocalDate }),
    query: z.object({ flight: z.string().max(20).optional() }),
  },
  responses: { 200: jsonReply('The board', FlightBoardReply) },
})

export const flightBoards = createRouter().openapi(read, async (c) => {
  const { database, clock } = c.get('deps')
  const { date } = c.req.valid('param')
  const { flight } = c.req.valid('query')
  const flightId = flight === undefined ? undefined : findId(flight)
  const flight_board = await readFlightBoard(database.db, { date, now: clock.now(), flightId })
  return c.json({ flight_board }, 200)
})
