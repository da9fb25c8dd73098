/** How long a pilot may fly and be on duty, as the operator's rule says. */
export interface DutyLimits {
  /** Of all flights of a duty, from off blocks to landing. */
  maxFlightMins: number
  /** From the report before the first flight to the end of the work after the last one. */
  maxDutyMins: number
  /** Between two duties. */
  minRestMins: number
  /** Days with a flight, one after the other; null for any number. */
  maxDaysInRow: number | null
  reportMins: number
  releaseMins: number
}

/** A flight as far as it counts for its pilot's duty. */
export interface DutyFlight {
  id: number
  code: string
  /** The calendar day of its departure at the terminal. */
  date: string
  /** As they are expected. */
  departAt: Date
  arriveAt: Date
  /** As they were, once the flight has left and landed. */
  offBlocksAt: Date | null
  landedAt: Date | null
}

/** Flights with less than a rest between them, soonest first. */
export interface Duty<Flight extends DutyFlight = DutyFlight> {
  flights: Flight[]
  from: Date
  until: Date
  flightMins: number
  dutyMins: number
}

export type DutyProblem =
  /** Minutes of the duty, and how many there may be. */
  | { kind: 'flight_hours' | 'duty_hours'; mins: number; limit: number }
  /** The minutes between the duties before and after, `code` is the flight on the other side. */
  | { kind: 'rest'; mins: number; limit: number; code: string }
  /** Days with a flight in a row. */
  | { kind: 'days_in_row'; days: number; limit: number }

const MINUTE = 60_000
const minutesBetween = (from: Date, until: Date) => Math.round((until.getTime() - from.getTime()) / MINUTE)
const shift = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE)

/** When a flight leaves and lands: as it was, and as it is expected for what is still to come. */
export function findFlown({ departAt, arriveAt, offBlocksAt, landedAt }: DutyFlight): {
  from: Date
  until: Date
} {
  const from = offBlocksAt ?? departAt
  const planned = new Date(from.getTime() + arriveAt.getTime() - departAt.getTime())
  return { from, until: landedAt && landedAt >= from ? landedAt : planned }
}

/** The duties of a pilot: a new one begins after a rest that is long enough. */
export function findDuties<Flight extends DutyFlight>(
  flights: readonly Flight[],
  limits: DutyLimits,
): Duty<Flight>[] {
  const inOrder = flights.toSorted(
    (a, b) => findFlown(a).from.getTime() - findFlown(b).from.getTime() || a.id - b.id,
  )
  const groups: Flight[][] = []
  let releasedAt: Date | undefined
  for (const flight of inOrder) {
    const { from, until } = findFlown(flight)
    const reportsAt = shift(from, -limits.reportMins)
    const isRested = releasedAt === undefined || minutesBetween(releasedAt, reportsAt) >= limits.minRestMins
    if (isRested) groups.push([flight])
    else groups.at(-1)?.push(flight)
    const released = shift(until, limits.releaseMins)
    releasedAt = releasedAt === undefined || isRested || released > releasedAt ? released : releasedAt
  }
  return groups.map((group) => measureDuty(group, limits))
}

function measureDuty<Flight extends DutyFlight>(flights: Flight[], limits: DutyLimits): Duty<Flight> {
  const flown = flights.map(findFlown)
  const times = (which: 'from' | 'until') => flown.map((one) => one[which].getTime())
  const from = shift(new Date(Math.min(...times('from'))), -limits.reportMins)
  const until = shift(new Date(Math.max(...times('until'))), limits.releaseMins)
  const flightMins = flown.reduce((sum, one) => sum + minutesBetween(one.from, one.until), 0)
  return { flights, from, until, flightMins, dutyMins: minutesBetween(from, until) }
}

/** The limits that a duty is over. */
export function judgeDuty(duty: Duty, limits: DutyLimits): DutyProblem[] {
  const { flightMins, dutyMins } = duty
  const tooMuchFlown: DutyProblem[] =
    flightMins > limits.maxFlightMins
      ? [{ kind: 'flight_hours', mins: flightMins, limit: limits.maxFlightMins }]
      : []
  if (dutyMins <= limits.maxDutyMins) return tooMuchFlown
  return [
    ...tooMuchFlown,
    findShortRest(duty, limits) ?? { kind: 'duty_hours', mins: dutyMins, limit: limits.maxDutyMins },
  ]
}

/** Two duties within their limits, which only a night that is too short makes one. */
function findShortRest({ flights }: Duty, limits: DutyLimits): DutyProblem | undefined {
  const breaks = flights.slice(1).map((flight, at) => {
    const [before, after] = [flights.slice(0, at + 1), flights.slice(at + 1)]
    const mins = minutesBetween(measureDuty(before, limits).until, measureDuty(after, limits).from)
    const areShort = [before, after].every((part) => measureDuty(part, limits).dutyMins <= limits.maxDutyMins)
    const isNight = flights[at]?.date !== flight.date && mins >= limits.minRestMins / 2
    return { mins, isNight: isNight && areShort, code: flight.code }
  })
  const longest = breaks.filter(({ isNight }) => isNight).toSorted((a, b) => b.mins - a.mins)[0]
  return longest && { kind: 'rest', mins: longest.mins, limit: limits.minRestMins, code: longest.code }
}

/** Why a pilot with these flights may not fly another one, by the limits of duty; empty if they may. */
export function judgeFlight(
  flight: DutyFlight,
  others: readonly DutyFlight[],
  limits: DutyLimits,
): DutyProblem[] {
  const flights = [...others.filter(({ id }) => id !== flight.id), flight]
  const duty = findDuties(flights, limits).find((one) => one.flights.some(({ id }) => id === flight.id))
  const days = countDaysInRow(flight.date, new Set(flights.map(({ date }) => date)))
  const { maxDaysInRow: limit } = limits
  return [
    ...(duty ? judgeDuty(duty, limits).map((problem) => nameOther(problem, flight, duty)) : []),
    ...(limit !== null && days > limit ? [{ kind: 'days_in_row', days, limit } as const] : []),
  ]
}

/** A short rest is told by the flight on its other side. */
function nameOther(problem: DutyProblem, flight: DutyFlight, { flights }: Duty): DutyProblem {
  if (problem.kind !== 'rest' || problem.code !== flight.code) return problem
  const before = flights[flights.findIndex(({ id }) => id === flight.id) - 1]
  return before ? { ...problem, code: before.code } : problem
}

/** The days with a flight around a day, one after the other, and the day itself. */
export function countDaysInRow(date: string, dates: ReadonlySet<string>): number {
  const run = (step: number): number => {
    let [count, next] = [0, addDay(date, step)]
    while (dates.has(next)) [count, next] = [count + 1, addDay(next, step)]
    return count
  }
  return run(-1) + 1 + run(1)
}

const addDay = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
