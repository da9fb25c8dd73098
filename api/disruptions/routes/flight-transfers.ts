import { createRoute } from '@hono/zod-openapi'
import {
  FlightTransferOptionsReply,
  FlightTransferQuery,
  FlightTransferReply,
  FlightTransferRequest,
  type TransferredParty,
} from '#contract/flight-transfer.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { createRouter } from '../../http/http.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams } from '../../http/list-query.ts'
import { previewTransfer } from '../transfers/present-transfer.ts'
import { transferGuests } from '../transfers/transfer-guests.ts'
import { refuse } from '../refusals.ts'

const preview = createRoute({
  method: 'get',
  path: '/v1/flights/{id}/transfer_options',
  summary: 'The guests of a flight, and where they could fly instead; staff only',
  description:
    'The other booked flights of the product on that day and, unless everybody moves, the other aircraft ' +
    'of the terminal at the same departure, each with the reasons against it: seats, pounds, second seats, ' +
    'time, category, fare and daylight. `guests` has the ids of orders, or of an order and a passenger ' +
    '(`1042,1043.7`); without it everybody moves. Nothing is written.',
  middleware: [requireCaller] as const,
  request: { params: IdParams, query: FlightTransferQuery },
  responses: { 200: jsonReply('Who would move, and where they fit', FlightTransferOptionsReply) },
})
const transfer = createRoute({
  method: 'post',
  path: '/v1/flights/{id}/transfers',
  summary: 'Merge a flight into another one, or split it; staff only',
  description:
    'Moves guests to another flight, or to another aircraft at the same departure, without a fee and ' +
    'without a difference. With `empties` nobody may stay: the emptied departure is closed for sale, and ' +
    'its aircraft and pilot are free. Whoever gets another time is told once, and may move without the fee ' +
    'until the flight boards. If it does not fit, or not any more, the answer is 409 with the options as ' +
    'they are now. The same transfer once more writes nothing.',
  middleware: [requireCaller] as const,
  request: { params: IdParams, body: jsonBody(FlightTransferRequest) },
  responses: {
    200: jsonReply('These guests are there already', FlightTransferReply),
    201: jsonReply('The guests are moved', FlightTransferReply),
  },
})

/** Reads `1042,1043.7,1043.8`. */
function readGuests(text: string | undefined): TransferredParty[] | undefined {
  if (text === undefined) return undefined
  const parties = new Map<number, number[]>()
  for (const one of text.split(',')) {
    const [order = 0, passenger] = one.split('.').map(Number)
    const known = parties.get(order) ?? []
    parties.set(order, passenger === undefined ? known : [...known, passenger])
  }
  return [...parties].map(([order_id, passenger_ids]) => ({ order_id, passenger_ids }))
}

export const flightTransfers = createRouter()
  .openapi(preview, async (c) => {
    const deps = c.get('deps')
    const flightId = findId(c.req.valid('param').id) ?? 0
    const guests = readGuests(c.req.valid('query').guests)
    const asked = { flightId, guests, now: deps.clock.now() }
    const options = await previewTransfer(deps, deps.database.db, asked)
    return options ? c.json({ transfer_options: options }, 200) : refuse(c, 'not_found')
  })
  .openapi(transfer, async (c) => {
    const deps = c.get('deps')
    const flightId = findId(c.req.valid('param').id) ?? 0
    const { userId, roles, staffLimitCents, apiKey } = c.get('signedIn')
    const by = {
      userId,
      roles,
      staffLimitCents,
      now: deps.clock.now(),
      requestId: c.get('requestId'),
      apiKeyId: apiKey?.id,
    }
    const done = await transferGuests(deps, flightId, c.req.valid('json').flight_transfer, by)
    if (!done.ok) return refuse(c, done.reason, 'options' in done ? { transfer_options: done.options } : {})
    return c.json({ flight_transfer: done.transfer }, done.made ? 201 : 200)
  })
