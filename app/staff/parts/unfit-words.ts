import { type BoardAircraft, type UnfitReason } from '#contract/flight-board.ts'
import { formatTime, toLocalTime } from '../../format/local-time.ts'
import { formatNightZone } from '../../format/night-zone.ts'
import { formatCount } from './count-noun.ts'
import { formatHours } from './duty-words.ts'

export const pounds = (weight: number): string => weight.toLocaleString('en-US')

export const clockOf = (instant: string, zone: string): string =>
  `${formatTime(toLocalTime(instant, zone))}${formatNightZone(instant, zone)}`

export const CATEGORIES: Record<BoardAircraft['category'], string> = {
  doors_on: 'doors on',
  doors_off: 'doors off',
  executive: 'executive',
}

interface ReasonContext {
  /** Of the terminal. */
  zone: string
  /** What was bought. */
  category: BoardAircraft['category'] | undefined
}

/** Why an aircraft or a pilot cannot take a flight, in a sentence. */
export function describeReason(reason: UnfitReason, { zone, category }: ReasonContext): string {
  const { kind, flight_code: code, from, until, count, limit } = reason
  const amount = count ?? 0
  const at = from === null ? '' : ` at ${clockOf(from, zone)}`
  switch (kind) {
    case 'out_of_service':
      return 'Out of service.'
    case 'other_category':
      return category === undefined
        ? 'Another category than was bought.'
        : `Another category: ${CATEGORIES[category]} was bought.`
    case 'too_few_seats':
      return `${formatCount(amount, 'seat', 'seats')} too few.`
    case 'too_heavy':
      return `${pounds(amount)} lb too heavy.`
    case 'second_seat':
      return 'Somebody would need a second seat that was not bought.'
    case 'busy':
      return `Flies ${code ?? ''}${at}, ready ${until === null ? '' : clockOf(until, zone)}.`
    case 'too_far':
      return `Cannot be there in time: ${code ?? ''}${at} is ${String(amount)} minutes away.`
    case 'pilot_busy':
      return `Its longer turnaround makes the pilot late for ${code ?? ''}${at}.`
    case 'gone':
      return 'It boards, has left, or its time is over.'
    case 'on_hold':
      return 'It waits for a decision about the weather.'
    case 'other_fare':
      return 'Its fare is cheaper than what was bought, or gives less back.'
    case 'not_sunset':
      return 'The flight at sunset was bought.'
    case 'dark':
      return `It lands after the last light${from === null ? '' : ` (${clockOf(from, zone)})`}.`
    case 'off':
      return 'Off on that day.'
    case 'outside_hours':
      return 'Outside the hours at which they fly.'
    case 'flight_hours':
      return `Would fly ${formatHours(amount)}; ${formatHours(limit ?? 0)} are allowed.`
    case 'duty_hours':
      return `Would be on duty for ${formatHours(amount)}; ${formatHours(limit ?? 0)} are allowed.`
    case 'rest':
      return (
        `Only ${formatHours(amount)} of rest beside ${code ?? ''}; ` +
        `${formatHours(limit ?? 0)} are needed.`
      )
    case 'days_in_row':
      return `Would fly ${String(amount)} days in a row; ${String(limit ?? 0)} are allowed.`
  }
}

/** What to know of an aircraft on which a flight would stay too heavy; empty within its limit. */
export const describeOver = (overLbs: number): string =>
  overLbs > 0 ? `Stays ${pounds(overLbs)} lb over its limit.` : ''

/** `Free from 1:10 pm until 4:05 pm.` */
export function describeFree(
  { free_from: from, free_until: until }: { free_from: string | null; free_until: string | null },
  zone: string,
): string {
  if (from === null && until === null) return 'Nothing else on this day.'
  const begin = from === null ? '' : ` from ${clockOf(from, zone)}`
  const end = until === null ? '' : ` until ${clockOf(until, zone)}`
  return `Free${begin}${end}.`
}
