import { formatTime } from './local-time.ts'

interface Leaving {
  local_date: string
  local_time: string
}

/** The clock times at which an order's flights leave on the day of the first one: `10:00`, `10:15`. */
export const listLeavingTimes = (flights: readonly Leaving[]): string[] => [
  ...new Set(flights.flatMap((one) => (one.local_date === flights[0]?.local_date ? one.local_time : []))),
]

/**
 * The times at which an order's flights leave on the day of the first one: "11:00 am", or "10:00 am and
 * 10:15 am" for a party on two aircraft.
 */
export const formatLeavingTimes = (flights: readonly Leaving[]): string =>
  listLeavingTimes(flights).map(formatTime).join(' and ')
