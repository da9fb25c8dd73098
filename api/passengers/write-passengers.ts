import { type OrderFields } from '#contract/order.ts'
import { type Tx } from '../db/client.ts'
import { passengers } from '../db/schema/passengers.ts'

/**
 * Passengers of a party on one aircraft get its flight at once; larger parties are divided at
 * check-in.
 */
export async function writePassengers(
  tx: Tx,
  orderId: number,
  { passengers_attributes: people }: OrderFields,
  taken: readonly { flightId: number }[],
): Promise<void> {
  if (people.length === 0) return
  const flightId = taken.length === 1 ? taken[0]?.flightId : undefined
  await tx.insert(passengers).values(
    people.map(({ full_name: fullName, weight }, position) => ({
      orderId,
      flightId: flightId ?? null,
      position,
      fullName,
      weightLbs: weight ?? null,
    })),
  )
}
