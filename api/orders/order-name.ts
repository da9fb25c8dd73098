import { type OrderFlight } from '#contract/order.ts'
import { type OrderRow } from '../store/orders/order.ts'

type Bought = Pick<OrderRow, 'pricing' | 'productId'>

/**
 * The name of a flight at the time of purchase, which stays on the order when the product is
 * renamed.
 */
export const boughtName = ({ pricing }: Pick<Bought, 'pricing'>, nameNow: string): string =>
  pricing?.facts.product.name ?? nameNow

/** A flight as the order's buyer knows it. */
export const withBoughtName = (order: Bought, flight: OrderFlight): OrderFlight =>
  flight.product_id === order.productId
    ? { ...flight, product_name: boughtName(order, flight.product_name) }
    : flight
