import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { type RedemptionFee } from '../../rules/pricing/redemption-fees.ts'
import { brands } from './brands.ts'
import { fares, products } from './catalogue.ts'
import { bytes, cents, instant } from './columns.ts'
import { orders } from './orders.ts'
import { users } from './people.ts'

/**
 * Gift card (Buy Now Schedule Later): pays one whole seat, or one whole aircraft, of the fares it
 * is good for. The code is stored only as a keyed hash to find it and encrypted to show it to its
 * owner; both keys are outside the database.
 */
export const giftCards = pgTable(
  'gift_cards',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    codeHash: text('code_hash').notNull().unique(),
    codeSealed: bytes('code_sealed').notNull(),
    /** The last four letters, to tell cards apart where the code is not shown. */
    codeTail: text('code_tail').notNull(),
    name: text('name').notNull(),
    brandId: integer('brand_id')
      .notNull()
      .references(() => brands.id),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    goodForFareId: integer('good_for_fare_id')
      .notNull()
      .references(() => fares.id),
    goodForFareIds: integer('good_for_fare_ids').array().notNull(),
    unit: text('unit', { enum: ['seat', 'flight'] }).notNull(),
    /** The seat's list price when it was bought. */
    priceCents: cents('price_cents').notNull(),
    /** The amount paid without fees; 0 for a promotional card. */
    valueCents: cents('value_cents').notNull(),
    /** Fees paid when it was bought: waived when it is used. */
    pendingFeeIds: integer('pending_fee_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Fees due at redemption, with tax, as named when it was created: the most that is charged. */
    waitingFees: jsonb('waiting_fees').$type<RedemptionFee[]>().notNull(),
    promotional: boolean('promotional').notNull().default(false),
    /** `frozen`: its purchase is disputed. `void`: its purchase was refunded. */
    state: text('state', { enum: ['available', 'reserved', 'redeemed', 'frozen', 'void'] }).notNull(),
    /** The order that used it. */
    orderId: integer('order_id').references(() => orders.id),
    purchaserOrderId: integer('purchaser_order_id').references(() => orders.id),
    purchaserId: integer('purchaser_id').references(() => users.id),
    lastEmailedTo: text('last_emailed_to'),
    lastEmailedAt: instant('last_emailed_at'),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('gift_cards_purchaser_idx').on(t.purchaserId, t.createdAt),
    index('gift_cards_emailed_idx').on(t.lastEmailedTo, t.createdAt),
    index('gift_cards_purchase_idx').on(t.purchaserOrderId),
    index('gift_cards_expiry_idx')
      .on(t.expiresAt)
      .where(sql`${t.state} = 'available'`),
    check('gift_cards_money', sql`${t.priceCents} >= 0 and ${t.valueCents} >= 0`),
    check('gift_cards_used_once', sql`(${t.state} in ('reserved', 'redeemed')) = (${t.orderId} is not null)`),
  ],
)

/** Re-schedule voucher: pays an amount, and the rest stays on it. */
export const vouchers = pgTable(
  'vouchers',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    codeHash: text('code_hash').notNull().unique(),
    codeSealed: bytes('code_sealed').notNull(),
    codeTail: text('code_tail').notNull(),
    brandId: integer('brand_id')
      .notNull()
      .references(() => brands.id),
    userId: integer('user_id').references(() => users.id),
    /** The order it was issued for. */
    orderId: integer('order_id').references(() => orders.id),
    productId: integer('product_id').references(() => products.id),
    valueCents: cents('value_cents').notNull(),
    /** The amount that is neither spent nor reserved. */
    balanceCents: cents('balance_cents').notNull(),
    state: text('state', { enum: ['available', 'frozen', 'void'] }).notNull(),
    reasonType: text('reason_type', { enum: ['reschedule', 'weather', 'goodwill', 'correction'] }).notNull(),
    reasonDescription: text('reason_description').notNull().default(''),
    /** The items of the order that it replaces, as they were. */
    orderItems: jsonb('order_items')
      .$type<{ name: string; feePriceCents: number; selectedQuantity: number }[]>()
      .notNull()
      .default([]),
    lastEmailedTo: text('last_emailed_to'),
    lastEmailedAt: instant('last_emailed_at'),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('vouchers_user_idx').on(t.userId, t.createdAt),
    index('vouchers_emailed_idx').on(t.lastEmailedTo, t.createdAt),
    index('vouchers_expiry_idx')
      .on(t.expiresAt)
      .where(sql`${t.state} = 'available'`),
    check('vouchers_money', sql`${t.valueCents} > 0 and ${t.balanceCents} between 0 and ${t.valueCents}`),
  ],
)

/** Account credit granted or withdrawn by people; what orders use is in `order_tenders`. */
export const credits = pgTable(
  'credits',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    amountCents: cents('amount_cents').notNull(),
    creditType: text('credit_type', { enum: ['goodwill', 'refund', 'correction', 'promotion'] }).notNull(),
    reason: text('reason').notNull(),
    orderId: integer('order_id').references(() => orders.id),
    /** The member of staff who granted it; null for the shop's own grants. */
    givenBy: integer('given_by').references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('credits_user_idx').on(t.userId, t.createdAt),
    index('credits_giver_idx').on(t.givenBy, t.createdAt),
    check('credits_not_zero', sql`${t.amountCents} <> 0`),
  ],
)

/** A person's credit: grants minus what orders reserved or used. Every change locks this row. */
export const creditBalances = pgTable(
  'credit_balances',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id),
    balanceCents: cents('balance_cents').notNull(),
  },
  (t) => [check('credit_balances_money', sql`${t.balanceCents} >= 0`)],
)

/** Gift cards to create when the order is paid, with their recipients. */
export const orderItemGiftCards = pgTable(
  'order_item_gift_cards',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    fareId: integer('fare_id')
      .notNull()
      .references(() => fares.id),
    unit: text('unit', { enum: ['seat', 'flight'] }).notNull(),
    name: text('name').notNull(),
    quantity: integer('quantity').notNull(),
    unitPriceCents: cents('unit_price_cents').notNull(),
    recipientEmail: text('recipient_email'),
    /** The giver's message, encrypted with CODE_SECRET. */
    messageSealed: bytes('message_sealed'),
    /** The brand's calendar day on which the recipient gets it; null: at once. */
    sendOn: date('send_on', { mode: 'string' }),
    sentAt: instant('sent_at'),
  },
  (t) => [
    unique('order_item_gift_cards_order_key').on(t.orderId, t.fareId),
    index('order_item_gift_cards_due_idx')
      .on(t.sendOn)
      .where(sql`${t.sentAt} is null`),
    check('order_item_gift_cards_money', sql`${t.quantity} > 0 and ${t.unitPriceCents} >= 0`),
  ],
)
