import { and, asc, eq, inArray } from 'drizzle-orm'
import { type CheckInParty } from '#contract/check-in.ts'
import { type Db } from '../../db/client.ts'
import { products, terminals } from '../../db/schema/catalogue.ts'
import { holds } from '../../db/schema/holds.ts'
import { flights, slots } from '../../db/schema/inventory.ts'
import { orders } from '../../db/schema/orders.ts'
import { passengers } from '../../db/schema/passengers.ts'
import { toLocalDate, toLocalTime } from '../../rules/time/local-time.ts'
import { isFlying } from '../../seats/count-party.ts'
import { findCheckInState } from '../rules/check-in-state.ts'
import { isAhead } from '../rules/flight-steps.ts'

/** Where people are checked in: on one flight, or on all flights of today. */
export interface CheckInDesk {
  flight: { id: number; terminalId: number; localDate: string; timezone: string } | undefined
  now: Date
}

/** Reads the parties of orders, each with its flight and whether it can be checked in now. */
export async function readCheckInParties(
  db: Db,
  orderIds: readonly number[],
  desk: CheckInDesk,
): Promise<CheckInParty[]> {
  if (orderIds.length === 0) return []
  const ids = [...orderIds]
  const known = await db
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(inArray(orders.id, ids))
  const seats = await findSeats(db, ids)
  const people = await db
    .select({ orderId: passengers.orderId, name: passengers.fullName, boarding: passengers.boarding })
    .from(passengers)
    .where(and(inArray(passengers.orderId, ids), isFlying))
    .orderBy(asc(passengers.orderId), asc(passengers.position))
  return known.map(({ id, status }) => {
    const seat = chooseSeat(
      seats.filter(({ orderId }) => orderId === id),
      desk,
    )
    const own = people.filter(({ orderId }) => orderId === id)
    const checkedIn = own.filter(({ boarding }) => boarding === 'checked_in').length
    const flight = seat && { ...seat.flight, terminalId: seat.terminalId, localDate: seat.localDate }
    const state = findCheckInState(
      { status, flight, people: own.length, checkedIn },
      {
        flight: desk.flight,
        localDate: desk.flight?.localDate ?? toLocalDate(desk.now, seat?.timezone ?? 'UTC'),
        now: desk.now,
      },
    )
    return {
      order_id: id,
      number: `O-${String(id)}`,
      name: own.find(({ name }) => name !== '')?.name ?? '',
      people: own.length,
      checked_in: checkedIn,
      state,
      flight: seat ? presentFlight(seat) : null,
    }
  })
}

type Seat = Awaited<ReturnType<typeof findSeats>>[number]

const findSeats = (db: Db, orderIds: number[]) =>
  db
    .select({
      orderId: holds.orderId,
      flight: {
        id: flights.id,
        flightCode: flights.flightCode,
        status: flights.status,
        departAt: flights.departAt,
      },
      localDate: slots.localDate,
      terminalId: slots.terminalId,
      terminal: terminals.name,
      timezone: terminals.timezone,
      product: products.name,
    })
    .from(holds)
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .innerJoin(terminals, eq(terminals.id, slots.terminalId))
    .innerJoin(products, eq(products.id, slots.productId))
    .where(and(inArray(holds.orderId, orderIds), eq(holds.state, 'sold')))
    .orderBy(asc(flights.departAt), asc(flights.id))

/** The seats on the desk's own flight, else those that leave next, else the last ones. */
const chooseSeat = (own: readonly Seat[], desk: CheckInDesk): Seat | undefined =>
  own.find(({ flight }) => flight.id === desk.flight?.id) ??
  own.find(({ flight }) => isAhead(flight.status)) ??
  own.at(-1)

const presentFlight = ({ flight, localDate, ...seat }: Seat): CheckInParty['flight'] => ({
  id: flight.id,
  flight_code: flight.flightCode,
  product_name: seat.product,
  terminal_name: seat.terminal,
  local_date: localDate,
  local_time: toLocalTime(flight.departAt, seat.timezone),
  status: flight.status,
})
