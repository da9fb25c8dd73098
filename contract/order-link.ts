import { z } from 'zod'
import { FlightPhoto } from './flight.ts'
import { Order } from './order.ts'
import { OrderPassengersReply } from './passenger.ts'
import { Instant } from './primitives.ts'

/**
 * An order as the secret link in its mails shows it: the booking, its date, price and status.
 * Without codes, tenders, cards, payment pages, answers to upgrades' questions, phone and tags.
 */
export const LinkedOrder = Order.pick({
  id: true,
  number: true,
  brand_id: true,
  kind: true,
  status: true,
  waiting_for_answer: true,
  quantity_type: true,
  quantity: true,
  lines: true,
  credits: true,
  total: true,
  amount_paid: true,
  amount_due: true,
  balance_due_at: true,
  currency: true,
  flights: true,
  passengers: true,
  history: true,
  comments: true,
  created_at: true,
  completed_at: true,
}).extend({
  /** When the link expires. */
  open_until: Instant,
  /** It was sold to a walk-in without an e-mail, who has no mails and cannot log in. */
  without_email: z.boolean(),
})

/** The reply to `GET /v1/order_links/{token}`. */
export const OrderLinkReply = z.object({
  order: LinkedOrder,
  party: OrderPassengersReply,
  /** The photos of the order's flights, available after the flights. */
  photos: z.array(FlightPhoto),
})

export type OrderLinkBody = z.infer<typeof OrderLinkReply>
export type LinkedOrder = z.infer<typeof LinkedOrder>
