import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { brands } from './brands.ts'
import { cents, instant } from './columns.ts'
import { orders } from './orders.ts'
import { users } from './people.ts'
import { discountCodes } from './promotions.ts'

/**
 * A membership that is sold: a price at the payment provider, and the code that makes members'
 * prices.
 */
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
 * A membership of an account. `starting`: the provider has not said yes yet; `failed`: given up.
 * The others are the provider's words. Those that still stand are one for an account and plan.
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
    /** The brand that mails about it. */
    brandId: integer('brand_id')
      .notNull()
      .references(() => brands.id),
    /** The order it was bought with; null where it was bought alone. */
    orderId: integer('order_id')
      .unique()
      .references(() => orders.id),
    /** Bought without logging in: it is shown to the account once its mailbox is proven. */
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
    /** Starts that were tried with a card; each has a key of its own at the provider. */
    tries: integer('tries').notNull().default(0),
    /** When the start is tried again; null when nobody waits for it. */
    nextTryAt: instant('next_try_at'),
    /** Somebody is asking the provider to start it; nobody else does until then. */
    busyUntil: instant('busy_until'),
    /** What the bank said last. */
    lastError: text('last_error'),
    /** Counts what was written of it from the provider: who read it before that reads again. */
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

/** What a membership was, or is to be, paid with; as the provider has it. */
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
    /** `pi_…` that paid it, or is to. */
    paymentIntent: text('payment_intent'),
    /** The provider's page of it. */
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
 * An order that has the members' price by consent. Who bought it and by which card is kept as keyed
 * hashes, so that an erased account does not have the price again; both are null for orders from
 * before these were kept.
 */
export const memberPriceUses = pgTable(
  'member_price_uses',
  {
    orderId: integer('order_id')
      .primaryKey()
      .references(() => orders.id),
    /** Of the buyer's normalised e-mail. */
    emailKey: text('email_key'),
    /** Of the card's fingerprint; null until the card is known. */
    cardKey: text('card_key'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('member_price_uses_email_idx').on(t.emailKey),
    index('member_price_uses_card_idx').on(t.cardKey),
  ],
)
