import { hash } from '@node-rs/argon2'
import { sql } from 'drizzle-orm'
import { addDays, toLocalDate } from '#api/rules/time/local-time.ts'
import { type Db, type Tx } from '../client.ts'
import { brandHosts, brands } from '../schema/brands.ts'
import {
  aircraft,
  aircraftTypes,
  departureExceptions,
  departures,
  fares,
  fees,
  productCategories,
  productCategoryProducts,
  products,
  productUpgrades,
  terminals,
  upgrades,
} from '../schema/catalogue.ts'
import { roles, userRoles, users } from '../schema/people.ts'
import { coastProducts } from './demo-coasts.ts'
import { seedContests } from './demo-contests.ts'
import { demoFees, demoUpgrades } from './demo-extras.ts'
import { demoEligibility } from './demo-eligibility.ts'
import { newYorkProducts } from './demo-new-york.ts'
import { demoPeople } from './demo-people.ts'
import { demoAircraft, demoAircraftTypes, demoBrandHosts, demoBrands, demoTerminals } from './demo-places.ts'
import { seedPlans } from './demo-plans.ts'
import { seedPromotions } from './demo-promotions.ts'
import { type DemoCodes, seedTenders } from './demo-tenders.ts'
import { demoDepartures, demoFares } from './demo-timetable.ts'
import { serviceRoles } from './service-roles.ts'

interface DemoOptions {
  /** The time that closed days are relative to. */
  now: Date
  /** Password of every demo account. */
  demoPassword: string
  /** Creates and encrypts the codes of the demo gift cards and vouchers. */
  codes: DemoCodes
}

const demoCategories = [
  {
    id: 1,
    name: 'New York',
    slug: 'new-york',
    position: 1,
    showOnHomepage: true,
    productIds: [6, 7, 10, 11],
  },
  { id: 2, name: 'Coasts', slug: 'coasts', position: 2, showOnHomepage: true, productIds: [8, 12] },
  { id: 3, name: 'After dark', slug: 'after-dark', position: 3, showOnHomepage: true, productIds: [7, 9] },
  { id: 4, name: 'Short hops', slug: 'short-hops', position: 4, showOnHomepage: false, productIds: [13] },
]

const demoProductUpgrades = [
  { productIds: [6, 7, 8, 9, 12], upgradeIds: [1, 2, 3, 4, 5, 6] },
  { productIds: [10], upgradeIds: [3, 5, 6] },
  { productIds: [11], upgradeIds: [1, 3, 4, 5] },
  { productIds: [13], upgradeIds: [1, 2, 3] },
]

/**
 * Fills an empty database with the demo shop, in one transaction. The ids are fixed, so a second
 * run fails and changes nothing.
 */
export async function seedDemo(db: Db, { now, demoPassword, codes }: DemoOptions): Promise<void> {
  const people = await Promise.all(
    demoPeople.map(async ({ roleIds, ...person }) => ({
      roleIds,
      row: { ...person, passwordHash: await hash(demoPassword), emailProvenAt: now, createdAt: now },
    })),
  )
  await db.transaction(async (tx) => {
    await tx.insert(brands).values(demoBrands)
    await tx.insert(brandHosts).values(demoBrandHosts)
    await seedCatalogue(tx, now)
    await seedPromotions(tx, now)
    await seedContests(tx, now)
    await seedPlans(tx, now)
    await tx.insert(roles).values(serviceRoles).onConflictDoNothing()
    await tx.insert(users).values(people.map((person) => person.row))
    await tx
      .insert(userRoles)
      .values(people.flatMap(({ row, roleIds }) => roleIds.map((roleId) => ({ userId: row.id, roleId }))))
    await continueAfterFixedIds(tx)
    await seedTenders(tx, codes, now)
  })
}

async function seedCatalogue(tx: Tx, now: Date): Promise<void> {
  await tx.insert(terminals).values(demoTerminals)
  await tx.insert(aircraftTypes).values(demoAircraftTypes)
  await tx.insert(aircraft).values(demoAircraft)
  const onSale = { publishStatus: 'published', availability: 'available' } as const
  const sold = [...newYorkProducts, ...coastProducts]
  await tx
    .insert(products)
    .values(sold.map((product) => ({ ...product, ...onSale, ...demoEligibility[product.id ?? 0] })))
  await tx.insert(productCategories).values(demoCategories)
  await tx
    .insert(productCategoryProducts)
    .values(
      demoCategories.flatMap(({ id, productIds }) =>
        productIds.map((productId) => ({ productCategoryId: id, productId })),
      ),
    )
  await tx.insert(fares).values(demoFares)
  await tx.insert(departures).values(demoDepartures)
  await tx.insert(departureExceptions).values(demoExceptions(now))
  await tx.insert(upgrades).values(demoUpgrades)
  await tx
    .insert(productUpgrades)
    .values(
      demoProductUpgrades.flatMap(({ productIds, upgradeIds }) =>
        productIds.flatMap((productId) => upgradeIds.map((upgradeId) => ({ productId, upgradeId }))),
      ),
    )
  await tx.insert(fees).values(demoFees)
}

/**
 * No flights on the next two Christmas days; the New Yorker is closed on one day and has one extra
 * flight at dawn.
 */
function demoExceptions(now: Date): (typeof departureExceptions.$inferInsert)[] {
  const today = toLocalDate(now, 'America/New_York')
  const year = Number(today.slice(0, 4))
  const christmas = [...newYorkProducts, ...coastProducts].flatMap(({ id }) =>
    [year, year + 1].map((one) => ({
      productId: id ?? 0,
      date: `${String(one)}-12-25`,
      reason: 'Christmas',
    })),
  )
  const dawn = demoDepartures.find((rule) => rule.productId === 6 && rule.time === '07:30')
  return [
    ...christmas.map((day) => ({ ...day, kind: 'closed' as const })),
    { productId: 6, date: addDays(today, 12), kind: 'closed', reason: 'Inspection' },
    { productId: 6, departureId: dawn?.id, date: addDays(today, 5), kind: 'extra', reason: 'Early light' },
  ]
}

/** Lets new rows continue after the highest fixed id. */
async function continueAfterFixedIds(tx: Tx): Promise<void> {
  const filled = ['brands', 'terminals', 'aircraft_types', 'aircraft', 'products', 'product_categories']
  filled.push('fares', 'departures', 'upgrades', 'fees', 'users')
  for (const table of filled) {
    const name = sql.identifier(table)
    await tx.execute(
      sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${name}))`,
    )
  }
}
