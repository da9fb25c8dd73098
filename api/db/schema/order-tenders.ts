import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { storedValueKinds } from '#contract/means-of-payment.ts'
import { cents, instant } from './columns.ts'
import { paymentAttempts } from './money.ts'
import { orders } from './orders.ts'
import { users } from './people.ts'
import { giftCards, vouchers } from './tenders.ts'

/**
 * The tenders that pay an order beside a card: `reserved` with the attempt, `captured` when the
 * order is completed, `released` when the attempt closes, `returned` when a refund returned all of
 * it.
 */
export const orderTenders = pgTable(
  'order_tenders',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    /** Null when no payment was needed beside the tenders. */
    attemptId: integer('attempt_id').references(() => paymentAttempts.id),
    kind: text('kind', { enum: storedValueKinds }).notNull(),
    giftCardId: integer('gift_card_id').references(() => giftCards.id),
    voucherId: integer('voucher_id').references(() => vouchers.id),
    /** The owner of the credit. */
    userId: integer('user_id').references(() => users.id),
    amountCents: cents('amount_cents').notNull(),
    returnedCents: cents('returned_cents').notNull().default(0),
    state: text('state', { enum: ['reserved', 'captured', 'released', 'returned'] }).notNull(),
    createdAt: instant('created_at').notNull(),
    /** When it was captured, released or returned. */
    settledAt: instant('settled_at'),
  },
  (t) => [
    index('order_tenders_order_idx').on(t.orderId),
    index('order_tenders_voucher_idx').on(t.voucherId),
    index('order_tenders_user_idx').on(t.userId),
    uniqueIndex('order_tenders_gift_card_once')
      .on(t.giftCardId)
      .where(sql`${t.state} in ('reserved', 'captured')`),
    check(
      'order_tenders_what',
      sql`num_nonnulls(${t.giftCardId}, ${t.voucherId}, ${t.userId}) = 1
        and (${t.kind} = 'gift_card') = (${t.giftCardId} is not null)
        and (${t.kind} = 'voucher') = (${t.voucherId} is not null)`,
    ),
    check(
      'order_tenders_money',
      sql`${t.amountCents} >= 0 and ${t.returnedCents} between 0 and ${t.amountCents}`,
    ),
  ],
)
