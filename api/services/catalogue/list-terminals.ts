import { type Terminal } from '#contract/catalogue.ts'
import { type Db } from '../../db/client.ts'
import { type ListPage, type SortKeys, takePage } from '../platform/list-page.ts'
import { type TerminalRow } from './load-catalogue.ts'
import { readCatalogue } from './read-catalogue.ts'

const keys = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  code: ({ code }) => code,
} satisfies SortKeys<TerminalRow>
export const terminalSorts = ['id', 'name', 'code'] as const satisfies (keyof typeof keys)[]

const present = (row: TerminalRow): Terminal => ({
  id: row.id,
  name: row.name,
  subtitle: row.subtitle,
  code: row.code,
  street: row.street,
  city: row.city,
  state: row.state,
  zip_code: row.zipCode,
  airport: row.airport,
  timezone: row.timezone,
  latitude: row.latitude,
  longitude: row.longitude,
})

export async function listTerminals(
  db: Db,
  page: ListPage,
): Promise<{ rows: Terminal[]; totalCount: number }> {
  const { terminals } = await readCatalogue(db)
  const { rows, totalCount } = takePage(terminals, page, keys)
  return { rows: rows.map(present), totalCount }
}

export async function findTerminal(db: Db, id: number): Promise<Terminal | undefined> {
  const { terminals } = await readCatalogue(db)
  const row = terminals.find((one) => one.id === id)
  return row && present(row)
}
