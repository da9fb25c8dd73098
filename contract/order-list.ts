import { z } from 'zod'
import { OrderStatus, Place } from './enums.ts'
import { Order, OrderFlight } from './order.ts'
import { Id, ListMeta } from './primitives.ts'

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
  buyer: z.object({ email: z.string(), name: z.string(), phone: z.string().nullable() }).optional(),
})

export const OrdersReply = z.object({ orders: z.array(OrderSummary), meta: ListMeta })
export const OrderStatuses = z.array(OrderStatus).max(10)
export type OrderSummary = z.infer<typeof OrderSummary>
