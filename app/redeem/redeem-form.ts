import { z } from 'zod'
import { type FormShape } from '../ui/form/form-shape.ts'

/** One box for every code; what is too long to be one is looked up in vain. */
export const RedeemForm = z.object({
  code: z
    .string()
    .trim()
    .transform((code) => code.slice(0, 60)),
})
export const REDEEM_SHAPE = { id: 'redeem', labels: { code: null } } as const satisfies FormShape
