import { eq } from 'drizzle-orm'
import { type Terminal } from '#contract/catalogue.ts'
import { type Db } from '../db/client.ts'
import { terminals } from '../db/schema/catalogue.ts'
import { type ListPage, orderOf } from './list-page.ts'

const columns = { id: terminals.id, name: terminals.name, code: terminals.code }
export const terminalSorts = ['id', 'name', 'code'] as const

const present = (row: typeof terminals.$inferSelect): Terminal => ({
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
  const rows = await db
    .select()
    .from(terminals)
    .orderBy(...orderOf(page, columns, [terminals.id]))
    .limit(page.limit)
    .offset(page.offset)
  return { rows: rows.map(present), totalCount: await db.$count(terminals) }
}

export async function findTerminal(db: Db, id: number): Promise<Terminal | undefined> {
  const [row] = await db.select().from(terminals).where(eq(terminals.id, id))
  return row && present(row)
}
