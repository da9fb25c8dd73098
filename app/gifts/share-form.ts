import { z } from 'zod'
import { type FormShape } from '../ui/form/form-shape.ts'

const orNull = (schema: z.ZodType<string>) => schema.optional().transform((value) => value ?? null)

/**
 * The fields of a gift: recipient, message and date. The service validates them, with its own
 * messages.
 */
export const ShareForm = z.object({
  recipient: z.string().trim(),
  message: orNull(z.string().trim()),
  send_on: orNull(z.string()),
})
/** The fields of a printed gift, which has no e-mail address. */
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
