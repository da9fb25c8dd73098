import { and, asc, eq, gt, gte, inArray, isNull, ne, notExists, or, sql } from 'drizzle-orm'
import { type DbOrTx, type Tx } from '../../db/client.ts'
import { isDatabaseUnavailable } from '../../db/database-unavailable.ts'
import { retryDeadlocks } from '../../db/retry-deadlocks.ts'
import { delayNotices, flightDelays } from '../../db/schema/flight-delays.ts'
import { holds } from '../../db/schema/holds.ts'
import { flights, slots } from '../../db/schema/inventory.ts'
import { weatherHoldDepartures, weatherHoldNotices } from '../../db/schema/weather-hold-notices.ts'
import { weatherHolds } from '../../db/schema/weather-holds.ts'
import { type ApiDeps } from '../../deps.ts'
import { queueMail } from '../../store/mails/queue-mail.ts'
import { lockOrder, type OrderRow } from '../../store/orders/order.ts'
import { queueText } from '../../store/texts/queue-text.ts'

/**
 * Tells the parties of weather holds what they do not know yet: that their flight is on hold, that the
 * decision was put off, that it flies. Each step tells one party and leaves its mark in the same
 * transaction, so an interrupted job goes on with the next one. Who completes a payment during the hold is
 * told by the next run.
 */
export async function processWeatherHolds(deps: ApiDeps): Promise<void> {
  const { db } = deps.database
  const due = await db
    .select({ id: weatherHolds.id })
    .from(weatherHolds)
    .where(isNull(weatherHolds.doneAt))
    .orderBy(asc(weatherHolds.id))
  for (const { id } of due) {
    for (const orderId of await findToTell(db, id))
      await step(deps, { weatherHold: id, order: orderId }, (tx) => tellOfHold(tx, deps, { id, orderId }))
    for (const orderId of await findToSettle(db, id))
      await step(deps, { weatherHold: id, order: orderId }, (tx) => tellOfEnd(tx, deps, { id, orderId }))
    await finish(deps, id)
  }
}

interface HoldParty {
  /** The weather hold's. */
  id: number
  orderId: number
}

/** An error of one party does not keep the others waiting; without a database the whole work waits. */
async function step(
  deps: ApiDeps,
  about: { weatherHold: number; order: number },
  work: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  try {
    await retryDeadlocks(() => deps.database.db.transaction(work))
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    deps.log.error({ err: error, ...about }, 'a party could not be told of a weather hold')
  }
}

/** Paid seats of an order on departures that are on this hold now. */
const paidOnHold = (db: DbOrTx, id: number, orderId: number | typeof weatherHoldNotices.orderId) =>
  db
    .select({ one: sql`1` })
    .from(holds)
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .where(and(eq(slots.weatherHoldId, id), eq(holds.orderId, orderId), eq(holds.state, 'sold')))

/** The parties on hold that were not told yet, or were told another time of the decision. */
async function findToTell(db: DbOrTx, id: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ orderId: holds.orderId })
    .from(holds)
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .innerJoin(weatherHolds, eq(weatherHolds.id, slots.weatherHoldId))
    .leftJoin(
      weatherHoldNotices,
      and(eq(weatherHoldNotices.weatherHoldId, id), eq(weatherHoldNotices.orderId, holds.orderId)),
    )
    .where(
      and(
        eq(weatherHolds.id, id),
        eq(holds.state, 'sold'),
        or(isNull(weatherHoldNotices.id), ne(weatherHoldNotices.toldDecideAt, weatherHolds.decideAt)),
      ),
    )
    .orderBy(asc(holds.orderId))
  return rows.flatMap(({ orderId }) => orderId ?? [])
}

/** The parties that were told and have no seat on hold any more. */
async function findToSettle(db: DbOrTx, id: number): Promise<number[]> {
  const rows = await db
    .select({ orderId: weatherHoldNotices.orderId })
    .from(weatherHoldNotices)
    .where(
      and(
        eq(weatherHoldNotices.weatherHoldId, id),
        isNull(weatherHoldNotices.endedAt),
        notExists(paidOnHold(db, id, weatherHoldNotices.orderId)),
      ),
    )
    .orderBy(asc(weatherHoldNotices.orderId))
  return rows.map(({ orderId }) => orderId)
}

/** Tells a party of the hold, or of the new time of its decision, once. */
async function tellOfHold(tx: Tx, deps: ApiDeps, { id, orderId }: HoldParty): Promise<void> {
  const order = await lockOrder(tx, orderId)
  // Whoever releases the hold waits for this notice, and its end is told afterwards.
  const [hold] = await tx.select().from(weatherHolds).where(eq(weatherHolds.id, id)).for('share')
  if (hold?.state !== 'open' || !(await isOnHold(tx, { id, orderId }))) return
  const known = await findNotice(tx, { id, orderId })
  const { decideAt } = hold
  if (known?.toldDecideAt.getTime() === decideAt.getTime()) return
  const now = deps.clock.now()
  const values = { weatherHoldId: id, orderId, toldAt: now, firstDecideAt: decideAt, toldDecideAt: decideAt }
  const [notice] = await tx
    .insert(weatherHoldNotices)
    .values(values)
    .onConflictDoUpdate({
      target: [weatherHoldNotices.weatherHoldId, weatherHoldNotices.orderId],
      // Who was out of the hold and is on it again hears of its end again, too.
      set: { toldDecideAt: decideAt, endedAt: null },
    })
    .returning({ id: weatherHoldNotices.id })
  if (!notice) throw new Error('The notice was not written')
  const eventKey = `weather_hold:${String(id)}:${String(orderId)}:${decideAt.toISOString()}`
  await queueBoth(tx, deps, { kind: 'weather_hold', eventKey, order, subjectId: notice.id, now })
}

/** Tells a party that its flight leaves after all, unless another mail told what became of it. */
async function tellOfEnd(tx: Tx, deps: ApiDeps, { id, orderId }: HoldParty): Promise<void> {
  const order = await lockOrder(tx, orderId)
  const notice = await findNotice(tx, { id, orderId })
  if (!notice || notice.endedAt || (await isOnHold(tx, { id, orderId }))) return
  const now = deps.clock.now()
  if ((await findReleasedFlights(tx, notice, now)).length > 0) {
    const eventKey = `weather_hold_released:${String(id)}:${String(orderId)}`
    await queueBoth(tx, deps, { kind: 'weather_hold_released', eventKey, order, subjectId: notice.id, now })
  }
  await tx.update(weatherHoldNotices).set({ endedAt: now }).where(eq(weatherHoldNotices.id, notice.id))
}

interface ToQueue {
  kind: 'weather_hold' | 'weather_hold_released'
  eventKey: string
  order: OrderRow
  subjectId: number
  now: Date
}

async function queueBoth(tx: Tx, deps: ApiDeps, { kind, eventKey, order, subjectId, now }: ToQueue) {
  await queueMail(tx, { kind, eventKey, orderId: order.id, subjectId, to: order.email }, now, deps)
  await queueText(tx, { kind, eventKey, order, subjectId }, now, deps)
}

const isOnHold = async (tx: Tx, { id, orderId }: HoldParty): Promise<boolean> =>
  (await paidOnHold(tx, id, orderId).limit(1)).length > 0

async function findNotice(tx: Tx, { id, orderId }: HoldParty) {
  const [notice] = await tx
    .select()
    .from(weatherHoldNotices)
    .where(and(eq(weatherHoldNotices.weatherHoldId, id), eq(weatherHoldNotices.orderId, orderId)))
  return notice
}

/**
 * The flights of a told party that were on its hold and leave as they were sold. A delay that was told
 * since then has said its time already.
 */
export async function findReleasedFlights(
  db: DbOrTx,
  notice: Pick<typeof weatherHoldNotices.$inferSelect, 'weatherHoldId' | 'orderId' | 'toldAt'>,
  now: Date,
): Promise<number[]> {
  const delayed = db
    .select({ one: sql`1` })
    .from(delayNotices)
    .innerJoin(flightDelays, eq(flightDelays.id, delayNotices.delayId))
    .where(
      and(
        eq(delayNotices.orderId, notice.orderId),
        eq(delayNotices.flightId, flights.id),
        gte(flightDelays.createdAt, notice.toldAt),
      ),
    )
  const rows = await db
    .selectDistinct({ id: flights.id })
    .from(weatherHoldDepartures)
    .innerJoin(slots, eq(slots.id, weatherHoldDepartures.slotId))
    .innerJoin(flights, eq(flights.slotId, slots.id))
    .innerJoin(holds, eq(holds.flightId, flights.id))
    .where(
      and(
        eq(weatherHoldDepartures.weatherHoldId, notice.weatherHoldId),
        isNull(slots.weatherHoldId),
        isNull(slots.calledOffAt),
        inArray(flights.status, ['scheduled', 'boarding', 'delayed']),
        gt(flights.departAt, now),
        eq(holds.orderId, notice.orderId),
        eq(holds.state, 'sold'),
        notExists(delayed),
      ),
    )
  return rows.map(({ id }) => id)
}

/** Marks a hold that is over as done when every party that was told of it knows its end. */
async function finish({ database: { db }, clock }: ApiDeps, id: number): Promise<void> {
  const waiting = db
    .select({ one: sql`1` })
    .from(weatherHoldNotices)
    .where(and(eq(weatherHoldNotices.weatherHoldId, id), isNull(weatherHoldNotices.endedAt)))
  await db
    .update(weatherHolds)
    .set({ doneAt: clock.now() })
    .where(and(eq(weatherHolds.id, id), ne(weatherHolds.state, 'open'), notExists(waiting)))
}
