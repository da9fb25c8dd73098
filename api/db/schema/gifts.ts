import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { brands } from './brands.ts'
import { bytes, cents, instant } from './columns.ts'
import { orders } from './orders.ts'
import { users } from './people.ts'
import { giftCards, orderItemGiftCards, vouchers } from './tenders.ts'

/**
 * Gift cards and vouchers given to a recipient: by mail, at once or on a day, or printed at home.
 * The holder of a card is in the card's row (`last_emailed_to`); this row is the gift itself.
 * Whether it was booked or flown follows from the orders that used it.
 */
export const giftShares = pgTable(
  'gift_shares',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    brandId: integer('brand_id')
      .notNull()
      .references(() => brands.id),
    giverId: integer('giver_id').references(() => users.id),
    /** The order it was bought with; null for a gift of existing cards. */
    orderId: integer('order_id').references(() => orders.id),
    orderItemId: integer('order_item_id')
      .unique()
      .references(() => orderItemGiftCards.id),
    way: text('way', { enum: ['mail', 'print'] }).notNull(),
    recipientEmail: text('recipient_email'),
    /** The giver's message, encrypted with CODE_SECRET. */
    messageSealed: bytes('message_sealed'),
    /** The brand's calendar day on which it is mailed; null: at once. */
    sendOn: date('send_on', { mode: 'string' }),
    /** Hash of the mailed link's token, which is different for another address. */
    tokenHash: text('token_hash').unique(),
    mailedAt: instant('mailed_at'),
    /** When the recipient pressed the button; viewing the page does not count. */
    openedAt: instant('opened_at'),
    /** Since when the recipient hides from the giver what becomes of it. */
    hiddenAt: instant('hidden_at'),
    takenBackAt: instant('taken_back_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('gift_shares_giver_idx').on(t.giverId, t.createdAt),
    index('gift_shares_due_idx')
      .on(t.sendOn)
      .where(sql`${t.mailedAt} is null and ${t.takenBackAt} is null and ${t.way} = 'mail'`),
    check('gift_shares_way', sql`(${t.way} = 'mail') = (${t.recipientEmail} is not null)`),
    check('gift_shares_mailed', sql`(${t.mailedAt} is null) = (${t.tokenHash} is null)`),
    check(
      'gift_shares_opened',
      sql`${t.openedAt} is null or (${t.mailedAt} is not null and ${t.takenBackAt} is null)`,
    ),
    check('gift_shares_hidden', sql`${t.hiddenAt} is null or ${t.openedAt} is not null`),
  ],
)

/** The contents of a gift. `live` until it is revoked, so that nothing is in two gifts at once. */
export const giftShareItems = pgTable(
  'gift_share_items',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    shareId: integer('share_id')
      .notNull()
      .references(() => giftShares.id),
    giftCardId: integer('gift_card_id').references(() => giftCards.id),
    voucherId: integer('voucher_id').references(() => vouchers.id),
    /** The voucher's balance when it was given; null for a gift card. */
    voucherCents: cents('voucher_cents'),
    live: boolean('live').notNull().default(true),
  },
  (t) => [
    index('gift_share_items_share_idx').on(t.shareId),
    uniqueIndex('gift_share_items_card_once')
      .on(t.giftCardId)
      .where(sql`${t.live}`),
    uniqueIndex('gift_share_items_voucher_once')
      .on(t.voucherId)
      .where(sql`${t.live}`),
    check('gift_share_items_what', sql`num_nonnulls(${t.giftCardId}, ${t.voucherId}) = 1`),
    check('gift_share_items_cents', sql`(${t.voucherId} is null) = (${t.voucherCents} is null)`),
  ],
)
