import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { PROPERTY_RUNS, PROPERTY_TIMEOUT } from '#tests/support/property-runs.ts'
import { type Machine } from '../../flights/rules/flight-options.ts'
import {
  type PlacedRule,
  slotKey,
  type SlotState,
  type Timetable,
} from '../../rules/departures/availability.ts'
import { addMinutes } from '../../rules/time/local-time.ts'
import { findRelief } from './relief.ts'
import {
  type PlannedFlight,
  planRescue,
  type RescueFacts,
  type RescueFlight,
  type RescueParty,
} from './rescue-plan.ts'

const KEARNY = { id: 1, latitude: 40.7336, longitude: -74.1152, timezone: 'America/New_York' }
const DATE = '2027-05-13'
const DOWN = 1
/** Departures leave every half hour from ten in the morning, New York time, and last 25 minutes. */
const TIMES = Array.from({ length: 12 }, (_, nth) => nth)
const FLIGHT_MINS = 25
const leavesAt = (nth: number) => addMinutes(new Date('2027-05-13T14:00:00Z'), nth * 30)
const clock = (nth: number) =>
  leavesAt(nth).toLocaleTimeString('en-GB', { timeZone: KEARNY.timezone, hour: '2-digit', minute: '2-digit' })

const machine = (id: number, more: Partial<Machine> = {}): Machine => ({
  ...{ id, typeId: 1, terminalId: 1, category: 'doors_off', capacity: 4, maxWeightLbs: 900 },
  ...{ turnaroundMins: 15, inService: true, outages: [] },
  ...more,
})
const party = (orderId: number, more: Partial<RescueParty> = {}): RescueParty => ({
  ...{ orderId, kind: 'seat', size: 2, weightLbs: 350, isSplit: false },
  ...{ refundCents: null, voucherCents: 20_000 },
  ...more,
})

/** A flight as the tests enter it: which departure, on which aircraft, and with whom. */
interface Entered {
  nth: number
  aircraftId: number
  parties: RescueParty[]
}

const seatsOf = (parties: readonly RescueParty[]) => parties.reduce((sum, { size }) => sum + size, 0)
const poundsOf = (parties: readonly RescueParty[]) => parties.reduce((sum, one) => sum + one.weightLbs, 0)

function toFlight({ nth, aircraftId, parties }: Entered, machines: readonly Machine[]): RescueFlight {
  const flown = machines.find(({ id }) => id === aircraftId) ?? machine(aircraftId)
  const arriveAt = addMinutes(leavesAt(nth), FLIGHT_MINS)
  const load = { seatsTaken: seatsOf(parties), weightLbs: poundsOf(parties) }
  return {
    flight: {
      ...{ id: nth + 100, code: `LR-${String(nth)}`, status: 'scheduled', from: KEARNY, to: KEARNY },
      ...{ departAt: leavesAt(nth), arriveAt, readyAt: addMinutes(arriveAt, flown.turnaroundMins) },
      aircraft: { id: aircraftId, inService: true, turnaroundMins: flown.turnaroundMins },
      ...{ pilotId: null, ...load, maxWeightLbs: flown.maxWeightLbs, missing: [] },
    },
    taken: {
      ...{ capacity: flown.capacity, maxWeightLbs: flown.maxWeightLbs, whole: false },
      ...{ seatsTaken: load.seatsTaken, weightTakenLbs: load.weightLbs },
    },
    lacking: new Set(),
    ...{ productId: 6, departureId: nth + 1, localDate: DATE, terminalId: 1, isShared: false, parties },
  }
}

interface Day {
  machines: Machine[]
  entered: Entered[]
  /** The span in which the aircraft is down, as places in the list of times. */
  down?: [first: number, last: number]
  now?: Date
}

function toFacts({
  machines,
  entered,
  down = [0, 11],
  now = new Date('2027-05-13T10:00:00Z'),
}: Day): RescueFacts {
  const all = entered.map((one) => toFlight(one, machines))
  const span = { from: leavesAt(down[0]), until: addMinutes(leavesAt(down[1]), 30) }
  const slots = all.map(({ flight, taken, departureId }): [string, SlotState] => {
    const load = { ...taken, aircraftId: flight.aircraft.id, isCancelled: false, left: false }
    return [
      slotKey(departureId, DATE),
      { departAt: flight.departAt, arriveAt: flight.arriveAt, flights: [load] },
    ]
  })
  const rules = TIMES.map((nth): PlacedRule => ({
    ...{ id: nth + 1, dayOfWeek: 4, departureType: 'fixed', time: clock(nth), offsetInMins: null },
    ...{ tagList: [], publishStatus: 'published', publishAt: null, publishUntil: null, place: KEARNY },
    aircraft: machines,
  }))
  const timetable: Timetable<PlacedRule> = {
    ...{ availability: 'available', flightDurationMins: FLIGHT_MINS, salesCloseMins: 0, salesWindowDays: 60 },
    ...{ timezone: KEARNY.timezone, seatsHeldBack: 0, rules, exceptions: [], slots: new Map(slots) },
    busy: all.map(({ flight }) => ({
      ...{ aircraftId: flight.aircraft.id, from: flight.departAt, until: flight.readyAt },
    })),
  }
  return {
    present: machines.find(({ id }) => id === DOWN) ?? machine(DOWN),
    span,
    flights: all.filter(
      ({ flight }) =>
        flight.aircraft.id === DOWN && flight.departAt < span.until && flight.readyAt > span.from,
    ),
    day: all.map(({ flight }) => flight),
    machines,
    timetables: new Map([[6, timetable]]),
    now,
  }
}

const best = (day: Day) => planRescue(toFacts(day))[0]
const outcomesOf = (flights: readonly PlannedFlight[] = []) =>
  flights.flatMap(({ parties }) =>
    parties.map(({ party: { orderId }, outcome, to }) =>
      to ? `${String(orderId)} ${outcome} ${to.departure.rule.time ?? ''}` : `${String(orderId)} ${outcome}`,
    ),
  )

describe('the relief of a flight that is too heavy', () => {
  const heavy = {
    nth: 4,
    aircraftId: 1,
    parties: [party(1, { weightLbs: 500 }), party(2, { weightLbs: 412 })],
  }
  const relief = (...others: Machine[]) =>
    findRelief(toFacts({ machines: [machine(1), ...others], entered: [heavy] }))

  it('is an aircraft that carries its weight, and not one with the same limit', () => {
    expect(relief(machine(3), machine(4, { maxWeightLbs: 911 }))).toMatchObject({
      overLbs: 12,
      machine: undefined,
    })
    expect(relief(machine(3), machine(4, { maxWeightLbs: 912 }))).toMatchObject({ machine: { id: 4 } })
  })

  it('is the party without which it is within its limits', () => {
    expect(relief()).toMatchObject({ machine: undefined, party: { party: { orderId: 1 } } })
  })
})

describe('the plan for an aircraft that is down', () => {
  it('gives a flight the smallest other aircraft that takes its people and their weight', () => {
    const machines = [machine(1), machine(2, { capacity: 6, maxWeightLbs: 1350 }), machine(3), machine(4)]
    const entered = [{ nth: 4, aircraftId: 1, parties: [party(1), party(2)] }]
    const plan = best({ machines, entered })
    expect(plan?.flights[0]).toMatchObject({ act: 'swap', machine: { id: 3 } })
    expect(plan?.cost).toEqual({ seats: 0, refundCents: 0, voucherCents: 0 })
    const small = [machine(1), machine(2, { capacity: 6, maxWeightLbs: 600 }), machine(3, { capacity: 3 })]
    expect(outcomesOf(best({ machines: small, entered })?.flights)).not.toContain('1 stays')
  })

  it('gives a flight that is too heavy now an aircraft that carries it where there is one', () => {
    const parties = [party(1, { weightLbs: 560 }), party(2, { weightLbs: 400 })]
    const entered = [{ nth: 4, aircraftId: 1, parties }]
    const larger = machine(4, { capacity: 6, maxWeightLbs: 960 })
    const planned = (machines: Machine[]) => best({ machines, entered })?.flights[0]
    expect(planned([machine(1), machine(3), larger])).toMatchObject({ act: 'swap', machine: { id: 4 } })
    expect(planned([machine(1), machine(3)])).toMatchObject({ act: 'swap', machine: { id: 3 } })
  })

  it('moves whole parties to the nearest departures with seats, the dearest first', () => {
    const machines = [machine(1), machine(2)]
    const entered = [
      { nth: 4, aircraftId: 1, parties: [party(1, { voucherCents: 100 }), party(2)] },
      { nth: 5, aircraftId: 2, parties: [party(9)] },
      { nth: 3, aircraftId: 2, parties: [party(8, { size: 3 })] },
    ].toSorted((a, b) => a.nth - b.nth)
    // The other aircraft is busy, so the flight itself cannot be flown.
    const plan = best({ machines, entered })
    expect(outcomesOf(plan?.flights)).toEqual(['1 moved 13:30', '2 moved 12:30'])
    expect(plan?.flights[0]?.act).toBe('call_off')
  })

  it('calls off who finds no seats, and says what that costs by the fare', () => {
    const machines = [machine(1)]
    const entered = [
      { nth: 4, aircraftId: 1, parties: [party(1), party(2, { refundCents: 19_000, size: 1 })] },
    ]
    const plan = best({ machines, entered })
    expect(outcomesOf(plan?.flights)).toEqual(['1 called_off', '2 called_off'])
    expect(plan?.cost).toEqual({ seats: 3, refundCents: 19_000, voucherCents: 20_000 })
  })

  it('asks nobody to come within three hours earlier, or within 45 minutes', () => {
    const machines = [machine(1), machine(2)]
    const entered = [
      { nth: 6, aircraftId: 1, parties: [party(1, { size: 3 })] },
      { nth: 5, aircraftId: 2, parties: [party(8, { size: 1 })] },
      { nth: 7, aircraftId: 2, parties: [party(9, { size: 4 })] },
    ].toSorted((a, b) => a.nth - b.nth)
    const early = { machines, entered, now: addMinutes(leavesAt(5), -180) }
    expect(outcomesOf(best(early)?.flights)).toEqual(['1 moved 12:30'])
    const late = { machines, entered, now: addMinutes(leavesAt(5), -179) }
    expect(outcomesOf(best(late)?.flights)).toEqual(['1 moved 14:30'])
    const tooLate = { machines, entered, now: addMinutes(leavesAt(11), -44) }
    expect(outcomesOf(best(tooLate)?.flights)).toEqual(['1 called_off'])
  })

  it('leaves a departure that another aircraft flies, too, and whoever sits on several, to staff', () => {
    const facts = toFacts({
      machines: [machine(1)],
      entered: [{ nth: 4, aircraftId: 1, parties: [party(1, { isSplit: true })] }],
    })
    const flights = facts.flights.map((one) => ({ ...one, isShared: true }))
    const plan = planRescue({ ...facts, flights })[0]
    expect(plan?.flights[0]?.act).toBe('by_hand')
    expect(outcomesOf(plan?.flights)).toEqual(['1 by_hand'])
    expect(plan?.cost).toEqual({ seats: 2, refundCents: 0, voucherCents: 0 })
  })
})

const partyOf = fc.record({
  size: fc.integer({ min: 1, max: 3 }),
  each: fc.constantFrom(110, 150, 190, 240),
  cents: fc.constantFrom(0, 9_900, 20_000, 41_900),
  refunds: fc.boolean(),
})
const fleet = fc.array(
  fc.record({
    capacity: fc.integer({ min: 2, max: 6 }),
    maxWeightLbs: fc.constantFrom(500, 900, 1_350),
    turnaroundMins: fc.constantFrom(5, 15, 40),
    category: fc.constantFrom('doors_off', 'doors_off', 'doors_on'),
    out: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
)
const seating = fc.array(
  fc.record({
    nth: fc.nat(11),
    aircraft: fc.nat(4),
    parties: fc.array(partyOf, { minLength: 1, maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 12 },
)

/** A day on which no aircraft is in two places and nobody too many. */
const randomDay = fc
  .record({ fleet, seating, from: fc.nat(8), length: fc.integer({ min: 1, max: 11 }) })
  .map(({ fleet: others, seating: wanted, from, length }): Day => {
    const out = [{ from: leavesAt(6), until: leavesAt(8) }]
    const machines = [
      machine(DOWN),
      ...others.map(({ out: isOut, ...one }, at) =>
        machine(at + 2, { ...one, outages: isOut ? out : [], typeId: at + 2 }),
      ),
    ]
    const entered: Entered[] = []
    let orderId = 0
    for (const one of wanted) {
      const flown = machines[one.aircraft % machines.length]
      if (!flown || entered.some(({ nth }) => nth === one.nth)) continue
      const parties = one.parties.map(({ size, each, cents, refunds }) => {
        orderId += 1
        const money = { voucherCents: cents, refundCents: refunds ? cents : null }
        return party(orderId, { size, weightLbs: size * each, ...money })
      })
      const flight = { nth: one.nth, aircraftId: flown.id, parties }
      const isFull = seatsOf(parties) > flown.capacity || poundsOf(parties) > flown.maxWeightLbs
      const { departAt, readyAt } = toFlight(flight, machines).flight
      const isBusy = entered.some((other) => {
        const { flight: flying } = toFlight(other, machines)
        return other.aircraftId === flown.id && flying.departAt < readyAt && flying.readyAt > departAt
      })
      if (!isFull && !isBusy) entered.push(flight)
    }
    entered.sort((a, b) => a.nth - b.nth)
    return { machines, entered, down: [from, Math.min(11, from + length)] }
  })

/** What is wrong with a day after a plan, found anew from who flies what. */
function findWrongs(day: Day, planned: readonly PlannedFlight[], span: RescueFacts['span']): string[] {
  const flown = new Map(
    day.entered.map((one) => [one.nth, { aircraftId: one.aircraftId, parties: [...one.parties] }]),
  )
  for (const { flight, act, machine: other, parties } of planned) {
    const nth = flight.flight.id - 100
    if (act === 'swap' && other) flown.set(nth, { aircraftId: other.id, parties: [...flight.parties] })
    else flown.delete(nth)
    for (const { party: moved, to } of parties) {
      if (!to) continue
      const at = to.departure.rule.id - 1
      const target = flown.get(at) ?? { aircraftId: to.aircraftId, parties: [] }
      if (target.aircraftId !== to.aircraftId) return ['two aircraft fly one departure']
      target.parties.push(moved)
      flown.set(at, target)
    }
  }
  const spans = [...flown].map(([nth, { aircraftId, parties }]) => {
    const own = day.machines.find(({ id }) => id === aircraftId)
    return {
      ...{ nth, own, aircraftId, parties, from: leavesAt(nth) },
      until: addMinutes(leavesAt(nth), FLIGHT_MINS + (own?.turnaroundMins ?? 0)),
    }
  })
  return spans.flatMap(({ nth, own, aircraftId, parties, from, until }) => [
    ...(seatsOf(parties) > (own?.capacity ?? 0) ? [`${String(nth)} has too many`] : []),
    ...(poundsOf(parties) > (own?.maxWeightLbs ?? 0) ? [`${String(nth)} is too heavy`] : []),
    ...(aircraftId === DOWN && from < span.until && until > span.from
      ? [`${String(nth)} flies what is down`]
      : []),
    ...(spans.some(
      (one) => one.nth > nth && one.aircraftId === aircraftId && one.from < until && one.until > from,
    )
      ? [`${String(nth)} is in two places`]
      : []),
  ])
}

test(
  'on any day each party has one outcome, no limit is broken, and no plan costs more than calling all off',
  { timeout: PROPERTY_TIMEOUT },
  () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(randomDay, (day) => {
        const facts = toFacts(day)
        const plans = planRescue(facts)
        const off = plans.find(({ strategy }) => strategy === 'call_off')
        expect(plans).toHaveLength(4)
        for (const plan of plans) {
          const parties = plan.flights.flatMap((one) => one.parties)
          expect(parties.map((one) => one.party.orderId)).toEqual(
            facts.flights.flatMap((one) => one.parties.map(({ orderId }) => orderId)),
          )
          for (const { outcome } of parties) seen.add(outcome)
          expect(findWrongs(day, plan.flights, facts.span)).toEqual([])
          const lost = parties.filter(({ outcome }) => outcome === 'called_off').map((one) => one.party)
          expect(plan.cost.seats).toBe(seatsOf(lost))
          const cents = lost.reduce((sum, one) => sum + (one.refundCents ?? one.voucherCents), 0)
          expect(plan.cost.refundCents + plan.cost.voucherCents).toBe(cents)
          expect(cents).toBeLessThanOrEqual((off?.cost.refundCents ?? 0) + (off?.cost.voucherCents ?? 0))
          expect(plan.cost.seats).toBeLessThanOrEqual(off?.cost.seats ?? 0)
        }
      }),
      { numRuns: PROPERTY_RUNS },
    )
    expect([...seen].sort()).toEqual(['called_off', 'moved', 'stays'])
  },
)
