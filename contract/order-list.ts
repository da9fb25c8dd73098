import { z } from 'zod'
import { OrderStatus } from './enums.ts'
import { Order, OrderFlight } from './order.ts'
import { ListMeta } from './primitives.ts'

/** An order as a list shows it: what, when, how much. `GET /v1/orders/{id}` has the rest. */
export const OrderSummary = Order.pick({
  id: true,
  number: true,
  brand_id: true,
  kind: true,
  status: true,
  quantity_type: true,
  quantity: true,
  total: true,
  amount_paid: true,
  currency: true,
  held_until: true,
  created_at: true,
  completed_at: true,
}).extend({ flights: z.array(OrderFlight) })

export const OrdersReply = z.object({ orders: z.array(OrderSummary), meta: ListMeta })
export const OrderStatuses = z.array(OrderStatus).max(10)
export type OrderSummary = z.infer<typeof OrderSummary>
