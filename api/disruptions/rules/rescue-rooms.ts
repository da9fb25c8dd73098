import {
  type BaseAircraft,
  type BusySpan,
  emptyLoad,
  freeAircraft,
  listDepartures,
  type OfferedDeparture,
  partyFits,
  type PlacedRule,
  slotKey,
  type SlotState,
  type Timetable,
  wholeFlightsNeeded,
} from '../../rules/departures/availability.ts'
import { addMinutes } from '../../rules/time/local-time.ts'

type Departure = OfferedDeparture<PlacedRule>
type Load = SlotState['flights'][number]

/** Where a party flies instead. */
export interface RescueTarget {
  departure: Departure
  aircraftId: number
}

interface SeatedParty {
  kind: 'seat' | 'flight'
  /** Seats. */
  size: number
  weightLbs: number
}

/** The departure that a party cannot fly. */
interface LostDeparture {
  productId: number
  localDate: string
  terminalId: number
  departAt: Date
}

interface RoomFacts {
  timetables: ReadonlyMap<number, Timetable<PlacedRule>>
  /** What else keeps aircraft busy. */
  busy: readonly BusySpan[]
  /** Departures that take nobody in. */
  closed: readonly { departureId: number; localDate: string }[]
  now: Date
}

export interface RescueRooms {
  /**
   * Takes the seats of a party on the nearest departure of the same product, day and terminal that has
   * them.
   */
  take(lost: LostDeparture, party: SeatedParty): RescueTarget | undefined
}

/** So long before a departure guests hear of it: longer when they are to come earlier than they planned. */
const EARLIER_NOTICE_MINS = 180
const LATER_NOTICE_MINS = 45

const leavesInTime = (departAt: Date, planned: Date, now: Date): boolean =>
  departAt >= addMinutes(now, departAt < planned ? EARLIER_NOTICE_MINS : LATER_NOTICE_MINS)

/** The free seats of a day, given out in memory by the rules by which the shop sells them. */
export function createRescueRooms({ timetables, busy: first, closed, now }: RoomFacts): RescueRooms {
  const taken = new Set(closed.map(({ departureId, localDate }) => slotKey(departureId, localDate)))
  const slots = new Map([...timetables].map(([id, one]) => [id, new Map(one.slots)]))
  let busy = [...first]

  const seat = (
    timetable: Timetable<PlacedRule>,
    states: Map<string, SlotState>,
    one: Departure,
    party: SeatedParty,
  ) => {
    const key = slotKey(one.rule.id, one.localDate)
    const known = states.get(key)
    const loads = known?.flights.filter(({ isCancelled }) => !isCancelled) ?? []
    const found = findSeats(timetable, one, { loads, party })
    if (!found) return undefined
    const { load, aircraft, seats } = found
    const next = {
      ...load,
      seatsTaken: load.seatsTaken + seats,
      weightTakenLbs: load.weightTakenLbs + party.weightLbs,
    }
    const flights = [next, ...loads.filter((other) => other !== load && other.seatsTaken > 0)]
    states.set(key, { departAt: one.departAt, arriveAt: one.arriveAt, ...known, flights })
    if (aircraft) {
      const until = addMinutes(one.arriveAt, aircraft.turnaroundMins)
      busy = [...busy, { aircraftId: aircraft.id, from: one.departAt, until }]
    }
    return { departure: one, aircraftId: next.aircraftId }
  }

  return {
    take: ({ productId, localDate, terminalId, departAt: planned }, party) => {
      const known = timetables.get(productId)
      const states = slots.get(productId)
      if (known?.availability !== 'available' || !states) return undefined
      const timetable = { ...known, slots: states, busy: [...known.busy, ...busy] }
      const distance = ({ departAt }: Departure) => Math.abs(departAt.getTime() - planned.getTime())
      const open = listDepartures(timetable, localDate, now)
        .filter((one) => !one.closed && one.rule.place.id === terminalId)
        .filter((one) => !taken.has(slotKey(one.rule.id, one.localDate)))
        .filter(({ departAt }) => leavesInTime(departAt, planned, now))
        .toSorted((a, b) => distance(a) - distance(b) || b.departAt.getTime() - a.departAt.getTime())
      for (const one of open) {
        const target = seat(timetable, states, one, party)
        if (target) return target
      }
      return undefined
    },
  }
}

/** The seats of a departure for a whole party, as `reserveSeats` would find them. */
function findSeats(
  timetable: Timetable<PlacedRule>,
  one: Departure,
  { loads, party: { kind, size, weightLbs } }: { loads: readonly Load[]; party: SeatedParty },
): { load: Load; aircraft: BaseAircraft | undefined; seats: number } | undefined {
  const boarded = loads.find(({ seatsTaken }) => seatsTaken > 0)
  if (boarded) {
    const fits = kind === 'seat' && partyFits(boarded, size, weightLbs)
    return fits ? { load: boarded, aircraft: undefined, seats: size } : undefined
  }
  const smallest = one.rule.aircraft[0]
  // A party that would need two aircraft is left to the desk.
  if (kind === 'flight' && (!smallest || wholeFlightsNeeded(size, smallest.capacity) > 1)) return undefined
  const own = loads[0]?.aircraftId
  const aircraft = freeAircraft(timetable, one.rule, one)
    .filter((free) => partyFits(emptyLoad(free), kind === 'flight' ? free.capacity : size, weightLbs))
    .toSorted((a, b) => Number(b.id === own) - Number(a.id === own) || a.id - b.id)[0]
  if (!aircraft) return undefined
  return {
    load: { ...emptyLoad(aircraft), aircraftId: aircraft.id, isCancelled: false, left: false },
    aircraft,
    seats: kind === 'flight' ? aircraft.capacity : size,
  }
}
