import { createRoute } from '@hono/zod-openapi'
import { PrizesReply } from '#contract/prize.ts'
import { createRouter } from '../http.ts'
import { requireCaller } from '../middleware/require-caller.ts'
import { listPrizes } from '../services/promotions/list-prizes.ts'
import { jsonReply } from './json-reply.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/prizes',
  summary: 'Upgrades one won and has not used yet, oldest first',
  description:
    'Only one’s own, once the mailbox is proven. `prize_id` of a quote and an order makes one free.',
  middleware: [requireCaller] as const,
  responses: { 200: jsonReply('Prizes', PrizesReply) },
})

export const prizes = createRouter().openapi(list, async (c) => {
  const caller = c.get('signedIn')
  const { database, clock } = c.get('deps')
  const rows = caller.emailProven ? await listPrizes(database.db, caller, clock.now()) : []
  c.header('Cache-Control', 'private, no-store')
  return c.json({ prizes: rows }, 200)
})
