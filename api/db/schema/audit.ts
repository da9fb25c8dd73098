import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { apiKeys } from './integrations.ts'
import { users } from './people.ts'

/**
 * Who changed what, with the values before and after. Rows are written with the change and never
 * changed; they contain no secrets and no weights.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull(),
    /** The person who made the change; for an API key, its creator. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** The API key that made the change. */
    apiKeyId: integer('api_key_id').references(() => apiKeys.id),
    action: text('action', { enum: ['create', 'change', 'remove'] }).notNull(),
    /** The plural name of what was written: `terminals`. */
    resource: text('resource').notNull(),
    resourceId: integer('resource_id').notNull(),
    /** The row as `/v1` presents it; for a change only the fields that differ. */
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
    requestId: text('request_id'),
  },
  (t) => [
    index('audit_log_subject_idx').on(t.resource, t.resourceId, t.id),
    index('audit_log_user_idx').on(t.userId, t.id),
    index('audit_log_at_idx').on(t.at, t.id),
  ],
)
