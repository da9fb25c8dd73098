import { eq } from 'drizzle-orm'
import { delayNotices } from '../db/schema/flight-delays.ts'
import { orders } from '../db/schema/orders.ts'
import { terminalTime } from '../store/mails/flight-time.ts'
import { findOrderToken } from '../store/orders/order-link.ts'
import { readFlightsOfOrder } from '../store/orders/read-order-flights.ts'
import { flightInWords } from '../store/texts/flight-in-words.ts'
import { declareText, textSubjectIdOf } from '../store/texts/queue-text.ts'

/** Tells the new time of a flight, with the link to the order, where it can be moved without a fee. */
export const flightDelayedText = declareText({
  kind: 'flight_delayed',
  about: delayNotices,
  repeatable: true,
  load: async (deps, text, brand) => {
    const { db } = deps.database
    const [notice] = await db
      .select({ flightId: delayNotices.flightId, orderId: delayNotices.orderId, email: orders.email })
      .from(delayNotices)
      .innerJoin(orders, eq(orders.id, delayNotices.orderId))
      .where(eq(delayNotices.id, textSubjectIdOf(text)))
    if (!notice) throw new Error(`The delay of text ${String(text.id)} is gone`)
    const { orderId, flightId, email: to } = notice
    const flights = await readFlightsOfOrder(db, orderId)
    const flight = flights.find(({ flight_id: id }) => id === flightId)
    if (!flight || flight.status === 'called_off') return undefined
    const token = await findOrderToken(deps, { orderId, to })
    return { flight, link: token === undefined ? undefined : `${brand.origin}/orders/${token}` }
  },
  compose: ({ flight, link }, { phone }) => {
    const { delay } = flight
    const end = link === undefined ? `Questions? ${phone}` : `${link} Questions? ${phone}`
    if (!delay) return `good news, ${flightInWords(flight)} leaves at its own time after all. ${end}`
    const time = terminalTime(flight, delay.depart_at)
    return `we are sorry, ${flightInWords(flight)} leaves later, at ${time}. Moving it is free: ${end}`
  },
})
