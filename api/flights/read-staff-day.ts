import { and, asc, eq, sql } from 'drizzle-orm'
import { type DayTask, type StaffDay } from '#contract/staff-day.ts'
import { type StaffTask } from '#contract/passenger.ts'
import { type Db, type DbOrTx } from '../db/client.ts'
import { aircraft, terminals } from '../db/schema/catalogue.ts'
import { holds } from '../db/schema/holds.ts'
import { orders } from '../db/schema/orders.ts'
import { users } from '../db/schema/people.ts'
import { jsonRows, rawStatement, statement } from '../db/statement.ts'
import { addDays, instantOf } from '../rules/time/local-time.ts'
import { findDaylight } from '../rules/time/flight-day.ts'
import { toDollars } from '../rules/money/money.ts'
import { MONEY_ACCOUNTS } from '../bookkeeping/rules/report-account.ts'
import { readCatalogue } from '../store/catalogue/read-catalogue.ts'
import { findFlightTasks, findPilotOptions, type FlightTask } from './rules/day-tasks.ts'
import { liveHold } from './flight-sums.ts'
import { selectPilots } from './pilots.ts'
import { presentDayFlight, selectDayFlights, toFacts } from './select-day-flights.ts'
import { listStaffTasks } from './staff-tasks.ts'

/** The most tasks of `/v1/staff_tasks` that a day lists. */
const MOST_TASKS = 50

/** Reads the booked flights of a day with everything that staff have to settle, and its money. */
export async function readStaffDay(db: Db, { date, now }: { date: string; now: Date }): Promise<StaffDay> {
  const at = now.toISOString()
  const page = { limit: MOST_TASKS, offset: 0 }
  const catalogue = await readCatalogue(db)
  // The shop's days are those of its first brand, as in reports.
  const zone = catalogue.brands[0]?.timeZone ?? 'UTC'
  const [rows, pilots, due, places, money, stored] = await Promise.all([
    selectDayFlights(db, { date, now: at }),
    selectPilots(db, {}),
    selectDueOrders(db, { now: at }),
    selectPlaces(db, {}),
    selectMoney(db, moneySpan(date, zone)),
    listStaffTasks(db, { state: 'open' }, page),
  ])
  const facts = rows.map(toFacts)
  const derived = findFlightTasks(facts, now).map((task) =>
    presentFlightTask(task, task.kind === 'no_pilot' ? findPilotOptions(task.flight, pilots, facts) : []),
  )
  const tasks = [...derived, ...due.map(presentDueOrder), ...stored.rows.map(presentStored)]
  const sellers = (brandId: number) =>
    catalogue.brands.filter((brand) => brand.productBrandIds.includes(brandId)).map(({ id }) => id)
  return {
    date,
    flights: rows.map((row) => presentDayFlight(row, sellers(row.brandId), now)),
    tasks: tasks.toSorted(byDue),
    task_count: derived.length + due.length + stored.totalCount,
    terminals: places.map(({ id, name, ...place }) => ({
      id,
      name,
      timezone: place.timezone,
      ...presentDaylight(date, place),
    })),
    aircraft_out_of_service: places.flatMap(({ id, idle }) =>
      idle.map((one) => ({ ...one, terminal_id: id })),
    ),
    money: presentMoney(money[0], due),
  }
}

/** What can wait comes last; at the same moment in the order in which it was found. */
const byDue = (a: DayTask, b: DayTask) => (a.due_at ?? '9').localeCompare(b.due_at ?? '9')

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

function presentFlightTask(
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
const selectDueOrders = statement<{ now: string }, DueOrder[]>((db) => findDueOrders(db))
type DueOrder = Awaited<ReturnType<typeof findDueOrders>>[number]

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

const presentDueOrder = (order: DueOrder): DayTask => ({
  ...NOTHING,
  key: `payment_due:${String(order.id)}`,
  kind: 'payment_due',
  due_at: order.expiresAt.toISOString(),
  acts: ['take_payment'],
  order_id: order.id,
  flight_id: order.flightId,
  amount: toDollars(order.cents),
  name: order.name,
  email: order.email,
  phone: order.phone,
})

/** Tasks about seats have to be settled before the flight leaves; the others can wait. */
const ABOUT_SEATS: readonly StaffTask['kind'][] = ['weight_does_not_fit', 'second_seat_needed']

const presentStored = (task: StaffTask): DayTask => ({
  ...NOTHING,
  key: `task:${String(task.id)}`,
  kind: task.kind,
  due_at: ABOUT_SEATS.includes(task.kind) ? task.depart_at : null,
  acts: [task.passenger_id === null ? 'close' : 'agree'],
  order_id: task.order_id,
  task,
})

const selectPlaces = statement((db) =>
  db
    .select({
      id: terminals.id,
      name: terminals.name,
      timezone: terminals.timezone,
      latitude: terminals.latitude,
      longitude: terminals.longitude,
      idle: jsonRows(
        { id: aircraft.id, registration: aircraft.registration },
        {
          from: aircraft,
          where: sql`${aircraft.terminalId} = ${terminals.id} and not ${aircraft.inService}`,
          orderBy: sql`${aircraft.registration}`,
        },
      ),
    })
    .from(terminals)
    .orderBy(asc(terminals.id)),
)

function presentDaylight(date: string, place: { timezone: string; latitude: number; longitude: number }) {
  const { sunrise, sunset, dusk } = findDaylight(instantOf(date, '12:00', place.timezone), place)
  return {
    sunrise: sunrise?.toISOString() ?? null,
    sunset: sunset?.toISOString() ?? null,
    last_light: dusk?.toISOString() ?? null,
  }
}

interface MoneySpan {
  from: string
  to: string
  /** The same day of the week before. */
  beforeFrom: string
  beforeTo: string
}

function moneySpan(date: string, zone: string): MoneySpan {
  const start = (day: string) => instantOf(day, '00:00', zone).toISOString()
  return {
    from: start(date),
    to: start(addDays(date, 1)),
    beforeFrom: start(addDays(date, -7)),
    beforeTo: start(addDays(date, -6)),
  }
}

interface MoneyRow {
  taken: number
  before: number
  refunded: number
  drawer: number | null
}

const at = (name: keyof MoneySpan) => sql`${sql.placeholder(name)}::timestamptz`
const accounts = sql.join(
  MONEY_ACCOUNTS.map((account) => sql.raw(`'${account}'`)),
  sql`, `,
)
/** Movements of the money accounts, without transfers among them, and the cash in open drawers. */
const selectMoney = rawStatement<MoneySpan, MoneyRow>(sql`
  with moved as (
    select t.at >= ${at('from')} as today, sum(e.amount_cents)::int as cents
    from ledger_transactions t
    cross join lateral (select account, amount_cents from ledger_entries
      where transaction_id = t.id offset 0) e
    where (t.at >= ${at('from')} and t.at < ${at('to')}
        or t.at >= ${at('beforeFrom')} and t.at < ${at('beforeTo')})
      and t.kind <> 'payout' and e.account in (${accounts})
    group by t.id)
  select
    coalesce(sum(cents) filter (where today and cents > 0), 0)::int as taken,
    coalesce(sum(cents) filter (where not today and cents > 0), 0)::int as before,
    coalesce(-sum(cents) filter (where today and cents < 0), 0)::int as refunded,
    (select sum(d.opening_cents + coalesce((select sum(m.amount_cents) from drawer_movements m
      where m.drawer_id = d.id), 0))::int from drawers d where d.closed_at is null) as drawer
  from moved`)

function presentMoney(row: MoneyRow | undefined, due: readonly DueOrder[]): StaffDay['money'] {
  const drawer = row?.drawer ?? null
  return {
    taken: toDollars(row?.taken ?? 0),
    taken_week_before: toDollars(row?.before ?? 0),
    refunded: toDollars(row?.refunded ?? 0),
    due: toDollars(due.reduce((sum, { cents }) => sum + cents, 0)),
    orders_due: due.length,
    drawer: drawer === null ? null : toDollars(drawer),
  }
}
