import { sql } from 'drizzle-orm'
import { type Tx } from '../client.ts'
import { plans } from '../schema/memberships.ts'
import { discountCodes, discounts } from '../schema/promotions.ts'

/** An internal code, which is rejected when it is typed. */
const CODE = 'SKYCLUBMEMBER'

/**
 * The one membership of the demo shop, sold by both brands: a year of members' prices on every
 * flight.
 */
export async function seedPlans(tx: Tx, now: Date): Promise<void> {
  const id = 11
  await tx.insert(discounts).values({
    id,
    name: 'SkyClub',
    invoiceDescription: 'SkyClub price, 20% off',
    percentBps: 2000,
    publishStatus: 'published',
  })
  await tx
    .insert(discountCodes)
    .values({ id, code: CODE, discountId: id, sunsetAndFocus: true, stackable: true, internal: true })
  await tx.insert(plans).values({
    id: 1,
    brandId: 4,
    name: 'SkyClub',
    benefit: '20% off every flight you book, sunset and focus flights too.',
    priceCents: 9900,
    interval: 'year',
    discountCodeId: id,
    publishStatus: 'published',
    createdAt: now,
  })
  for (const table of ['discounts', 'discount_codes', 'plans']) {
    await tx.execute(
      sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id)
        from ${sql.identifier(table)}))`,
    )
  }
}
