import { sql } from 'drizzle-orm'
import { bigint, boolean, check, integer, pgTable, uuid } from 'drizzle-orm/pg-core'

/**
 * The version of the catalogue, in one row. A trigger on every table of the catalogue sets a new
 * token with each write, so equal tokens mean an equal catalogue in every process. Tokens are
 * random, so a token that a rolled-back transaction cached is never used again.
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
 * Counts writes to slots, flights, holds and the uses of codes; equal sums mean that no seat was
 * reserved or released. A row counts for the departures of its product and for all flights of its
 * aircraft; without either it counts for all. A writer uses one of several rows that is not locked,
 * so that buyers do not wait for each other.
 */
export const stockChanges = pgTable('stock_changes', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  /** 0 for a statement that wrote nothing. */
  productId: integer('product_id'),
  aircraftId: integer('aircraft_id'),
  changes: bigint('changes', { mode: 'number' }).notNull(),
})
