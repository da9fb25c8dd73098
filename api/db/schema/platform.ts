import {
  type AnyPgColumn,
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  varchar,
} from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { brands } from './brands.ts'
import { bytes, instant } from './columns.ts'
import { orders } from './orders.ts'
import { users } from './people.ts'

/**
 * Stored answers of calls with an idempotency key, for 24 hours. A row without a status is a call
 * in progress.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Caller and route. */
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    status: integer('status'),
    /**
     * JSON, sealed with CODE_SECRET: the answer to a payment carries what only the payer's browser
     * may have.
     */
    body: bytes('body'),
    createdAt: instant('created_at').notNull(),
    /** A call that died is taken over after this. */
    lockedUntil: instant('locked_until').notNull(),
  },
  (t) => [primaryKey({ columns: [t.scope, t.key] }), index('idempotency_keys_created_idx').on(t.createdAt)],
)

/**
 * Events of the payment provider: stored once, acknowledged, then worked on from a fresh read of
 * the object.
 */
export const webhookInbox = pgTable(
  'webhook_inbox',
  {
    eventId: text('event_id').primaryKey(),
    type: text('type').notNull(),
    /** The object of the event; the event's snapshot of it is not stored. */
    objectId: text('object_id'),
    receivedAt: instant('received_at').notNull(),
    handledAt: instant('handled_at'),
    tries: integer('tries').notNull().default(0),
    /** An event that failed waits, so that it does not hold up the others. */
    nextTryAt: instant('next_try_at').notNull().defaultNow(),
  },
  (t) => [
    index('webhook_inbox_open_idx')
      .on(t.nextTryAt)
      .where(sql`${t.handledAt} is null`),
    index('webhook_inbox_handled_idx').on(t.handledAt, t.receivedAt),
  ],
)

/**
 * What a shopper typed: names, weights, an e-mail. It is encrypted, so that a copy of the database
 * reveals nobody.
 */
export const drafts = pgTable(
  'drafts',
  {
    id: text('id').primaryKey(),
    /**
     * The draft it was copied from when its owner went on on another device, or the first of those;
     * null for a first one.
     */
    rootId: text('root_id'),
    /** The fields as JSON, sealed with CODE_SECRET. */
    sealed: bytes('sealed').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('drafts_expires_idx').on(t.expiresAt), index('drafts_root_idx').on(t.rootId)],
)

/** Outbox: written in the transaction that has something to say, sent once by a job. */
export const mails = pgTable(
  'mails',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** One mail per event, ever: `order_confirmation:1042`. */
    eventKey: text('event_key').notNull().unique(),
    kind: text('kind').notNull(),
    /** Whose mail it is: sender, theme and links are this brand's. */
    brandId: integer('brand_id')
      .notNull()
      .references(() => brands.id),
    orderId: integer('order_id').references(() => orders.id),
    userId: integer('user_id').references(() => users.id),
    /**
     * The row the mail is about; the declaration of its kind names the table. Null for a mail that
     * is about its order alone.
     */
    subjectId: integer('subject_id'),
    /** Whom a mail addresses that goes to both sides of a gift, each in words of its own. */
    audience: text('audience', { enum: ['giver', 'recipient'] }),
    /** The first of the mails that say the same, where this one repeats it. */
    copyOf: integer('copy_of').references((): AnyPgColumn => mails.id, { onDelete: 'set null' }),
    to: text('to').notNull(),
    /**
     * What the template needs that is in no table (a link with a secret); sealed with CODE_SECRET.
     */
    sealed: bytes('sealed'),
    /**
     * `failed`: given up after many tries. `bounced`: refused for good, or reported as not
     * delivered.
     */
    state: text('state', { enum: ['queued', 'sent', 'failed', 'bounced'] }).notNull(),
    tries: integer('tries').notNull().default(0),
    /** Stable, so that a server that got it twice can tell. */
    messageId: text('message_id').notNull().unique(),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
    nextTryAt: instant('next_try_at').notNull(),
    sentAt: instant('sent_at'),
    /** When the desk sent it anew, perhaps to another address: once. */
    againAt: instant('again_at'),
  },
  (t) => [
    index('mails_due_idx').on(t.state, t.nextTryAt),
    index('mails_order_idx').on(t.orderId),
    index('mails_user_idx').on(t.userId),
    index('mails_subject_idx').on(t.subjectId, t.kind),
    index('mails_copies_idx')
      .on(t.copyOf)
      .where(sql`${t.copyOf} is not null`),
    // For the desk: a state's newest, and how an address begins.
    index('mails_state_idx').on(t.state, t.id),
    index('mails_to_idx').on(sql`${t.to} text_pattern_ops`),
    check('mails_tries', sql`${t.tries} >= 0`),
    // The address of a walk-in, who gave none (decision 157).
    check('mails_to', sql`${t.to} not like '%@walk-in.invalid'`),
  ],
)

/**
 * Calls counted against the limits, one row per limit and subject. Addresses and e-mails stand here
 * only as keyed hashes. Unlogged: a crash of the server forgets the counts.
 */
export const callCounts = pgTable(
  'call_counts',
  {
    key: varchar('key', { length: 255 }).primaryKey(),
    points: integer('points').notNull().default(0),
    /** Milliseconds since 1970. */
    expire: bigint('expire', { mode: 'number' }),
  },
  (t) => [index('call_counts_expire_idx').on(t.expire)],
)
