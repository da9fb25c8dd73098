import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { bounceReasons } from '../../rules/mails/bounce-reason.ts'
import { instant } from './columns.ts'
import { mails } from './platform.ts'

/**
 * Mails that did not arrive, as mail servers said at once or the provider reported later. An
 * address that is refused for good (`hard`) gets no news until somebody settles that it is good
 * after all.
 */
export const mailBounces = pgTable(
  'mail_bounces',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** Null for a report that names an address and none of our mails. */
    mailId: integer('mail_id').references(() => mails.id, { onDelete: 'cascade' }),
    /** Lower case. */
    email: text('email').notNull(),
    /**
     * `hard`: the address takes no mail. `refused`: this mail was not taken. `soft`: it is tried
     * on.
     */
    type: text('type', { enum: ['hard', 'refused', 'soft'] }).notNull(),
    /** Who said so: the server we handed it to, or a report afterwards. */
    source: text('source', { enum: ['server', 'report'] }).notNull(),
    reason: text('reason', { enum: bounceReasons }).notNull(),
    /** In the mail server's words; may name the address. */
    says: text('says').notNull(),
    at: instant('at').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Since when the address is good again. */
    settledAt: instant('settled_at'),
  },
  (t) => [
    // The same report again is the same.
    unique('mail_bounces_once').on(t.mailId, t.email, t.type, t.at).nullsNotDistinct(),
    index('mail_bounces_mail_idx').on(t.mailId),
    index('mail_bounces_email_idx').on(t.email),
    index('mail_bounces_bad_idx')
      .on(t.email)
      .where(sql`${t.type} = 'hard' and ${t.settledAt} is null`),
    check('mail_bounces_email', sql`${t.email} = lower(${t.email})`),
  ],
)
