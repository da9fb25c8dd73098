import { sql } from 'drizzle-orm'
import { bigint, boolean, check, integer, pgTable, uuid } from 'drizzle-orm/pg-core'

/**
 * One row. A trigger on every table of the catalogue gives it a new token with each statement that
 * writes there, so equal tokens mean an equal catalogue, in every process. A token is random and
 * never comes back: what a transaction read and then undid is remembered under a name nobody meets
 * again.
 */
export const catalogueVersion = pgTable(
  'catalogue_version',
  {
    only: boolean('only').primaryKey().default(true),
    token: uuid('token').notNull().defaultRandom(),
  },
  (t) => [check('catalogue_version_one_row', sql`${t.only}`)],
)

/**
 * Counts what was written to slots, flights, holds and the uses of codes; equal sums mean that no
 * seat was taken or given back in between. There are several rows, and a writer takes one that
 * nobody else has locked: buyers of different flights never wait for each other here.
 */
export const stockChanges = pgTable('stock_changes', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  changes: bigint('changes', { mode: 'number' }).notNull(),
})
