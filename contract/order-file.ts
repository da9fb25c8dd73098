import { z } from 'zod'
import { Dollars, Id, Instant } from './primitives.ts'
import { Refund } from './refund.ts'

/** A mail about an order, as the outbox knows it; never what it says. */
export const OrderMail = z.object({
  id: Id,
  kind: z.string(),
  to: z.string(),
  state: z.enum(['queued', 'sent', 'failed', 'bounced']),
  created_at: Instant,
  sent_at: Instant.nullable(),
  /** It can be sent once more: it carries no secret that is gone. */
  repeatable: z.boolean(),
  /** It did not arrive and can be sent anew: `POST /v1/mails/{id}/corrections`. */
  correctable: z.boolean(),
})

/** `GET /v1/orders/{id}/file`: what the desk reads of an order beside the order itself. */
export const OrderFile = z.object({
  order_id: Id,
  /** Every cent of it, transaction by transaction; each one's entries sum to zero. */
  ledger: z.array(
    z.object({
      id: Id,
      kind: z.string(),
      at: Instant,
      /** Debit positive, credit negative. */
      entries: z.array(z.object({ account: z.string(), amount: Dollars })),
    }),
  ),
  mails: z.array(OrderMail),
})
export const OrderFileReply = z.object({ file: OrderFile })

/** `POST /v1/mails/{id}/copies`: the mail once more, to the same address. */
export const OrderMailReply = z.object({ mail: OrderMail })

/**
 * `POST /v1/refund_previews`, with the body of `POST /v1/refunds`: what would come back; nothing is
 * written.
 */
export const RefundPreviewReply = z.object({
  refund_preview: Refund.pick({ order_id: true, amount: true, to: true, lines: true, passengers: true }),
})

export type OrderFile = z.infer<typeof OrderFile>
export type OrderMail = z.infer<typeof OrderMail>
export type RefundPreview = z.infer<typeof RefundPreviewReply>['refund_preview']
