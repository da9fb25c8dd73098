import { z } from 'zod'
import { Email } from '#contract/primitives.ts'
import { type FormShape } from '../ui/form/form-shape.ts'

/** A code that another device shows. The service knows how one is written. */
export const TransferCode = z.object({ code: z.string().transform((code) => code.slice(0, 40)) })
export const TRANSFER_CODE_SHAPE = {
  id: 'transfer-code',
  labels: { code: null },
} as const satisfies FormShape

/** The e-mail to which the link is sent. */
export const TransferMail = z.object({ email: Email, remind: z.boolean().default(false) })
export const TRANSFER_MAIL_SHAPE = {
  id: 'transfer-mail',
  labels: { email: null, remind: null },
} as const satisfies FormShape
