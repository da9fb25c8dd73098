import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { careOccasions } from '#contract/care.ts'
import { brands } from './brands.ts'
import { creditCards } from './cards.ts'
import { instant } from './columns.ts'
import { orders } from './orders.ts'
import { giftCards, vouchers } from './tenders.ts'

/**
 * What the shop wrote by itself, or did not because it was switched off: a row for each departure of
 * an order, flown order, expiring gift card, voucher or bank card, written in the transaction that
 * queues the message. Gift cards and vouchers of one holder that end together share one mail, and so do
 * the departures of a party on one day; it is about the first of their rows.
 */
export const careMessages = pgTable(
  'care_messages',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** One message per event, ever: `before_flight:1042:1789200000000`. */
    eventKey: text('event_key').notNull().unique(),
    brandId: integer('brand_id')
      .notNull()
      .references(() => brands.id),
    occasion: text('occasion', { enum: careOccasions }).notNull(),
    orderId: integer('order_id').references(() => orders.id),
    creditCardId: integer('credit_card_id').references(() => creditCards.id, { onDelete: 'cascade' }),
    giftCardId: integer('gift_card_id').references(() => giftCards.id),
    voucherId: integer('voucher_id').references(() => vouchers.id),
    /** The sold time of the departure, or the end of the card or voucher. */
    dueFor: instant('due_for').notNull(),
    /** Its recipient had switched the occasion off, so that nothing was queued. */
    isStopped: boolean('is_stopped').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('care_messages_order_idx').on(t.orderId, t.occasion),
    index('care_messages_card_idx').on(t.creditCardId),
    index('care_messages_gift_card_idx').on(t.giftCardId),
    index('care_messages_voucher_idx').on(t.voucherId),
    index('care_messages_created_idx').on(t.createdAt),
    check(
      'care_messages_about',
      sql`num_nonnulls(${t.orderId}, ${t.creditCardId}, ${t.giftCardId}, ${t.voucherId}) = 1
        and (${t.orderId} is not null) = (${t.occasion} in ('before_flight', 'guests_late', 'after_flight'))
        and (${t.creditCardId} is not null) = (${t.occasion} = 'card_expiring')`,
    ),
  ],
)

/**
 * Who wants no messages of an occasion. The address stands here only as a keyed hash, so that the
 * answer outlives the person's erasure.
 */
export const careStops = pgTable(
  'care_stops',
  {
    brandId: integer('brand_id')
      .notNull()
      .references(() => brands.id),
    occasion: text('occasion', { enum: careOccasions }).notNull(),
    emailHash: text('email_hash').notNull(),
    /** The hash with the key before, which links in older mails still name. */
    formerHash: text('former_hash'),
    stoppedAt: instant('stopped_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.brandId, t.occasion, t.emailHash] })],
)

/** The occasions that an admin switched for a brand; without a row the brand sends the messages. */
export const careSwitches = pgTable(
  'care_switches',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    brandId: integer('brand_id')
      .notNull()
      .references(() => brands.id),
    occasion: text('occasion', { enum: careOccasions }).notNull(),
    isOn: boolean('is_on').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [unique('care_switches_once').on(t.brandId, t.occasion)],
)
