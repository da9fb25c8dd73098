import { eq, sql } from 'drizzle-orm'
import { type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { type Use } from './resource.ts'

/** Counts rows of another table that refer to the row. */
export const usedByColumn = (what: string, table: PgTable, column: PgColumn): Use => ({
  what,
  count: async (db, id) => db.$count(table, eq(column, id)),
})

/** Counts rows of another table that contain the row's id in an array. */
export const usedInList = (what: string, table: PgTable, column: PgColumn): Use => ({
  what,
  count: async (db, id) => db.$count(table, sql`${id} = any(${column})`),
})
