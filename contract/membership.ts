import { z } from 'zod'
import { Dollars, Id, Instant } from './primitives.ts'

export const PlanInterval = z.enum(['month', 'year'])

/** A membership that is sold. */
export const Plan = z.object({
  id: Id,
  brand_id: Id,
  name: z.string(),
  /** What members get, in one sentence. */
  benefit: z.string(),
  price: Dollars,
  interval: PlanInterval,
  /** What members pay less, of a hundred; null where it is an amount. */
  percent_off: z.number().nullable(),
  amount_off: Dollars.nullable(),
})
export const PlansReply = z.object({ plans: z.array(Plan) })

/**
 * `starting`: paid for in a moment, or tried again; `failed`: given up. The others are the payment
 * provider's words.
 */
export const SubscriptionStatus = z.enum([
  'starting',
  'incomplete',
  'active',
  'past_due',
  'unpaid',
  'canceled',
  'incomplete_expired',
  'failed',
])

export const SubscriptionInvoice = z.object({
  number: z.string().nullable(),
  amount: Dollars,
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
  created_at: Instant,
  paid_at: Instant.nullable(),
})

export const Subscription = z.object({
  id: Id,
  plan_id: Id,
  plan: Plan,
  status: SubscriptionStatus,
  /** Members' prices hold now. */
  member: z.boolean(),
  order_id: Id.nullable(),
  cancel_at_period_end: z.boolean(),
  /** Until when it is paid; then it renews, or ends. */
  current_period_end: Instant.nullable(),
  /** When a start that was declined is tried again. */
  next_try_at: Instant.nullable(),
  /** What the bank said, for the payer. */
  last_error: z.string().nullable(),
  /** The provider's page that pays what is open; null where nothing is. */
  payment_url: z.string().nullable(),
  /** Newest first. */
  invoices: z.array(SubscriptionInvoice),
  created_at: Instant,
  ended_at: Instant.nullable(),
})
export const SubscriptionReply = z.object({ subscription: Subscription })
export const SubscriptionsReply = z.object({ subscriptions: z.array(Subscription) })

/** `POST /v1/subscriptions`, spec section 7. */
export const SubscriptionRequest = z.object({
  subscription: z.object({ plan_id: Id, brand_id: Id.optional() }),
})
/** `PATCH /v1/subscriptions/{id}`: end it, or take that back. */
export const SubscriptionUpdate = z.object({ subscription: z.object({ cancel_at_period_end: z.boolean() }) })

/** A charge of its own beside an order's: what the membership costs, and how often. */
export const MembershipCharge = z.object({ amount: Dollars, interval: PlanInterval })

/** How a membership bears on a price. */
export const QuoteMembership = z.object({
  /** `consent`: the buyer agrees to one with this order; `member`: the account has one. */
  by: z.enum(['consent', 'member']),
  plan_id: Id,
  plan_name: z.string(),
  applied: z.boolean(),
  /** Why it does not lower this price, or which code it stands in for. */
  message: z.string().nullable(),
  /**
   * What is charged for the membership right after the order (new); null where none begins with it.
   */
  charge: MembershipCharge.nullable().default(null),
})

/** What became of the membership that was bought with an order. */
export const OrderMembership = z.object({
  plan_id: Id,
  plan_name: z.string(),
  status: SubscriptionStatus.nullable(),
  /** What is charged for it beside the order (new); null where nothing is, or will be. */
  charge: MembershipCharge.nullable().default(null),
  /** When its first invoice was paid (new). */
  paid_at: Instant.nullable().default(null),
})

export type MembershipCharge = z.infer<typeof MembershipCharge>
export type Plan = z.infer<typeof Plan>
export type Subscription = z.infer<typeof Subscription>
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>
export type SubscriptionInvoice = z.infer<typeof SubscriptionInvoice>
export type QuoteMembership = z.infer<typeof QuoteMembership>
export type OrderMembership = z.infer<typeof OrderMembership>
