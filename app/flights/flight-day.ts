import { type OrderFlight } from '#contract/order.ts'
import { formatTime, toLocalTime, formatZone } from '../format/local-time.ts'

/** The part of the day: `16:28` → `afternoon`. */
export function getPartOfDay(localTime: string): 'morning' | 'afternoon' | 'evening' | 'night' {
  const hour = Number(localTime.slice(0, 2))
  if (hour < 5 || hour >= 21) return 'night'
  if (hour < 12) return 'morning'
  return hour < 17 ? 'afternoon' : 'evening'
}

/** Minutes of the safety briefing, which ends with the walk to the aircraft. */
const BRIEFING_MINUTES = 20
const MINUTE = 60_000

export interface Stop {
  /** `HH:MM` in the terminal's zone. */
  time: string
  instant: string
  title: string
  text: string
}

/** The schedule at the terminal, from arrival to return. */
export function listDayStops(flight: OrderFlight): Stop[] {
  const at = (instant: string) => ({ instant, time: toLocalTime(instant, flight.timezone) })
  const times = flight.delay ?? flight
  const departs = new Date(times.depart_at).getTime()
  const briefing = new Date(departs - BRIEFING_MINUTES * MINUTE).toISOString()
  const arrive = {
    ...at(times.check_in_at),
    title: 'Arrive',
    text: 'Check in at the desk. Bring photo identification for everybody.',
  }
  const brief = {
    ...at(briefing),
    title: 'Briefing',
    text: 'Headset and harness. Loose things stay in a locker; phones need a strap, and we have them.',
  }
  const sunset = flight.tags.includes('sunset')
  const lift = {
    ...at(times.depart_at),
    title: 'Lift off',
    text:
      sunset && !flight.delay
        ? 'Sunset, to the minute.'
        : `${String(flight.flight_duration_mins)} minutes in the air.`,
  }
  const back = {
    ...at(times.arrive_at),
    title: 'Back on the ground',
    text: 'Take your time; the crew is happy to answer everything you saw.',
  }
  const early = new Date(times.check_in_at).getTime() < departs - BRIEFING_MINUTES * MINUTE
  return early ? [arrive, brief, lift, back] : [arrive, lift, back]
}

/** `3:43 pm EST` */
export function terminalTime(instant: string, { timezone }: Pick<OrderFlight, 'timezone'>): string {
  return `${formatTime(toLocalTime(instant, timezone))} ${formatZone(instant, timezone)}`
}
