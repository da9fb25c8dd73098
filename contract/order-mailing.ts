import { z } from 'zod'
import { Id } from './primitives.ts'

/** What is mailed: the ticket once more, a link to pay, or what is missing of the passengers. */
export const OrderMailingKind = z.enum(['ticket', 'payment', 'passengers'])

/** The most orders of one mailing. */
export const MOST_MAILED = 200

/** Why an order gets no mail. */
export const LeftOut = z.enum([
  'no_email',
  /** The address accepts no mail, or the last mail of this kind came back. */
  'bounced',
  /** A mail of this kind was written within the last hour. */
  'mailed_lately',
  'not_paid',
  'already_paid',
  /** Cancelled, refunded, or its seats are not held any more. */
  'order_over',
  /** Somebody pays on the web: the shop's own reminder speaks of that. */
  'sold_on_web',
  'no_ticket',
  'nothing_missing',
  /** The flight has left, or is called off. */
  'flight_closed',
  'too_heavy',
])

/** `POST /v1/order_mailing_previews` and `POST /v1/order_mailings` */
export const OrderMailingRequest = z.object({
  order_mailing: z.object({
    kind: OrderMailingKind,
    order_ids: z
      .array(Id)
      .min(1, 'Choose at least one order')
      .max(MOST_MAILED, `Choose at most ${String(MOST_MAILED)} orders`),
  }),
})

/** The orders of a mailing, by number; unknown ids are not among them. */
export const OrderMailing = z.object({
  kind: OrderMailingKind,
  orders: z.array(
    z.object({
      order_id: Id,
      number: z.string(),
      /** The address of the order. */
      to: z.string(),
      /** Null when it gets the mail. */
      left_out: LeftOut.nullable(),
    }),
  ),
})
export const OrderMailingReply = z.object({ order_mailing: OrderMailing })

export type OrderMailingKind = z.infer<typeof OrderMailingKind>
export type LeftOut = z.infer<typeof LeftOut>
export type OrderMailing = z.infer<typeof OrderMailing>
