import { and, asc, eq, exists, isNull, not } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { isDatabaseUnavailable } from '../../db/database-unavailable.ts'
import { retryDeadlocks } from '../../db/retry-deadlocks.ts'
import { delayNotices, flightDelays } from '../../db/schema/flight-delays.ts'
import { holds } from '../../db/schema/holds.ts'
import { orderEvents } from '../../db/schema/orders.ts'
import { type ApiDeps } from '../../deps.ts'
import { DELAY_EVENTS } from '../../orders/rules/delay-events.ts'
import { lockOrder } from '../../store/orders/order.ts'
import { queueMail } from '../../store/mails/queue-mail.ts'
import { queueText } from '../../store/texts/queue-text.ts'

/**
 * Tells the parties of delayed flights. The press has written a notice for each; a step tells one of
 * them and marks it in the same transaction, so an interrupted job goes on with the next one.
 */
export async function processDelays(deps: ApiDeps): Promise<void> {
  const { db } = deps.database
  const due = await db
    .select({ id: delayNotices.id, orderId: delayNotices.orderId, actor: flightDelays.actor })
    .from(flightDelays)
    .innerJoin(delayNotices, eq(delayNotices.delayId, flightDelays.id))
    .where(and(isNull(flightDelays.doneAt), isNull(delayNotices.toldAt)))
    .orderBy(asc(delayNotices.id))
  for (const notice of due) {
    try {
      await retryDeadlocks(() => db.transaction((tx) => tellParty(tx, deps, notice)))
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      deps.log.error({ err: error, notice: notice.id }, 'a party could not be told of a delay')
    }
  }
  const waiting = db
    .select({ id: delayNotices.id })
    .from(delayNotices)
    .where(and(eq(delayNotices.delayId, flightDelays.id), isNull(delayNotices.toldAt)))
  await db
    .update(flightDelays)
    .set({ doneAt: deps.clock.now() })
    .where(and(isNull(flightDelays.doneAt), not(exists(waiting))))
}

interface DueNotice {
  id: number
  orderId: number
  actor: string
}

async function tellParty(tx: Tx, deps: ApiDeps, { id, orderId, actor }: DueNotice): Promise<void> {
  const order = await lockOrder(tx, orderId)
  const [notice] = await tx.select().from(delayNotices).where(eq(delayNotices.id, id))
  if (!notice || notice.toldAt) return
  const now = deps.clock.now()
  // Whoever has moved or cancelled meanwhile has no flight that is late.
  const flies = and(eq(holds.orderId, orderId), eq(holds.flightId, notice.flightId), eq(holds.state, 'sold'))
  if ((await tx.$count(holds, flies)) > 0) {
    const eventKey = `flight_delayed:${String(notice.delayId)}:${String(orderId)}`
    const mail = { kind: 'flight_delayed' as const, orderId, subjectId: id, to: order.email }
    await queueMail(tx, { ...mail, eventKey }, now, deps)
    await queueText(tx, { kind: 'flight_delayed', eventKey, order, subjectId: id }, now, deps)
    await tx.insert(orderEvents).values({
      ...{ orderId, at: now, actor },
      fromStatus: order.status,
      toStatus: order.status,
      reason: notice.isEarlier ? DELAY_EVENTS.earlier : DELAY_EVENTS.later,
      details: { flight: notice.flightId, delay: notice.delayId },
    })
  }
  await tx.update(delayNotices).set({ toldAt: now }).where(eq(delayNotices.id, id))
}
