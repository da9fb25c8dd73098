import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { DiscountCodeReply } from '#contract/promotions.ts'
import { QueryId } from '#contract/primitives.ts'
import { createRouter, isStaff } from '../../http/http.ts'
import { readDiscountCode, readDiscountCodeById } from '../read-discount-code.ts'
import { jsonReply } from '../../http/json-reply.ts'
import { findId } from '../../http/list-query.ts'
import { refuse } from '../refusals.ts'

const read = createRoute({
  method: 'get',
  path: '/v1/discount_codes/{code}',
  summary: 'Look up the discount and the conditions of a code',
  description:
    'Found by its letters, in any case. A quote says whether it applies to a flight; a code of ' +
    'another brand is found too, with its brand. Staff also find it by its id: no code consists ' +
    'of digits only.',
  request: {
    params: z.object({ code: z.string().max(60) }),
    query: z.object({ brand_id: QueryId.optional() }),
  },
  responses: { 200: jsonReply('The code', DiscountCodeReply) },
})

export const discountCodes = createRouter().openapi(read, async (c) => {
  const { database, clock } = c.get('deps')
  const { code } = c.req.valid('param')
  const caller = c.get('caller')
  const found =
    (await readDiscountCode(database.db, code, clock.now())) ??
    (isStaff(caller) ? await readDiscountCodeById(database.db, findId(code), clock.now()) : undefined)
  return found ? c.json({ discount_code: found }, 200) : refuse(c, 'not_found')
})
