import { and, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm'
import { bookedStatuses } from '#contract/enums.ts'
import { flights } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { orders } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { queueText } from '../store/texts/queue-text.ts'
import { listOrderPassengers } from './list-order-passengers.ts'

const HOUR = 3_600_000
/** The hours before departure at which the buyer hears what is missing. */
const REMIND_HOURS = 48
const BATCH = 50

/**
 * Mails a buyer once, and texts whoever agreed to it, two days before departure, when data of a
 * passenger is missing.
 */
export async function remindBuyers(deps: ApiDeps): Promise<void> {
  const { db } = deps.database
  const now = deps.clock.now()
  // Joined from the few flights of these days on, so that not every order is looked at.
  const due = await db
    .selectDistinct({ id: orders.id, email: orders.email, brandId: orders.brandId })
    .from(orders)
    .innerJoin(holds, and(eq(holds.orderId, orders.id), eq(holds.state, 'sold')))
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .where(
      and(
        inArray(orders.status, bookedStatuses),
        isNull(orders.passengersRemindedAt),
        gt(flights.departAt, now),
        lte(flights.departAt, new Date(now.getTime() + REMIND_HOURS * HOUR)),
        // A buyer who booked after that time has just been asked.
        sql`${flights.departAt} - interval '${sql.raw(String(REMIND_HOURS))} hours' > coalesce(${orders.completedAt}, ${orders.createdAt})`,
      ),
    )
    .limit(BATCH)
  for (const order of due) await remindBuyer(deps, order, now)
}

async function remindBuyer(
  deps: ApiDeps,
  order: { id: number; email: string; brandId: number },
  now: Date,
): Promise<void> {
  const { passengers, open } = await listOrderPassengers(deps, order.id)
  const missing = open && passengers.some(({ done }) => !done)
  await deps.database.db.transaction(async (tx) => {
    const claimed = await tx
      .update(orders)
      .set({ passengersRemindedAt: now })
      .where(and(eq(orders.id, order.id), isNull(orders.passengersRemindedAt)))
      .returning({ id: orders.id })
    if (claimed.length === 0 || !missing) return
    const eventKey = `passengers_missing:${String(order.id)}`
    await queueMail(
      tx,
      { kind: 'passengers_missing', eventKey, orderId: order.id, to: order.email },
      now,
      deps,
    )
    await queueText(tx, { kind: 'passengers_missing', eventKey, order }, now, deps)
  })
}
