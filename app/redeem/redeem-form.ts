import { z } from 'zod'
import { type FormShape } from '../ui/form/form-shape.ts'

/** One field for every kind of code; a longer text is unknown to the service. */
export const RedeemForm = z.object({
  code: z
    .string()
    .trim()
    .transform((code) => code.slice(0, 60)),
})
export const REDEEM_SHAPE = { id: 'redeem', labels: { code: null } } as const satisfies FormShape
