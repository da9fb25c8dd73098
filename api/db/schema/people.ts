import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
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
    /** When the mailbox was proven; until then a session reaches only what it made itself. */
    emailProvenAt: instant('email_proven_at'),
    tagList: text('tag_list')
      .array()
      .notNull()
      .default(sql`'{}'`),
    createdAt: instant('created_at').notNull(),
    /**
     * When its owner had all personal data erased (decision 042); the row remains for money and
     * seats.
     */
    erasedAt: instant('erased_at'),
    /**
     * The account this one was merged into (decision 073). This row keeps the address, so that a
     * search finds the other account, and a trigger redirects writes there.
     */
    mergedIntoId: integer('merged_into_id').references((): AnyPgColumn => users.id),
    mergedAt: instant('merged_at'),
    /** Since when a person with a role is suspended and cannot log in. */
    suspendedAt: instant('suspended_at'),
    /** How much this member of staff may give, set by an admin. Null: the limit of everybody. */
    staffLimitCents: integer('staff_limit_cents'),
  },
  (t) => [
    index('users_merged_idx')
      .on(t.mergedIntoId)
      .where(sql`${t.mergedIntoId} is not null`),
    check('users_staff_limit', sql`coalesce(${t.staffLimitCents}, 0) >= 0`),
    check('users_merged', sql`(${t.mergedIntoId} is null) = (${t.mergedAt} is null)`),
    uniqueIndex('users_email_key').on(t.email),
    // Staff search by the start of a name.
    index('users_name_idx').on(
      sql`lower(coalesce(${t.firstName}, '') || ' ' || coalesce(${t.lastName}, '')) text_pattern_ops`,
    ),
    index('users_email_start_idx').on(sql`${t.email} text_pattern_ops`),
    // By the last digits of the phone number, however it is written.
    index('users_phone_idx').on(sql`reverse(regexp_replace(${t.phone}, '\\D', '', 'g')) text_pattern_ops`),
    index('users_last_name_idx').on(sql`lower(${t.lastName}) text_pattern_ops`),
    check('users_email_lower', sql`${t.email} = lower(${t.email})`),
  ],
)

/**
 * The encrypted secret of an authenticator app: the second factor of staff, and of customers who
 * want one.
 */
export const secondFactors = pgTable('second_factors', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  secretSealed: bytes('secret_sealed').notNull(),
  createdAt: instant('created_at').notNull(),
  /** When a first code was correct; until then another secret may replace it. */
  confirmedAt: instant('confirmed_at'),
  /** Its owner wants it at each log-in; without this it only opens the roles of staff. */
  atLogIn: boolean('at_log_in').notNull().default(false),
  /** The shop where its owner turned it on, whose brand writes about it. */
  shopOrigin: text('shop_origin'),
  /** The time step of the last accepted code: none is accepted twice. */
  lastStep: integer('last_step').notNull().default(0),
  /** Wrong codes since the last correct one. */
  failures: integer('failures').notNull().default(0),
  lockedUntil: instant('locked_until'),
})

/** Codes on paper, for whoever is without the phone. Only a keyed hash of each is stored. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    /** They end with the app that they stand in for. */
    userId: integer('user_id')
      .notNull()
      .references(() => secondFactors.userId, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    /** When it opened a session; it opens no other. */
    usedAt: instant('used_at'),
  },
  (t) => [index('recovery_codes_user_idx').on(t.userId)],
)

/** Passkeys of staff, beside the app that they end with. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => secondFactors.userId, { onDelete: 'cascade' }),
    /** What its owner calls it. */
    name: text('name').notNull(),
    credentialId: text('credential_id').notNull().unique(),
    publicKey: bytes('public_key').notNull(),
    /** How often the authenticator says it was used; a copy of it shows less. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [index('passkeys_user_idx').on(t.userId)],
)

/** What a browser has to answer with a passkey; a row goes with its answer. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text('challenge').primaryKey(),
    purpose: text('purpose', { enum: ['register', 'prove', 'sign_in'] }).notNull(),
    /** The session that asked; none where a passkey alone signs in. */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('passkey_challenges_expires_idx').on(t.expiresAt)],
)

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

/** Sessions; `id` is the `jti` of every JWT signed for it. */
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
     * The phone a guest typed, for this session's orders; it is never written to an account, which
     * may belong to another person.
     */
    phone: text('phone'),
    /** The order that a guest session reaches because a mailed link opened it. */
    reachesOrderId: integer('reaches_order_id'),
    /** When a second factor was shown; roles count only in such a session. */
    secondFactorAt: instant('second_factor_at'),
    /** When it was last used as staff, to a few minutes. */
    staffSeenAt: instant('staff_seen_at'),
    /** A description for its owner: `Chrome on Windows`. */
    device: text('device'),
    createdAt: instant('created_at').notNull(),
    /** When its token was last renewed; null before the first time. */
    lastSeenAt: instant('last_seen_at'),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (t) => [index('sessions_user_idx').on(t.userId), index('sessions_expires_idx').on(t.expiresAt)],
)

/** Browsers that an account was used on; only a keyed hash of the name in their cookie is stored. */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    deviceHash: text('device_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.deviceHash] })],
)

/** Single-use tokens sent by mail. Only a hash is stored. */
export const accountTokens = pgTable(
  'account_tokens',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text('purpose', { enum: ['set_password', 'prove_email', 'change_email'] }).notNull(),
    /** The new address of the account, once this link proves the mailbox. */
    newEmail: text('new_email'),
    /** Origin of the shop where it was requested, whose brand also notifies the old mailbox. */
    shopOrigin: text('shop_origin'),
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('account_tokens_user_idx').on(t.userId)],
)
