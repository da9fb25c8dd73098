import { z } from 'zod'
import { Draft } from './draft.ts'
import { Email, Id, Instant } from './primitives.ts'

/** The page to go on at: the choice stands in its query, nothing personal does. */
const PayPath = z
  .string()
  .max(1500)
  .regex(/^\/checkout\/[\w-]{1,80}\/pay(\?[\w\-.~%+&=:[\]]*)?$/, 'Must be a page to pay on')

/**
 * `POST /v1/resumptions`: a code to type on another device; with an e-mail a mailed link instead.
 */
export const CheckoutTransferRequest = z.object({
  resumption: z.object({
    draft_id: z.string().max(64),
    brand_id: Id,
    path: PayPath,
    email: Email.optional(),
    /** The page of this shop that opens mailed links; the secret is added to its path. */
    resume_url: z.string().max(300).optional(),
    /**
     * One mail later, when the booking was not finished: only where its owner asked for it. Needs
     * the e-mail.
     */
    reminder: z.object({ departure_id: Id, depart_at: Instant }).optional(),
  }),
})
export const CheckoutTransferReply = z.object({
  resumption: z.object({
    /** Grouped for reading; null where a link was mailed. */
    code: z.string().nullable(),
    expires_at: Instant,
  }),
})

/** `POST /v1/resumptions/open`: a typed code, or the secret of a mailed link. */
export const CheckoutTransferOpening = z.object({
  resumption: z.object({ secret: z.string().max(100), brand_id: Id }),
})
export const CheckoutTransferOpenedReply = z.object({
  resumption: z.object({
    /** A copy of what was typed, for this device. */
    draft: Draft,
    path: z.string(),
    /** Seats were kept on the other device; they are free for this one now. */
    seats_let_go: z.boolean(),
  }),
})

/** `POST /v1/reminder_stops`: the secret of the link in a reminder. */
export const ReminderStopRequest = z.object({ reminder_stop: z.object({ secret: z.string().max(100) }) })
export type CheckoutTransferRequest = z.infer<typeof CheckoutTransferRequest>
