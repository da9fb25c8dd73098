import {
  type AircraftRoom,
  getDepartureStatus,
  type OfferedDeparture,
  type PartySize,
  partyWeight,
  type PlacedRule,
} from './availability.ts'

/** The two departures of a divided party leave at most this many minutes apart. */
export const TOGETHER_MINS = 30

export const leaveTogether = (one: Date, other: Date): boolean =>
  Math.abs(one.getTime() - other.getTime()) <= TOGETHER_MINS * 60_000

/** What the division of a party looks at; a departure without `rule` is never paired. */
export type PairableDeparture = Pick<OfferedDeparture<PlacedRule>, 'closed' | 'room'> &
  Partial<Pick<OfferedDeparture<PlacedRule>, 'departAt'>> & {
    rule?: Pick<PlacedRule, 'id' | 'soldFor'> & { place: { id: number } }
  }

/** How a party flies together on a departure and on a second one, which leaves next. */
export interface TwoAircraft<Departure> {
  second: Departure
  /** How many of the party fly on the first departure, and on the second one. */
  quantities: readonly [number, number]
}

/**
 * How a party of single seats can fly on two departures that neither take it whole: within half an hour,
 * from one terminal, at one price, on two aircraft. Each departure has the next one that takes the rest.
 * @param departures of one day, in order of time
 * @returns the first departures of the pairs, each with its second
 */
export function findTwoAircraft<Departure extends PairableDeparture>(
  departures: readonly Departure[],
  party: PartySize,
): ReadonlyMap<Departure, TwoAircraft<Departure>> {
  const found = new Map<Departure, TwoAircraft<Departure>>()
  if (party.quantityType !== 'seat' || party.quantity < 2) return found
  const short = departures.filter((one) => {
    const status = getDepartureStatus(one, party)
    return (status === 'too_few' || status === 'too_heavy') && !isOnlyHeldBack(one, party)
  })
  for (const [at, first] of short.entries()) {
    for (const second of short.slice(at + 1)) {
      const quantities = isPairable(first, second) ? divideQuantity([first, second], party) : undefined
      if (!quantities) continue
      found.set(first, { second, quantities })
      break
    }
  }
  return found
}

/**
 * Whether an aircraft with nobody on it would take everybody, were none of its seats held back for
 * staff. Two aircraft would leave for a party that fits on one, so it is asked to call instead.
 */
const isOnlyHeldBack = ({ room }: PairableDeparture, party: PartySize): boolean =>
  room.aircraft.some(
    ({ heldBack = 0, ...one }) =>
      heldBack > 0 && takesPart({ ...one, seats: one.seats + heldBack }, { weights: [], ...party }),
  )

function isPairable(first: PairableDeparture, second: PairableDeparture): boolean {
  const { rule: one, departAt } = first
  const { rule: other, departAt: next } = second
  if (!one || !other || !departAt || !next || one.id === other.id) return false
  const isSoldAlike = one.soldFor !== undefined && one.soldFor === other.soldFor
  return isSoldAlike && one.place.id === other.place.id && leaveTogether(departAt, next)
}

/** As evenly as the aircraft allow, the larger part first. */
function divideQuantity(
  [first, second]: readonly [PairableDeparture, PairableDeparture],
  { quantity, weights = [], secondSeats }: PartySize,
): [number, number] | undefined {
  const even = Math.ceil(quantity / 2)
  const sizes = Array.from({ length: quantity }, (_, by) => [even + by, even - by]).flat()
  for (const size of sizes) {
    if (size < 1 || size >= quantity) continue
    const parts = [
      // Who needs two seats may sit on either.
      { quantity: size, weights: weights.slice(0, size), secondSeats },
      { quantity: quantity - size, weights: weights.slice(size), secondSeats },
    ] as const
    if (takeBoth([first.room, second.room], parts)) return [size, quantity - size]
  }
  return undefined
}

/** A part of a party on one aircraft. */
export interface PartOnAircraft {
  /** The number of people. */
  quantity: number
  /** Their weights, as far as they are stated. */
  weights: readonly (number | null)[]
  /** Additional seats, for passengers who need two. */
  secondSeats?: number | undefined
}

/** Whether two departures take both parts of a party on two different aircraft. */
export function takeBoth(
  [first, second]: readonly [Aircraft, Aircraft],
  [one, other]: readonly [PartOnAircraft, PartOnAircraft],
): boolean {
  const there = second.aircraft.filter((aircraft) => takesPart(aircraft, other))
  return first.aircraft.some(
    (aircraft) => takesPart(aircraft, one) && there.some(({ id }) => id === undefined || id !== aircraft.id),
  )
}

interface Aircraft {
  aircraft: readonly AircraftRoom[]
}

const takesPart = (
  { seats, payloadLbs }: AircraftRoom,
  { quantity, weights, secondSeats = 0 }: PartOnAircraft,
): boolean => seats >= quantity + secondSeats && payloadLbs >= partyWeight(quantity, weights)

/** A person of a party, as far as it matters with whom they fly. */
export interface Flier {
  /** Counts as the adult whom others need. */
  isAdult: boolean
  needsAdult: boolean
}

/**
 * Who of a party flies on which of two aircraft: in the order of the booking, but nobody who needs an
 * adult without one. Two adults or more sit apart, the first and the last of them; one adult keeps
 * everybody who needs one.
 * @param quantities how many fly on each; together everybody
 * @returns for each aircraft the places of its people in the party; undefined when nobody may be so divided
 */
export function divideParty(
  people: readonly Flier[],
  quantities: readonly [number, number],
): [number[], number[]] | undefined {
  const [first, second] = quantities
  if (first < 1 || second < 1 || first + second !== people.length) return undefined
  const seats = people.map((_, place) => place)
  const group = findFixed(people, quantities)
  if (!group) return undefined
  const open = seats.filter((place) => !group[0].includes(place) && !group[1].includes(place))
  const free = first - group[0].length
  const byPlace = (places: readonly number[]) => places.toSorted((a, b) => a - b)
  return [byPlace([...group[0], ...open.slice(0, free)]), byPlace([...group[1], ...open.slice(free)])]
}

/** Those whose aircraft is not a matter of order. */
function findFixed(
  people: readonly Flier[],
  [first, second]: readonly [number, number],
): [number[], number[]] | undefined {
  const placesOf = (which: (one: Flier) => boolean) =>
    people.flatMap((one, place) => (which(one) ? [place] : []))
  const children = placesOf(({ needsAdult }) => needsAdult)
  if (children.length === 0) return [[], []]
  const adults = placesOf(({ isAdult }) => isAdult)
  const [one, ...others] = adults
  const last = others.at(-1)
  if (one === undefined) return undefined
  if (last !== undefined) return [[one], [last]]
  const family = [one, ...children]
  if (family.length <= first) return [family, []]
  return family.length <= second ? [[], family] : undefined
}
