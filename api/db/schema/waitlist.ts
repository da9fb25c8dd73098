import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { brands } from './brands.ts'
import { bytes, instant } from './columns.ts'
import { giftShares } from './gifts.ts'
import { slots } from './inventory.ts'
import { orders } from './orders.ts'
import { users } from './people.ts'

/**
 * A waitlist entry for a full departure, oldest first. `offered`: seats are held for it, or were
 * until just now. The other states are final: `taken`, `declined`, `lapsed` (the offer expired),
 * `left`, `closed` (sales ended first).
 */
export const waitlistEntries = pgTable(
  'waitlist_entries',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    brandId: integer('brand_id')
      .notNull()
      .references(() => brands.id),
    slotId: integer('slot_id')
      .notNull()
      .references(() => slots.id),
    /** The account that was logged in; null for a guest. */
    userId: integer('user_id').references(() => users.id),
    email: text('email').notNull(),
    phone: text('phone'),
    quantityType: text('quantity_type', { enum: ['seat', 'flight'] }).notNull(),
    /** Seats, or for a whole flight the size of the party. */
    quantity: integer('quantity').notNull(),
    status: text('status', {
      enum: ['waiting', 'offered', 'taken', 'declined', 'lapsed', 'left', 'closed'],
    }).notNull(),
    /**
     * The link in every mail, for viewing and leaving: a hash to find it, encrypted for later
     * mails.
     */
    tokenHash: text('token_hash').notNull().unique(),
    tokenSealed: bytes('token_sealed').notNull(),
    /** Keyed hash of the network it came from, for the limits. */
    networkKey: text('network_key'),
    /** When the person agreed to these mails. */
    consentAt: instant('consent_at').notNull(),
    createdAt: instant('created_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (t) => [
    uniqueIndex('waitlist_entries_once_idx')
      .on(t.slotId, t.email)
      .where(sql`${t.status} in ('waiting', 'offered')`),
    index('waitlist_entries_line_idx').on(t.slotId, t.status, t.createdAt, t.id),
    index('waitlist_entries_email_idx').on(t.email, t.status),
    index('waitlist_entries_network_idx').on(t.networkKey, t.status),
    check('waitlist_entries_party', sql`${t.quantity} between 1 and 60`),
    check('waitlist_entries_ended', sql`(${t.endedAt} is null) = (${t.status} in ('waiting', 'offered'))`),
  ],
)

/**
 * Seats held for a waitlist entry or for the recipient of a gift with a date; their holds are in
 * `holds` and count like those of an order.
 */
export const waitlistOffers = pgTable(
  'waitlist_offers',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    entryId: integer('entry_id').references(() => waitlistEntries.id),
    giftShareId: integer('gift_share_id').references(() => giftShares.id),
    /** The departure of a gift; an entry has its own. */
    slotId: integer('slot_id').references(() => slots.id),
    tokenHash: text('token_hash').notNull().unique(),
    quantityType: text('quantity_type', { enum: ['seat', 'flight'] }).notNull(),
    quantity: integer('quantity').notNull(),
    /** An open row after `expires_at` counts as expired. */
    state: text('state', { enum: ['open', 'taken', 'declined', 'expired'] }).notNull(),
    /** The order that used it. */
    orderId: integer('order_id').references(() => orders.id),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (t) => [
    uniqueIndex('waitlist_offers_open_idx')
      .on(t.entryId)
      .where(sql`${t.state} = 'open'`),
    uniqueIndex('waitlist_offers_gift_open_idx')
      .on(t.giftShareId)
      .where(sql`${t.state} = 'open'`),
    index('waitlist_offers_slot_idx').on(t.slotId, t.state),
    index('waitlist_offers_due_idx').on(t.state, t.expiresAt),
    check('waitlist_offers_for_one', sql`num_nonnulls(${t.entryId}, ${t.giftShareId}) = 1`),
    check('waitlist_offers_slot', sql`(${t.giftShareId} is null) = (${t.slotId} is null)`),
    check('waitlist_offers_taken', sql`(${t.orderId} is not null) = (${t.state} = 'taken')`),
  ],
)
