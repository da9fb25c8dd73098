import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import { careMessages } from '../db/schema/care.ts'
import { orders } from '../db/schema/orders.ts'
import { passengers } from '../db/schema/passengers.ts'
import { shorten } from '../rules/texts/segments.ts'
import { readWantedCare } from '../store/care/queue-care.ts'
import { terminalTime } from '../store/mails/flight-time.ts'
import { readSoldFlights } from '../store/orders/read-sold-flights.ts'
import { declareText, textSubjectIdOf } from '../store/texts/queue-text.ts'

/** The states of a flight that has not left. */
const AWAITING: ReadonlySet<string | undefined> = new Set(['scheduled', 'delayed', 'boarding'])

/** Longer names are cut: the number must fit beside them. */
const LONGEST_NAME = 45

/**
 * To a party of whom somebody is late, once: when the flight leaves, and the number to call. Whoever was
 * checked in meanwhile, or whose flight has left, was called off or waits for the weather, gets none.
 */
export const guestsLateText = declareText({
  kind: 'guests_late',
  about: careMessages,
  repeatable: false,
  load: async (deps, text) => {
    const { db } = deps.database
    const { orderId } = text
    const [order] = await db.select({ email: orders.email }).from(orders).where(eq(orders.id, orderId))
    if (!order) throw new Error(`The order of text ${String(text.id)} is gone`)
    const care = await readWantedCare(deps, { id: textSubjectIdOf(text), email: order.email })
    if (!care) return undefined
    const now = deps.clock.now()
    const flights = (await readSoldFlights(db, orderId)).filter(
      (one) =>
        one.depart_at === care.dueFor.toISOString() &&
        AWAITING.has(one.status) &&
        one.on_hold === undefined &&
        new Date((one.delay ?? one).depart_at) > now,
    )
    const [flight] = flights
    if (!flight) return undefined
    const ids = flights.map(({ flight_id: id }) => id)
    const awaited = await db.$count(
      passengers,
      and(
        eq(passengers.orderId, orderId),
        isNull(passengers.boarding),
        eq(passengers.staysHome, false),
        or(isNull(passengers.flightId), inArray(passengers.flightId, ids)),
      ),
    )
    return awaited === 0 ? undefined : { flight, awaited }
  },
  compose: ({ flight, awaited }, { phone }) => {
    const name = shorten(flight.product_name, LONGEST_NAME)
    const place = shorten(flight.terminal_name, LONGEST_NAME)
    const leaves = terminalTime(flight, (flight.delay ?? flight).depart_at)
    const who = awaited === 1 ? '1 guest is' : `${String(awaited)} guests are`
    return (
      `${name} leaves at ${leaves}, and ${who} not checked in at ${place} yet. ` +
      `Late or lost? Call us: ${phone}`
    )
  },
})
