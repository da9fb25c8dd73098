import { type OrderFlight } from '#contract/order.ts'
import { timezoneLabel, toClock, toLongDay } from '../../rules/time/local-time.ts'

/** "Friday, May 14, 2027", the calendar day at the terminal. */
export function flightDay(flight: Pick<OrderFlight, 'depart_at' | 'timezone'>): string {
  return toLongDay(new Date(flight.depart_at), flight.timezone)
}

/** "4:30 PM EDT": an instant on the terminal's clock, with the zone's name at that very instant. */
export function terminalTime({ timezone }: Pick<OrderFlight, 'timezone'>, instant: string): string {
  const time = toClock(new Date(instant), timezone)
  // Some runtimes put a narrow space before AM and PM, which old mail programs show as a question
  // mark.
  return `${time.replace(/\s/g, ' ')} ${timezoneLabel(new Date(instant), timezone)}`
}
