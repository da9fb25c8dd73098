import { type OrderState } from './order-states.ts'

export interface FlightToChange {
  departAt: Date
  status: 'scheduled' | 'boarding' | 'departed' | 'landed' | 'delayed' | 'called_off'
}

export type ChangeObstacle =
  'change_not_paid' | 'change_ended' | 'change_of_gifts' | 'change_flight_over' | 'change_closed'

/**
 * Why nothing can be added to an order any more; undefined when something can. Additions end when
 * sales close for its first flight, because staff and crew work from the list of that hour. A
 * change that began before may still be paid until the flight leaves.
 * @param closesAt null without a flight; ignored when the money has already arrived
 */
export function findChangeObstacle(
  order: { kind: 'flight' | 'gift_cards'; status: OrderState; paid: boolean },
  flights: readonly FlightToChange[],
  { now, closesAt }: { now: Date; closesAt?: Date | null },
): ChangeObstacle | undefined {
  if (order.kind === 'gift_cards') return 'change_of_gifts'
  if (!order.paid) return 'change_not_paid'
  if (order.status !== 'completed' && order.status !== 'partially_refunded') return 'change_ended'
  const over = ({ departAt, status }: FlightToChange) =>
    departAt <= now || status === 'departed' || status === 'landed' || status === 'called_off'
  if (flights.length === 0 || flights.some(over)) return 'change_flight_over'
  return closesAt && closesAt <= now ? 'change_closed' : undefined
}
