import { type Order } from '#contract/order.ts'
import { type PayingShop } from './paying-shop.ts'
import { flightAt, VISA_PAYMENT } from './reschedule-flight.ts'

/** Buys one seat on the last flight of "The New Yorker" of the day on which another order flies. */
export async function bookLastOfDay(shop: PayingShop, { flights }: Order, token: string): Promise<Order> {
  const { rows } = await shop.deps.database.query(
    `select time from departures
     where product_id = 6 and day_of_week = 5 and departure_type = 'fixed' order by time desc limit 1`,
  )
  const flight = await flightAt(shop, flights[0]?.local_date ?? '', String(rows[0]?.['time']))
  const order = await shop.order(token, 1, flight)
  const paid = await shop.pay(token, order, VISA_PAYMENT)
  if (paid.status !== 201) throw new Error(`not paid: ${JSON.stringify(paid.body)}`)
  return shop.read(token, order)
}
