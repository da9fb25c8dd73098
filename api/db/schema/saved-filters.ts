import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { type OrderListFilter } from '#contract/saved-filter.ts'
import { instant } from './columns.ts'
import { users } from './people.ts'

/** Filters of the list of orders that a member of staff keeps under a name. */
export const savedFilters = pgTable(
  'saved_filters',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    filter: jsonb('filter').$type<OrderListFilter>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('saved_filters_name_idx').on(t.userId, sql`lower(${t.name})`),
    check('saved_filters_name', sql`char_length(${t.name}) between 1 and 40`),
  ],
)
