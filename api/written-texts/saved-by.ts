import { sql } from 'drizzle-orm'
import { users } from '../db/schema/people.ts'

/** The name of whoever saved a text, within a query that joins them. */
export const savedBy = sql<string>`coalesce(nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), ''),
  ${users.email})`
