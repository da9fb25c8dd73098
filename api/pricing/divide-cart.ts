import { type GivenType, givePassengerTypes } from '../passengers/give-passenger-types.ts'
import { partyWeight, secondSeatsFor } from '../rules/departures/availability.ts'
import { divideParty, type Flier, leaveTogether } from '../rules/departures/two-aircraft.ts'
import { findUnitPrice } from '../rules/pricing/price-lines.ts'
import { type Cart } from '../rules/pricing/pricing-facts.ts'
import { isAdult } from '../rules/pricing/seat-groups.ts'
import { type Party } from '../slots/slot-store.ts'
import { type CartFacts } from './load-cart-facts.ts'

/** What of a party flies on one of its two flights. */
export interface PartOfParty {
  facts: CartFacts
  /** The places of its people in the booking, from 0. */
  places: number[]
  /** The types of these people; null for adults. */
  typeIds: (number | null)[]
  party: Party
  /** The seats that passengers have who need two. */
  secondSeats: number
}

export type TwoParts = readonly [PartOfParty, PartOfParty]

export type DivisionProblem = 'not_together' | 'children_apart' | 'part_too_large' | 'part_too_heavy'

type Divided = { ok: true; parts: TwoParts } | { ok: false; reason: DivisionProblem }

/** What a buyer reads where a party cannot fly on these two flights, and the field that it is about. */
export const DIVISION_SENTENCES: Record<
  DivisionProblem,
  { field: 'flights' | 'types' | 'weights'; text: string }
> = {
  not_together: {
    field: 'flights',
    text:
      'These two departures are not sold together: that needs the same flight, half an hour between ' +
      'them at most, and one price.',
  },
  children_apart: {
    field: 'types',
    text:
      'Children fly with an adult only, and on two aircraft some of yours would not. Please choose a time ' +
      'with room for everybody.',
  },
  part_too_large: { field: 'flights', text: 'One aircraft does not take so many of your party' },
  part_too_heavy: {
    field: 'weights',
    text: 'Together the passengers weigh more than the aircraft may carry',
  },
}

interface Division {
  /** The earlier flight first. */
  flights: readonly [CartFacts, CartFacts]
  /** How many of the party fly on each. */
  quantities: readonly [number, number]
  cart: Cart
  /** The passengers in order: a type's id, null for an adult, undefined for what is left. */
  typeIds?: readonly (number | null | undefined)[]
  /** In pounds, as far as they are stated. */
  weights: readonly (number | null | undefined)[]
}

/**
 * Divides a party over two flights that are sold together. What free seats could not change is a problem;
 * whether there are any is decided under the slots' locks.
 */
export function divideCart({ flights, quantities, cart, typeIds = [], weights }: Division): Divided {
  const [first, second] = flights
  const areBothFlown = quantities.every((people) => people > 0)
  if (!areBothFlown || !areSoldTogether(first, second)) return { ok: false, reason: 'not_together' }
  const given = givePassengerTypes({ facts: first.pricing, cart }, typeIds)
  const types = given.ok ? [...given.types, ...given.left] : []
  const places = divideParty(
    types.map((type) => toFlier(type, first)),
    quantities,
  )
  if (!places) return { ok: false, reason: 'children_apart' }
  const partOf = (facts: CartFacts, own: number[]): PartOfParty => {
    const lbs = own.map((place) => weights[place])
    const secondSeats = secondSeatsFor(own.length, lbs, facts.seatLimitLbs)
    const party = {
      kind: 'seat' as const,
      size: own.length + secondSeats,
      weightLbs: partyWeight(own.length, lbs),
    }
    return { facts, places: own, typeIds: own.map((place) => typeIdAt(types, place)), party, secondSeats }
  }
  const parts = [partOf(first, places[0]), partOf(second, places[1])] as const
  const reason = parts.map(findProblem).find((problem) => problem !== undefined)
  return reason ? { ok: false, reason } : { ok: true, parts }
}

/** Two departures of one flight that leave together, for the same price, codes and gift cards. */
function areSoldTogether(one: CartFacts, other: CartFacts): boolean {
  const price = ({ pricing, fare, departure }: CartFacts) =>
    JSON.stringify([findUnitPrice(pricing, 'seat')?.listCents, fare?.id, departure.tags.toSorted()])
  return (
    one.product.id === other.product.id &&
    one.departure.id !== other.departure.id &&
    one.slot.terminalId === other.slot.terminalId &&
    leaveTogether(one.slot.departAt, other.slot.departAt) &&
    price(one) === price(other)
  )
}

const typeIdAt = (types: readonly GivenType[], place: number) => types[place]?.passengerTypeId ?? null

function toFlier({ passengerTypeId: id }: GivenType, { pricing }: CartFacts): Flier {
  const type = id === null ? undefined : pricing.passengerTypes?.find((one) => one.id === id)
  return type ? { isAdult: isAdult(type), needsAdult: type.needsAdult } : { isAdult: true, needsAdult: false }
}

function findProblem({ facts, party }: PartOfParty): DivisionProblem | undefined {
  if (party.size > facts.pricing.capacity) return 'part_too_large'
  const strongest = Math.max(...facts.aircraft.map(({ maxWeightLbs }) => maxWeightLbs), 0)
  return facts.aircraft.length > 0 && party.weightLbs > strongest ? 'part_too_heavy' : undefined
}
