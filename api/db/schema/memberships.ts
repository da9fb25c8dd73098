import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { brands } from './brands.ts'
import { cents, instant } from './columns.ts'
import { orders } from './orders.ts'
import { users } from './people.ts'
import { discountCodes } from './promotions.ts'

/** A membership on sale: its price at the payment provider, and the code for members' prices. */
export const plans = pgTable(
  'plans',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    brandId: integer('brand_id')
      .notNull()
      .references(() => brands.id),
    name: text('name').notNull(),
    /** What members get, in one sentence. */
    benefit: text('benefit').notNull(),
    priceCents: cents('price_cents').notNull(),
    interval: text('interval', { enum: ['month', 'year'] }).notNull(),
    /** `price_…`; null until it is first needed. */
    providerPrice: text('provider_price').unique(),
    /** An internal code. */
    discountCodeId: integer('discount_code_id')
      .notNull()
      .references(() => discountCodes.id),
    publishStatus: text('publish_status', { enum: ['draft', 'published', 'archived'] }).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [check('plans_money', sql`${t.priceCents} >= 50`)],
)

/**
 * A membership of an account. `starting`: the provider has not confirmed it yet; `failed`:
 * abandoned. The other states are the provider's. An account has at most one current membership per
 * plan.
 */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    planId: integer('plan_id')
      .notNull()
      .references(() => plans.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** The brand that sends its mails. */
    brandId: integer('brand_id')
      .notNull()
      .references(() => brands.id),
    /** The order it was bought with; null when it was bought separately. */
    orderId: integer('order_id')
      .unique()
      .references(() => orders.id),
    /** Bought as a guest: the account sees it once its mailbox is proven. */
    asGuest: boolean('as_guest').notNull().default(false),
    email: text('email').notNull(),
    status: text('status', {
      enum: [
        'starting',
        'incomplete',
        'active',
        'past_due',
        'unpaid',
        'canceled',
        'incomplete_expired',
        'failed',
      ],
    }).notNull(),
    /** `sub_…` */
    reference: text('reference').unique(),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    currentPeriodEnd: instant('current_period_end'),
    /** How often the start was tried with a card; each try has its own key at the provider. */
    tries: integer('tries').notNull().default(0),
    /** When the start is retried; null when no retry is due. */
    nextTryAt: instant('next_try_at'),
    /** Until then another process is starting it at the provider. */
    busyUntil: instant('busy_until'),
    /** The bank's last error. */
    lastError: text('last_error'),
    /** Version of the provider's data: a process that read an older version reads again. */
    learned: integer('learned').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
  },
  (t) => [
    uniqueIndex('subscriptions_one_each')
      .on(t.userId, t.planId)
      .where(sql`${t.status} in ('starting', 'incomplete', 'active', 'past_due', 'unpaid')`),
    index('subscriptions_due_idx')
      .on(t.nextTryAt)
      .where(sql`${t.nextTryAt} is not null`),
    check(
      'subscriptions_referenced',
      sql`${t.status} in ('starting', 'failed') or ${t.reference} is not null`,
    ),
  ],
)

/** Invoices of a membership, as the provider has them. */
export const subscriptionInvoices = pgTable(
  'subscription_invoices',
  {
    /** `in_…` */
    reference: text('reference').primaryKey(),
    subscriptionId: integer('subscription_id')
      .notNull()
      .references(() => subscriptions.id),
    number: text('number'),
    amountCents: cents('amount_cents').notNull(),
    status: text('status', { enum: ['draft', 'open', 'paid', 'uncollectible', 'void'] }).notNull(),
    /** The payment intent (`pi_…`) that pays it. */
    paymentIntent: text('payment_intent'),
    /** The provider's page for the invoice. */
    hostedUrl: text('hosted_url'),
    createdAt: instant('created_at').notNull(),
    paidAt: instant('paid_at'),
  },
  (t) => [
    index('subscription_invoices_subscription_idx').on(t.subscriptionId, t.createdAt),
    index('subscription_invoices_intent_idx').on(t.paymentIntent),
  ],
)

/**
 * An order with the members' price by consent. Buyer and card are stored as keyed hashes, so that
 * an erased account cannot get the price again; both are null for older orders.
 */
export const memberPriceUses = pgTable(
  'member_price_uses',
  {
    orderId: integer('order_id')
      .primaryKey()
      .references(() => orders.id),
    /** Hash of the buyer's normalised e-mail. */
    emailKey: text('email_key'),
    /** Hash of the card's fingerprint; null until the card is known. */
    cardKey: text('card_key'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('member_price_uses_email_idx').on(t.emailKey),
    index('member_price_uses_card_idx').on(t.cardKey),
  ],
)
