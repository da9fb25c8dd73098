import { eq } from 'drizzle-orm'
import { flightTransferParties, flightTransfers } from '../db/schema/flight-transfers.ts'
import { orders } from '../db/schema/orders.ts'
import { terminalTime } from '../store/mails/flight-time.ts'
import { findOrderToken } from '../store/orders/order-link.ts'
import { readFlightsOfOrder } from '../store/orders/read-order-flights.ts'
import { flightInWords } from '../store/texts/flight-in-words.ts'
import { declareText, textSubjectIdOf } from '../store/texts/queue-text.ts'

/** Tells the time to which the operator moved a party, with the link to the order. */
export const flightTransferredText = declareText({
  kind: 'flight_transferred',
  about: flightTransferParties,
  repeatable: true,
  load: async (deps, text, brand) => {
    const { db } = deps.database
    const [party] = await db
      .select({
        ...{ orderId: flightTransferParties.orderId, departAtWas: flightTransferParties.departAtWas },
        ...{ flightId: flightTransfers.toFlightId, email: orders.email },
      })
      .from(flightTransferParties)
      .innerJoin(flightTransfers, eq(flightTransfers.id, flightTransferParties.transferId))
      .innerJoin(orders, eq(orders.id, flightTransferParties.orderId))
      .where(eq(flightTransferParties.id, textSubjectIdOf(text)))
    if (!party) throw new Error(`The transfer of text ${String(text.id)} is gone`)
    const { orderId, flightId, departAtWas, email: to } = party
    const flights = await readFlightsOfOrder(db, orderId)
    const flight = flights.find(({ flight_id: id }) => id === flightId)
    if (!flight || flight.status === 'called_off') return undefined
    const token = await findOrderToken(deps, { orderId, to })
    return { flight, departAtWas, link: token === undefined ? undefined : `${brand.origin}/orders/${token}` }
  },
  compose: ({ flight, departAtWas, link }, { phone }) => {
    const end = link === undefined ? `Questions? ${phone}` : `${link} Questions? ${phone}`
    const time = terminalTime(flight, flight.delay?.depart_at ?? flight.depart_at)
    const was = terminalTime(flight, departAtWas.toISOString())
    const moved = `we are sorry, we moved you from ${was} to ${time}: ${flightInWords(flight)}.`
    return `${moved} Moving it is free: ${end}`
  },
})
