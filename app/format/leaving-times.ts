import { formatTime } from './local-time.ts'

interface Leaving {
  local_date: string
  local_time: string
}

/** The clock times at which an order's flights leave on the day of the first one: `10:00`, `10:15`. */
export function listLeavingTimes(flights: readonly Leaving[]): string[] {
  const day = flights.filter(({ local_date: date }) => date === flights[0]?.local_date)
  return [...new Set(day.map(({ local_time: time }) => time))]
}

/**
 * The times at which an order's flights leave on the day of the first one: "11:00 am", or "10:00 am and
 * 10:15 am" for a party on two aircraft.
 */
export const formatLeavingTimes = (flights: readonly Leaving[]): string =>
  listLeavingTimes(flights).map(formatTime).join(' and ')
