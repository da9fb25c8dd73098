import { z } from 'zod'
import { type FormShape } from '../ui/form/form-shape.ts'

const orNull = (schema: z.ZodType<string>) => schema.optional().transform((value) => value ?? null)

/**
 * To whom a gift goes, with which words and when. The service has the rules, and its own sentences
 * for them.
 */
export const ShareForm = z.object({
  recipient: z.string().trim(),
  message: orNull(z.string().trim()),
  send_on: orNull(z.string()),
})
/** The same for a gift on paper, which nobody gets by mail. */
export const PrintForm = ShareForm.extend({ recipient: z.string().optional() })

export const SHARE_SHAPE = {
  id: 'share',
  labels: {
    recipient: 'Recipient Email',
    message: 'Message',
    send_on: 'Send on',
    proposal: 'Proposed day',
  },
  elsewhere: ['proposal'],
} as const satisfies FormShape
