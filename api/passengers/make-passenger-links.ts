import { and, asc, eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { orders } from '../db/schema/orders.ts'
import { passengerLinks, passengers } from '../db/schema/passengers.ts'
import { holds } from '../db/schema/holds.ts'
import { type ApiDeps } from '../deps.ts'
import { countPartyWeight } from '../seats/count-party.ts'
import { makePassengerToken } from './passenger-token.ts'

/**
 * Gives everybody on a paid order a private link. Seats nobody was named for get a passenger
 * without a name, who writes it into the form: everybody who may fly is on the manifest. The
 * order's row and its slots must be locked.
 */
export async function makePassengerLinks(
  tx: Tx,
  { settings }: Pick<ApiDeps, 'settings'>,
  orderId: number,
  now: Date,
): Promise<void> {
  const rows = await tx
    .select({
      kind: orders.kind,
      seats: orders.quantity,
      type: orders.quantityType,
      passengerId: passengers.id,
      position: passengers.position,
    })
    .from(orders)
    .leftJoin(passengers, eq(passengers.orderId, orders.id))
    .where(eq(orders.id, orderId))
    .orderBy(asc(passengers.position))
  const [order] = rows
  if (order?.kind !== 'flight') return
  const ids = rows.flatMap(({ passengerId }) => passengerId ?? [])
  const nameless = order.seats - ids.length
  if (nameless > 0) {
    const first = Math.max(-1, ...rows.map(({ position }) => position ?? -1)) + 1
    const flightId = await findOnlyFlight(tx, orderId)
    const made = await tx
      .insert(passengers)
      .values(
        Array.from({ length: nameless }, (_, index) => ({
          orderId,
          flightId,
          position: first + index,
          fullName: '',
        })),
      )
      .returning({ id: passengers.id })
    ids.push(...made.map(({ id }) => id))
  }
  // Whole aircraft share a party by its passengers; single seats were counted so when they were
  // taken.
  if (order.type === 'flight') await countPartyWeight(tx, orderId)
  if (ids.length === 0) return
  const links = ids.map((passengerId) => ({
    passengerId,
    ...makePassengerToken(settings.secrets.code),
    madeAt: now,
  }))
  await tx.insert(passengerLinks).values(links).onConflictDoNothing()
}

/** A larger party is told apart at check-in. */
async function findOnlyFlight(tx: Tx, orderId: number): Promise<number | null> {
  const taken = await tx
    .selectDistinct({ flightId: holds.flightId })
    .from(holds)
    .where(and(eq(holds.orderId, orderId), eq(holds.state, 'sold')))
  return taken.length === 1 ? (taken[0]?.flightId ?? null) : null
}
