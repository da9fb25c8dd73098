import { type OrderFields } from '#contract/order.ts'
import { type Tx } from '../db/client.ts'
import { passengers } from '../db/schema/passengers.ts'
import { type FrozenPricing } from '../rules/pricing/frozen-pricing.ts'
import { givePassengerTypes, type GivenType } from './give-passenger-types.ts'

const NAMELESS: OrderFields['passengers_attributes'][number] = { full_name: '' }

interface NamedPassenger extends GivenType {
  flightId: number | null
  fullName: string
  weightLbs: number | null
}

/** Seats of an order on one flight. */
interface TakenFlight {
  flightId: number
  /** The places of its people in the booking, where a party was sold on two aircraft. */
  places?: readonly number[] | undefined
}

/**
 * Passengers of a party on one aircraft get its flight at once. Those of a party that was sold on two get
 * their own, also who has no name yet; parties on whole aircraft are divided at check-in. Each has one of
 * the types that the order bought.
 * @throws Error when the types do not fit, which is checked when the order is priced
 */
export function listPassengers(
  { passengers_attributes: people }: Pick<OrderFields, 'passengers_attributes'>,
  sold: FrozenPricing,
  taken: readonly TakenFlight[],
): NamedPassenger[] {
  const only = taken.length === 1 ? taken[0] : undefined
  const flightOf = (place: number) => (only ?? taken.find(({ places }) => places?.includes(place)))?.flightId
  const given = givePassengerTypes(
    sold,
    people.map(({ passenger_type_id: typeId }) => typeId),
  )
  if (!given.ok) throw new Error('The passengers have other types than the order')
  const seated = taken.reduce((sum, { places = [] }) => sum + places.length, 0)
  const nameless = Array.from({ length: Math.max(0, seated - people.length) }, () => NAMELESS)
  const types = [...given.types, ...given.left]
  return [...people, ...nameless].map(({ full_name: fullName, weight }, index) => ({
    flightId: flightOf(index) ?? null,
    fullName,
    weightLbs: weight ?? null,
    passengerTypeId: types[index]?.passengerTypeId ?? null,
    passengerType: types[index]?.passengerType ?? null,
  }))
}

/** Writes the passengers of an order that has none. */
export async function writePassengers(
  tx: Tx,
  orderId: number,
  fields: OrderFields,
  { sold, taken }: { sold: FrozenPricing; taken: readonly TakenFlight[] },
): Promise<void> {
  const people = listPassengers(fields, sold, taken)
  if (people.length === 0) return
  await tx.insert(passengers).values(people.map((one, position) => ({ ...one, orderId, position })))
}
