import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { DiscountCodeReply } from '#contract/promotions.ts'
import { createRouter } from '../http.ts'
import { readDiscountCode } from '../services/promotions/read-discount-code.ts'
import { jsonReply } from './json-reply.ts'
import { refuse } from './refuse.ts'

const read = createRoute({
  method: 'get',
  path: '/v1/discount_codes/{code}',
  summary: 'What a code takes off, and where',
  description:
    'Found by its letters, in any case. Whether it holds for a flight is what a quote says; one of another brand is found too, and names its brand.',
  request: {
    params: z.object({ code: z.string().max(60) }),
    query: z.object({ brand_id: z.coerce.number().int().positive().optional() }),
  },
  responses: { 200: jsonReply('The code', DiscountCodeReply) },
})

export const discountCodes = createRouter().openapi(read, async (c) => {
  const { database, clock } = c.get('deps')
  const found = await readDiscountCode(database.db, c.req.valid('param').code, clock.now())
  return found ? c.json({ discount_code: found }, 200) : refuse(c, 'not_found')
})
