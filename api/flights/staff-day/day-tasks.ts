import { presentEmail } from '../../store/walk-in-email.ts'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { type StaffTask } from '#contract/passenger.ts'
import { type DayTask } from '#contract/staff-day.ts'
import { type DbOrTx } from '../../db/client.ts'
import { products, terminals } from '../../db/schema/catalogue.ts'
import { holds } from '../../db/schema/holds.ts'
import { flights, slots } from '../../db/schema/inventory.ts'
import { orders } from '../../db/schema/orders.ts'
import { users } from '../../db/schema/people.ts'
import { weatherHolds } from '../../db/schema/weather-holds.ts'
import { statement } from '../../db/statement.ts'
import { toDollars } from '../../rules/money/money.ts'
import { dueOfThoseWhoCome, liveHold } from '../flight-sums.ts'
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
  weather_hold: null,
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
export type DueOrder = Omit<Awaited<ReturnType<typeof findDueOrders>>[number], 'flightId'> & {
  flightId: number | null
}

/** Orders of which a part was paid and whose rest is due by now from those who come. */
export const selectOpenBalances = statement<{ now: string }, DueOrder[]>((db) => findOpenBalances(db))

function findOpenBalances(db: DbOrTx) {
  const dueAt = sql`coalesce(${orders.balanceDueAt},
    min(${flights.departAt} - ${products.checkInMins} * interval '1 minute'), ${orders.createdAt})`
  return db
    .select({
      id: orders.id,
      name: sql<string | null>`(select nullif(concat_ws(' ', first_name, last_name), '') from ${users}
        where id = ${orders.userId})`,
      email: orders.email,
      phone: orders.phone,
      cents: dueOfThoseWhoCome,
      expiresAt: dueAt.mapWith(holds.expiresAt),
      flightId: sql<number | null>`min(${flights.id})`,
    })
    .from(orders)
    .innerJoin(products, eq(products.id, orders.productId))
    .leftJoin(holds, and(eq(holds.orderId, orders.id), eq(holds.state, 'sold')))
    .leftJoin(flights, eq(flights.id, holds.flightId))
    .where(and(gt(orders.dueCents, 0), gt(dueOfThoseWhoCome, 0)))
    .groupBy(orders.id, products.id)
    .having(sql`${dueAt} <= ${sql.placeholder('now')}::timestamptz`)
    .orderBy(asc(dueAt), asc(orders.id))
    .limit(MOST_TASKS)
}

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

/** @param kind `balance_due` for the rest of an order whose seats are sold */
export const presentDueOrder = (
  order: DueOrder,
  kind: 'payment_due' | 'balance_due' = 'payment_due',
): DayTask => ({
  ...NOTHING,
  key: `${kind}:${String(order.id)}`,
  kind,
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
const ABOUT_SEATS: readonly StaffTask['kind'][] = [
  'weight_does_not_fit',
  'second_seat_needed',
  'too_few_passengers',
]

export const presentStored = (task: StaffTask): DayTask => ({
  ...NOTHING,
  key: `task:${String(task.id)}`,
  kind: task.kind,
  due_at: ABOUT_SEATS.includes(task.kind) ? task.depart_at : null,
  acts: [task.passenger_id === null ? 'close' : 'agree'],
  order_id: task.order_id,
  task,
})

/** The weather holds that nobody has decided yet, whatever day they are about. */
export const selectOpenHolds = statement((db) =>
  db
    .select({
      hold: weatherHolds,
      terminal: terminals.name,
      departures: sql<number>`(select count(*)::int from ${slots}
        where ${slots.weatherHoldId} = ${weatherHolds.id})`,
    })
    .from(weatherHolds)
    .innerJoin(terminals, eq(terminals.id, weatherHolds.terminalId))
    .where(eq(weatherHolds.state, 'open'))
    .orderBy(asc(weatherHolds.decideAt), asc(weatherHolds.id))
    .limit(MOST_TASKS),
)

/** The hold is due when staff said they decide; nothing happens by itself then. */
export const presentOpenHold = ({
  hold,
  terminal,
  departures,
}: Awaited<ReturnType<typeof selectOpenHolds>>[number]): DayTask => ({
  ...NOTHING,
  key: `weather_hold:${String(hold.id)}`,
  kind: 'weather_hold',
  due_at: hold.decideAt.toISOString(),
  acts: ['decide_hold'],
  weather_hold: {
    id: hold.id,
    terminal_name: terminal,
    date: hold.localDate,
    from: hold.fromTime,
    until: hold.untilTime,
    departures,
  },
})
