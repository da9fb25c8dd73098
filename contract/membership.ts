import { z } from 'zod'
import { Dollars, Id, Instant } from './primitives.ts'

export const PlanInterval = z.enum(['month', 'year'])

/** A membership plan on sale. */
export const Plan = z.object({
  id: Id,
  brand_id: Id,
  name: z.string(),
  /** The benefit for members, in one sentence. */
  benefit: z.string(),
  price: Dollars,
  interval: PlanInterval,
  /** The members' discount in percent; null where the discount is an amount. */
  percent_off: z.number().nullable(),
  amount_off: Dollars.nullable(),
})
export const PlansReply = z.object({ plans: z.array(Plan) })

/**
 * `starting`: the first payment is in progress or will be retried. `failed`: no more retries. The
 * others are Stripe's subscription statuses.
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
  /** Whether members' prices apply now. */
  member: z.boolean(),
  order_id: Id.nullable(),
  cancel_at_period_end: z.boolean(),
  /** The end of the paid period, when the subscription renews or ends. */
  current_period_end: Instant.nullable(),
  /** When the declined first payment is retried. */
  next_try_at: Instant.nullable(),
  /** The reason for the last decline, for the payer. */
  last_error: z.string().nullable(),
  /** The payment provider's page that pays the open invoice; null where none is open. */
  payment_url: z.string().nullable(),
  /** The invoices, newest first. */
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
/**
 * `PATCH /v1/subscriptions/{id}`: cancels the subscription at the end of its period, or resumes it.
 */
export const SubscriptionUpdate = z.object({ subscription: z.object({ cancel_at_period_end: z.boolean() }) })

/** The price of the membership and its interval, charged separately from the order. */
export const MembershipCharge = z.object({ amount: Dollars, interval: PlanInterval })

/** The effect of a membership on a price. */
export const QuoteMembership = z.object({
  /** `consent`: the buyer agrees to a membership with this order. `member`: the account has one. */
  by: z.enum(['consent', 'member']),
  plan_id: Id,
  plan_name: z.string(),
  applied: z.boolean(),
  /** Why the membership does not lower this price, or which discount code it replaces. */
  message: z.string().nullable(),
  /**
   * The charge for the membership right after the order (new beside spec section 3); null where no
   * membership starts with it.
   */
  charge: MembershipCharge.nullable().default(null),
})

/** The membership that was bought with an order, and its status. */
export const OrderMembership = z.object({
  plan_id: Id,
  plan_name: z.string(),
  status: SubscriptionStatus.nullable(),
  /**
   * The charge for the membership, separate from the order (new beside spec section 3); null where
   * there is none.
   */
  charge: MembershipCharge.nullable().default(null),
  /** When the first invoice was paid (new beside spec section 3). */
  paid_at: Instant.nullable().default(null),
})

export type MembershipCharge = z.infer<typeof MembershipCharge>
export type Plan = z.infer<typeof Plan>
export type Subscription = z.infer<typeof Subscription>
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>
export type SubscriptionInvoice = z.infer<typeof SubscriptionInvoice>
export type QuoteMembership = z.infer<typeof QuoteMembership>
export type OrderMembership = z.infer<typeof OrderMembership>
