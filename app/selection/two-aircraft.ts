import { type AvailableDeparture } from '#contract/availability.ts'
import { formatTime } from '../format/local-time.ts'

type Leaving = Pick<AvailableDeparture, 'local_time' | 'two_aircraft'>

/** "10:00 am", or for a party on two aircraft "10:00 am and 10:15 am". */
export function formatLeaving({ local_time: time, two_aircraft: pair }: Leaving): string {
  return pair ? `${formatTime(time)} and ${formatTime(pair.second.local_time)}` : formatTime(time)
}

/** "3 at 10:00 am and 2 at 10:15 am"; undefined where one aircraft takes everybody. */
export function describeDivision({ local_time: time, two_aircraft: pair }: Leaving): string | undefined {
  if (!pair) return undefined
  const { quantity, second } = pair
  return (
    `${String(quantity)} at ${formatTime(time)} and ` +
    `${String(second.quantity)} at ${formatTime(second.local_time)}`
  )
}

/**
 * A departure as a party on two aircraft has chosen it: with the seats of both.
 *
 * @param secondId the other departure of the address
 * @returns undefined when these two are not offered together
 */
export function chooseTogether(
  first: AvailableDeparture,
  secondId: number,
  departures: readonly AvailableDeparture[],
): AvailableDeparture | undefined {
  const { second } = first.two_aircraft ?? {}
  if (second?.departure_id !== secondId) return undefined
  const left = departures.find(({ departure_id: id }) => id === secondId)?.seats_left ?? second.quantity
  return { ...first, status: 'open', note: null, seats_left: first.seats_left + left }
}

/** The seats of a cart, by flight; the whole party where one aircraft takes it. */
export function seatItems(
  {
    departure_id,
    depart_at,
    two_aircraft: pair,
  }: Pick<AvailableDeparture, 'departure_id' | 'depart_at' | 'two_aircraft'>,
  quantity: number,
) {
  if (!pair) return [{ departure_id, depart_at, quantity }]
  return [{ departure_id, depart_at, quantity: pair.quantity }, toItem(pair.second)]
}

type Second = NonNullable<AvailableDeparture['two_aircraft']>['second']

const toItem = ({ departure_id, depart_at, quantity }: Second) => ({ departure_id, depart_at, quantity })

/** The second flight as a field of a quote; nothing where one aircraft takes everybody. */
export const secondOfQuote = ({ two_aircraft: pair }: Pick<AvailableDeparture, 'two_aircraft'>) =>
  pair ? { second_departure: toItem(pair.second) } : {}
