import { z } from 'zod'
import { QuantityType } from './enums.ts'
import { inPersonMeans, inPersonMethods, isInPersonMethod } from './means-of-payment.ts'
import { Order, OrderFlight } from './order.ts'
import { Dollars, Id, Instant } from './primitives.ts'
import { QuoteLine } from './quote.ts'

const money = Dollars.refine((amount) => amount >= 0 && amount <= 100_000, 'Must be between 0 and 100,000')

const codes = z.array(z.string().max(60)).max(60).default([])
const counterCodes = { gift_card_codes: codes, vouchers: codes }

/**
 * `POST /v1/orders/{id}/counter_quotes`: the amount of an unpaid order that is left after these
 * codes. It changes nothing.
 */
export const InPersonQuoteRequest = z.object({ counter_quote: z.object(counterCodes) })
export const InPersonQuoteReply = z.object({
  counter_quote: z.object({
    order_id: Id,
    lines: z.array(QuoteLine),
    credits: Dollars,
    total: Dollars,
    /** Null when the codes pay all of it. */
    amount_due: Dollars.nullable(),
  }),
})

/** Refuses a payment without the number that its means needs. */
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
    /** Codes that pay beside the money (new); an invalid one answers 422 on its field. */
    ...counterCodes,
    /**
     * The amount due after the codes, as staff saw it. Another figure answers 422 with the right
     * one.
     */
    amount: money,
    /** The cash that was handed over; the change is calculated from it. */
    handed: money.optional(),
    /** The number on the terminal's slip or another paper: it pays one order. */
    reader_reference: z.string().trim().min(1, 'This field is required').max(80).optional(),
  })
  .superRefine(requireReference)
  .refine((of) => of.handed === undefined || of.handed >= of.amount, {
    error: 'This is less than what is due',
    path: ['handed'],
  })
export const InPersonPaymentRequest = z.object({ counter_payment: InPersonPaymentFields })
export const InPersonPaymentReply = z.object({ order: Order, change: Dollars })

/** A cash drawer: its opening amount, its expected amount, and its counted amount. */
export const Drawer = z.object({
  id: Id,
  user_id: Id,
  opening: Dollars,
  cash_in: Dollars,
  cash_out: Dollars,
  expected: Dollars,
  counted: Dollars.nullable(),
  /** Counted less expected; null while it is open. */
  difference: Dollars.nullable(),
  note: z.string(),
  opened_at: Instant,
  closed_at: Instant.nullable(),
})
export const DrawerReply = z.object({ drawer: Drawer })
/** `GET /v1/drawers`: one's own, the open one first; everybody's for admins. */
export const DrawersReply = z.object({ drawers: z.array(Drawer) })
export const DrawerRequest = z.object({ drawer: z.object({ opening: money }) })
export const DrawerCountRequest = z.object({
  drawer: z.object({ counted: money, note: z.string().trim().max(300).default('') }),
})

/** The refund of a counter payment, to be paid out by hand. */
export const ManualRefund = z.object({
  refund_id: Id,
  order_id: Id,
  method: z.enum(inPersonMethods),
  amount: Dollars,
  /** The reference of the payment that it refunds. */
  reader_reference: z.string().nullable(),
  created_at: Instant,
})
/** `GET /v1/hand_outs`: the refunds waiting to be paid out; those of one order with `order_id`. */
export const ManualRefundsReply = z.object({ hand_outs: z.array(ManualRefund) })
/** `POST /v1/hand_outs`: the refund was paid out in cash or by the card terminal. */
export const ManualRefundRequest = z.object({ hand_out: z.object({ refund_id: Id }) })
export const ManualRefundReply = z.object({ hand_out: ManualRefund })

/** `POST /v1/orders/{id}/payment_links`: mails the customer a link that pays the order. */
export const PaymentLinkRequest = z.object({
  payment_link: z.object({
    /** The page that opens it; must be on an allowed host. */
    url: z.string().max(500),
  }),
})
export const PaymentLinkReply = z.object({
  payment_link: z.object({ held_until: Instant, mailed_to: z.string() }),
})
export const PaymentLinkOpenRequest = z.object({ token: z.string().min(1).max(200) })
/** `POST /v1/payment_links/preview`: what a mailed link pays, before anything is opened or paid. */
export const PaymentLinkPreviewReply = z.object({
  payment_link: z.object({
    order_number: z.string(),
    /** A paid order's flight is rescheduled; otherwise the order itself is paid. */
    reschedules: z.boolean(),
    /** The flight after the payment. */
    flights: z.array(OrderFlight),
    quantity_type: QuantityType,
    /** The number of people. */
    quantity: z.number().int(),
    /** The known ones. */
    passenger_names: z.array(z.string()),
    lines: z.array(QuoteLine),
    credits: Dollars,
    total: Dollars,
    /** Null when nothing is left to pay. */
    amount_due: Dollars.nullable(),
    /** The end of the hold and of the link. */
    held_until: Instant,
  }),
})
/** A guest's token for that one order. */
export const PaymentLinkOpenReply = z.object({
  jwt: z.string(),
  order_id: Id,
  email: z.string(),
  /** The change of a paid order that it is to pay; null where it pays the order itself. */
  order_change_id: Id.nullable(),
})

export type PaymentLinkPreview = z.infer<typeof PaymentLinkPreviewReply>['payment_link']
export type Drawer = z.infer<typeof Drawer>
export type ManualRefund = z.infer<typeof ManualRefund>
export type InPersonPaymentFields = z.infer<typeof InPersonPaymentFields>

export type InPersonQuote = z.infer<typeof InPersonQuoteReply>['counter_quote']
