import { type Order } from '#contract/order.ts'

/** Where nothing is flown from: gift cards count their days here. */
const HOME_ZONE = 'America/New_York'

/** What an order is called: its flight, or what else was bought. */
export function orderTitle(
  order: Pick<Order, 'kind' | 'flights'> & Partial<Pick<Order, 'order_items'>>,
): string {
  const [flight] = order.flights
  if (flight) return flight.product_name
  return order.kind === 'gift_cards' ? 'Gift cards' : (order.order_items?.[0]?.name ?? 'Your order')
}

/** The zone an order's moments are told in: that of its terminal. */
export const orderZone = ({ flights: [flight] }: Pick<Order, 'flights'>): string =>
  flight?.timezone ?? HOME_ZONE
