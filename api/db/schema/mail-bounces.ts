import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { bounceReasons } from '../../rules/mails/bounce-reason.ts'
import { instant } from './columns.ts'
import { mails } from './platform.ts'

/**
 * Bounced mails, reported by the mail server at once or later. An address with a permanent refusal
 * (`hard`) gets no newsletter until staff mark it as good.
 */
export const mailBounces = pgTable(
  'mail_bounces',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** Null for a report without one of our mails. */
    mailId: integer('mail_id').references(() => mails.id, { onDelete: 'cascade' }),
    /** Lower case. */
    email: text('email').notNull(),
    /**
     * `hard`: the address accepts no mail. `refused`: this mail was refused. `soft`: the mail is
     * retried.
     */
    type: text('type', { enum: ['hard', 'refused', 'soft'] }).notNull(),
    /** The source: our mail server, or a later report. */
    source: text('source', { enum: ['server', 'report'] }).notNull(),
    reason: text('reason', { enum: bounceReasons }).notNull(),
    /** The mail server's text, which may contain the address. */
    says: text('says').notNull(),
    at: instant('at').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Since when the address counts as good again. */
    settledAt: instant('settled_at'),
  },
  (t) => [
    // A repeated report is not stored twice.
    unique('mail_bounces_once').on(t.mailId, t.email, t.type, t.at).nullsNotDistinct(),
    index('mail_bounces_mail_idx').on(t.mailId),
    index('mail_bounces_email_idx').on(t.email),
    index('mail_bounces_bad_idx')
      .on(t.email)
      .where(sql`${t.type} = 'hard' and ${t.settledAt} is null`),
    check('mail_bounces_email', sql`${t.email} = lower(${t.email})`),
  ],
)
