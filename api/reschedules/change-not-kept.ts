import { type ChangeObstacle } from '../rules/orders/change-obstacle.ts'

/** Why the money of an addition cannot be kept, for the ledger. */
export const CHANGE_NOT_KEPT: Record<ChangeObstacle, string> = {
  change_not_paid: 'the order is not paid',
  change_ended: 'the order ended meanwhile',
  change_of_gifts: 'the order has no flight',
  change_flight_over: 'the flight left, or was called off',
  change_closed: 'sales have closed',
}
