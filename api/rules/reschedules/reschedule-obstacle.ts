import { isBooked } from '#contract/enums.ts'
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
  | 'move_still_due'

export interface OrderToReschedule {
  kind: 'flight' | 'gift_cards'
  status: OrderState
  /** The change is already paid. */
  paid: boolean
  /** The brand lets buyers reschedule their flights. */
  allowed: boolean
}

/** What stops buyers only: staff move the flight for them. */
const STOPS_BUYERS: readonly RescheduleObstacle[] = ['move_off', 'move_still_due']

export const stopsStaff = (obstacle: RescheduleObstacle): boolean => !STOPS_BUYERS.includes(obstacle)

/**
 * Why a flight cannot be rescheduled; undefined when it can. Reschedules end at check-in, because
 * from then on the crew works from its list. A change that began before may still be paid until the
 * flight leaves. A departure that the operator cancelled is rebooked without a fee through its
 * rebooking offer instead. An order that is not paid whole is rescheduled by staff, who add what it costs
 * to the amount due.
 * @param flights the old flights; none of them may have left
 * @param checkInAt of the first of them; ignored when the money has already arrived
 */
export function findRescheduleObstacle(
  { kind, status, paid, allowed }: OrderToReschedule,
  flights: readonly FlightToChange[],
  { now, checkInAt }: { now: Date; checkInAt?: Date | null },
): RescheduleObstacle | undefined {
  if (kind === 'gift_cards') return 'move_of_gifts'
  if (!paid) return 'move_not_paid'
  if (!isBooked(status)) return 'move_ended'
  if (flights.some((flight) => flight.status === 'called_off')) return 'move_called_off'
  const gone = ({ departAt, status: state }: FlightToChange) =>
    departAt <= now || state === 'departed' || state === 'landed' || state === 'boarding'
  if (flights.length === 0 || flights.some(gone)) return 'move_flight_over'
  if (!allowed) return 'move_off'
  if (checkInAt && checkInAt <= now) return 'move_closed'
  return status === 'partially_paid' ? 'move_still_due' : undefined
}
