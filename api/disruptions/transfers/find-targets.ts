import { and, eq, inArray, sql } from 'drizzle-orm'
import { type UnfitReason } from '#contract/flight-board.ts'
import { type DbOrTx } from '../../db/client.ts'
import { departures, fares, products } from '../../db/schema/catalogue.ts'
import { holds } from '../../db/schema/holds.ts'
import { type slots } from '../../db/schema/inventory.ts'
import { type AircraftRow, selectAircraft } from '../../flights/read-flight-board.ts'
import { judgeAircraft } from '../../flights/rules/flight-options.ts'
import { type DayRow, toFacts } from '../../flights/staff-day/day-flights.ts'
import { findDaylight } from '../../rules/time/flight-day.ts'
import { presentOnHold } from '../../store/weather-hold-columns.ts'
import { judgeTarget, lacksSecondSeat, type MovingParty, type TargetFlight } from '../rules/judge-transfer.ts'
import { type PartyOnBoard, listMoving, emptiesFlight } from './find-parties-on-board.ts'

export interface Target {
  flightId: number | null
  aircraft: AircraftRow
  row: DayRow | undefined
  departAt: Date
  seatsTaken: number
  weightTakenLbs: number
  reasons: UnfitReason[]
}

interface TargetsContext {
  from: DayRow
  slot: typeof slots.$inferSelect
  day: readonly DayRow[]
  parties: readonly PartyOnBoard[]
  now: Date
}

/** The other flights of the product on that day and, where somebody stays, the other aircraft. */
export async function findTargets(db: DbOrTx, context: TargetsContext): Promise<Target[]> {
  const { from, day, parties, now } = context
  const machines = await selectAircraft(db, {})
  const present = machines.find(({ id }) => id === from.flight.aircraftId)
  if (!present) return []
  const others = day.filter(
    (row) =>
      row.flight.id !== from.flight.id &&
      row.flight.status !== 'called_off' &&
      row.productId === from.productId &&
      row.from.id === from.from.id,
  )
  const facts = await readSaleFacts(db, [from, ...others], now)
  const moving = listMoving(parties)
  const left = facts(from)
  const flown = others.flatMap((row): Target[] => {
    const aircraft = machines.find(({ id }) => id === row.flight.aircraftId)
    if (!aircraft) return []
    const to = { ...facts(row), category: aircraft.category, seatLimitLbs: aircraft.seatLimitLbs }
    return [
      {
        ...{ flightId: row.flight.id, aircraft, row },
        departAt: row.flight.departAt,
        seatsTaken: to.seatsTaken,
        weightTakenLbs: to.weightTakenLbs,
        reasons: judgeTarget(moving, { ...left, category: present.category }, to, now),
      },
    ]
  })
  const used = new Set(
    others.flatMap(({ flight }) => (flight.slotId === from.flight.slotId ? flight.aircraftId : [])),
  )
  const free = emptiesFlight(parties)
    ? []
    : machines
        .filter(
          ({ id, terminalId }) => terminalId === present.terminalId && id !== present.id && !used.has(id),
        )
        .map((aircraft) => judgeEmptyAircraft({ ...context, present, aircraft, moving }))
  const distance = ({ departAt }: Target) => Math.abs(departAt.getTime() - from.flight.departAt.getTime())
  return [...flown, ...free].toSorted(
    (a, b) => Number(a.reasons.length > 0) - Number(b.reasons.length > 0) || distance(a) - distance(b),
  )
}

interface EmptyAircraft extends Omit<TargetsContext, 'parties'> {
  present: AircraftRow
  aircraft: AircraftRow
  moving: readonly MovingParty[]
}

/** Another aircraft for the same departure, which it leaves at the time that was sold. */
function judgeEmptyAircraft({ from, slot, day, present, aircraft, moving, now }: EmptyAircraft): Target {
  const { departAt, arriveAt } = slot
  const seatsTaken = moving.reduce((sum, { units }) => sum + units, 0)
  const weightTakenLbs = moving.reduce((sum, { weightLbs }) => sum + weightLbs, 0)
  // Nothing of it flies already, so that every limit of the aircraft counts.
  const taken = { seatsTaken, weightTakenLbs, capacity: Infinity, maxWeightLbs: Infinity, whole: false }
  const flight = { ...toFacts(from), id: 0, pilotId: null, departAt, arriveAt }
  const lacking = new Set(lacksSecondSeat(moving, aircraft.seatLimitLbs) ? [aircraft.typeId] : [])
  const reasons = judgeAircraft({ flight, taken, day: day.map(toFacts) }, aircraft, { present, lacking })
  const gone = departAt > now ? [] : [{ ...NO_FACTS, kind: 'gone' as const }]
  return {
    ...{ flightId: null, aircraft, row: undefined, departAt, seatsTaken: 0, weightTakenLbs: 0 },
    reasons: [...gone, ...reasons],
  }
}

const NO_FACTS = { flight_code: null, from: null, until: null, count: null, limit: null }

type SaleFacts = Omit<TargetFlight, 'category' | 'seatLimitLbs'>

/** What flights were sold as, and what is on them now. */
async function readSaleFacts(
  db: DbOrTx,
  rows: readonly DayRow[],
  now: Date,
): Promise<(row: DayRow) => SaleFacts> {
  const flightIds = rows.map(({ flight }) => flight.id)
  const [loads, rules] = await Promise.all([
    db
      .select({
        flightId: holds.flightId,
        seats: sql<number>`sum(${holds.seats})`.mapWith(Number),
        weightLbs: sql<number>`sum(${holds.weightLbs})`.mapWith(Number),
      })
      .from(holds)
      .where(
        and(
          inArray(holds.flightId, flightIds),
          sql`(${holds.state} = 'sold' or ${holds.state} = 'held'
            and (${holds.paymentOpen} or ${holds.expiresAt} > ${now.toISOString()}::timestamptz))`,
        ),
      )
      .groupBy(holds.flightId),
    db
      .select({
        ...{ id: departures.id, type: departures.departureType },
        seatCents: sql<number>`coalesce(${departures.seatPriceCents}, ${fares.seatPriceCents},
          ${products.seatPriceCents}, 0)`.mapWith(Number),
        givesBack: sql<boolean>`coalesce(${fares.refundWhenCalledOff}, false)`,
      })
      .from(departures)
      .innerJoin(products, eq(products.id, departures.productId))
      .leftJoin(fares, eq(fares.id, departures.fareId))
      .where(inArray(departures.id, [...new Set(rows.map(({ departureId }) => departureId))])),
  ])
  return (row) => {
    const { flight, from, timezone } = row
    const load = loads.find(({ flightId }) => flightId === flight.id)
    const rule = rules.find(({ id }) => id === row.departureId)
    return {
      status: flight.status,
      scheduledAt: row.scheduledAt,
      departAt: flight.departAt,
      arriveAt: row.arriveAt,
      isOnHold: presentOnHold(row.onHold) !== null,
      seatCents: rule?.seatCents ?? 0,
      givesBack: rule?.givesBack ?? false,
      isSunset: rule?.type === 'sunset',
      lastLight: findDaylight(row.scheduledAt, { ...from, timezone }).dusk,
      seatsTaken: load?.seats ?? 0,
      weightTakenLbs: load?.weightLbs ?? 0,
      capacity: flight.capacity,
      maxWeightLbs: flight.maxWeightLbs,
    }
  }
}
