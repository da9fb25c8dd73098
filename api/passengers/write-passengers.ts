import { type OrderFields } from '#contract/order.ts'
import { type Tx } from '../db/client.ts'
import { passengers } from '../db/schema/passengers.ts'

/**
 * Passengers of a party on one aircraft get its flight at once; larger parties are divided at
 * check-in.
 */
export function listPassengers(
  { passengers_attributes: people }: OrderFields,
  taken: readonly { flightId: number }[],
): { flightId: number | null; fullName: string; weightLbs: number | null }[] {
  const flightId = taken.length === 1 ? (taken[0]?.flightId ?? null) : null
  return people.map(({ full_name: fullName, weight }) => ({ flightId, fullName, weightLbs: weight ?? null }))
}

/** Writes the passengers of an order that has none. */
export async function writePassengers(
  tx: Tx,
  orderId: number,
  fields: OrderFields,
  taken: readonly { flightId: number }[],
): Promise<void> {
  const people = listPassengers(fields, taken)
  if (people.length === 0) return
  await tx.insert(passengers).values(people.map((one, position) => ({ ...one, orderId, position })))
}
