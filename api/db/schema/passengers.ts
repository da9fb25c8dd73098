import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, instant } from './columns.ts'
import { webhookEndpoints } from './integrations.ts'
import { refunds } from './money.ts'
import { orders, passengers } from './orders.ts'
import { users } from './people.ts'
import { mails } from './platform.ts'

/**
 * The private link of one passenger of a paid order: a keyed hash to find it, sealed to show it to
 * the buyer.
 */
export const passengerLinks = pgTable('passenger_links', {
  passengerId: integer('passenger_id')
    .primaryKey()
    .references(() => passengers.id),
  tokenHash: text('token_hash').notNull().unique(),
  tokenSealed: bytes('token_sealed').notNull(),
  madeAt: instant('made_at').notNull(),
  /** When it was last mailed to somebody: a mailbox is not to be flooded. */
  mailedAt: instant('mailed_at'),
})

/** A waiver as it was signed, once for each passenger: by whom, when, and which text. */
export const waiverSignatures = pgTable('waiver_signatures', {
  passengerId: integer('passenger_id')
    .primaryKey()
    .references(() => passengers.id),
  /** Version of the text, as `content/` names it. */
  version: text('version').notNull(),
  /** The name as it was typed for a signature. */
  signature: text('signature').notNull(),
  signedAt: instant('signed_at').notNull(),
})

/** Something a person of the operator has to settle with a customer. Speaks of no weight. */
export const staffTasks = pgTable(
  'staff_tasks',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    kind: text('kind', {
      enum: [
        'weight_does_not_fit',
        'second_seat_needed',
        'claim_to_settle',
        'given_back_twice',
        'webhook_failing',
        'refund_to_hand_out',
        'mail_bounced',
      ],
    }).notNull(),
    /** Null for what is about no order. */
    orderId: integer('order_id').references(() => orders.id),
    passengerId: integer('passenger_id').references(() => passengers.id),
    /** The address that nothing reaches any more. */
    webhookEndpointId: integer('webhook_endpoint_id').references(() => webhookEndpoints.id, {
      onDelete: 'cascade',
    }),
    /** The refund that lies at the counter. */
    refundId: integer('refund_id').references(() => refunds.id),
    /** The mail that did not arrive. */
    mailId: integer('mail_id').references(() => mails.id, { onDelete: 'cascade' }),
    /** Whose it is, of a mail about no order: who gave the gift, whose account it is. */
    userId: integer('user_id').references(() => users.id),
    state: text('state', { enum: ['open', 'done'] })
      .notNull()
      .default('open'),
    /** What was agreed with the customer. */
    choice: text('choice', { enum: ['second_seat', 'move', 'refund', 'nothing'] }),
    createdAt: instant('created_at').notNull(),
    doneAt: instant('done_at'),
    doneBy: integer('done_by').references(() => users.id),
  },
  (t) => [
    index('staff_tasks_state_idx').on(t.state, t.createdAt),
    uniqueIndex('staff_tasks_open_key')
      .on(t.passengerId, t.kind)
      .where(sql`${t.state} = 'open'`),
    uniqueIndex('staff_tasks_webhook_key')
      .on(t.webhookEndpointId)
      .where(sql`${t.state} = 'open'`),
    // A refund is waited for once.
    uniqueIndex('staff_tasks_refund_key').on(t.refundId),
    // Also those that are done: a mail is put right once.
    uniqueIndex('staff_tasks_mail_key').on(t.mailId),
    check(
      'staff_tasks_about',
      sql`case ${t.kind} when 'webhook_failing' then ${t.webhookEndpointId} is not null
        when 'refund_to_hand_out' then num_nonnulls(${t.orderId}, ${t.refundId}) = 2 when 'mail_bounced'
        then ${t.mailId} is not null else num_nonnulls(${t.orderId}, ${t.passengerId}) = 2 end`,
    ),
    check('staff_tasks_done', sql`(${t.state} = 'done') = (${t.doneAt} is not null)`),
  ],
)
