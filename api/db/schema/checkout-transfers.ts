import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { brands } from './brands.ts'
import { departures } from './catalogue.ts'
import { instant } from './columns.ts'
import { drafts } from './platform.ts'

/**
 * Transfers of a draft to another device by a typed code or a mailed link. Only hashes are stored.
 */
export const checkoutTransfers = pgTable(
  'resumptions',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    draftId: text('draft_id')
      .notNull()
      .references(() => drafts.id, { onDelete: 'cascade' }),
    brandId: integer('brand_id')
      .notNull()
      .references(() => brands.id),
    kind: text('kind', { enum: ['code', 'link'] }).notNull(),
    secretHash: text('secret_hash').notNull().unique(),
    /** The page to continue on: path and query with the selection, without personal data. */
    path: text('path').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** Each can be used once. */
    openedAt: instant('opened_at'),
  },
  (t) => [index('resumptions_draft_idx').on(t.draftId)],
)

/** Reminders of an unfinished booking: one mail per draft. */
export const reminders = pgTable(
  'reminders',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** The draft and all its copies on other devices. */
    draftRoot: text('draft_root').notNull().unique(),
    draftId: text('draft_id').notNull(),
    brandId: integer('brand_id')
      .notNull()
      .references(() => brands.id),
    email: text('email').notNull(),
    path: text('path').notNull(),
    departureId: integer('departure_id')
      .notNull()
      .references(() => departures.id),
    departAt: instant('depart_at').notNull(),
    dueAt: instant('due_at').notNull(),
    state: text('state', { enum: ['waiting', 'sent', 'dropped', 'stopped'] }).notNull(),
    /** Hash of the mail's unsubscribe token; null until the mail is written. */
    stopHash: text('stop_hash').unique(),
    createdAt: instant('created_at').notNull(),
    settledAt: instant('settled_at'),
  },
  (t) => [
    index('reminders_due_idx')
      .on(t.dueAt)
      .where(sql`${t.state} = 'waiting'`),
  ],
)

/** Keyed hashes of addresses that refuse reminders. */
export const reminderStops = pgTable('reminder_stops', {
  emailHash: text('email_hash').primaryKey(),
  stoppedAt: instant('stopped_at').notNull(),
})
