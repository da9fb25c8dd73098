import { addDays, dayOfWeek, instantOf, toLocalDate } from '../../rules/time/local-time.ts'

/** When a pilot can fly on a weekday, by the clock of the terminal. */
export interface WeekdayHours {
  /** 0 is Sunday. */
  dayOfWeek: number
  /** `09:00`; an end that is not later than the beginning is on the day after. */
  from: string
  until: string
}

/** Days, both included, on which a pilot does not fly. */
export interface Absence {
  id: number
  fromDate: string
  untilDate: string
  kind: 'off' | 'ill' | 'training'
}

export interface Availability {
  /** Empty: at any time. */
  hours: readonly WeekdayHours[]
  absences: readonly Absence[]
}

interface FlightTimes {
  /** The calendar day at the terminal that it was sold for; a delay may bring it to the next one. */
  date: string
  departAt: Date
  arriveAt: Date
  /** Of the terminal it leaves from. */
  timezone: string
}

/** Why a pilot is not there for a flight, by their hours and days off; undefined when they are. */
export function judgeAvailability(
  flight: FlightTimes,
  { hours, absences }: Availability,
): 'off' | 'outside_hours' | undefined {
  const [leaves, lands] = [flight.departAt, flight.arriveAt].map((at) => toLocalDate(at, flight.timezone))
  const dates = [flight.date, leaves ?? '', lands ?? '']
  if (absences.some((absence) => dates.some((date) => isWithin(date, absence)))) return 'off'
  if (hours.length === 0) return undefined
  const date = leaves ?? flight.date
  // A night that began the day before may still last.
  const spans = [date, addDays(date, -1)].flatMap((day) => findSpan(day, hours, flight.timezone) ?? [])
  const isThere = spans.some(({ from, until }) => from <= flight.departAt && flight.arriveAt <= until)
  return isThere ? undefined : 'outside_hours'
}

/** Whether a day belongs to an absence. */
export const isWithin = (date: string, { fromDate, untilDate }: Pick<Absence, 'fromDate' | 'untilDate'>) =>
  fromDate <= date && date <= untilDate

/** The span of a day at which a pilot can fly; undefined on a weekday without hours. */
function findSpan(
  date: string,
  hours: readonly WeekdayHours[],
  timezone: string,
): { from: Date; until: Date } | undefined {
  const found = hours.find((one) => one.dayOfWeek === dayOfWeek(date))
  if (!found) return undefined
  const { from, until } = found
  return {
    from: instantOf(date, from, timezone),
    until: instantOf(until > from ? date : addDays(date, 1), until, timezone),
  }
}

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
const DAY_MINS = 24 * 60

/**
 * When a pilot can fly on a day, in minutes since its midnight; a night that began the day before comes
 * first. Null for any time, empty on a weekday without hours.
 */
export function listDayHours(
  date: string,
  hours: readonly WeekdayHours[],
): { fromMins: number; untilMins: number }[] | null {
  if (hours.length === 0) return null
  return [-1, 0].flatMap((days) => {
    const found = hours.find((one) => one.dayOfWeek === dayOfWeek(addDays(date, days)))
    if (!found) return []
    const night = found.until > found.from ? 0 : DAY_MINS
    const fromMins = Math.max(0, minutesOf(found.from) + days * DAY_MINS)
    const untilMins = minutesOf(found.until) + night + days * DAY_MINS
    return untilMins > fromMins ? [{ fromMins, untilMins }] : []
  })
}
