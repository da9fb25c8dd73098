import { z } from 'zod'
import { Created, Expand, List, Text } from '../form-parameters.ts'
import { listPage } from '../list-page.ts'
import { operation } from '../operation.ts'
import { missing } from '../stripe-failure.ts'

const ListParameters = z.strictObject({
  ...List,
  type: Text.optional(),
  types: z.array(Text).min(1).max(20).optional(),
  created: Created,
})

export const events = [
  operation('GET', '/v1/events', ListParameters, ({ unit }, { type, types, ...query }) =>
    listPage(unit, 'event', '/v1/events', {
      ...query,
      match: type ? { type } : {},
      anyOf: types?.map((one) => ({ type: one })),
    }),
  ),
  operation('GET', '/v1/events/{id}', z.strictObject({ expand: Expand }), async ({ unit }, _, [id = '']) => {
    const found = await unit.find('event', id)
    if (!found) throw missing('event', id)
    return found.data
  }),
]
