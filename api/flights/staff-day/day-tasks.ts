import { presentEmail } from '../../store/walk-in-email.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import { type StaffTask } from '#contract/passenger.ts'
import { type DayTask } from '#contract/staff-day.ts'
import { type DbOrTx } from '../../db/client.ts'
import { holds } from '../../db/schema/holds.ts'
import { orders } from '../../db/schema/orders.ts'
import { users } from '../../db/schema/people.ts'
import { statement } from '../../db/statement.ts'
import { toDollars } from '../../rules/money/money.ts'
import { liveHold } from '../flight-sums.ts'
import { type findPilotOptions, type FlightTask } from '../rules/day-tasks.ts'

/** The most tasks of `/v1/staff_tasks`, and of unpaid orders, that a day lists. */
export const MOST_TASKS = 50

const NOTHING = {
  due_at: null,
  flight_id: null,
  order_id: null,
  amount: null,
  name: null,
  email: null,
  phone: null,
  passengers: [],
  pilots: [],
  turnaround: null,
  task: null,
}

const FLIGHT_ACTS: Record<FlightTask['kind'], DayTask['acts']> = {
  no_pilot: ['set_pilot'],
  no_aircraft: ['change_aircraft'],
  too_heavy: ['change_aircraft'],
  weight_missing: ['enter_weights'],
  short_turnaround: ['change_aircraft', 'delay'],
}

export function presentFlightTask(
  { kind, flight, dueAt, turnaround }: FlightTask,
  pilots: ReturnType<typeof findPilotOptions>,
): DayTask {
  const acts = FLIGHT_ACTS[kind].filter((act) => act !== 'delay' || flight.status !== 'delayed')
  return {
    ...NOTHING,
    key: `${kind}:${String(flight.id)}`,
    kind,
    due_at: dueAt.toISOString(),
    acts,
    flight_id: flight.id,
    passengers:
      kind === 'weight_missing'
        ? flight.missing.map(({ id, orderId, name }) => ({ id, order_id: orderId, full_name: name }))
        : [],
    pilots: pilots.map(({ id, name, free, fliesAt }) => ({
      id,
      name,
      free,
      flies_at: fliesAt?.toISOString() ?? null,
    })),
    turnaround: turnaround
      ? { flight_code: turnaround.flightCode, minutes: turnaround.minutes, needed: turnaround.needed }
      : null,
  }
}

/** Orders of phone and counter that wait for their payment while their seats are held. */
export const selectDueOrders = statement<{ now: string }, DueOrder[]>((db) => findDueOrders(db))
export type DueOrder = Awaited<ReturnType<typeof findDueOrders>>[number]

function findDueOrders(db: DbOrTx) {
  const expiresAt = sql`min(${holds.expiresAt})`
  return db
    .select({
      id: orders.id,
      name: sql<string | null>`(select nullif(concat_ws(' ', first_name, last_name), '') from ${users}
        where id = ${orders.userId})`,
      email: orders.email,
      phone: orders.phone,
      cents: sql<number>`${orders.totalCents} - ${orders.creditsCents} - ${orders.amountPaidCents}`,
      expiresAt: expiresAt.mapWith(holds.expiresAt),
      flightId: sql<number>`min(${holds.flightId})`,
    })
    .from(orders)
    .innerJoin(holds, eq(holds.orderId, orders.id))
    .where(
      and(
        eq(orders.status, 'awaiting_payment'),
        sql`${orders.channel} <> 'web'`,
        sql`${liveHold}`,
        eq(holds.forMove, false),
      ),
    )
    .groupBy(orders.id)
    .orderBy(asc(expiresAt), asc(orders.id))
    .limit(MOST_TASKS)
}

export const presentDueOrder = (order: DueOrder): DayTask => ({
  ...NOTHING,
  key: `payment_due:${String(order.id)}`,
  kind: 'payment_due',
  due_at: order.expiresAt.toISOString(),
  acts: ['take_payment'],
  order_id: order.id,
  flight_id: order.flightId,
  amount: toDollars(order.cents),
  name: order.name,
  email: presentEmail(order.email),
  phone: order.phone,
})

/** Tasks about seats have to be settled before the flight leaves; the others can wait. */
const ABOUT_SEATS: readonly StaffTask['kind'][] = ['weight_does_not_fit', 'second_seat_needed']

export const presentStored = (task: StaffTask): DayTask => ({
  ...NOTHING,
  key: `task:${String(task.id)}`,
  kind: task.kind,
  due_at: ABOUT_SEATS.includes(task.kind) ? task.depart_at : null,
  acts: [task.passenger_id === null ? 'close' : 'agree'],
  order_id: task.order_id,
  task,
})
