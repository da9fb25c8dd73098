import { type OrderFields } from '#contract/order.ts'
import { type Tx } from '../db/client.ts'
import { passengers } from '../db/schema/passengers.ts'
import { type FrozenPricing } from '../rules/pricing/frozen-pricing.ts'
import { givePassengerTypes, type GivenType } from './give-passenger-types.ts'

interface NamedPassenger extends GivenType {
  flightId: number | null
  fullName: string
  weightLbs: number | null
}

/**
 * Passengers of a party on one aircraft get its flight at once; larger parties are divided at
 * check-in. Each has one of the types that the order bought.
 * @throws Error when the types do not fit, which is checked when the order is priced
 */
export function listPassengers(
  { passengers_attributes: people }: Pick<OrderFields, 'passengers_attributes'>,
  sold: FrozenPricing,
  taken: readonly { flightId: number }[],
): NamedPassenger[] {
  const flightId = taken.length === 1 ? (taken[0]?.flightId ?? null) : null
  const given = givePassengerTypes(
    sold,
    people.map(({ passenger_type_id: typeId }) => typeId),
  )
  if (!given.ok) throw new Error('The passengers have other types than the order')
  return people.map(({ full_name: fullName, weight }, index) => ({
    flightId,
    fullName,
    weightLbs: weight ?? null,
    passengerTypeId: given.types[index]?.passengerTypeId ?? null,
    passengerType: given.types[index]?.passengerType ?? null,
  }))
}

/** Writes the passengers of an order that has none. */
export async function writePassengers(
  tx: Tx,
  orderId: number,
  fields: OrderFields,
  { sold, taken }: { sold: FrozenPricing; taken: readonly { flightId: number }[] },
): Promise<void> {
  const people = listPassengers(fields, sold, taken)
  if (people.length === 0) return
  await tx.insert(passengers).values(people.map((one, position) => ({ ...one, orderId, position })))
}
