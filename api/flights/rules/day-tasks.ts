import { findPilotClash, type PilotFlight } from './pilot-clash.ts'

/** What the tasks of a flight depend on. */
export interface DayFlightFacts extends PilotFlight {
  id: number
  code: string
  status: 'scheduled' | 'boarding' | 'departed' | 'landed' | 'delayed' | 'called_off'
  arriveAt: Date
  aircraft: { id: number; inService: boolean; turnaroundMins: number }
  pilotId: number | null
  seatsTaken: number
  weightLbs: number
  maxWeightLbs: number
  missing: { id: number; orderId: number; name: string }[]
}

type FlightTaskKind = 'no_pilot' | 'no_aircraft' | 'too_heavy' | 'weight_missing' | 'short_turnaround'

export interface FlightTask {
  kind: FlightTaskKind
  flight: DayFlightFacts
  dueAt: Date
  /** For a short turnaround: the flight before, and the minutes on the ground. */
  turnaround?: { flightCode: string; minutes: number; needed: number }
}

const MINUTE = 60_000
/** A flight is complete this long before it leaves, when its passengers arrive. */
const COMPLETE_BEFORE_MS = 30 * MINUTE

const hasLeft = ({ status }: Pick<DayFlightFacts, 'status'>) => status === 'departed' || status === 'landed'

type Clocked = Pick<DayFlightFacts, 'status' | 'departAt' | 'arriveAt'>

/**
 * The minutes that a flight is late by the clock: its time has passed and it has not left, or it
 * should have landed.
 */
export function delayMinutes({ status, departAt, arriveAt }: Clocked, now: Date): number {
  if (status === 'landed' || status === 'called_off') return 0
  const due = status === 'departed' ? arriveAt : departAt
  return Math.max(0, Math.floor((now.getTime() - due.getTime()) / MINUTE))
}

/** The tasks that the flights of a day need done before they leave. */
export function findFlightTasks(day: readonly DayFlightFacts[], now: Date): FlightTask[] {
  const open = day.filter((one) => one.status !== 'called_off' && one.seatsTaken > 0)
  const flightsOf = new Map<number, DayFlightFacts[]>()
  for (const flight of open) {
    const known = flightsOf.get(flight.aircraft.id)
    if (known) known.push(flight)
    else flightsOf.set(flight.aircraft.id, [flight])
  }
  return open.flatMap((flight) => {
    if (hasLeft(flight)) return []
    const dueAt = new Date(flight.departAt.getTime() - COMPLETE_BEFORE_MS)
    const make = (kind: FlightTaskKind): FlightTask => ({ kind, flight, dueAt })
    return [
      flight.pilotId === null ? [make('no_pilot')] : [],
      flight.aircraft.inService ? [] : [make('no_aircraft')],
      flight.weightLbs > flight.maxWeightLbs ? [make('too_heavy')] : [],
      flight.missing.length > 0 ? [make('weight_missing')] : [],
      shortTurnaround(flight, flightsOf.get(flight.aircraft.id) ?? [], now).map((turnaround) => ({
        ...make('short_turnaround'),
        turnaround,
      })),
    ].flat()
  })
}

/**
 * The flight before leaves its aircraft too little time on the ground.
 *
 * @param ofAircraft the flights of the same aircraft on the day
 */
function shortTurnaround(flight: DayFlightFacts, ofAircraft: readonly DayFlightFacts[], now: Date) {
  const [before] = ofAircraft
    .filter((one) => one.departAt < flight.departAt)
    .toSorted((a, b) => b.departAt.getTime() - a.departAt.getTime())
  if (!before || before.status === 'landed') return []
  const landsAt = before.arriveAt.getTime() + delayMinutes(before, now) * MINUTE
  const minutes = Math.floor((flight.departAt.getTime() - landsAt) / MINUTE)
  const needed = flight.aircraft.turnaroundMins
  return minutes < needed ? [{ flightCode: before.code, minutes, needed }] : []
}

export interface PilotOption {
  id: number
  name: string
  free: boolean
  fliesAt: Date | null
}

/**
 * The pilots for a flight: those who can fly it come first, the least busy one before the others.
 *
 * @param day the flights of the day
 * @param mayFly whether a pilot is there and within the limits of duty
 */
export function findPilotOptions(
  flight: DayFlightFacts,
  pilots: readonly { id: number; name: string }[],
  day: readonly DayFlightFacts[],
  mayFly: (pilotId: number) => boolean = () => true,
): PilotOption[] {
  const options = pilots.map(({ id, name }) => {
    const own = day.filter((one) => one.pilotId === id && one.id !== flight.id && one.status !== 'called_off')
    const clash = own.find((one) => findPilotClash(flight, one) !== undefined)
    const next = own
      .filter((one) => one.departAt > flight.departAt)
      .toSorted((a, b) => a.departAt.getTime() - b.departAt.getTime())[0]
    const fliesAt = (clash ?? next)?.departAt ?? null
    return { id, name, free: clash === undefined && mayFly(id), fliesAt, load: own.length }
  })
  return options
    .toSorted((a, b) => Number(b.free) - Number(a.free) || a.load - b.load || a.id - b.id)
    .map(({ id, name, free, fliesAt }) => ({ id, name, free, fliesAt }))
}
