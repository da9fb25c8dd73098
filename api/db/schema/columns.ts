import { sql } from 'drizzle-orm'
import { customType, integer, timestamp } from 'drizzle-orm/pg-core'

/** Money: integer US cents. */
export const cents = (name: string) => integer(name)
/** An instant in UTC. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
/** Words of our own as the list of an `in`, for checks, which take no parameters. */
export const listInSql = (words: readonly string[]) =>
  sql.raw(`(${words.map((word) => `'${word}'`).join(', ')})`)
