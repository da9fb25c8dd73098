import { eq } from 'drizzle-orm'
import { isBooked } from '#contract/enums.ts'
import { orders } from '../db/schema/orders.ts'
import { findOrderToken } from '../store/orders/order-link.ts'
import { readFlightsOfOrder } from '../store/orders/read-order-flights.ts'
import { flightInWords } from '../store/texts/flight-in-words.ts'
import { declareText } from '../store/texts/queue-text.ts'

/** The ticket of a walk-in without an e-mail: the link that others have in their mails. */
export const ticketText = declareText({
  kind: 'ticket',
  about: orders,
  repeatable: true,
  load: async (deps, { orderId }, { origin }) => {
    const { db } = deps.database
    const [order] = await db
      .select({ email: orders.email, status: orders.status })
      .from(orders)
      .where(eq(orders.id, orderId))
    const [flight] = await readFlightsOfOrder(db, orderId)
    if (!flight || !order || !isBooked(order.status)) return undefined
    const token = await findOrderToken(deps, { orderId, to: order.email })
    return token === undefined ? undefined : { flight, link: `${origin}/orders/${token}` }
  },
  compose: ({ flight, link }) => `your ticket for ${flightInWords(flight)}: ${link}`,
})
