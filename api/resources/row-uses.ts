import { eq, sql } from 'drizzle-orm'
import { type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { type Use } from './resource.ts'

/** Rows of another table that name it. */
export const usedByColumn = (what: string, table: PgTable, column: PgColumn): Use => ({
  what,
  count: async (db, id) => db.$count(table, eq(column, id)),
})

/** Rows of another table that have it in a list. */
export const usedInList = (what: string, table: PgTable, column: PgColumn): Use => ({
  what,
  count: async (db, id) => db.$count(table, sql`${id} = any(${column})`),
})
