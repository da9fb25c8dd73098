import { type OrderState } from './order-states.ts'

export interface FlightToChange {
  departAt: Date
  status: 'scheduled' | 'boarding' | 'departed' | 'landed' | 'delayed' | 'called_off'
}

export type ChangeObstacle =
  'change_not_paid' | 'change_ended' | 'change_of_gifts' | 'change_flight_over' | 'change_closed'

/**
 * Why nothing can be added to an order any more, or undefined when it can. Until sales close for
 * its first flight, so that the desk and the crew, who work from the list of that hour, know of it;
 * what was begun before may still be paid until the flight leaves.
 *
 * @param closesAt null without a flight; not asked when money is there already
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
