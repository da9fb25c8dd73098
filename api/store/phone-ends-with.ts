import { sql, type SQL } from 'drizzle-orm'

/**
 * Whether a column's phone number ends with these digits, however it was typed. Numbers are
 * indexed from their end, because people give the last digits, and country codes stand before.
 */
export const phoneEndsWith = (column: SQL, digits: string): SQL => {
  const end = [...digits.slice(-10)].reverse().join('')
  return sql`reverse(regexp_replace(${column}, '\\D', '', 'g')) like ${`${end}%`}`
}
