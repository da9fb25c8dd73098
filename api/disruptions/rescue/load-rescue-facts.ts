import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import { findProductTimetable } from '../../catalogue/find-product-timetable.ts'
import { type Db } from '../../db/client.ts'
import { aircraftOutages, terminals } from '../../db/schema/catalogue.ts'
import { holds } from '../../db/schema/holds.ts'
import { flights } from '../../db/schema/inventory.ts'
import { orders } from '../../db/schema/orders.ts'
import { findLackingTypes } from '../../flights/list-flight-options.ts'
import { selectAircraft, type AircraftRow } from '../../flights/read-flight-board.ts'
import { isAhead } from '../../flights/rules/flight-steps.ts'
import { type DayRow, selectDayFlights, toFacts } from '../../flights/staff-day/day-flights.ts'
import { type PlacedRule, type Timetable } from '../../rules/departures/availability.ts'
import { toCents } from '../../rules/money/money.ts'
import { instantOf } from '../../rules/time/local-time.ts'
import { findUpcomingFlights, type UpcomingFlight } from '../../seats/open-flights.ts'
import { type OrderRow } from '../../store/orders/order.ts'
import { judgeRebookingOffer } from '../assess-rebooking-offer.ts'
import { presentRebookingMoney } from '../read-rebooking-offer.ts'
import { type RescueFacts, type RescueFlight, type RescueParty } from '../rules/rescue-plan.ts'

/** An aircraft that is down for some hours of a day, by the clock of its terminal. */
export interface RescueSpan {
  aircraftId: number
  date: string
  from: string
  until: string
}

export interface RescueGround {
  span: RescueSpan & { fromAt: Date; untilAt: Date }
  machine: AircraftRow
  machines: readonly AircraftRow[]
  terminal: { name: string; timezone: string }
  facts: RescueFacts
  rows: ReadonlyMap<number, DayRow>
  orders: ReadonlyMap<number, { order: OrderRow; people: number }>
  /** Unpaid orders by flight. */
  unpaid: ReadonlyMap<number, number>
  outOfService: boolean
}

export type RescueGroundFound =
  { ok: true; ground: RescueGround } | { ok: false; reason: 'not_found' | 'rescue_over' | 'rescue_backwards' }

/** Reads all that a rescue plan depends on. Nothing is locked. */
export async function loadRescueGround(db: Db, asked: RescueSpan, now: Date): Promise<RescueGroundFound> {
  const machines = await selectAircraft(db, {})
  const machine = machines.find(({ id }) => id === asked.aircraftId)
  if (!machine) return { ok: false, reason: 'not_found' }
  const [terminal] = await db
    .select({ name: terminals.name, timezone: terminals.timezone })
    .from(terminals)
    .where(eq(terminals.id, machine.terminalId))
  if (!terminal) return { ok: false, reason: 'not_found' }
  const fromAt = instantOf(asked.date, asked.from, terminal.timezone)
  const untilAt = instantOf(asked.date, asked.until, terminal.timezone)
  if (untilAt <= fromAt) return { ok: false, reason: 'rescue_backwards' }
  if (untilAt <= now) return { ok: false, reason: 'rescue_over' }
  const day = await selectDayFlights(db, { date: asked.date, now: now.toISOString(), flightId: null })
  const hit = day.filter(
    ({ flight }) =>
      flight.aircraftId === machine.id &&
      isAhead(flight.status) &&
      flight.departAt < untilAt &&
      flight.readyAt > fromAt,
  )
  const flightIds = hit.map(({ flight }) => flight.id)
  const booked = await findBookings(db, flightIds)
  const parties = await assessParties(
    db,
    booked.filter(({ state }) => state === 'sold'),
    hit,
  )
  const taken = await findUpcomingFlights(db, inArray(flights.id, flightIds), now)
  const rescued: RescueFlight[] = []
  for (const row of hit) {
    const own = taken.find(({ id }) => id === row.flight.id)
    if (own)
      rescued.push(await toRescueFlight(db, row, { own, date: asked.date, day, machine, machines, parties }))
  }
  const facts: RescueFacts = {
    present: machine,
    span: { from: fromAt, until: untilAt },
    flights: rescued,
    day: day.map(toFacts),
    machines,
    timetables: await readTimetables(db, rescued, { date: asked.date, now }),
    now,
  }
  const unpaid = new Map(
    flightIds.map((id) => [
      id,
      booked.filter(({ flightId, state }) => flightId === id && state === 'held').length,
    ]),
  )
  return {
    ok: true,
    ground: {
      span: { ...asked, fromAt, untilAt },
      ...{ machine, machines, terminal, facts, unpaid },
      rows: new Map(hit.map((row) => [row.flight.id, row])),
      orders: new Map(parties.map(({ order, people }) => [order.id, { order, people }])),
      outOfService: !machine.inService || (await isOutage(db, { id: machine.id, fromAt, untilAt })),
    },
  }
}

interface Booking {
  flightId: number
  state: string
  order: OrderRow
}

/** The orders with seats on flights, paid or not, each once for a flight. */
async function findBookings(db: Db, flightIds: readonly number[]): Promise<Booking[]> {
  if (flightIds.length === 0) return []
  const on = db
    .selectDistinct({ flightId: holds.flightId, orderId: holds.orderId, state: holds.state })
    .from(holds)
    .where(
      and(
        inArray(holds.flightId, [...flightIds]),
        inArray(holds.state, ['held', 'sold']),
        isNotNull(holds.orderId),
      ),
    )
    .as('on_flights')
  return db
    .select({ flightId: on.flightId, state: on.state, order: orders })
    .from(on)
    .innerJoin(orders, eq(orders.id, on.orderId))
    .orderBy(asc(orders.id))
}

interface AssessedParty {
  flightId: number
  order: OrderRow
  people: number
  party: RescueParty
}

/** What each party could have if its departure were called off for a technical reason. */
async function assessParties(
  db: Db,
  sold: readonly Booking[],
  hit: readonly DayRow[],
): Promise<AssessedParty[]> {
  const parties: AssessedParty[] = []
  for (const { flightId, order } of sold) {
    const slotId = hit.find(({ flight }) => flight.id === flightId)?.flight.slotId
    const judged =
      slotId === undefined ? undefined : await judgeRebookingOffer(db, order, slotId, 'technical')
    if (!judged) continue
    const { refund, voucher_amount: voucher } = await presentRebookingMoney(db, order, judged)
    const { kind, size, weightLbs, units, others, people } = judged.party
    parties.push({
      ...{ flightId, order, people },
      party: {
        orderId: order.id,
        ...{ kind, size, weightLbs },
        isSplit: kind === 'flight' && (units > 1 || others),
        refundCents: refund ? toCents(refund.amount) : null,
        voucherCents: voucher === null ? 0 : toCents(voucher),
      },
    })
  }
  return parties
}

interface FlightContext {
  own: UpcomingFlight
  date: string
  day: readonly DayRow[]
  machine: AircraftRow
  machines: readonly AircraftRow[]
  parties: readonly AssessedParty[]
}

async function toRescueFlight(
  db: Db,
  row: DayRow,
  { own, date, day, machine, machines, parties }: FlightContext,
): Promise<RescueFlight> {
  const others = machines.filter(
    ({ id, terminalId }) => id !== machine.id && terminalId === machine.terminalId,
  )
  const { flight, productId, departureId, from } = row
  const isShared = day.some(
    (one) =>
      one.flight.slotId === flight.slotId &&
      one.flight.id !== flight.id &&
      one.flight.status !== 'called_off',
  )
  return {
    flight: toFacts(row),
    taken: own,
    lacking: await findLackingTypes(db, own, { present: machine, others }),
    ...{ productId, departureId, localDate: date, terminalId: from.id, isShared },
    parties: parties
      .filter(({ flightId }) => flightId === flight.id)
      // Who sits on several aircraft of the departure is not moved by one of them.
      .map(({ party }) => (isShared ? { ...party, isSplit: true } : party)),
  }
}

/** The timetables of the products that are hit, as staff sell them. */
async function readTimetables(
  db: Db,
  rescued: readonly RescueFlight[],
  { date, now }: { date: string; now: Date },
): Promise<Map<number, Timetable<PlacedRule>>> {
  const timetables = new Map<number, Timetable<PlacedRule>>()
  for (const productId of new Set(rescued.map((one) => one.productId))) {
    const asked = { productId, quantityType: 'seat' as const, quantity: 1, forStaff: true, now }
    const found = await findProductTimetable(db, asked, { fromDate: date, untilDate: date })
    if (found) timetables.set(productId, found.timetable)
  }
  return timetables
}

async function isOutage(
  db: Db,
  { id, fromAt, untilAt }: { id: number; fromAt: Date; untilAt: Date },
): Promise<boolean> {
  const spans = await db
    .select({ from: aircraftOutages.fromAt, until: aircraftOutages.untilAt })
    .from(aircraftOutages)
    .where(eq(aircraftOutages.aircraftId, id))
  return spans.some(({ from, until }) => from <= fromAt && until >= untilAt)
}
