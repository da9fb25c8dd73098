import { and, eq } from 'drizzle-orm'
import { aircraft, departures } from '../../db/schema/catalogue.ts'
import { demoDepartures } from '../../db/seed/demo-timetable.ts'
import { departureResource } from '../../catalogue/product-resources.ts'
import { aircraftResource } from '../../flights/aircraft-resources.ts'
import { createRow, type WriteResult } from '../../resources/write-rows.ts'
import { findProduct } from './departures.ts'
import { PAIRED, secondFlightKey } from './plan-pairs.ts'
import { deskOf, type SeasonShop } from './season-shop.ts'

const REGISTRATION = 'N411LR'

/**
 * Gives a product a second aircraft, and each of its flights at eleven a second one ten minutes later,
 * once: a party that no aircraft takes whole flies together on two (decision 187).
 */
export async function addSecondFlights(shop: SeasonShop): Promise<void> {
  const { deps, staff, record } = shop
  const { db } = deps.database
  const { productId, at, secondAt } = PAIRED
  const { userId, at: now } = deskOf(shop)
  const by = { userId, roles: staff.roles, now }
  const { aircraftTypeId, terminalId } = findProduct(productId)
  if ((await db.$count(aircraft, eq(aircraft.registration, REGISTRATION))) === 0) {
    const machine = { registration: REGISTRATION, aircraft_type_id: aircraftTypeId, terminal_id: terminalId }
    requireMade(await createRow(deps, aircraftResource, machine, by))
  }
  const own = and(eq(departures.productId, productId), eq(departures.time, secondAt))
  const there = await db.select({ id: departures.id, day: departures.dayOfWeek }).from(departures).where(own)
  for (const rule of demoDepartures.filter((one) => one.productId === productId && one.time === at)) {
    const known = there.find(({ day }) => day === rule.dayOfWeek)?.id
    const sent = {
      product_id: productId,
      day_of_week: rule.dayOfWeek,
      departure_type: 'fixed',
      time: secondAt,
      fare_id: rule.fareId,
      publish_status: 'published',
      tag_list: rule.tagList ?? [],
    }
    const id = known ?? requireMade(await createRow(deps, departureResource, sent, by))
    await record.keep(secondFlightKey(rule.dayOfWeek ?? 0), id)
  }
}

function requireMade(made: WriteResult): number {
  if (!made.ok) throw new Error('The demo shop refused its second flights')
  return made.row.id
}
