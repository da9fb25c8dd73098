import { type Product } from '#contract/catalogue.ts'
import { type Quote } from '#contract/quote.ts'

// Each page is sent with its data, so what it does not show is left out.

/** What the pages of a purchase show of a product. */
export type ShownProduct = Pick<
  Product,
  | ('name' | 'departure_terminal_name' | 'duration_label' | 'aircraft_type' | 'offered_passenger_types')
  | ('seat_price' | 'seat_price_total' | 'flight_price_total' | 'from_price_total' | 'on_sale')
>

export const showProduct = (product: Product): ShownProduct => ({
  name: product.name,
  departure_terminal_name: product.departure_terminal_name,
  duration_label: product.duration_label,
  aircraft_type: product.aircraft_type,
  offered_passenger_types: product.offered_passenger_types,
  seat_price: product.seat_price,
  seat_price_total: product.seat_price_total,
  flight_price_total: product.flight_price_total,
  from_price_total: product.from_price_total,
  on_sale: product.on_sale,
})

/** What they show of a price, or send back with their form. */
export type ShownQuote = Pick<
  Quote,
  'lines' | 'credits' | 'total' | 'order_total' | 'amount_due' | 'discount_code' | 'membership'
>

export const showQuote = (quote: Quote): ShownQuote => ({
  lines: quote.lines,
  credits: quote.credits,
  total: quote.total,
  order_total: quote.order_total,
  amount_due: quote.amount_due,
  discount_code: quote.discount_code,
  membership: quote.membership,
})
