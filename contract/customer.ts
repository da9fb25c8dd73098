import { z } from 'zod'
import { HistoryNote } from './comment.ts'
import { OrderStatus } from './enums.ts'
import { SubscriptionStatus } from './membership.ts'
import { Dollars, Email, Id, Instant, ListMeta } from './primitives.ts'

/** A customer in the results of the staff's search. */
export const CustomerSummary = z.object({
  id: Id,
  /** Null only for a walk-in. */
  email: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  /** The first passenger of the newest order that has one. */
  first_passenger: z.string().nullable(),
  phone: z.string().nullable(),
  email_proven: z.boolean(),
  /** E-mails of accounts that were merged into this one. */
  former_emails: z.array(z.string()),
  orders: z.number().int(),
  last_order_at: Instant.nullable(),
  created_at: Instant,
})
/** `PUT /v1/customers/{id}/email`: adds the e-mail of a walk-in. */
export const CustomerEmailRequest = z.object({ customer: z.object({ email: Email }) })
export const CustomersReply = z.object({ customers: z.array(CustomerSummary), meta: ListMeta })

/** What happened to a customer, in a sentence for staff. */
export const CustomerEvent = z.object({
  at: Instant,
  /** `note`: a comment on the customer or on one of the orders. `message`: a mail. */
  kind: z.enum(['account', 'booking', 'money', 'note', 'message']),
  text: z.string(),
  /** The member of staff who did it; null for the customer and the service itself. */
  by: z.string().nullable(),
  /** Only of a note on the customer, which can be changed. */
  note: HistoryNote.optional(),
})

const Role = z.enum(['admin', 'staff', 'pilot', 'agent'])

/**
 * `GET /v1/customers/{id}`: a customer as staff see them, without codes, card numbers or weights.
 */
export const Customer = CustomerSummary.extend({
  /** Whether the account has a password. */
  has_password: z.boolean(),
  /** Since when each log-in of the customer asks for a second factor; null when none does. */
  second_factor_since: Instant.nullable(),
  roles: z.array(Role),
  suspended_at: Instant.nullable(),
  /** The account that this one was merged into. */
  merged_into_id: Id.nullable(),
  /** The newest orders; `orders` counts all of them. */
  newest_orders: z.array(
    z.object({
      id: Id,
      number: z.string(),
      status: OrderStatus,
      /**
       * A departure of the order was cancelled, and the buyer has not chosen an alternative yet.
       */
      waiting_for_answer: z.boolean(),
      email: z.string().nullable(),
      total: Dollars,
      created_at: Instant,
    }),
  ),
  gift_cards: z.array(
    z.object({
      id: Id,
      name: z.string(),
      code_tail: z.string(),
      state: z.string(),
      given_to: z.string().nullable(),
      expires_at: Instant,
    }),
  ),
  vouchers: z.array(
    z.object({
      id: Id,
      code_tail: z.string(),
      value: Dollars,
      balance: Dollars,
      state: z.string(),
      given_to: z.string().nullable(),
      expires_at: Instant,
    }),
  ),
  credit: Dollars,
  credits: z.array(
    z.object({ id: Id, amount: Dollars, credit_type: z.string(), reason: z.string(), created_at: Instant }),
  ),
  subscriptions: z.array(
    z.object({
      id: Id,
      plan_name: z.string(),
      status: SubscriptionStatus,
      cancel_at_period_end: z.boolean(),
      current_period_end: Instant.nullable(),
    }),
  ),
  cards: z.array(
    z.object({
      brand: z.string(),
      last4: z.string(),
      exp_month: z.number().int(),
      exp_year: z.number().int(),
      is_default: z.boolean(),
    }),
  ),
  /** The customer's logged-in sessions. */
  sessions: z.array(z.object({ device: z.string().nullable(), created_at: Instant, last_seen_at: Instant })),
  mails: z.array(
    z.object({
      id: Id,
      kind: z.string(),
      to: z.string(),
      state: z.string(),
      order_id: Id.nullable(),
      correctable: z.boolean(),
      created_at: Instant,
    }),
  ),
  /** Consents to marketing mails, given or revoked. */
  newsletters: z.array(
    z.object({
      brand_id: Id,
      list: z.string(),
      email: z.string(),
      state: z.string(),
      ended_by: z.enum(['reader', 'bounce']).nullable(),
      since: Instant,
    }),
  ),
  /** What happened, newest first: of each kind the newest rows. */
  history: z.array(CustomerEvent),
})
export const CustomerReply = z.object({ customer: Customer })

/**
 * `POST /v1/customers/{id}/second_factor_removals`: takes the second factor of a customer away who
 * lost the phone and the recovery codes.
 */
export const SecondFactorRemovalRequest = z.object({
  second_factor_removal: z.object({
    /** How it is known that it is the owner who asks; for the audit log. */
    reason: z
      .string({ error: 'This field is required' })
      .trim()
      .min(1, 'This field is required')
      .max(300, 'Write at most 300 characters'),
  }),
})

/**
 * `POST /v1/customer_merge_previews` and `POST /v1/customer_merges`: merge two accounts of the same
 * person.
 */
export const CustomerMergeRequest = z.object({
  customer_merge: z.object({
    /** The account that remains, with its e-mail and password. */
    kept_id: Id,
    /** The account that is merged into it. */
    merged_id: Id,
  }),
})

export const CustomerMerge = z.object({
  kept: CustomerSummary,
  merged: CustomerSummary,
  /** What the merge transfers to the kept account. */
  moves: z.object({
    orders: z.number().int(),
    gift_cards: z.number().int(),
    vouchers: z.number().int(),
    voucher_balance: Dollars,
    credit: Dollars,
    /** The plans of the active memberships. */
    memberships: z.array(z.string()),
    prizes: z.number().int(),
    waitlist_places: z.number().int(),
    /** The number of saved cards that are transferred. */
    cards: z.number().int(),
  }),
  ends: z.object({
    /** Logged-in sessions of the merged account. */
    sessions: z.number().int(),
    password: z.boolean(),
    /**
     * Saved cards that cannot be transferred, because the payment provider binds them to one
     * customer.
     */
    cards: z.number().int(),
    /** The merged account’s log-in asked for a second factor; that of the kept account stays as it is. */
    second_factor: z.boolean(),
  }),
  /** Why the two accounts cannot be merged, each a sentence; empty when they can. */
  refusals: z.array(z.string()),
})
export const CustomerMergeReply = z.object({ customer_merge: CustomerMerge })

export type CustomerEvent = z.infer<typeof CustomerEvent>
export type Customer = z.infer<typeof Customer>
export type CustomerSummary = z.infer<typeof CustomerSummary>
export type CustomerMerge = z.infer<typeof CustomerMerge>
