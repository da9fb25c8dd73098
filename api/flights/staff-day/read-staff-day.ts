import { type DayTask, type StaffDay } from '#contract/staff-day.ts'
import { type Db } from '../../db/client.ts'
import { readCatalogue } from '../../store/catalogue/read-catalogue.ts'
import { findChangedManifests } from '../manifests/read-manifest-states.ts'
import { selectPilots } from '../pilots.ts'
import { findFlightTasks, findPilotOptions } from '../rules/day-tasks.ts'
import { listStaffTasks } from '../staff-tasks.ts'
import { presentDayFlight, selectDayFlights, toFacts } from './day-flights.ts'
import { moneySpan, presentMoney, selectMoney } from './day-money.ts'
import { presentDaylight, selectPlaces } from './day-places.ts'
import {
  MOST_TASKS,
  presentDueOrder,
  selectOpenBalances,
  selectOpenHolds,
  presentOpenHold,
  presentFlightTask,
  presentStored,
  selectDueOrders,
} from './day-tasks.ts'

/** Reads the booked flights of a day with everything that staff have to settle, and its money. */
export async function readStaffDay(db: Db, { date, now }: { date: string; now: Date }): Promise<StaffDay> {
  const at = now.toISOString()
  const page = { limit: MOST_TASKS, offset: 0 }
  const catalogue = await readCatalogue(db)
  // The shop's days are those of its first brand, as in reports.
  const zone = catalogue.brands[0]?.timeZone ?? 'UTC'
  const [rows, changed, pilots, unpaid, balances, undecided, places, money, stored] = await Promise.all([
    selectDayFlights(db, { date, now: at, flightId: null }),
    findChangedManifests(db, date),
    selectPilots(db, {}),
    selectDueOrders(db, { now: at }),
    selectOpenBalances(db, { now: at }),
    selectOpenHolds(db, {}),
    selectPlaces(db, {}),
    selectMoney(db, moneySpan(date, zone)),
    listStaffTasks(db, { state: 'open', withoutNoShows: true }, page),
  ])
  const due = [...unpaid, ...balances]
  const facts = rows.map(toFacts)
  const derived = findFlightTasks(facts, now).map((task) =>
    presentFlightTask(task, task.kind === 'no_pilot' ? findPilotOptions(task.flight, pilots, facts) : []),
  )
  const tasks = [
    ...derived,
    ...unpaid.map((one) => presentDueOrder(one)),
    ...balances.map((one) => presentDueOrder(one, 'balance_due')),
    ...undecided.map(presentOpenHold),
    ...stored.rows.map(presentStored),
  ]
  const sellers = (brandId: number) =>
    catalogue.brands.filter((brand) => brand.productBrandIds.includes(brandId)).map(({ id }) => id)
  return {
    date,
    flights: rows.map((row) => presentDayFlight(row, { brandIds: sellers(row.brandId), now, changed })),
    tasks: tasks.toSorted(byDue),
    task_count: derived.length + due.length + undecided.length + stored.totalCount,
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
