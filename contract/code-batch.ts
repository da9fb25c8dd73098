import { z } from 'zod'
import { RowId } from './resources/field.ts'
import { Id } from './primitives.ts'

/** The largest number of codes in one batch. */
export const MOST_CODES = 1000

/**
 * `POST /v1/discount_code_batches`, wrapped: creates many codes for the same discount, each with
 * its own use count.
 */
export const CodeBatchFields = z.object({
  discount_id: RowId,
  quantity: z
    .number({ error: 'Please input a quantity' })
    .int('Must be a whole number')
    .min(1, 'Please input a quantity')
    .max(MOST_CODES, `At most ${String(MOST_CODES)} at once`),
  /** The prefix of each code, before its random letters. */
  prefix: z
    .string({ error: 'This field is required' })
    .trim()
    .toUpperCase()
    .max(20, 'Write at most 20 characters')
    .regex(
      /^(?=.*[A-Z])[A-Z0-9][A-Z0-9_-]+$/,
      'Must be two letters or digits at least, one of them a letter',
    ),
  /** How often each code may be used; null for no limit. */
  redemption_limit: z.number().int().min(1).max(1_000_000).nullable().default(1),
  sunset_and_focus: z.boolean().default(false),
  stackable: z.boolean().default(false),
})
export const CodeBatchRequest = z.object({ discount_code_batch: CodeBatchFields })
export const CodeBatchReply = z.object({
  discount_code_batch: z.object({ discount_id: Id, prefix: z.string(), codes: z.array(z.string()) }),
})
export type CodeBatchFields = z.infer<typeof CodeBatchFields>
