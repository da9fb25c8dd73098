import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { brands } from './brands.ts'
import { bytes, instant } from './columns.ts'
import { users } from './people.ts'

/** Webhook endpoints of other systems. */
export const webhookEndpoints = pgTable('webhook_endpoints', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  url: text('url').notNull(),
  description: text('description').notNull().default(''),
  /** Null: every brand. */
  brandId: integer('brand_id').references(() => brands.id),
  events: text('events').array().notNull(),
  /** `failed`: deliveries failed for days and are not retried until staff reactivate it. */
  state: text('state', { enum: ['active', 'paused', 'failed'] })
    .notNull()
    .default('active'),
  /** The signing secret, encrypted with CODE_SECRET. */
  secretSealed: bytes('secret_sealed').notNull(),
  /** The previous secret, which also signs until it expires. */
  oldSecretSealed: bytes('old_secret_sealed'),
  oldSecretUntil: instant('old_secret_until'),
  failingSince: instant('failing_since'),
  createdBy: integer('created_by')
    .notNull()
    .references(() => users.id),
  createdAt: instant('created_at').notNull(),
})

/** Events for webhooks: written with the change, and only if there is a receiver. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** The key by which receivers detect duplicates. */
    key: text('key').notNull().unique(),
    type: text('type').notNull(),
    brandId: integer('brand_id'),
    /** Ids, states and sums; no names, addresses, codes, cards or weights. */
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('webhook_events_created_idx').on(t.createdAt)],
)

/** The delivery of one event to one endpoint and its result. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    eventId: integer('event_id')
      .notNull()
      .references(() => webhookEvents.id, { onDelete: 'cascade' }),
    endpointId: integer('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    state: text('state', { enum: ['queued', 'delivered', 'failed'] }).notNull(),
    tries: integer('tries').notNull().default(0),
    nextTryAt: instant('next_try_at').notNull(),
    lastTriedAt: instant('last_tried_at'),
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
    tookMs: integer('took_ms'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('webhook_deliveries_event_key').on(t.eventId, t.endpointId),
    index('webhook_deliveries_endpoint_idx').on(t.endpointId, t.id),
    index('webhook_deliveries_due_idx')
      .on(t.nextTryAt)
      .where(sql`${t.state} = 'queued'`),
    check('webhook_deliveries_tries', sql`${t.tries} >= 0`),
  ],
)

/** API keys of other systems; only a keyed hash is stored. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    name: text('name').notNull(),
    keyHash: text('key_hash').notNull().unique(),
    /** The last four letters, to tell keys apart. */
    keyTail: text('key_tail').notNull(),
    /** Null: every brand. */
    brandId: integer('brand_id').references(() => brands.id),
    /** `orders:read`, `terminals:write`. */
    scopes: text('scopes').array().notNull(),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at'),
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (t) => [index('api_keys_created_idx').on(t.createdAt)],
)

/** Operating companies of aircraft that are not our own. */
export const operators = pgTable('operators', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  name: text('name').notNull().unique(),
  /** The number of its certificate. */
  certificate: text('certificate').notNull().default(''),
  phone: text('phone').notNull().default(''),
  email: text('email').notNull().default(''),
  active: boolean('active').notNull().default(true),
})
