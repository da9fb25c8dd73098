import { type Order } from './order.ts'

/**
 * Returns how many people of an order fly. After a partial refund only the listed passengers fly.
 * Otherwise the quantity counts, because another service may list fewer passengers than were
 * booked.
 */
export const countPeople = ({
  status,
  quantity,
  passengers,
}: Pick<Order, 'quantity' | 'passengers'> & Partial<Pick<Order, 'status'>>): number =>
  status === 'partially_refunded' && passengers.length > 0 ? passengers.length : quantity
