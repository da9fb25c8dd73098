import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytes, instant } from './columns.ts'

export const users = pgTable(
  'users',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** Lower-cased and trimmed. */
    email: text('email').notNull(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    phone: text('phone'),
    passwordHash: text('password_hash'),
    /**
     * When the mailbox was shown to be theirs; until then a session sees only what it made itself.
     */
    emailProvenAt: instant('email_proven_at'),
    tagList: text('tag_list')
      .array()
      .notNull()
      .default(sql`'{}'`),
    createdAt: instant('created_at').notNull(),
    /**
     * When its owner had everything personal removed (decision 042): what is left stands for money
     * and seats only.
     */
    erasedAt: instant('erased_at'),
    /**
     * The account that was kept when this one turned out to be the same person's (decision 073).
     * What is left is the address: whoever looks for it finds the other one, and a trigger writes
     * there what would be written for this one.
     */
    mergedIntoId: integer('merged_into_id').references((): AnyPgColumn => users.id),
    mergedAt: instant('merged_at'),
    /** Since when somebody with a role may not log in; null: they may. */
    suspendedAt: instant('suspended_at'),
  },
  (t) => [
    index('users_merged_idx')
      .on(t.mergedIntoId)
      .where(sql`${t.mergedIntoId} is not null`),
    check('users_merged', sql`(${t.mergedIntoId} is null) = (${t.mergedAt} is null)`),
    uniqueIndex('users_email_key').on(t.email),
    // The desk looks people up by how a name begins.
    index('users_name_idx').on(
      sql`lower(coalesce(${t.firstName}, '') || ' ' || coalesce(${t.lastName}, '')) text_pattern_ops`,
    ),
    index('users_email_start_idx').on(sql`${t.email} text_pattern_ops`),
    index('users_phone_idx').on(sql`right(regexp_replace(${t.phone}, '\\D', '', 'g'), 10)`),
    index('users_last_name_idx').on(sql`lower(${t.lastName}) text_pattern_ops`),
    check('users_email_lower', sql`${t.email} = lower(${t.email})`),
  ],
)

/**
 * The secret of an authenticator app, sealed with CODE_SECRET: what staff show beside the password.
 */
export const secondFactors = pgTable('second_factors', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  secretSealed: bytes('secret_sealed').notNull(),
  createdAt: instant('created_at').notNull(),
  /** When a first code of it was right; until then another secret may take its place. */
  confirmedAt: instant('confirmed_at'),
  /** The half minute of the last code that was taken: none is taken twice. */
  lastStep: integer('last_step').notNull().default(0),
  /** Wrong codes since the last right one. */
  failures: integer('failures').notNull().default(0),
  lockedUntil: instant('locked_until'),
})

export const roles = pgTable('roles', {
  id: integer('id').primaryKey(),
  name: text('name').notNull().unique(),
})

export const userRoles = pgTable(
  'user_roles',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    roleId: integer('role_id')
      .notNull()
      .references(() => roles.id),
  },
  (t) => [primaryKey({ columns: [t.userId, t.roleId] })],
)

/** Who may come back with a token; `id` is the `jti` of every JWT signed for it. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** `guest`: reaches only the orders made with it. `customer`: signed in with a password. */
    scope: text('scope', { enum: ['guest', 'customer'] }).notNull(),
    /**
     * As a guest typed it: for this session's orders, never written to an account that may not be
     * theirs.
     */
    phone: text('phone'),
    /** A guest's that a mailed link opened: it reaches this order, whoever made it. */
    reachesOrderId: integer('reaches_order_id'),
    /** When a second factor was shown: roles count in such a session only. */
    secondFactorAt: instant('second_factor_at'),
    /** In words, for its owner to know it again: `Chrome on Windows`. */
    device: text('device'),
    createdAt: instant('created_at').notNull(),
    /** When its token was last renewed; null before the first time. */
    lastSeenAt: instant('last_seen_at'),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (t) => [index('sessions_user_idx').on(t.userId), index('sessions_expires_idx').on(t.expiresAt)],
)

/** Single-use secrets sent by mail. Only a hash is kept. */
export const accountTokens = pgTable(
  'account_tokens',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text('purpose', { enum: ['set_password', 'prove_email', 'change_email'] }).notNull(),
    /**
     * The address that is to become the account's, once this link shows that its mailbox is theirs.
     */
    newEmail: text('new_email'),
    /** Origin of the shop in which that was asked for: the old mailbox is told by the same one. */
    shopOrigin: text('shop_origin'),
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('account_tokens_user_idx').on(t.userId)],
)
