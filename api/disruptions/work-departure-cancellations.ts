import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { departureCancellations } from '../db/schema/departure-cancellations.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { type ApiDeps } from '../deps.ts'
import { closeCancelledDeparture } from '../waitlist/close-cancelled-waitlist.ts'
import { decideMinimums } from './decide-minimums.ts'
import { processDelays } from './delays/work-delays.ts'
import { endCancelledHold } from './end-cancelled-hold.ts'
import { findHolders, findUnclaimed } from './find-stranded-orders.ts'
import { createRebookingOffer, type CancelledSlot } from './make-rebooking-offer.ts'
import { sweepRebookingOffers } from './sweep-rebooking-offers.ts'
import { applyNoShows } from './no-shows/apply-no-shows.ts'
import { processWeatherDays } from './weather-days/work-weather-days.ts'
import { processWeatherHolds } from './weather-holds/work-weather-holds.ts'

/**
 * Carries out departure cancellations: ends holds and waitlist entries, and gives every paid order
 * a rebooking offer and a mail; tells the parties of delayed flights and of weather holds, and applies
 * the rules for guests who did not come. Before, it is decided which departures have too few
 * passengers. Each step is a transaction that can be repeated, so an interrupted job simply starts
 * again. Afterwards the clock is applied to rebooking offers.
 */
export async function processDepartureCancellations(deps: ApiDeps): Promise<void> {
  await decideMinimums(deps)
  await processDelays(deps)
  await processWeatherHolds(deps)
  await applyNoShows(deps)
  await processWeatherDays(deps)
  const due = await deps.database.db
    .select({ cancellation: departureCancellations, slot: slots })
    .from(departureCancellations)
    .innerJoin(slots, eq(slots.id, departureCancellations.slotId))
    .where(isNull(departureCancellations.doneAt))
    .orderBy(asc(departureCancellations.id))
  for (const calledOff of due) {
    try {
      await workCancellation(deps, calledOff)
    } catch (error) {
      deps.log.error(
        { err: error, cancellation: calledOff.cancellation.id },
        'a call-off could not be seen to',
      )
    }
  }
  await sweepRebookingOffers(deps)
}

async function workCancellation(deps: ApiDeps, calledOff: CancelledSlot): Promise<void> {
  const { db } = deps.database
  const { cancellation, slot } = calledOff
  await closeCancelledDeparture(deps, slot.id)
  // Paid orders come first, so that they hear of it even when the provider does not answer for
  // others. Those of a weather day have shared the free seats before.
  if (cancellation.weatherDayId === null)
    for (const orderId of await findUnclaimed(db, calledOff))
      await createRebookingOffer(deps, calledOff, orderId)
  let open = 0
  for (const orderId of await findHolders(db, slot.id)) {
    if (!(await endCancelledHold(deps, calledOff, orderId))) open += 1
  }
  if (open > 0 || (await findUnclaimed(db, calledOff)).length > 0) return
  // All holds: of orders, waitlist offers, gifts and rebooking offers.
  const kept = db.select({ id: flights.id }).from(flights).where(eq(flights.slotId, slot.id))
  if ((await db.$count(holds, and(inArray(holds.flightId, kept), eq(holds.state, 'held')))) > 0) return
  await db
    .update(departureCancellations)
    .set({ doneAt: deps.clock.now() })
    .where(eq(departureCancellations.id, cancellation.id))
}
