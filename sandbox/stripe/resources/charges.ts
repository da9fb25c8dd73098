import { z } from 'zod'
import { Created, Expand, List, Text } from '../form-parameters.ts'
import { listPage } from '../list-page.ts'
import { operation } from '../operation.ts'
import { missing } from '../stripe-failure.ts'

const ListParameters = z.strictObject({
  ...List,
  payment_intent: Text.optional(),
  customer: Text.optional(),
  created: Created,
})

export const charges = [
  operation('GET', '/v1/charges', ListParameters, ({ unit }, { payment_intent, customer, ...query }) =>
    listPage(unit, 'charge', '/v1/charges', {
      ...query,
      match: { ...(payment_intent ? { payment_intent } : {}), ...(customer ? { customer } : {}) },
    }),
  ),
  operation('GET', '/v1/charges/{id}', z.strictObject({ expand: Expand }), async ({ unit }, _, [id = '']) => {
    const found = await unit.find('charge', id)
    if (!found) throw missing('charge', id)
    return found.data
  }),
]
