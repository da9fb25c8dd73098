import { z } from 'zod'
import { Draft } from './draft.ts'
import { Email, Id, Instant } from './primitives.ts'

/**
 * The path of the checkout page to continue on. Its query has the selection, but no personal data.
 */
const PayPath = z
  .string()
  .max(1500)
  .regex(/^\/checkout\/[\w-]{1,80}\/pay(\?[\w\-.~%+&=:[\]]*)?$/, 'Must be a page to pay on')

/**
 * `POST /v1/resumptions`: creates a code to type on another device, or with an e-mail mails a link
 * instead.
 */
export const CheckoutTransferRequest = z.object({
  resumption: z.object({
    draft_id: z.string().max(64),
    brand_id: Id,
    path: PayPath,
    email: Email.optional(),
    /** The page of the shop that opens mailed links; the secret is appended to its path. */
    resume_url: z.string().max(300).optional(),
    /**
     * Requests one reminder mail if the booking is not finished; only at the shopper's request.
     * Needs the e-mail.
     */
    reminder: z.object({ departure_id: Id, depart_at: Instant }).optional(),
  }),
})
export const CheckoutTransferReply = z.object({
  resumption: z.object({
    /** The code, in groups for reading; null where a link was mailed. */
    code: z.string().nullable(),
    expires_at: Instant,
  }),
})

/**
 * `POST /v1/resumptions/open`: opens a checkout transfer with its code or the secret of its link.
 */
export const CheckoutTransferOpening = z.object({
  resumption: z.object({ secret: z.string().max(100), brand_id: Id }),
})
export const CheckoutTransferOpenedReply = z.object({
  resumption: z.object({
    /** A copy of the draft for this device. */
    draft: Draft,
    path: z.string(),
    /** The seats held for the other device were released for this one. */
    seats_let_go: z.boolean(),
  }),
})

/** `POST /v1/reminder_stops`: cancels reminders, with the secret of the link in one. */
export const ReminderStopRequest = z.object({ reminder_stop: z.object({ secret: z.string().max(100) }) })
export type CheckoutTransferRequest = z.infer<typeof CheckoutTransferRequest>
