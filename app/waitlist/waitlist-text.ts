import { type QuantityType } from '#contract/enums.ts'
import { type WaitlistFlight } from '#contract/waitlist.ts'
import { formatDay, formatTime, toLocalDate, toLocalTime, formatZone } from '../format/local-time.ts'

export interface WaitingParty {
  quantity_type: QuantityType
  quantity: number
}

/** `2 seats`, `the whole aircraft for 3`. */
export function describeParty({ quantity_type, quantity }: WaitingParty): string {
  if (quantity_type === 'flight') return `the whole aircraft for ${String(quantity)}`
  return `${String(quantity)} ${quantity === 1 ? 'seat' : 'seats'}`
}

/** `One seat, up to 250 lb.`; undefined where nothing limits the weight, or the offer is over. */
export function describePounds({
  quantity,
  max_weight_lbs: pounds,
}: {
  quantity: number
  max_weight_lbs: number | null
}): string | undefined {
  if (pounds === null) return undefined
  return quantity === 1
    ? `One seat, up to ${String(pounds)} lb.`
    : `${String(quantity)} seats, up to ${pounds.toLocaleString('en-US')} lb together.`
}

/** Day and time with the zone, then the terminal. */
export const flightLines = (
  flight: Pick<WaitlistFlight, 'local_date' | 'local_time' | 'timezone_label' | 'terminal_name'>,
): string[] => [
  `${formatDay(flight.local_date)}, ${formatTime(flight.local_time)} ${flight.timezone_label}`,
  flight.terminal_name,
]

/** An instant in the terminal's zone; without the date if it is today. */
export function describeDeadline(
  instant: string,
  { timezone }: Pick<WaitlistFlight, 'timezone'>,
  now: Date,
): string {
  const date = toLocalDate(instant, timezone)
  const time = `${formatTime(toLocalTime(instant, timezone))} ${formatZone(instant, timezone)}`
  return date === toLocalDate(now.toISOString(), timezone) ? time : `${formatDay(date)}, ${time}`
}

/** For a cancelled departure, whose waitlist ends without an offer. */
export const DEPARTURE_CANCELLED = {
  title: 'This flight is called off',
  lines: [
    'It does not leave, so nobody waits for it any more and nothing of it is kept for anybody. ' +
      'You owe nothing.',
  ],
}
