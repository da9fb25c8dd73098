import { type RescueOutcome, type RescueStrategy } from '#contract/rescue-plan.ts'
import { type DayFlightFacts } from '../../flights/rules/day-tasks.ts'
import { judgeAircraft, type Machine, poundsOver } from '../../flights/rules/flight-options.ts'
import { type PlacedRule, type Timetable } from '../../rules/departures/availability.ts'
import { type TakenFlight } from '../../rules/seats/refit.ts'
import { addMinutes } from '../../rules/time/local-time.ts'
import { createRescueRooms, type RescueTarget } from './rescue-rooms.ts'

/** A party with paid seats on a flight whose aircraft is down. */
export interface RescueParty {
  orderId: number
  kind: 'seat' | 'flight'
  /** Seats. */
  size: number
  weightLbs: number
  /** A part of the order flies on another aircraft or departure, so it is not moved as a whole. */
  isSplit: boolean
  /** What it may have back when its departure is called off; null when its fare gives nothing back. */
  refundCents: number | null
  /** The value of the voucher that it may have instead. */
  voucherCents: number
}

/** A booked flight of the aircraft. */
export interface RescueFlight {
  flight: DayFlightFacts
  /** What is sold and held on it, and its limits. */
  taken: TakenFlight
  /** The aircraft types on which somebody would need a second seat. */
  lacking: ReadonlySet<number>
  productId: number
  departureId: number
  localDate: string
  terminalId: number
  /** Another aircraft flies the same departure, which is therefore not called off. */
  isShared: boolean
  parties: readonly RescueParty[]
}

export interface RescueFacts {
  present: Machine
  span: { from: Date; until: Date }
  /** Soonest first. */
  flights: readonly RescueFlight[]
  /** Every booked flight of the day. */
  day: readonly DayFlightFacts[]
  machines: readonly Machine[]
  /** By product, with what is sold of them on that day. */
  timetables: ReadonlyMap<number, Timetable<PlacedRule>>
  now: Date
}

export interface PlannedParty {
  party: RescueParty
  outcome: RescueOutcome
  to: RescueTarget | undefined
}

export interface RescueCost {
  /** Seats of parties that are called off or left to be settled by hand. */
  seats: number
  /** What parties called off may have back in money. */
  refundCents: number
  /** What the others of them may have as vouchers. */
  voucherCents: number
}

export interface PlannedFlight {
  flight: RescueFlight
  act: 'swap' | 'call_off' | 'by_hand'
  /** The aircraft that flies it instead. */
  machine: Machine | undefined
  parties: PlannedParty[]
  cost: RescueCost
}

export interface RescuePlan {
  strategy: RescueStrategy
  flights: PlannedFlight[]
  cost: RescueCost
}

const STRATEGIES = ['swap_and_move', 'swap', 'move', 'call_off'] as const

/** The plans by strategy, the best one first; calling everything off costs the most, or as much. */
export function planRescue(facts: RescueFacts): RescuePlan[] {
  const plans = STRATEGIES.map((strategy) => draw(facts, strategy))
  return plans.toSorted(
    (a, b) => cents(a.cost) - cents(b.cost) || a.cost.seats - b.cost.seats || countMoved(a) - countMoved(b),
  )
}

const cents = ({ refundCents, voucherCents }: RescueCost) => refundCents + voucherCents

const countMoved = ({ flights }: RescuePlan) =>
  flights.flatMap(({ parties }) => parties).filter(({ outcome }) => outcome === 'moved').length

function draw(facts: RescueFacts, strategy: RescueStrategy): RescuePlan {
  const swaps =
    strategy === 'swap_and_move' || strategy === 'swap' ? findSwaps(facts) : new Map<number, Machine>()
  const rest = facts.flights.filter(({ flight }) => !swaps.has(flight.id))
  const targets =
    strategy === 'swap_and_move' || strategy === 'move'
      ? findTargets(facts, rest, swaps)
      : new Map<RescueParty, RescueTarget>()
  const flights = facts.flights.map((one) => planFlight(one, swaps.get(one.flight.id), targets))
  return { strategy, flights, cost: sumCosts(flights.map(({ cost }) => cost)) }
}

function planFlight(
  flight: RescueFlight,
  machine: Machine | undefined,
  targets: ReadonlyMap<RescueParty, RescueTarget>,
): PlannedFlight {
  const act = machine ? 'swap' : flight.isShared ? 'by_hand' : 'call_off'
  const parties = flight.parties.map((party): PlannedParty => {
    const to = targets.get(party)
    return {
      party,
      to,
      outcome: machine ? 'stays' : to ? 'moved' : flight.isShared ? 'by_hand' : 'called_off',
    }
  })
  return { flight, act, machine, parties, cost: sumCosts(parties.map(costOf)) }
}

function costOf({ party, outcome }: PlannedParty): RescueCost {
  if (outcome === 'stays' || outcome === 'moved') return { seats: 0, refundCents: 0, voucherCents: 0 }
  const { size: seats, refundCents, voucherCents } = party
  if (outcome === 'by_hand') return { seats, refundCents: 0, voucherCents: 0 }
  return refundCents === null
    ? { seats, refundCents: 0, voucherCents }
    : { seats, refundCents, voucherCents: 0 }
}

const sumCosts = (costs: readonly RescueCost[]): RescueCost => ({
  seats: costs.reduce((sum, one) => sum + one.seats, 0),
  refundCents: costs.reduce((sum, one) => sum + one.refundCents, 0),
  voucherCents: costs.reduce((sum, one) => sum + one.voucherCents, 0),
})

/**
 * Gives each flight the smallest aircraft that can fly it, the soonest flight first, so that larger
 * ones stay free for whoever has more people.
 */
export function findSwaps({ present, flights, day, machines }: RescueFacts): Map<number, Machine> {
  const swaps = new Map<number, Machine>()
  const others = machines
    .filter(({ id, terminalId }) => id !== present.id && terminalId === present.terminalId)
    .toSorted((a, b) => a.capacity - b.capacity || a.maxWeightLbs - b.maxWeightLbs || a.id - b.id)
  let planned = day
  for (const { flight, taken, lacking } of flights) {
    const fit = others.filter(
      (one) => judgeAircraft({ flight, taken, day: planned }, one, { present, lacking }).length === 0,
    )
    // A flight that is too heavy now may stay so on another aircraft; one that carries it comes first.
    const machine = fit.find((one) => poundsOver(taken, one) === 0) ?? fit[0]
    if (!machine) continue
    swaps.set(flight.id, machine)
    planned = planned.map((one) => (one.id === flight.id ? swapped(one, machine) : one))
  }
  return swaps
}

const swapped = (flight: DayFlightFacts, { id, turnaroundMins }: Machine): DayFlightFacts => ({
  ...flight,
  aircraft: { ...flight.aircraft, id, turnaroundMins },
  readyAt: addMinutes(flight.arriveAt, turnaroundMins),
})

/**
 * Finds other departures of the day for whole parties, those first that would cost the most. What one
 * takes is not free for the next.
 */
function findTargets(
  { span, present, flights: all, timetables, now }: RescueFacts,
  flights: readonly RescueFlight[],
  swaps: ReadonlyMap<number, Machine>,
): Map<RescueParty, RescueTarget> {
  const flown = all.flatMap(({ flight }) => {
    const machine = swaps.get(flight.id)
    if (!machine) return []
    const until = addMinutes(flight.arriveAt, machine.turnaroundMins)
    return [{ aircraftId: machine.id, from: flight.departAt, until }]
  })
  const rooms = createRescueRooms({
    timetables,
    busy: [{ aircraftId: present.id, ...span }, ...flown],
    closed: all,
    now,
  })
  const waiting = flights.flatMap((flight) =>
    flight.parties.flatMap((party) => (party.isSplit ? [] : [{ flight, party }])),
  )
  const targets = new Map<RescueParty, RescueTarget>()
  for (const { flight, party } of waiting.toSorted(
    (a, b) =>
      worthOf(b.party) - worthOf(a.party) || b.party.size - a.party.size || a.party.orderId - b.party.orderId,
  )) {
    const { productId, localDate, terminalId } = flight
    const target = rooms.take({ productId, localDate, terminalId, departAt: flight.flight.departAt }, party)
    if (target) targets.set(party, target)
  }
  return targets
}

/** What a party costs when it is called off, in cents. */
export const worthOf = ({ refundCents, voucherCents }: RescueParty) => refundCents ?? voucherCents
