import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { brands } from './brands.ts'
import { bytes, instant } from './columns.ts'
import { orders } from './orders.ts'
import { users } from './people.ts'

/** Outbox of texts to phones: written in the transaction that has something to say, sent by a job. */
export const texts = pgTable(
  'texts',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** One text per event, ever: `called_off:1042`. */
    eventKey: text('event_key').notNull().unique(),
    kind: text('kind').notNull(),
    /** Whose text it is: sender, name and links are this brand's. */
    brandId: integer('brand_id')
      .notNull()
      .references(() => brands.id),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    /** The row the text is about; null for a text that is about its order alone. */
    subjectId: integer('subject_id'),
    /** The number in E.164; empty once its owner was erased. */
    to: text('to').notNull(),
    /** The secret link of the text, sealed with CODE_SECRET; null as soon as it was sent. */
    sealed: bytes('sealed'),
    /**
     * `sending`: a worker has it, or the provider did not answer. `sent`: accepted by the provider.
     * `undelivered`: accepted and not brought. `failed`: given up. `stopped`: the number's owner
     * wants no texts.
     */
    state: text('state', {
      enum: ['queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed', 'stopped'],
    }).notNull(),
    tries: integer('tries').notNull().default(0),
    /** The provider's code of the last failure. */
    errorCode: integer('error_code'),
    /** The provider's id of the text. */
    providerId: text('provider_id').unique(),
    /** The first of the texts that say the same, where this one repeats it. */
    copyOf: integer('copy_of').references((): AnyPgColumn => texts.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    nextTryAt: instant('next_try_at').notNull(),
    sentAt: instant('sent_at'),
    /** When staff sent it again: once. */
    againAt: instant('again_at'),
  },
  (t) => [
    index('texts_due_idx')
      .on(t.nextTryAt)
      .where(sql`${t.state} in ('queued', 'sending')`),
    index('texts_order_idx').on(t.orderId),
    index('texts_state_idx').on(t.state, t.id),
    index('texts_to_idx').on(t.to, t.brandId),
    check('texts_tries', sql`${t.tries} >= 0`),
  ],
)

/** Who agreed to texts about an order: to which words, for which number, when and before whom. */
export const textConsents = pgTable(
  'text_consents',
  {
    orderId: integer('order_id')
      .primaryKey()
      .references(() => orders.id),
    /** E.164. */
    phone: text('phone').notNull(),
    /** The very words. */
    words: text('words').notNull(),
    /** `shop`: ticked in the shop. `staff`: said to staff, who ticked it. */
    givenTo: text('given_to', { enum: ['shop', 'staff'] }).notNull(),
    givenAt: instant('given_at').notNull(),
  },
  (t) => [check('text_consents_phone', sql`${t.phone} ~ '^\\+[0-9]{7,15}$'`)],
)

/** Which account agreed to texts of a brand about all its orders: to which words, for which number, when. */
export const accountTextConsents = pgTable(
  'account_text_consents',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    brandId: integer('brand_id')
      .notNull()
      .references(() => brands.id),
    /** E.164. */
    phone: text('phone').notNull(),
    /** The very words. */
    words: text('words').notNull(),
    givenAt: instant('given_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.brandId] }),
    check('account_text_consents_phone', sql`${t.phone} ~ '^\\+[0-9]{7,15}$'`),
  ],
)

/**
 * What is known of a number, for each brand: whether its owner texted STOP, and whether it gets
 * texts at all. The number stands here only as a keyed hash, so that a STOP outlives the person's
 * erasure.
 */
export const textNumbers = pgTable(
  'text_numbers',
  {
    brandId: integer('brand_id')
      .notNull()
      .references(() => brands.id),
    numberHash: text('number_hash').notNull(),
    stoppedAt: instant('stopped_at'),
    /** Since when the provider says that it gets no texts, and its code. */
    unreachableAt: instant('unreachable_at'),
    unreachableCode: integer('unreachable_code'),
  },
  (t) => [
    primaryKey({ columns: [t.brandId, t.numberHash] }),
    check('text_numbers_unreachable', sql`(${t.unreachableAt} is null) = (${t.unreachableCode} is null)`),
  ],
)

/**
 * The answers to texts by the provider's id, so that none counts twice. Neither number nor text is
 * kept. The rows stay: an answer that is sent to us again years later must not count either.
 */
export const textReplies = pgTable('text_replies', {
  providerId: text('provider_id').primaryKey(),
  brandId: integer('brand_id')
    .notNull()
    .references(() => brands.id),
  word: text('word', { enum: ['stop', 'start', 'help', 'other'] }).notNull(),
  receivedAt: instant('received_at').notNull(),
})
