import { eq } from 'drizzle-orm'
import { orders } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { findOrderToken } from '../store/orders/order-link.ts'
import { declareText } from '../store/texts/queue-text.ts'
import { listOrderPassengers } from './list-order-passengers.ts'

/** Two days before departure, the page on which the missing data of passengers are filled in. */
export const passengersMissingText = declareText({
  kind: 'passengers_missing',
  about: orders,
  repeatable: true,
  load: async (deps, { orderId }, brand) => {
    const { passengers, open } = await listOrderPassengers(deps, orderId)
    const links = passengers.flatMap(({ done, link }) => (done || link === null ? [] : [link]))
    const [only] = links
    if (!open || only === undefined) return undefined
    const all = links.length === 1 ? only : await findOrderPage(deps, orderId, brand.origin)
    return all === undefined ? undefined : { missing: links.length, link: all }
  },
  compose: ({ missing, link }) =>
    missing === 1
      ? `before your flight we still need one passenger's name, weight or waiver: ${link}`
      : 'before your flight we still need names, weights or waivers of ' +
        `${String(missing)} passengers: ${link}`,
})

/** The page of the order with the links of all passengers. */
async function findOrderPage(deps: ApiDeps, orderId: number, origin: string): Promise<string | undefined> {
  const { db } = deps.database
  const [order] = await db.select({ email: orders.email }).from(orders).where(eq(orders.id, orderId))
  const token = order && (await findOrderToken(deps, { orderId, to: order.email }))
  return token && `${origin}/orders/${token}`
}
