import { type DelayTrouble } from '#contract/flight-delay.ts'
import { type Place, transferMinutes } from '../../flights/rules/pilot-clash.ts'
import { type FlightState } from '../../rules/time/flight-day.ts'

/** A flight of a day, as far as a delay goes on to it or starts from it. */
export interface RippleFlight {
  id: number
  code: string
  status: FlightState
  aircraftId: number
  pilotId: number | null
  /** As it was sold. */
  scheduledAt: Date
  /** From leaving until landing, and from leaving until the aircraft is ready again. */
  flightMins: number
  busyMins: number
  delayMins: number
  /** The part that was set for the flight itself. */
  ownDelayMins: number
  from: Place
  to: Place
}

/** The delay that a flight gets, and the one whose aircraft or pilot it waits for. */
export interface RippleStep<Flight extends RippleFlight = RippleFlight> {
  flight: Flight
  delayMins: number
  cause: 'pressed' | 'aircraft' | 'pilot'
  /** Null where it only waits for its own reason. */
  waitsFor: Flight | null
}

const MINUTE = 60_000
const isAhead = ({ status }: RippleFlight) =>
  status === 'scheduled' || status === 'delayed' || status === 'boarding'

/** When a flight leaves with a delay. */
export const leavesAt = ({ scheduledAt }: Pick<RippleFlight, 'scheduledAt'>, delayMins: number): Date =>
  new Date(scheduledAt.getTime() + delayMins * MINUTE)

/**
 * The delays of a day's flights once one of them has another own delay. What was set for a flight itself
 * stays; a later flight waits only as long as its aircraft and its pilot need, so that gaps between
 * flights absorb a delay. Flights that nothing holds up any more get their time back. Only flights
 * behind the pressed one are looked at, in the order in which they leave so far.
 */
export function findRipple<Flight extends RippleFlight>(
  day: readonly Flight[],
  pressed: { flightId: number; minutes: number },
): RippleStep<Flight>[] {
  const inOrder = day
    .filter(({ status }) => status !== 'called_off')
    .toSorted(
      (a, b) =>
        leavesAt(a, a.delayMins).getTime() - leavesAt(b, b.delayMins).getTime() ||
        a.scheduledAt.getTime() - b.scheduledAt.getTime() ||
        a.id - b.id,
    )
  const at = inOrder.findIndex(({ id }) => id === pressed.flightId)
  const steps = new Map<number, RippleStep<Flight>>()
  for (const [index, flight] of inOrder.entries()) {
    if (index < at || !isAhead(flight)) continue
    const before = inOrder.slice(0, index).filter((one) => sharesCrew(one, flight))
    const isPressed = flight.id === pressed.flightId
    if (!isPressed && !before.some((one) => steps.has(one.id))) continue
    const own = isPressed ? pressed.minutes : flight.ownDelayMins
    const step = findStep(flight, { own, isPressed, before, steps })
    if (isPressed || step.delayMins !== flight.delayMins) steps.set(flight.id, step)
  }
  return [...steps.values()]
}

const sharesCrew = (one: RippleFlight, other: RippleFlight) =>
  one.aircraftId === other.aircraftId || (one.pilotId !== null && one.pilotId === other.pilotId)

interface StepContext<Flight extends RippleFlight> {
  own: number
  isPressed: boolean
  before: readonly Flight[]
  steps: ReadonlyMap<number, RippleStep<Flight>>
}

function findStep<Flight extends RippleFlight>(
  flight: Flight,
  { own, isPressed, before, steps }: StepContext<Flight>,
): RippleStep<Flight> {
  const waits = before.map((one) => {
    const readyAt = leavesAt(one, (steps.get(one.id) ?? one).delayMins).getTime() + one.busyMins * MINUTE
    const isSameAircraft = one.aircraftId === flight.aircraftId
    const isSamePilot = one.pilotId !== null && one.pilotId === flight.pilotId
    // A pilot who goes on with another aircraft may have to get there.
    const way = isSamePilot ? transferMinutes(one.to, flight.from) : 0
    const mins = Math.ceil((readyAt - flight.scheduledAt.getTime()) / MINUTE) + way
    return { one, mins, cause: isSameAircraft && way === 0 ? ('aircraft' as const) : ('pilot' as const) }
  })
  const longest = waits.reduce<(typeof waits)[number] | undefined>(
    (most, wait) => (wait.mins > (most?.mins ?? own) ? wait : most),
    undefined,
  )
  if (longest === undefined) {
    return { flight, delayMins: own, cause: 'pressed', waitsFor: null }
  }
  return {
    flight,
    delayMins: longest.mins,
    cause: isPressed ? 'pressed' : longest.cause,
    waitsFor: longest.one,
  }
}

/**
 * The order in which the new times can be written one by one: no aircraft is in two flights at once
 * after any of them. What leaves later goes last one first, what leaves earlier goes first one first.
 */
export function sortForWriting<Flight extends RippleFlight>(
  steps: readonly RippleStep<Flight>[],
): RippleStep<Flight>[] {
  const isLater = ({ flight, delayMins }: RippleStep<Flight>) => delayMins > flight.delayMins
  const newTime = ({ flight, delayMins }: RippleStep<Flight>) => leavesAt(flight, delayMins).getTime()
  return [
    ...steps.filter(isLater).toSorted((a, b) => newTime(b) - newTime(a)),
    ...steps.filter((step) => !isLater(step)).toSorted((a, b) => newTime(a) - newTime(b)),
  ]
}

/** What keeps a flight from leaving at its new time; a night flight that was sold as one is none. */
export function findDelayTroubles(
  { flight, delayMins }: RippleStep,
  { inService, lastLight }: { inService: boolean; lastLight: Date | null },
): DelayTrouble[] {
  const trouble = (kind: DelayTrouble['kind'], at: Date | null = null): DelayTrouble => ({
    kind,
    at: at?.toISOString() ?? null,
  })
  const isLate = (extra: number) =>
    lastLight !== null &&
    leavesAt(flight, extra) <= lastLight &&
    leavesAt(flight, delayMins + extra) > lastLight
  return [
    isLate(0)
      ? [trouble('leaves_after_last_light', lastLight)]
      : isLate(flight.flightMins)
        ? [trouble('lands_after_last_light', lastLight)]
        : [],
    inService ? [] : [trouble('out_of_service')],
    flight.status === 'boarding' ? [trouble('boarding')] : [],
  ].flat()
}
