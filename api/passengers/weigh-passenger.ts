import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { aircraft, aircraftTypes } from '../db/schema/catalogue.ts'
import { flights } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { orderEvents } from '../db/schema/orders.ts'
import { staffTasks, passengers } from '../db/schema/passengers.ts'
import { type ApiDeps } from '../deps.ts'
import { ASSUMED_WEIGHT_LBS } from '../rules/departures/availability.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { countPartyWeight, isFlying } from '../seats/count-party.ts'
import { lockOrderSeats } from '../seats/order-seats.ts'
import { carriesParty } from '../seats/weight-tasks.ts'

type TaskKind = (typeof staffTasks.$inferSelect)['kind']

interface Weighing {
  /** Locked. */
  order: OrderRow
  passenger: typeof passengers.$inferSelect
  /** In pounds. */
  weight: number
  now: Date
}

/**
 * Counts a weight entered after payment, also on the aircraft, under the slot's lock, so that the
 * next booking respects it. An excessive weight creates a task for the staff, who call, and a mail
 * to the buyer. Neither contains a weight.
 */
export async function applyPassengerWeight(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  weighing: Weighing,
): Promise<void> {
  const { order, passenger, weight } = weighing
  const fits = await countWeight(tx, weighing)
  const needsSeat = order.quantityType === 'seat' && (await lacksSecondSeat(tx, order, weight))
  if (fits) await closeTasks(tx, weighing, isPartyTask(weighing))
  if (!needsSeat) await closeTasks(tx, weighing, isSeatTask(weighing))
  // A passenger lighter than the counted weight is not the one who is too much.
  const isHeavier = weight > (passenger.weightLbs ?? ASSUMED_WEIGHT_LBS)
  // The order is locked, so that two passengers of a party do not both find no task.
  const isTold = (await tx.$count(staffTasks, isPartyTask(weighing))) > 0
  if (!fits && isHeavier && !isTold) await openTask(tx, deps, weighing, 'weight_does_not_fit')
  if (needsSeat) await openTask(tx, deps, weighing, 'second_seat_needed')
}

/** @returns whether the aircraft still carries everybody */
async function countWeight(tx: Tx, { order, passenger, weight }: Weighing): Promise<boolean> {
  await lockOrderSeats(tx, order.id)
  await tx.update(passengers).set({ weightLbs: weight }).where(eq(passengers.id, passenger.id))
  await countPartyWeight(tx, order.id)
  return carriesParty(tx, order.id, passenger.flightId)
}

/** True when more of the party need two seats than were bought. */
async function lacksSecondSeat(tx: Tx, order: OrderRow, weight: number): Promise<boolean> {
  const [type] = await tx
    .select({ limit: aircraftTypes.seatLimitLbs })
    .from(holds)
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .innerJoin(aircraft, eq(aircraft.id, flights.aircraftId))
    .innerJoin(aircraftTypes, eq(aircraftTypes.id, aircraft.aircraftTypeId))
    .where(eq(holds.orderId, order.id))
    .limit(1)
  if (!type || weight <= type.limit) return false
  const wide = await tx.$count(
    passengers,
    and(eq(passengers.orderId, order.id), isFlying, sql`${passengers.weightLbs} > ${type.limit}`),
  )
  return wide > order.secondSeats
}

/** The open task of a party that is too heavy for its flight: one, whoever of them was weighed. */
const isPartyTask = ({ order, passenger: { flightId } }: Weighing) =>
  and(
    eq(staffTasks.orderId, order.id),
    eq(staffTasks.kind, 'weight_does_not_fit'),
    eq(staffTasks.state, 'open'),
    sql`exists (select 1 from ${passengers} where ${passengers.id} = ${staffTasks.passengerId}
      and ${passengers.flightId} is not distinct from ${flightId}::int)`,
  )

const isSeatTask = ({ passenger }: Weighing) =>
  and(
    eq(staffTasks.passengerId, passenger.id),
    eq(staffTasks.kind, 'second_seat_needed'),
    eq(staffTasks.state, 'open'),
  )

/** A corrected weight may settle what staff would have called about. */
async function closeTasks(tx: Tx, { now }: Weighing, which: SQL | undefined): Promise<void> {
  await tx.update(staffTasks).set({ state: 'done', choice: 'nothing', doneAt: now }).where(which)
}

async function openTask(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  { order, passenger, now }: Weighing,
  kind: TaskKind,
): Promise<void> {
  const [task] = await tx
    .insert(staffTasks)
    .values({ kind, orderId: order.id, passengerId: passenger.id, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: staffTasks.id })
  if (!task) return
  await tx.insert(orderEvents).values({
    orderId: order.id,
    at: now,
    actor: 'passenger',
    fromStatus: order.status,
    toStatus: order.status,
    reason: 'the flight team calls about the seating',
  })
  const eventKey = `seating_call:${String(task.id)}`
  await queueMail(tx, { kind: 'seating_call', eventKey, orderId: order.id, to: order.email }, now, deps)
}
