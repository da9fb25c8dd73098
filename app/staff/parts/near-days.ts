import { type OrderFlight } from '#contract/order.ts'
import { formatLeavingTimes } from '../../format/leaving-times.ts'
import {
  formatShortDate,
  formatShortDay,
  formatTime,
  toLocalDate,
  toLocalTime,
} from '../../format/local-time.ts'

/** `Sat 21 Nov`, and `21 Nov 2025` of another year than today's. */
export const nearDay = (day: string, today: string): string =>
  day.slice(0, 4) === today.slice(0, 4) ? formatShortDay(day) : formatShortDate(day)

/** `today 2:15 pm`, `Sat 21 Nov, 2:15 pm` */
export function nearTime(
  { local_date: day, local_time: clock }: Pick<OrderFlight, 'local_date' | 'local_time'>,
  today: string,
): string {
  const time = formatTime(clock)
  return day === today ? `today ${time}` : `${nearDay(day, today)}, ${time}`
}

type Leaving = Pick<OrderFlight, 'local_date' | 'local_time'>

/**
 * When an order leaves: `Sat 21 Nov, 2:15 pm`, of a party on two aircraft `Sat 21 Nov, 2:15 pm and 2:30 pm`;
 * undefined without a flight.
 */
export function nearTimes(flights: readonly Leaving[], today: string): string | undefined {
  const [first] = flights
  if (!first) return undefined
  const times = formatLeavingTimes(flights)
  return first.local_date === today ? `today ${times}` : `${nearDay(first.local_date, today)}, ${times}`
}

/** `2:15 pm` of today, `Sat 21 Nov, 2:15 pm` of another day. */
export function nearMoment(instant: string, zone: string, today: string): string {
  const [day, time] = [toLocalDate(instant, zone), formatTime(toLocalTime(instant, zone))]
  return day === today ? time : `${nearDay(day, today)}, ${time}`
}
