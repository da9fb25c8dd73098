import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { flights, slots } from '../../db/schema/inventory.ts'
import { flightResource } from '../../flights/flight-resource.ts'
import { selectPilots } from '../../flights/pilots.ts'
import { changeRow } from '../../resources/write-rows.ts'
import { deskOf, type SeasonShop } from './season-shop.ts'

/** So many flights of a day still look for their pilot. */
const WITHOUT = 2

/**
 * Gives the flights of a date their pilots: each aircraft its own, or another one who may fly where that
 * one flies already, is off, or would be over a limit of duty.
 */
export async function settleRoster(shop: SeasonShop, date: string): Promise<void> {
  const { deps, staff } = shop
  const { db } = deps.database
  const due = await db
    .select({ id: flights.id, aircraftId: flights.aircraftId })
    .from(flights)
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .where(and(eq(slots.localDate, date), gt(flights.seatsSold, 0), isNull(flights.pilotId)))
    .orderBy(asc(flights.departAt), asc(flights.id))
  const pilots = await selectPilots(db, {})
  const { userId, at: now } = deskOf(shop)
  for (const { id, aircraftId } of due.slice(0, -WITHOUT)) {
    for (const at of pilots.keys()) {
      const pilot = pilots[(aircraftId - 1 + at) % pilots.length]
      const by = { userId, roles: staff.roles, now }
      if (pilot && (await changeRow(deps, flightResource, id, { pilot_id: pilot.id }, by)).ok) break
    }
  }
}
