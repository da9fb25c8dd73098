import { type AvailableDeparture } from '#contract/availability.ts'

type Seats = Pick<AvailableDeparture, 'seats_left' | 'capacity' | 'status'>

/** "3 seats left"; for a larger party, whether seats are missing or the aircraft is too small. */
export function describeSeatsLeft({ seats_left: left, capacity, status }: Seats): string {
  const seats = `${String(left)} ${left === 1 ? 'seat' : 'seats'} left`
  if (status !== 'too_few') return seats
  return left >= capacity
    ? `The aircraft has ${String(capacity)} seats, fewer than your party`
    : `Only ${seats}, fewer than your party`
}
