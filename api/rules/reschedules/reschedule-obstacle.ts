import { type FlightToChange } from '../orders/change-obstacle.ts'
import { type OrderState } from '../orders/order-states.ts'

export type RescheduleObstacle =
  | 'move_off'
  | 'move_not_paid'
  | 'move_ended'
  | 'move_of_gifts'
  | 'move_flight_over'
  | 'move_called_off'
  | 'move_closed'

export interface OrderToReschedule {
  kind: 'flight' | 'gift_cards'
  status: OrderState
  /** Its money came. */
  paid: boolean
  /** Its brand lets buyers move their flights. */
  allowed: boolean
}

/**
 * Why a flight cannot be moved, or undefined when it can: until check-in, because from then on the
 * crew weighs and seats by its list. What was begun before may still be paid until the flight
 * leaves. What the operator called off is given another day without a fee, elsewhere.
 *
 * @param flights those that are given up; of several, none may have left
 * @param checkInAt of the first of them; not asked when money is there already
 */
export function findRescheduleObstacle(
  { kind, status, paid, allowed }: OrderToReschedule,
  flights: readonly FlightToChange[],
  { now, checkInAt }: { now: Date; checkInAt?: Date | null },
): RescheduleObstacle | undefined {
  if (kind === 'gift_cards') return 'move_of_gifts'
  if (!paid) return 'move_not_paid'
  if (status !== 'completed' && status !== 'partially_refunded') return 'move_ended'
  if (flights.some((flight) => flight.status === 'called_off')) return 'move_called_off'
  const gone = ({ departAt, status: state }: FlightToChange) =>
    departAt <= now || state === 'departed' || state === 'landed' || state === 'boarding'
  if (flights.length === 0 || flights.some(gone)) return 'move_flight_over'
  if (!allowed) return 'move_off'
  return checkInAt && checkInAt <= now ? 'move_closed' : undefined
}
