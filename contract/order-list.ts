import { z } from 'zod'
import { OrderStatus, Place } from './enums.ts'
import { Order, OrderFlight } from './order.ts'
import { Dollars, Id, ListMeta, LocalDate } from './primitives.ts'
import { SavedFilter } from './saved-filter.ts'

/** An order in a list. `GET /v1/orders/{id}` has the remaining fields. */
export const OrderSummary = Order.pick({
  id: true,
  number: true,
  brand_id: true,
  user_id: true,
  prize_id: true,
  kind: true,
  channel: true,
  status: true,
  waiting_for_answer: true,
  quantity_type: true,
  quantity: true,
  total: true,
  amount_paid: true,
  amount_due: true,
  balance_due_at: true,
  currency: true,
  held_until: true,
  created_at: true,
  completed_at: true,
}).extend({
  flights: z.array(OrderFlight),
  /** For bought gift cards: the product that they are good for. */
  gift: z
    .object({ product_id: Id, product_name: z.string(), place: Place, tags: z.array(z.string()) })
    .optional(),
  /** The customer, where staff request the orders of all customers. */
  buyer: z
    .object({
      /** Null only for a walk-in. */
      email: z.string().nullable(),
      /** Empty for guests, who give no name of their own. */
      name: z.string(),
      phone: z.string().nullable(),
      /** The name of the first passenger; empty while none is known. */
      first_passenger: z.string(),
      /** The names of all passengers; empty where one is not known yet. */
      passengers: z.array(z.string()),
    })
    .optional(),
})

/** What the orders of a filter come to. */
export const OrderSums = z.object({
  orders: z.number().int(),
  /**
   * How many of them stand: those that expired or were cancelled or refunded are no sale, and count
   * neither in `people` nor in `total`.
   */
  standing: z.number().int(),
  /** Those who fly; gift cards count none. */
  people: z.number().int(),
  /** Of the orders that stand, without what was refunded of them. */
  total: Dollars,
  /** Of orders that can still be paid. */
  left_to_pay: Dollars,
  currency: z.literal('usd'),
})
export const OrdersReply = z.object({
  orders: z.array(OrderSummary),
  meta: ListMeta,
  /** With `sums=1` for staff, where fewer than 1,000 are found. */
  sums: OrderSums.optional(),
})
/**
 * `GET /v1/order_counts`: how many orders staff find behind each saved filter of the list, counted
 * up to 1,000.
 */
export const OrderCounts = z.object({
  /** Today in the shop’s zone, from which `flies_today` and the days after it are counted. */
  date: LocalDate,
  flies_today: z.number().int(),
  flies_tomorrow: z.number().int(),
  /** Placed and not paid; their seats are held. */
  to_pay: z.number().int(),
  /** Paid orders of the next seven days that lack a passenger's weight. */
  weights_missing: z.number().int(),
  /** The departure was cancelled, and the buyer has not chosen yet. */
  waiting_for_answer: z.number().int(),
  /** Sold today by the caller, on the phone or at the counter. */
  sold_by_me_today: z.number().int(),
  /** Orders of which something was given back since Monday. */
  refunded_this_week: z.number().int(),
  /** The Monday from which `refunded_this_week` is counted. */
  monday: LocalDate,
  /** The caller's own filters, in the order in which they were saved. */
  saved: z.array(SavedFilter.extend({ count: z.number().int() })),
})
export const OrderCountsReply = z.object({ order_counts: OrderCounts })
export type OrderSums = z.infer<typeof OrderSums>
export type OrderCounts = z.infer<typeof OrderCounts>
export const OrderStatuses = z.array(OrderStatus).max(10)
export type OrderSummary = z.infer<typeof OrderSummary>
