import { asc, eq } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { orders, passengers } from '../../db/schema/orders.ts'
import { passengerLinks } from '../../db/schema/passengers.ts'
import { type ApiDeps } from '../../deps.ts'
import { makePassengerToken } from './passenger-token.ts'

/**
 * Gives everybody on a paid order a private link. Seats nobody was named for get a passenger without a name, who writes
 * it into the form; of aircraft bought whole only those who were named are known. The order's row must be locked.
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
  const nameless = order.type === 'seat' ? order.seats - ids.length : 0
  if (nameless > 0) {
    const first = Math.max(-1, ...rows.map(({ position }) => position ?? -1)) + 1
    const made = await tx
      .insert(passengers)
      .values(
        Array.from({ length: nameless }, (_, index) => ({ orderId, position: first + index, fullName: '' })),
      )
      .returning({ id: passengers.id })
    ids.push(...made.map(({ id }) => id))
  }
  if (ids.length === 0) return
  const links = ids.map((passengerId) => ({
    passengerId,
    ...makePassengerToken(settings.secrets.code),
    madeAt: now,
  }))
  await tx.insert(passengerLinks).values(links).onConflictDoNothing()
}
