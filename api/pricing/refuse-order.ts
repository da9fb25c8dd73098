import { type FieldErrors } from '#contract/errors.ts'
import { type OrderFields } from '#contract/order.ts'
import { type findCartProblem } from '../rules/pricing/pricing.ts'
import { wholeFlightsNeeded } from '../rules/departures/availability.ts'
import { type Cart } from '../rules/pricing/pricing-facts.ts'
import { SEAT_TYPE_SENTENCES, type SeatTypeProblem } from '../rules/pricing/seat-groups.ts'
import { givePassengerTypes } from '../passengers/give-passenger-types.ts'
import { DIVISION_SENTENCES, type DivisionProblem } from './divide-cart.ts'
import { type CartFacts } from './load-cart-facts.ts'
import { type RequestedFlight } from './read-requested-flight.ts'
import { type Party } from '../slots/slot-store.ts'

const aboutTypes = (problem: SeatTypeProblem): FieldErrors => ({
  passenger_types: [SEAT_TYPE_SENTENCES[problem]],
})

/** What is wrong with a cart, by the fields of an order. */
export const PROBLEMS: Record<NonNullable<ReturnType<typeof findCartProblem>>, FieldErrors> = {
  quantity_missing: { quantity: ['Please input a quantity'] },
  not_sold_by_seat: { order_item_seats_attributes: ['This flight is sold whole only'] },
  not_sold_whole: { order_item_flights_attributes: ['This flight is sold by the seat only'] },
  upgrade_unknown: { order_item_upgrades_attributes: ['This upgrade is not offered with this flight'] },
  upgrade_twice: { order_item_upgrades_attributes: ['Each upgrade can be chosen once'] },
  type_unknown: aboutTypes('type_unknown'),
  type_twice: aboutTypes('type_twice'),
  types_of_whole_aircraft: aboutTypes('types_of_whole_aircraft'),
  more_types_than_seats: aboutTypes('more_types_than_seats'),
  adult_needed: aboutTypes('adult_needed'),
}

/** The fields of an order that a division is about. */
const DIVISION_FIELDS = {
  flights: 'order_item_seats_attributes',
  types: 'passenger_types',
  weights: 'passengers_attributes',
} as const

/** Why a party cannot be divided over two aircraft, at its field. */
export function refuseDivision(reason: DivisionProblem): FieldErrors {
  const { field, text } = DIVISION_SENTENCES[reason]
  return { [DIVISION_FIELDS[field]]: [text] }
}

/** More passengers than were bought, or others. */
export function refusePeople(
  facts: CartFacts,
  cart: Cart,
  { passengers_attributes: people }: OrderFields,
): FieldErrors | undefined {
  return people.length > cart.quantity
    ? { passengers_attributes: ['There are more passengers than seats'] }
    : findUnfitTypes(facts, cart, people)
}

/** What no free seat could change: a party that is too big or too heavy for what it asks for. */
export function refuseParty(
  facts: CartFacts,
  party: Party,
  wanted: RequestedFlight,
): FieldErrors | undefined {
  const aircraft = party.kind === 'seat' ? 1 : wholeFlightsNeeded(party.size, facts.pricing.capacity)
  if (party.kind === 'seat' && party.size > facts.pricing.capacity) {
    const most = String(facts.pricing.capacity)
    return {
      quantity: [`One aircraft takes ${most} passengers. Please book whole flights for a larger party`],
    }
  }
  if (party.kind === 'flight' && wanted.aircraft > 1 && wanted.aircraft !== aircraft) {
    const needed = String(aircraft)
    return { order_item_flights_attributes: [`A party of ${String(party.size)} needs ${needed} aircraft`] }
  }
  const strongest = Math.max(...facts.aircraft.map(({ maxWeightLbs }) => maxWeightLbs), 0)
  if (facts.aircraft.length > 0 && party.weightLbs > aircraft * strongest) {
    return { passengers_attributes: ['Together the passengers weigh more than the aircraft may carry'] }
  }
  return undefined
}

/** Passengers of a type of whom none, or fewer, are bought. */
function findUnfitTypes(
  { pricing }: CartFacts,
  cart: Cart,
  people: OrderFields['passengers_attributes'],
): FieldErrors | undefined {
  const given = givePassengerTypes(
    { facts: pricing, cart },
    people.map(({ passenger_type_id: typeId }) => typeId),
  )
  if (given.ok) return undefined
  const field = `passengers_attributes.${String(given.index)}.passenger_type_id`
  return { [field]: ['There are more passengers of this kind than were chosen'] }
}
