import { type Order } from '#contract/order.ts'
import { type OrderSummary } from '#contract/order-list.ts'

/** The zone for orders without a flight, whose gift cards have expiry dates. */
const HOME_ZONE = 'America/New_York'

/** The title of an order: its flight, or what else was bought. */
export function orderTitle(
  order: Pick<Order, 'kind' | 'flights'> & Partial<Pick<Order, 'order_items'>>,
): string {
  const [flight] = order.flights
  if (flight) return flight.product_name
  return order.kind === 'gift_cards' ? 'Gift cards' : (order.order_items?.[0]?.name ?? 'Your order')
}

/** Who staff know an order by: the buyer, a guest's first passenger, the address, or its number. */
export const orderPerson = ({ buyer, number }: Pick<OrderSummary, 'buyer' | 'number'>): string =>
  buyer?.name || buyer?.first_passenger || buyer?.email || number

/** The zone in which an order's times are shown: that of its terminal. */
export const orderZone = ({ flights: [flight] }: Pick<Order, 'flights'>): string =>
  flight?.timezone ?? HOME_ZONE
