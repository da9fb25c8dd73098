import { ASSUMED_WEIGHT_LBS } from '../departures/availability.ts'

/** An aircraft on which a party has seats. */
export interface PartyAircraft {
  flightId: number
  /** The party's seats on the aircraft. */
  seats: number
  /** The party bought the aircraft whole. */
  whole: boolean
}

export interface PartyMember {
  id: number
  /** The assigned flight; null while it is open. */
  flightId: number | null
  weightLbs: number | null
}

export interface SeatedMember {
  id: number
  seats: number
  /** The counted weight: stated or assumed. */
  weightLbs: number
}

export interface SeatedAircraft {
  flightId: number
  people: SeatedMember[]
  /** Together. */
  weightLbs: number
  /** The party's seats without a passenger. */
  emptySeats: number
}

const countedWeight = ({ weightLbs }: PartyMember) => weightLbs ?? ASSUMED_WEIGHT_LBS

/**
 * Assigns the passengers of a party to aircraft and seats and counts the load of each aircraft. The
 * load manifest and the sold seats and pounds both use this count. Passengers without an aircraft
 * go where the party weighs least, the heaviest first, so that repeated runs give the same plan.
 * @param people in the order of the booking, without those who stay home
 */
export function seatParty(
  aircraft: readonly PartyAircraft[],
  people: readonly PartyMember[],
  seatLimitLbs: number,
): SeatedAircraft[] {
  const seated = new Map(aircraft.map(({ flightId }) => [flightId, [] as PartyMember[]]))
  const open: PartyMember[] = []
  for (const one of people) (seated.get(one.flightId ?? 0) ?? open).push(one)
  for (const one of byWeight(open)) {
    const best = leastLoaded(aircraft, seated)
    if (best) seated.get(best.flightId)?.push(one)
  }
  return aircraft.map((one) => {
    const here = people.filter((person) => seated.get(one.flightId)?.includes(person))
    return { flightId: one.flightId, ...shareSeats(one, here, seatLimitLbs) }
  })
}

const byWeight = (people: readonly PartyMember[]) =>
  people.toSorted((a, b) => countedWeight(b) - countedWeight(a) || a.id - b.id)

const sumOfWeights = (people: readonly PartyMember[]) =>
  people.reduce((sum, one) => sum + countedWeight(one), 0)

function leastLoaded(
  aircraft: readonly PartyAircraft[],
  seated: ReadonlyMap<number, readonly PartyMember[]>,
): PartyAircraft | undefined {
  const load = ({ flightId, seats }: PartyAircraft) => {
    const there = seated.get(flightId) ?? []
    return { full: Number(there.length >= seats), weight: sumOfWeights(there) }
  }
  const [best] = aircraft.toSorted((a, b) => {
    const [one, other] = [load(a), load(b)]
    return one.full - other.full || one.weight - other.weight || a.flightId - b.flightId
  })
  return best
}

/**
 * Gives each passenger a seat; spare seats go to those who need two, and spare single seats also to
 * the others.
 */
function shareSeats(
  { seats, whole }: PartyAircraft,
  people: readonly PartyMember[],
  seatLimitLbs: number,
): Omit<SeatedAircraft, 'flightId'> {
  const ranked = byWeight(people)
  const wide = ranked.filter(({ weightLbs }) => (weightLbs ?? 0) > seatLimitLbs)
  const shared = new Map(people.map(({ id }) => [id, 1]))
  let spare = Math.max(0, seats - people.length)
  const give = (to: readonly PartyMember[]) => {
    for (const { id } of to) {
      if (spare === 0) return
      shared.set(id, (shared.get(id) ?? 0) + 1)
      spare -= 1
    }
  }
  give(wide)
  while (!whole && spare > 0 && ranked.length > 0) give(ranked)
  return {
    people: people.map((one) => ({
      id: one.id,
      seats: shared.get(one.id) ?? 1,
      weightLbs: countedWeight(one),
    })),
    weightLbs: sumOfWeights(people),
    emptySeats: spare,
  }
}
