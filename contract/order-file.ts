import { z } from 'zod'
import { HistoryNote } from './comment.ts'
import { Dollars, Id, Instant } from './primitives.ts'
import { FreedDeparture } from './freed-departure.ts'
import { Refund } from './refund.ts'
import { OrderText, OrderTexting } from './text.ts'

/** A mail about an order, as listed in the outbox, without its text. */
export const OrderMail = z.object({
  id: Id,
  kind: z.string(),
  to: z.string(),
  state: z.enum(['queued', 'sent', 'failed', 'bounced']),
  created_at: Instant,
  sent_at: Instant.nullable(),
  /** The mail can be sent again, because it contains no expired secret. */
  repeatable: z.boolean(),
  /**
   * The mail bounced and can be resent to a corrected address: `POST /v1/mails/{id}/corrections`.
   */
  correctable: z.boolean(),
})

/** What happened to an order, in a sentence for staff. */
export const OrderFileEvent = z.object({
  at: Instant,
  /** `note`: a comment, with its text. `message`: a mail. `boarding`: names, weights and check-in. */
  kind: z.enum(['booking', 'money', 'note', 'message', 'boarding']),
  text: z.string(),
  /**
   * The member of staff who did it, of an act above a limit who asked and who approved; null for the
   * customer, the provider and the service itself.
   */
  by: z.string().nullable(),
  /** The customer reads it, too; only of a note. */
  public: z.boolean().optional(),
  /** Only of a note. */
  note: HistoryNote.optional(),
})

/** A passenger of an order as staff at the counter see them: without the weight itself. */
export const OrderFilePassenger = z.object({
  id: Id,
  full_name: z.string(),
  /** The name of the passenger's type as sold; absent for an adult. */
  passenger_type: z.string().optional(),
  /** The flight of a passenger whose party is split over several; null where all fly on one. */
  flight_id: Id.nullable(),
  weight_given: z.boolean(),
  waiver_signed_at: Instant.nullable(),
  boarding: z.enum(['checked_in', 'no_show']).nullable(),
  boarded_at: Instant.nullable(),
  /** When somebody picked this seat on the page of the party, or first typed into its form. */
  picked_at: Instant.nullable(),
  /** Their own page, to show as a code or to open for them; null once the flight has left. */
  link: z.string().nullable(),
})

/** `GET /v1/orders/{id}/file`: what staff read about an order besides the order itself. */
export const OrderFile = z.object({
  order_id: Id,
  /** The ledger transactions of the order; the entries of each sum to zero. */
  ledger: z.array(
    z.object({
      id: Id,
      kind: z.string(),
      at: Instant,
      /** The entries; debits are positive, credits negative. */
      entries: z.array(z.object({ account: z.string(), amount: Dollars })),
    }),
  ),
  mails: z.array(OrderMail),
  texts: z.array(OrderText),
  texting: OrderTexting,
  /** Everything that happened, oldest first. */
  history: z.array(OrderFileEvent),
  /** Those who fly, in the order of the party. */
  passengers: z.array(OrderFilePassenger),
  /** The owner of the order, with the number of their orders. */
  customer: z.object({ id: Id, name: z.string(), orders: z.number().int() }),
  /** Whose link brought the buyer, or who booked it for them, on a commission. */
  agent: z.object({ id: Id, name: z.string() }).nullable(),
  /** The link that opens the ticket of a paid walk-in, who gets no mail; null for all others. */
  ticket_url: z.string().nullable(),
  /** As in `GET /v1/orders/{id}/passengers`. */
  party_url: z.string().nullable(),
  /**
   * The link by which what is due can be paid, and when it was first followed (new); null where no link
   * works.
   */
  payment_link: z.object({ url: z.string(), until: Instant, opened_at: Instant.nullable() }).nullable(),
})
export const OrderFileReply = z.object({ file: OrderFile })

/** `POST /v1/mails/{id}/copies`: sends the mail again to the same address. */
export const OrderMailReply = z.object({ mail: OrderMail })

/**
 * `POST /v1/refund_previews`, with the body of `POST /v1/refunds`: previews a refund and writes
 * nothing.
 */
export const RefundPreviewReply = z.object({
  refund_preview: Refund.pick({
    order_id: true,
    amount: true,
    to: true,
    lines: true,
    passengers: true,
  }).extend({ departures: z.array(FreedDeparture) }),
})

export type OrderFile = z.infer<typeof OrderFile>
export type OrderFileEvent = z.infer<typeof OrderFileEvent>
export type OrderFilePassenger = z.infer<typeof OrderFilePassenger>
export type OrderMail = z.infer<typeof OrderMail>
export type RefundPreview = z.infer<typeof RefundPreviewReply>['refund_preview']
