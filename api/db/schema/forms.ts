import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { brands } from './brands.ts'
import { upgrades } from './catalogue.ts'
import { instant } from './columns.ts'
import { users } from './people.ts'
import { prizes } from './promotions.ts'

/** A contest. Among its entries winners of a free upgrade are drawn. */
export const contests = pgTable(
  'contests',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    brandId: integer('brand_id')
      .notNull()
      .references(() => brands.id),
    name: text('name').notNull(),
    upgradeId: integer('upgrade_id')
      .notNull()
      .references(() => upgrades.id),
    /** The number of winners. */
    winners: integer('winners').notNull(),
    opensAt: instant('opens_at').notNull(),
    closesAt: instant('closes_at').notNull(),
  },
  (t) => [
    index('contests_brand_idx').on(t.brandId, t.closesAt),
    check('contests_window', sql`${t.closesAt} > ${t.opensAt}`),
    check('contests_winners', sql`${t.winners} between 1 and 100`),
  ],
)

/** Entries of the shop's forms. */
export const formEntries = pgTable(
  'form_entries',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    brandId: integer('brand_id')
      .notNull()
      .references(() => brands.id),
    form: text('form', { enum: ['contact', 'rentals', 'careers', 'contest', 'survey'] }).notNull(),
    /** The stamp of the rendered form, which is valid for one entry. */
    stamp: text('stamp').notNull().unique(),
    name: text('name').notNull().default(''),
    /** Lower case; null where none was given. */
    email: text('email'),
    phone: text('phone'),
    /** The account that was logged in. */
    userId: integer('user_id').references(() => users.id),
    /** The form's own fields without empty ones. */
    answers: jsonb('answers').$type<Record<string, string>>().notNull().default({}),
    contestId: integer('contest_id').references(() => contests.id),
    /** The prize that was drawn for the entry. */
    prizeId: integer('prize_id')
      .unique()
      .references(() => prizes.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('form_entries_form_idx').on(t.form, t.createdAt),
    index('form_entries_email_idx').on(t.email),
    index('form_entries_user_idx').on(t.userId),
    uniqueIndex('form_entries_contest_once').on(t.contestId, t.email),
    check('form_entries_contest', sql`(${t.form} = 'contest') = (${t.contestId} is not null)`),
    check('form_entries_prize', sql`${t.prizeId} is null or ${t.contestId} is not null`),
  ],
)

/**
 * Subscribers of a brand's newsletter: `pending` until the mailbox confirms it; `ended` after
 * unsubscribing, until it is confirmed again.
 */
export const newsletterSubscribers = pgTable(
  'newsletter_subscribers',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    brandId: integer('brand_id')
      .notNull()
      .references(() => brands.id),
    list: text('list', { enum: ['news', 'miami'] }).notNull(),
    /** Lower case. */
    email: text('email').notNull(),
    state: text('state', { enum: ['pending', 'confirmed', 'ended'] }).notNull(),
    /** When it was last requested: only the link of that mail confirms. */
    askedAt: instant('asked_at').notNull(),
    confirmedAt: instant('confirmed_at'),
    endedAt: instant('ended_at'),
    /** Why it ended; null for older rows, which subscribers ended themselves. */
    endedBy: text('ended_by', { enum: ['reader', 'bounce'] }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    unique('newsletter_subscribers_once').on(t.brandId, t.list, t.email),
    index('newsletter_subscribers_email_idx').on(t.email),
    check('newsletter_subscribers_confirmed', sql`${t.state} <> 'confirmed' or ${t.confirmedAt} is not null`),
    check('newsletter_subscribers_ended', sql`(${t.state} = 'ended') = (${t.endedAt} is not null)`),
    check('newsletter_subscribers_ended_by', sql`${t.endedBy} is null or ${t.state} = 'ended'`),
  ],
)
