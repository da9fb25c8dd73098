import { z } from 'zod'
import { QuantityType } from './enums.ts'
import { inPersonMeans, inPersonMethods, isInPersonMethod } from './means-of-payment.ts'
import { Order, OrderFlight } from './order.ts'
import { Dollars, Id, Instant, nullAsAbsent } from './primitives.ts'
import { QuoteLine } from './quote.ts'

const money = Dollars.refine((amount) => amount >= 0 && amount <= 100_000, 'Must be between 0 and 100,000')

const codes = z.array(z.string().max(60)).max(60).default([])
const counterCodes = { gift_card_codes: codes, vouchers: codes }

/**
 * `POST /v1/orders/{id}/counter_quotes`: the amount due of an unpaid order after these codes. It
 * writes nothing.
 */
export const InPersonQuoteRequest = z.object({ counter_quote: z.object(counterCodes) })
export const InPersonQuoteReply = z.object({
  counter_quote: z.object({
    order_id: Id,
    lines: z.array(QuoteLine),
    credits: Dollars,
    total: Dollars,
    /** The amount to pay; null when the codes cover the total. */
    amount_due: Dollars.nullable(),
  }),
})

/** Rejects a payment without the reference number that its means of payment requires. */
export function requireReference(
  payment: { method: string; reader_reference?: string | undefined },
  context: z.RefinementCtx,
): void {
  const { method, reader_reference: given } = payment
  const reference = isInPersonMethod(method) ? inPersonMeans(method).reference : null
  if (reference === null || given !== undefined) return
  context.addIssue({ code: 'custom', message: reference.missing, path: ['reader_reference'] })
}

/** `POST /v1/counter_payments`: staff took an order's money in cash or with their card terminal. */
export const InPersonPaymentFields = z
  .object({
    order_id: Id,
    method: z.enum(inPersonMethods),
    /**
     * Gift cards and vouchers applied before the payment (new); an invalid code replies 422 on its
     * field.
     */
    ...counterCodes,
    /**
     * The amount due after the codes, as staff saw it; if it has changed, the reply is 422 with the
     * current one.
     */
    amount: money,
    /**
     * True where `amount` is a part of what is due, in a sale by staff: at least 0.50, and the rest is due
     * later.
     */
    part: z.boolean().default(false),
    /** When the rest of a part is due; null for the check-in, absent where that stays as it is. */
    balance_due_at: Instant.nullable().optional(),
    /** The cash received, from which the change is calculated. */
    handed: money.optional(),
    /**
     * The number on the card terminal's slip or another document; each number pays one order only.
     */
    reader_reference: z.string().trim().min(1, 'This field is required').max(80).optional(),
  })
  .superRefine(requireReference)
  .refine((of) => of.handed === undefined || of.handed >= of.amount, {
    error: 'This is less than what is due',
    path: ['handed'],
  })
export const InPersonPaymentRequest = z.object({ counter_payment: InPersonPaymentFields })
export const InPersonPaymentReply = z.object({ order: Order, change: Dollars })

/**
 * `PUT /v1/orders/{id}/balance_due`: when the rest of an order that is paid in parts is due; null for its
 * check-in. The customer is told of another time.
 */
export const BalanceDueRequest = z.object({
  balance_due: z.object({ balance_due_at: Instant.nullable() }).strict(),
})

/**
 * `POST /v1/orders/{id}/balance_payments`: gift cards, by their codes, and the customer's credit pay a
 * later part. Each card pays one whole seat or aircraft at the price of the sale.
 */
export const BalancePaymentFields = z
  .object({
    gift_card_codes: codes,
    /** Of the customer's account credit, in dollars. */
    credit: money.default(0),
  })
  .strict()
  .refine((of) => of.credit > 0 || of.gift_card_codes.some((code) => code.trim() !== ''), {
    error: 'Please type a code or an amount of credit',
    path: ['credit'],
  })
export const BalancePaymentRequest = z.object({ balance_payment: BalancePaymentFields })
export const BalancePaymentReply = z.object({
  order: Order,
  /** What is due less. */
  paid: Dollars,
})

/** A cash drawer with its opening, expected and counted amounts. */
export const Drawer = z.object({
  id: Id,
  user_id: Id,
  opening: Dollars,
  cash_in: Dollars,
  cash_out: Dollars,
  expected: Dollars,
  counted: Dollars.nullable(),
  /** The counted minus the expected amount; null while the drawer is open. */
  difference: Dollars.nullable(),
  note: z.string(),
  opened_at: Instant,
  closed_at: Instant.nullable(),
})
export const DrawerReply = z.object({ drawer: Drawer })
/** `GET /v1/drawers`: the caller's drawers, the open one first; admins get everybody's. */
export const DrawersReply = z.object({ drawers: z.array(Drawer) })
export const DrawerRequest = z.object({ drawer: z.object({ opening: money }) })
export const DrawerCountRequest = z.object({
  drawer: z.object({ counted: money, note: z.string().trim().max(300).default('') }),
})

/** A refund of a counter payment that staff pay out by hand. */
export const ManualRefund = z.object({
  refund_id: Id,
  order_id: Id,
  method: z.enum(inPersonMethods),
  amount: Dollars,
  /** The reference number of the refunded payment. */
  reader_reference: z.string().nullable(),
  created_at: Instant,
})
/** `GET /v1/hand_outs`: the refunds waiting to be paid out; with `order_id`, those of one order. */
export const ManualRefundsReply = z.object({ hand_outs: z.array(ManualRefund) })
/** `POST /v1/hand_outs`: records that staff paid out the refund in cash or by card terminal. */
export const ManualRefundRequest = z.object({ hand_out: z.object({ refund_id: Id }) })
export const ManualRefundReply = z.object({ hand_out: ManualRefund })

/** `POST /v1/orders/{id}/payment_links`: mails or texts the customer a link that pays the order. */
export const PaymentLinkRequest = z.object({
  payment_link: z.object({
    /** The page that opens the link; must be on an allowed host. */
    url: z.string().max(500),
    /** How it gets there; a text needs the customer's consent and a phone number. */
    by: z.enum(['mail', 'text']).default('mail'),
    /** The part of the amount due that the link pays, in a sale by staff; all of it when absent. */
    amount: money.nullable().optional(),
    /** When the rest of a part is due; null for the check-in, absent where that stays as it is. */
    balance_due_at: Instant.nullable().optional(),
    /** The customer has just agreed to texts about the order: the words of the brand's `text_consent`. */
    text_consent: z.string().max(600).nullable().optional(),
  }),
})
export const PaymentLinkReply = z.object({
  payment_link: z.object({
    held_until: Instant,
    /** The address; null for a text. */
    mailed_to: z.string().nullable(),
    /** The end of the number; null for a mail. */
    texted_to: z.string().nullable(),
  }),
})
/** `POST /v1/orders/{id}/ticket_texts`: texts the ticket of a walk-in, who has no e-mail. */
export const TicketTextRequest = z.object({
  ticket_text: z.object({
    /** A number in place of the order's. */
    phone: nullAsAbsent(z.string().trim().min(1, 'This field is required').max(40)),
    /** The customer has just agreed to texts about the order: the words of the brand's `text_consent`. */
    text_consent: z.string().max(600).nullable().optional(),
  }),
})
export const TicketTextReply = z.object({
  /** The end of the number. */
  ticket_text: z.object({ texted_to: z.string() }),
})
export const PaymentLinkOpenRequest = z.object({ token: z.string().min(1).max(200) })
/**
 * `POST /v1/payment_links/preview`: the order and the amount of a mailed link, before it is used.
 */
export const PaymentLinkPreviewReply = z.object({
  payment_link: z.object({
    order_number: z.string(),
    /**
     * Whether the link pays for the reschedule of a paid order; otherwise it pays for the order.
     */
    reschedules: z.boolean(),
    /** The link pays for guests who join the party of a paid order (new); absent otherwise. */
    adds_guests: z.boolean().optional(),
    /** It pays upgrades that staff add to a paid order; absent for anything else. */
    adds_upgrades: z.boolean().optional(),
    /** A part of the order was paid, so its seats are sold. */
    is_booked: z.boolean().default(false),
    /** The flights of the order after the payment. */
    flights: z.array(OrderFlight),
    quantity_type: QuantityType,
    /** The number of people. */
    quantity: z.number().int(),
    /** The names of the passengers that are known so far. */
    passenger_names: z.array(z.string()),
    lines: z.array(QuoteLine),
    credits: Dollars,
    total: Dollars,
    /** The amount to pay; null when nothing is due. */
    amount_due: Dollars.nullable(),
    /** What stays due after it where it pays a part of the order; null where nothing does. */
    amount_due_later: Dollars.nullable(),
    /** When the hold and the link expire. */
    held_until: Instant,
  }),
})
/** A guest token that is valid for this one order. */
export const PaymentLinkOpenReply = z.object({
  jwt: z.string(),
  order_id: Id,
  /** Null only for a walk-in. */
  email: z.string().nullable(),
  /** The change of a paid order that the link pays for; null where it pays for the order. */
  order_change_id: Id.nullable(),
})

export type PaymentLinkPreview = z.infer<typeof PaymentLinkPreviewReply>['payment_link']
export type Drawer = z.infer<typeof Drawer>
export type ManualRefund = z.infer<typeof ManualRefund>
export type BalancePaymentFields = z.infer<typeof BalancePaymentFields>
export type InPersonPaymentFields = z.infer<typeof InPersonPaymentFields>

export type InPersonQuote = z.infer<typeof InPersonQuoteReply>['counter_quote']
