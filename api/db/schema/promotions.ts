import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { brands } from './brands.ts'
import { upgrades } from './catalogue.ts'
import { cents, instant } from './columns.ts'
import { orders } from './orders.ts'
import { users } from './people.ts'

/**
 * Sale banners (spec section 3). A campaign without an auto-filled code lowers every seat price of
 * its brand.
 */
export const campaigns = pgTable(
  'campaigns',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    brandId: integer('brand_id')
      .notNull()
      .references(() => brands.id),
    name: text('name').notNull(),
    startAt: instant('start_at').notNull(),
    endAt: instant('end_at').notNull(),
    discountCode: text('discount_code'),
    discountPercentOff: integer('discount_percent_off').notNull().default(0),
    autoFillCode: boolean('auto_fill_code').notNull().default(false),
    countdownEnabled: boolean('countdown_enabled').notNull().default(false),
    countdownText: text('countdown_text').notNull().default(''),
    bannerColor: text('banner_color').notNull(),
    bannerImage: text('banner_image'),
    bannerLinkTo: text('banner_link_to').notNull(),
    disabled: boolean('disabled').notNull().default(false),
  },
  (t) => [
    index('campaigns_brand_idx').on(t.brandId, t.startAt),
    check('campaigns_percent', sql`${t.discountPercentOff} between 0 and 100`),
    check('campaigns_window', sql`${t.endAt} > ${t.startAt}`),
  ],
)

/** The discount of a code. */
export const discounts = pgTable(
  'discounts',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    name: text('name').notNull(),
    /** Its text on the breakdown and the receipt. */
    invoiceDescription: text('invoice_description').notNull(),
    /** Exactly one of the two is set. */
    amountCents: cents('amount_cents'),
    percentBps: integer('percent_bps'),
    publishStatus: text('publish_status', { enum: ['draft', 'published', 'archived'] }).notNull(),
    publishAt: instant('publish_at'),
    publishUntil: instant('publish_until'),
    disableForSeats: boolean('disable_for_seats').notNull().default(false),
    disableForFlights: boolean('disable_for_flights').notNull().default(false),
    /** Null: every brand. */
    brandId: integer('brand_id').references(() => brands.id),
    /** Empty: every product. */
    productIds: integer('product_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (t) => [
    check('discounts_value', sql`(${t.amountCents} is null) <> (${t.percentBps} is null)`),
    check(
      'discounts_money',
      sql`coalesce(${t.amountCents}, 1) > 0 and coalesce(${t.percentBps}, 1) between 1 and 10000`,
    ),
  ],
)

export const discountCodes = pgTable(
  'discount_codes',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** Upper case, without spaces. */
    code: text('code').notNull(),
    discountId: integer('discount_id')
      .notNull()
      .references(() => discounts.id),
    redeemable: boolean('redeemable').notNull().default(true),
    /** Null: unlimited. */
    redemptionLimit: integer('redemption_limit'),
    /** On the small list of codes allowed for sunset and focus flights (spec section 5). */
    sunsetAndFocus: boolean('sunset_and_focus').notNull().default(false),
    /** Works on top of a campaign's lower price. */
    stackable: boolean('stackable').notNull().default(false),
    /** Applied automatically (membership consent) and never typed. */
    internal: boolean('internal').notNull().default(false),
  },
  (t) => [
    uniqueIndex('discount_codes_code_key').on(t.code),
    check('discount_codes_upper', sql`${t.code} = upper(${t.code})`),
    check('discount_codes_limit', sql`${t.redemptionLimit} is null or ${t.redemptionLimit} >= 0`),
  ],
)

/**
 * An order's use of a code. `reserved` counts against the limit while the order is open, `captured`
 * permanently. Counted under the lock of the code's row.
 */
export const discountCodeUses = pgTable(
  'discount_code_uses',
  {
    orderId: integer('order_id')
      .primaryKey()
      .references(() => orders.id),
    discountCodeId: integer('discount_code_id')
      .notNull()
      .references(() => discountCodes.id),
    state: text('state', { enum: ['reserved', 'captured', 'released'] }).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('discount_code_uses_code_idx').on(t.discountCodeId, t.state)],
)

/** An upgrade that a person gets for free, once. */
export const prizes = pgTable(
  'prizes',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    upgradeId: integer('upgrade_id')
      .notNull()
      .references(() => upgrades.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    /**
     * The order that uses it; while that is unpaid and not open any more, another order may use it.
     */
    orderId: integer('order_id').references(() => orders.id),
    usedAt: instant('used_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('prizes_user_idx').on(t.userId),
    index('prizes_order_idx').on(t.orderId),
    check('prizes_used', sql`${t.usedAt} is null or ${t.orderId} is not null`),
  ],
)
