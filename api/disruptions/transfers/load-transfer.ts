import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { type TransferredParty, type TransferParty } from '#contract/flight-transfer.ts'
import { type UnfitReason } from '#contract/flight-board.ts'
import { type DbOrTx } from '../../db/client.ts'
import { departures, fares, products, terminals } from '../../db/schema/catalogue.ts'
import { holds } from '../../db/schema/holds.ts'
import { flights, slots } from '../../db/schema/inventory.ts'
import { orders } from '../../db/schema/orders.ts'
import { passengers } from '../../db/schema/passengers.ts'
import { type AircraftRow, selectAircraft } from '../../flights/read-flight-board.ts'
import { judgeAircraft } from '../../flights/rules/flight-options.ts'
import { type DayRow, selectDayFlights, toFacts } from '../../flights/staff-day/day-flights.ts'
import { chooseParty, type PartySelection } from '../../reschedules/choose-rescheduled-party.ts'
import { loadReschedulable, type ReschedulableParty } from '../../reschedules/load-reschedule.ts'
import { findDaylight } from '../../rules/time/flight-day.ts'
import { presentOnHold } from '../../store/weather-hold-columns.ts'
import { type OrderRow } from '../../store/orders/order.ts'
import { findOpenAttempt } from '../../store/payments/payment-attempts.ts'
import {
  judgeTarget,
  lacksSecondSeat,
  type MovingParty,
  takesGuests,
  type TargetFlight,
} from '../rules/judge-transfer.ts'

/** A party of the flight, with what of it moves; undefined where nobody does. */
export interface PartyOnBoard {
  order: OrderRow
  obstacle: TransferParty['obstacle']
  party: ReschedulableParty | undefined
  seats: number
  weightLbs: number
  people: TransferParty['people']
  chosen: PartySelection | undefined
}

export interface Target {
  flightId: number | null
  aircraft: AircraftRow
  row: DayRow | undefined
  departAt: Date
  seatsTaken: number
  weightTakenLbs: number
  reasons: UnfitReason[]
}

/** A flight whose guests may fly on another one, read at one moment. */
export interface TransferPlan {
  from: DayRow
  slot: typeof slots.$inferSelect
  terminalName: string
  obstacle: 'gone' | 'on_hold' | null
  parties: PartyOnBoard[]
  /** The ids that were named and are not there, or not any more. */
  isUnknown: boolean
  held: { seats: number; until: Date } | null
  targets: Target[]
}

interface Asked {
  flightId: number
  /** Undefined for everybody. */
  guests: readonly TransferredParty[] | undefined
  now: Date
}

/** Reads who is on a flight and where they could fly; undefined if there is no such flight. */
export async function loadTransfer(
  db: DbOrTx,
  { flightId, guests, now }: Asked,
): Promise<TransferPlan | undefined> {
  const [found] = await db
    .select({ slot: slots, terminalName: terminals.name })
    .from(flights)
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .innerJoin(terminals, eq(terminals.id, slots.terminalId))
    .where(eq(flights.id, flightId))
  if (!found) return undefined
  const { slot, terminalName } = found
  const day = await selectDayFlights(db, { date: slot.localDate, now: now.toISOString(), flightId })
  const from = day.find(({ flight }) => flight.id === flightId)
  if (!from) return undefined
  const parties = await loadParties(db, { flightId, guests, now })
  const named = new Set(parties.map(({ order }) => order.id))
  const isUnknown =
    guests?.some(({ order_id: id }) => !named.has(id)) === true ||
    parties.some(({ order, chosen }) => !chosen && guests?.some(({ order_id: id }) => id === order.id))
  const scheduledAt = slot.departAt
  const isOpen = takesGuests({ status: from.flight.status, scheduledAt, departAt: from.flight.departAt }, now)
  return {
    ...{ from, slot, terminalName, parties, isUnknown },
    obstacle: isOpen ? (slot.weatherHoldId === null ? null : 'on_hold') : 'gone',
    held: await findHeld(db, flightId, now),
    targets: await findTargets(db, { from, slot, day, parties, now }),
  }
}

/** What of each party moves, as the rules count it. */
const listMoving = (parties: readonly PartyOnBoard[]): MovingParty[] =>
  parties.flatMap(({ chosen }) =>
    chosen
      ? [
          {
            units: chosen.units,
            weightLbs: chosen.weightLbs,
            weights: chosen.people.map(({ weightLbs }) => weightLbs),
          },
        ]
      : [],
  )

/** Of the orders with paid seats on a flight. */
export async function findOrderIdsOn(db: DbOrTx, flightId: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: holds.orderId })
    .from(holds)
    .where(and(eq(holds.flightId, flightId), eq(holds.state, 'sold')))
    .orderBy(asc(holds.orderId))
  return rows.flatMap(({ id }) => id ?? [])
}

async function loadParties(db: DbOrTx, { flightId, guests, now }: Asked): Promise<PartyOnBoard[]> {
  const ids = await findOrderIdsOn(db, flightId)
  if (ids.length === 0) return []
  const rows = await db.select().from(orders).where(inArray(orders.id, ids)).orderBy(asc(orders.id))
  const loads = await db
    .select({
      orderId: holds.orderId,
      seats: sql<number>`sum(${holds.seats})`.mapWith(Number),
      weightLbs: sql<number>`sum(${holds.weightLbs})`.mapWith(Number),
      whole: sql<boolean>`bool_or(${holds.wholeFlight})`,
    })
    .from(holds)
    .where(and(eq(holds.flightId, flightId), eq(holds.state, 'sold')))
    .groupBy(holds.orderId)
  const here = await db
    .select({ id: passengers.id, boarding: passengers.boarding })
    .from(passengers)
    .where(inArray(passengers.orderId, ids))
  const checkedIn = new Set(here.flatMap(({ id, boarding }) => (boarding === 'checked_in' ? [id] : [])))
  const parties: PartyOnBoard[] = []
  for (const order of rows) {
    const load = loads.find(({ orderId }) => orderId === order.id)
    const party = await loadReschedulable(db, order, flightId, { now, begun: true })
    const isPaying = (await findOpenAttempt(db, order.id)) !== undefined
    const obstacle = findObstacle(party, { isWhole: load?.whole === true, isPaying })
    parties.push({
      ...{ order, obstacle, party },
      seats: load?.seats ?? 0,
      weightLbs: load?.weightLbs ?? 0,
      people: (party?.people ?? []).map(({ id, fullName }) => ({
        ...{ id, full_name: fullName },
        checked_in: checkedIn.has(id),
      })),
      chosen: party && obstacle === null ? choose(order, party, guests) : undefined,
    })
  }
  return parties
}

/** What would keep a customer from moving does not keep the operator from it. */
const OURS: readonly string[] = ['move_off', 'move_still_due', 'move_closed', 'move_flight_over']

function findObstacle(
  party: ReschedulableParty | undefined,
  { isWhole, isPaying }: { isWhole: boolean; isPaying: boolean },
): TransferParty['obstacle'] {
  if (isWhole) return 'whole_flight'
  if (isPaying) return 'payment_open'
  return party && (party.obstacle === undefined || OURS.includes(party.obstacle)) ? null : 'ended'
}

function choose(
  order: OrderRow,
  party: ReschedulableParty,
  guests: readonly TransferredParty[] | undefined,
): PartySelection | undefined {
  const named = guests?.find(({ order_id: id }) => id === order.id)
  if (guests && !named) return undefined
  const chosen = chooseParty(order, party, { passengerIds: named?.passenger_ids })
  return chosen.ok ? chosen : undefined
}

async function findHeld(db: DbOrTx, flightId: number, now: Date): Promise<TransferPlan['held']> {
  const [found] = await db
    .select({
      seats: sql<number>`coalesce(sum(${holds.seats}), 0)`.mapWith(Number),
      until: sql<Date | null>`max(${holds.expiresAt})`.mapWith(holds.expiresAt),
    })
    .from(holds)
    .where(
      and(
        eq(holds.flightId, flightId),
        eq(holds.state, 'held'),
        sql`(${holds.paymentOpen} or ${holds.expiresAt} > ${now.toISOString()}::timestamptz)`,
      ),
    )
  return found?.until && found.seats > 0 ? { seats: found.seats, until: found.until } : null
}

interface TargetsContext {
  from: DayRow
  slot: typeof slots.$inferSelect
  day: readonly DayRow[]
  parties: readonly PartyOnBoard[]
  now: Date
}

/** The other flights of the product on that day and, where somebody stays, the other aircraft. */
async function findTargets(db: DbOrTx, context: TargetsContext): Promise<Target[]> {
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

/** Whether everybody on the flight moves. */
export const emptiesFlight = (parties: readonly PartyOnBoard[]): boolean =>
  parties.every(({ chosen }) => chosen?.whole === true)

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
  const loads = await db
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
    .groupBy(holds.flightId)
  const rules = await db
    .select({
      ...{ id: departures.id, type: departures.departureType },
      seatCents: sql<number>`coalesce(${departures.seatPriceCents}, ${fares.seatPriceCents},
        ${products.seatPriceCents}, 0)`.mapWith(Number),
      givesBack: sql<boolean>`coalesce(${fares.refundWhenCalledOff}, false)`,
    })
    .from(departures)
    .innerJoin(products, eq(products.id, departures.productId))
    .leftJoin(fares, eq(fares.id, departures.fareId))
    .where(inArray(departures.id, [...new Set(rows.map(({ departureId }) => departureId))]))
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
