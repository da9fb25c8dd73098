import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, unique } from 'drizzle-orm/pg-core'
import { type ManifestContent } from '#contract/manifest-version.ts'
import { instant } from './columns.ts'
import { flights } from './inventory.ts'
import { users } from './people.ts'

/**
 * What stood on the load manifest of a flight when it was printed, or when its pilot accepted it. The
 * rows of a flight are deleted some weeks after it.
 */
export const manifestVersions = pgTable(
  'manifest_versions',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    flightId: integer('flight_id')
      .notNull()
      .references(() => flights.id),
    /** Counts from 1 for each flight. */
    number: integer('number').notNull(),
    content: jsonb('content').$type<ManifestContent>().notNull(),
    printedAt: instant('printed_at'),
    printedBy: integer('printed_by').references(() => users.id),
    acceptedAt: instant('accepted_at'),
    /** The flight's pilot at that moment. */
    acceptedBy: integer('accepted_by').references(() => users.id),
  },
  (t) => [
    unique('manifest_versions_number_key').on(t.flightId, t.number),
    check(
      'manifest_versions_moments',
      sql`(${t.printedAt} is null) = (${t.printedBy} is null)
        and (${t.acceptedAt} is null) = (${t.acceptedBy} is null)
        and num_nonnulls(${t.printedAt}, ${t.acceptedAt}) > 0`,
    ),
  ],
)
