import { eq } from 'drizzle-orm'
import { type OrderFlight } from '#contract/order.ts'
import { orders } from '../../db/schema/orders.ts'
import { type ApiDeps } from '../../deps.ts'
import { type MailBrand } from '../../store/mails/mail-brand.ts'
import { findOrderToken } from '../../store/orders/order-link.ts'
import { readFlightsOfOrder } from '../../store/orders/read-order-flights.ts'

/** The first flight of a texted order that the text is about, and how the text ends. */
export async function findToldFlight(
  deps: ApiDeps,
  { orderId, brand }: { orderId: number; brand: MailBrand },
  isMeant: (flight: OrderFlight) => boolean,
): Promise<{ flight: OrderFlight; end: string } | undefined> {
  const { db } = deps.database
  const flight = (await readFlightsOfOrder(db, orderId)).find(isMeant)
  const [order] = await db.select({ to: orders.email }).from(orders).where(eq(orders.id, orderId))
  if (!flight || !order) return undefined
  const token = await findOrderToken(deps, { orderId, to: order.to })
  const link = token === undefined ? '' : `${brand.origin}/orders/${token} `
  return { flight, end: `${link}Questions? ${brand.phone}` }
}
