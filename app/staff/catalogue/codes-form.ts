import { z } from 'zod'
import { CodeBatchFields } from '#contract/code-batch.ts'
import { type FormShape } from '../../ui/form/form-shape.ts'

const NO_LIMIT = 'Must be a whole number from 1, or nothing'

/**
 * The form that creates many codes of one discount. The service validates it; its messages are
 * adapted to the page.
 */
export const CodesForm = CodeBatchFields.extend({
  discount_id: z.number({ error: 'Choose a discount' }),
  redemption_limit: z
    .number({ error: NO_LIMIT })
    .int(NO_LIMIT)
    .min(1, NO_LIMIT)
    .max(1_000_000, NO_LIMIT)
    .optional()
    .transform((limit) => limit ?? null),
})

export const CODES_SHAPE = {
  id: 'codes',
  labels: {
    discount_id: 'Discount',
    quantity: 'How many',
    prefix: 'Prefix',
    redemption_limit: 'Uses of each',
    sunset_and_focus: 'Also for sunset and focus flights',
    stackable: 'On top of a campaign’s price',
  },
} as const satisfies FormShape
