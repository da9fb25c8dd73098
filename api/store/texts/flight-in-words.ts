import { type OrderFlight } from '#contract/order.ts'
import { shorten } from '../../rules/texts/segments.ts'
import { terminalTime } from '../mails/flight-time.ts'

/** Longer names are cut in texts: the link must fit beside them. */
const LONGEST_NAME = 45

/**
 * `The New Yorker on Fri, May 14 at 4:30 PM EDT`, in the terminal's zone.
 * @param time when it leaves, where that is not the sold time alone
 */
export function flightInWords(
  flight: Pick<OrderFlight, 'product_name' | 'depart_at' | 'timezone'>,
  time = terminalTime(flight, flight.depart_at),
): string {
  const day = new Intl.DateTimeFormat('en-US', {
    timeZone: flight.timezone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  }).format(new Date(flight.depart_at))
  const name = shorten(flight.product_name, LONGEST_NAME)
  return `${name} on ${day} at ${time}`
}
