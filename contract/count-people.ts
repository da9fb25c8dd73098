import { type Order } from './order.ts'

/**
 * How many people of an order fly. Where a part of it was given back, some of them may stay home:
 * those who are listed fly. A service of another house may list fewer people than were booked, so
 * that the list alone does not say it.
 */
export const countPeople = ({
  status,
  quantity,
  passengers,
}: Pick<Order, 'quantity' | 'passengers'> & Partial<Pick<Order, 'status'>>): number =>
  status === 'partially_refunded' && passengers.length > 0 ? passengers.length : quantity
