import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { PartyReply, SeatPickReply, SeatPickRequest } from '#contract/party.ts'
import { createRouter } from '../../http/http.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { pickSeat } from '../pick-seat.ts'
import { readParty } from '../read-party.ts'
import { refuse } from '../refusals.ts'

const token = z.object({ token: z.string().max(200) })
const read = createRoute({
  method: 'get',
  path: '/v1/party_links/{token}',
  summary: 'The seats of a party that nobody has picked yet, until the flight leaves',
  description:
    'The signed link of a booking, which guests scan. It shows neither what guests typed nor who picked ' +
    'a seat; reading does not use it up.',
  request: { params: token },
  responses: { 200: jsonReply('The party', PartyReply) },
})
const pick = createRoute({
  method: 'post',
  path: '/v1/party_links/{token}/picks',
  summary: 'Pick a seat of a party, and get the link of that guest alone',
  description:
    'The first one gets the seat; 409 with the seats that are left for whoever comes later. A request ' +
    'that is sent again with the same `key` gets the same answer.',
  request: { params: token, body: jsonBody(SeatPickRequest) },
  responses: { 201: jsonReply('The guest’s own link', SeatPickReply) },
})

export const partyLinks = createRouter()
  .openapi(read, async (c) => {
    const found = await readParty(c.get('deps'), c.req.valid('param').token)
    return found.ok ? c.json({ party: found.party }, 200) : refuse(c, found.reason)
  })
  .openapi(pick, async (c) => {
    const { seat_pick: fields } = c.req.valid('json')
    const picked = await pickSeat(c.get('deps'), c.req.valid('param').token, fields)
    if (picked.ok) return c.json({ seat_pick: { link: picked.link } }, 201)
    return refuse(c, picked.reason, 'party' in picked ? { party: picked.party } : {})
  })
