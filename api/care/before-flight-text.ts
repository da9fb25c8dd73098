import { eq } from 'drizzle-orm'
import { careMessages } from '../db/schema/care.ts'
import { orders } from '../db/schema/orders.ts'
import { findMissingPassengers } from '../passengers/find-missing-passengers.ts'
import { shorten } from '../rules/texts/segments.ts'
import { readWantedCare } from '../store/care/queue-care.ts'
import { terminalTime } from '../store/mails/flight-time.ts'
import { findOrderToken } from '../store/orders/order-link.ts'
import { flightInWords } from '../store/texts/flight-in-words.ts'
import { declareText, textSubjectIdOf } from '../store/texts/queue-text.ts'
import { findComingFlights, leavingTimes } from './before-flight-mail.ts'

/** The address must leave room for the link: longer ones are cut. */
const LONGEST_PLACE = 70

/** Two days before departure: when and where to be, and the page with what is missing. */
export const beforeFlightText = declareText({
  kind: 'before_flight',
  about: careMessages,
  repeatable: true,
  load: async (deps, text, { origin }) => {
    const { orderId } = text
    const [order] = await deps.database.db
      .select({ email: orders.email })
      .from(orders)
      .where(eq(orders.id, orderId))
    if (!order) throw new Error(`The order of text ${String(text.id)} is gone`)
    const care = await readWantedCare(deps, { id: textSubjectIdOf(text), email: order.email })
    const flights = care ? await findComingFlights(deps, care) : []
    const [flight] = flights
    if (!flight) return undefined
    const missing = await findMissingPassengers(deps, orderId)
    const token = await findOrderToken(deps, { orderId, to: order.email })
    const [only] = missing
    const link =
      only && missing.length === 1 ? only.link : token === undefined ? undefined : `${origin}/orders/${token}`
    return { flight, flights, missing: missing.length, link }
  },
  compose: ({ flight, flights, missing, link }, { phone }) => {
    const arrive = terminalTime(flight, (flight.delay ?? flight).check_in_at)
    const place = shorten(`${flight.terminal_name}, ${flight.terminal_address}`, LONGEST_PLACE)
    const said = `${flightInWords(flight, leavingTimes(flights))}: please be at ${place} by ${arrive}.`
    const left = missing > 0 ? `Names, weights or waivers are missing` : 'Your ticket'
    return link === undefined ? `${said} Questions? ${phone}` : `${said} ${left}: ${link}`
  },
})
