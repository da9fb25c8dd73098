import { z } from 'zod'
import { requireReference } from './counter.ts'
import { inPersonMethods } from './means-of-payment.ts'
import { SeenDollars } from './primitives.ts'

/** How staff take the money of a change of a paid order: in person, or by a link that they mail. */
export const StaffChangePayment = z
  .object({
    /**
     * `link`: the customer pays through a mailed link; the new seats are held for two hours, and the
     * order is changed after the payment.
     */
    method: z.enum([...inPersonMethods, 'link']),
    /** The amount collected or to be paid, as staff saw it; the service checks it. */
    amount: SeenDollars,
    reader_reference: z.string().trim().min(1, 'This field is required').max(80).optional(),
    /**
     * For `link`: the page that opens the link, and the page to return to after the payment; both
     * on an allowed host.
     */
    url: z.string().max(500).optional(),
    return_url: z.string().max(500).optional(),
  })
  .refine((of) => of.method !== 'link' || (of.url !== undefined && of.return_url !== undefined), {
    error: 'This field is required',
    path: ['url'],
  })
  .superRefine(requireReference)
export type StaffChangePayment = z.infer<typeof StaffChangePayment>
