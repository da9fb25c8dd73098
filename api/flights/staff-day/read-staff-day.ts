import { type DayTask, type StaffDay } from '#contract/staff-day.ts'
import { type Db } from '../../db/client.ts'
import { readCatalogue } from '../../store/catalogue/read-catalogue.ts'
import { findChangedManifests } from '../manifests/read-manifest-states.ts'
import { selectPilots } from '../pilots.ts'
import { findFlightTasks, findPilotOptions } from '../rules/day-tasks.ts'
import { judgeRoster } from '../rosters/judge-roster.ts'
import { findOpenFlights, loadRosters, readDutyLimits } from '../rosters/load-rosters.ts'
import { spanAround } from '../rosters/present-roster.ts'
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
    selectPlaces(db, { date }),
    selectMoney(db, moneySpan(date, zone)),
    listStaffTasks(db, { state: 'open', withoutNoShows: true }, page),
  ])
  const due = [...unpaid, ...balances]
  const facts = rows.map(toFacts)
  const found = findFlightTasks(facts, now)
  const mayFly = await readWhoMayFly(db, {
    date,
    now,
    isAsked: found.some(({ kind }) => kind === 'no_pilot'),
  })
  const derived = found.map((task) =>
    presentFlightTask(
      task,
      task.kind === 'no_pilot' ? findPilotOptions(task.flight, pilots, facts, mayFly(task.flight.id)) : [],
    ),
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

/** Which pilots are there for a flight without one, and within the limits of duty. */
async function readWhoMayFly(db: Db, { date, now, isAsked }: { date: string; now: Date; isAsked: boolean }) {
  if (!isAsked) return () => () => false
  const limits = await readDutyLimits(db)
  const span = spanAround(date, limits)
  const [rosterOf, open] = await Promise.all([loadRosters(db, { ...span, now }), findOpenFlights(db, span)])
  return (flightId: number) => {
    const flight = open.find(({ id }) => id === flightId)
    return (pilot: number) => !flight || judgeRoster(flight, rosterOf(pilot), limits).length === 0
  }
}

/** What can wait comes last; at the same moment in the order in which it was found. */
const byDue = (a: DayTask, b: DayTask) => (a.due_at ?? '9').localeCompare(b.due_at ?? '9')
