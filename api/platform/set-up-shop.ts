import { sql } from 'drizzle-orm'
import { shopBrands } from '#brands/index.ts'
import { type Db } from '../db/client.ts'
import { brands } from '../db/schema/brands.ts'
import { roles } from '../db/schema/people.ts'
import { serviceRoles } from '../db/seed/service-roles.ts'

/**
 * Writes what a shop needs before its first admin can work: the roles, and a row for each brand of
 * `brands/`. Rows that are there stay as they are, so it may be called again.
 * @returns the names of the brands that were added
 */
export async function setUpShop(db: Db): Promise<string[]> {
  return db.transaction(async (tx) => {
    await tx.insert(roles).values(serviceRoles).onConflictDoNothing()
    const rows = shopBrands.map(({ id, facts }) => ({ id, ...facts, productBrandIds: [id] }))
    const added = await tx.insert(brands).values(rows).onConflictDoNothing().returning({ name: brands.name })
    // The ids were given, so the next row would otherwise get one of them.
    await tx.execute(sql`select setval(pg_get_serial_sequence('brands', 'id'), (select max(id) from brands))`)
    return added.map(({ name }) => name)
  })
}
