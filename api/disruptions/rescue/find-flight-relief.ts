import { eq } from 'drizzle-orm'
import { type FlightRelief } from '#contract/rescue-plan.ts'
import { type Db } from '../../db/client.ts'
import { terminals } from '../../db/schema/catalogue.ts'
import { flights, slots } from '../../db/schema/inventory.ts'
import { toDollars } from '../../rules/money/money.ts'
import { addMinutes, toLocalTime } from '../../rules/time/local-time.ts'
import { findRelief } from '../rules/relief.ts'
import { findPartyNames } from '../weather-days/find-parties.ts'
import { loadRescueGround } from './load-rescue-facts.ts'

/**
 * Finds the cheapest change that brings a flight back within its limits.
 *
 * @returns undefined if there is no such flight; null for one that is within them, or has left
 */
export async function findFlightRelief(
  db: Db,
  flightId: number,
  now: Date,
): Promise<FlightRelief | null | undefined> {
  const [found] = await db
    .select({ flight: flights, date: slots.localDate, timezone: terminals.timezone })
    .from(flights)
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .innerJoin(terminals, eq(terminals.id, slots.terminalId))
    .where(eq(flights.id, flightId))
  if (!found) return undefined
  const { flight, date, timezone } = found
  const from = toLocalTime(flight.departAt, timezone)
  // The minute in which it leaves: no other flight of its aircraft is there then.
  const until = toLocalTime(addMinutes(flight.departAt, 1), timezone)
  if (until <= from) return null
  const loaded = await loadRescueGround(db, { aircraftId: flight.aircraftId, date, from, until }, now)
  if (!loaded.ok) return null
  const { facts, orders, machines } = loaded.ground
  const own = facts.flights.filter((one) => one.flight.id === flightId)
  const relief = findRelief({ ...facts, flights: own })
  if (!relief) return null
  const { overLbs, machine, party } = relief
  const known = party && orders.get(party.party.orderId)
  const names = await findPartyNames(db, party ? [party.party.orderId] : [])
  const registration = machines.find(({ id }) => id === machine?.id)?.registration ?? ''
  return {
    over_lbs: overLbs,
    aircraft: machine ? { id: machine.id, registration } : null,
    party:
      party && known
        ? {
            order_id: known.order.id,
            number: `O-${String(known.order.id)}`,
            name: names.get(known.order.id) ?? '',
            people: known.people,
            moves_to: party.to?.departure.departAt.toISOString() ?? null,
            refund_amount: party.party.refundCents === null ? null : toDollars(party.party.refundCents),
            voucher_amount: party.party.voucherCents === 0 ? null : toDollars(party.party.voucherCents),
          }
        : null,
  }
}
