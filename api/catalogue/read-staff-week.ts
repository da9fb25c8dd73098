import {
  type ClosedTarget,
  type DepartureDate,
  type StaffWeek,
  type WeekState,
  writeDateVersion,
} from '#contract/staff-week.ts'
import { type Db, type DbOrTx } from '../db/client.ts'
import { rawStatement } from '../db/statement.ts'
import { sql } from 'drizzle-orm'
import {
  listDepartures,
  type OfferedDeparture,
  slotKey,
  type SlotState,
} from '../rules/departures/availability.ts'
import { toDollars, toDollarsOrNull } from '../rules/money/money.ts'
import { findUnitPrice } from '../rules/pricing/price-lines.ts'
import {
  addDays,
  datesBetween,
  findDepartAt,
  fliesOn,
  isPublished,
  toLocalDate,
  toLocalTime,
} from '../rules/time/local-time.ts'
import {
  loadTimetables,
  placeRules,
  type ProductTimetable,
  type RuleOnSale,
} from '../store/catalogue/load-timetables.ts'
import {
  type Catalogue,
  getPricingFacts,
  readCatalogue,
  type TerminalRow,
} from '../store/catalogue/read-catalogue.ts'
import { fromUnit } from './find-from-price.ts'
import { createPriceList } from './present-departure.ts'

export interface StaffWeekQuestion {
  from?: string | undefined
  terminalId?: number | undefined
  productId?: number | undefined
  now: Date
}

const DAYS = 7

/** Reads seven days of a terminal's departures: undefined when there is no such terminal or product. */
export async function readStaffWeek(db: Db, question: StaffWeekQuestion): Promise<StaffWeek | undefined> {
  const catalogue = await readCatalogue(db)
  const terminals = catalogue.terminals.filter(({ id }) =>
    catalogue.entries.some((entry) => placeRules(catalogue, entry).some(({ place }) => place.id === id)),
  )
  const terminal = terminals.find(({ id }) => id === question.terminalId) ?? terminals[0]
  if (!terminal || (question.terminalId !== undefined && terminal.id !== question.terminalId))
    return undefined
  const entries = catalogue.entries.filter(
    (entry) => rulesAt(placeRules(catalogue, entry), terminal.id).length > 0,
  )
  const { productId = null, now } = question
  if (productId !== null && !entries.some(({ product }) => product.id === productId)) return undefined
  const today = toLocalDate(now, terminal.timezone)
  const from = question.from ?? today
  const dates = datesBetween(from, addDays(from, DAYS - 1))
  const products = await readDepartureDates(db, { catalogue, terminal, productId, dates, now })
  return {
    from,
    until: addDays(from, DAYS - 1),
    today,
    terminal: { id: terminal.id, name: terminal.name, timezone: terminal.timezone },
    terminals: terminals.map(({ id, name }) => ({ id, name })),
    product_names: entries.map(({ product: { id, name } }) => ({ id, name })),
    product_id: productId,
    days: dates.map((date) => describeDay(products, date)),
    products: products
      .filter(({ cells }) => cells.length > 0)
      .map(({ found, cells }) => ({
        id: found.entry.product.id,
        name: found.entry.product.name,
        quantity_type: fromUnit(found.entry),
        rows: groupRows(cells, dates),
      })),
  }
}

export const rulesAt = (rules: readonly RuleOnSale[], terminalId: number): RuleOnSale[] =>
  rules.filter(({ place }) => place.id === terminalId)

/** A departure rule on a date, with what a change of it has to know. */
export interface DateCell {
  rule: RuleOnSale
  date: DepartureDate
}

/** The departures of a product at a terminal, on the requested dates. */
export interface ProductDates {
  found: ProductTimetable
  /** All of the product's departures leave from this terminal. */
  isOnlyHere: boolean
  cells: DateCell[]
}

interface DatesQuestion {
  catalogue: Catalogue
  terminal: Pick<TerminalRow, 'id'>
  productId: number | null
  dates: readonly string[]
  now: Date
}

/** Reads departures with two statements, whatever the number of products and days. */
export async function readDepartureDates(db: DbOrTx, question: DatesQuestion): Promise<ProductDates[]> {
  const { catalogue, terminal, productId, dates, now } = question
  const entries = catalogue.entries.filter(
    (entry) =>
      (productId === null || entry.product.id === productId) &&
      rulesAt(placeRules(catalogue, entry), terminal.id).length > 0,
  )
  const [fromDate = '', untilDate = ''] = [dates[0], dates.at(-1)]
  const span = { fromDate, untilDate, now }
  const timetables = await loadTimetables(db, catalogue, entries, span)
  const rows = await selectLoads(db, {
    from: fromDate,
    until: untilDate,
    terminalId: terminal.id,
    now: now.toISOString(),
  })
  const loads = new Map(rows.map((row) => [slotKey(row.departureId, row.localDate), row]))
  return timetables.map((found) => {
    const rules = placeRules(catalogue, found.entry)
    const here = rulesAt(found.timetable.rules, terminal.id)
    return {
      found,
      isOnlyHere: here.length === rules.length,
      cells: dates.flatMap((date) => {
        const offered = listOffered(found, date, now)
        return here.flatMap((rule) => presentCell({ found, rule, date, loads, offered, now }) ?? [])
      }),
    }
  })
}

/** What is or would be on sale on a date if nothing were closed. */
function listOffered({ timetable }: ProductTimetable, date: string, now: Date) {
  const exceptions = timetable.exceptions.filter(({ kind }) => kind !== 'closed')
  return new Map(listDepartures({ ...timetable, exceptions }, date, now).map((one) => [one.rule.id, one]))
}

interface SlotLoad {
  departureId: number
  localDate: string
  sold: number
  held: number
  parties: number
  heldUntil: string | null
  cents: number
}

/**
 * The seats and prices of the booked departures of a terminal. From the days to their flights and
 * on to the holds: a plain join would read all holds.
 */
const selectLoads = rawStatement<
  { from: string; until: string; terminalId: number; now: string },
  SlotLoad
>(sql`
  select s.departure_id as "departureId", s.local_date::text as "localDate",
    coalesce(sum(x.sold), 0)::int as sold, coalesce(sum(x.held), 0)::int as held,
    coalesce(sum(x.parties), 0)::int as parties, max(x.held_until)::text as "heldUntil",
    coalesce(sum(x.cents), 0)::int as cents
  from slots s
  cross join lateral (select id from flights where slot_id = s.id offset 0) f
  cross join lateral (
    select sum(h.seats) filter (where h.state = 'sold') as sold,
      sum(h.seats) filter (where h.state = 'held') as held,
      count(distinct h.order_id) filter (where h.state = 'sold') as parties,
      max(h.expires_at) filter (where h.state = 'held') as held_until,
      sum(case when h.whole_flight
        then (select sum(unit_price_cents) from order_item_flights
          where order_id = h.order_id and flight_id = h.flight_id)
        else h.seats * (select avg(unit_price_cents) from order_item_seats
          where order_id = h.order_id and flight_id = h.flight_id) end)
        filter (where h.state = 'sold') as cents
    from (select * from holds where flight_id = f.id and state in ('held', 'sold') offset 0) h
    where h.state = 'sold' or h.payment_open or h.expires_at > ${sql.placeholder('now')}::timestamptz) x
  where s.local_date between ${sql.placeholder('from')}::date and ${sql.placeholder('until')}::date
    and s.terminal_id = ${sql.placeholder('terminalId')}::int
  group by s.id`)

interface CellFacts {
  found: ProductTimetable
  rule: RuleOnSale
  date: string
  loads: ReadonlyMap<string, SlotLoad>
  offered: ReadonlyMap<number, OfferedDeparture<RuleOnSale>>
  now: Date
}

/** A rule on a date; undefined when it neither flies nor has passengers then. */
function presentCell(facts: CellFacts): DateCell | undefined {
  const { found, rule, date, now } = facts
  const { entry, timetable } = found
  // A date with its own price has a rule of its own.
  if (rule.onlyDate === undefined ? rule.exceptDates?.includes(date) === true : rule.onlyDate !== date) {
    return undefined
  }
  const key = slotKey(rule.id, date)
  const load = facts.loads.get(key)
  const taken = (load?.sold ?? 0) + (load?.held ?? 0)
  const slot = timetable.slots.get(key)
  const isPlanned = fliesOn(
    rule,
    date,
    timetable.exceptions.filter(({ kind }) => kind !== 'closed'),
  )
  const departAt = slot?.departAt ?? findDepartAt(rule, date, rule.place)
  if (!departAt) return undefined
  const isOffered = isPlanned && isPublished(rule, departAt) && isPublished(entry.product, now)
  if (!isOffered && taken === 0) return undefined
  const { state, reason } = findState(facts, { departAt, slot, sold: load?.sold ?? 0 })
  const unit = fromUnit(entry)
  const facing = getPricingFacts(entry, rule.row, entry.product.brandId, 0)
  const totals = createPriceList(entry, entry.product.brandId, now)(rule.row)
  const price = toDollars(findUnitPrice(facing, unit)?.listCents ?? 0)
  const weekly = entry.departures.find(({ id }) => id === rule.id)
  const own = (row: { seatPriceCents: number | null; flightPriceCents: number | null } | undefined) =>
    toDollarsOrNull((unit === 'seat' ? row?.seatPriceCents : row?.flightPriceCents) ?? null)
  const datePrice = own(findException(found, rule.id, date))
  const closing = findClosing(found, rule.id, date)
  return {
    rule,
    date: {
      departure_id: rule.id,
      date,
      depart_at: departAt.toISOString(),
      local_time: toLocalTime(departAt, rule.place.timezone),
      state,
      reason,
      seats: countSeats(facts, { state, slot }),
      seats_sold: load?.sold ?? 0,
      parties: load?.parties ?? 0,
      seats_held: load?.held ?? 0,
      held_until: load?.heldUntil ? new Date(load.heldUntil).toISOString() : null,
      revenue: toDollars(load?.cents ?? 0),
      price,
      price_total: toDollars((unit === 'seat' ? totals.seatTotalCents : totals.flightTotalCents) ?? 0),
      date_price: datePrice,
      rule_price: own(weekly),
      rule_until: rule.publishUntil
        ? toLocalDate(new Date(rule.publishUntil.getTime() - 1), rule.place.timezone)
        : null,
      version: writeDateVersion(closing?.state ?? 'open', price, datePrice !== null),
    },
  }
}

const findException = ({ entry }: ProductTimetable, departureId: number, date: string) =>
  entry.exceptions.find(
    (one) => one.kind === 'priced' && one.departureId === departureId && one.date === date,
  )

/** What closes a departure on a date: the product's day off or its own. */
function findClosing({ entry }: ProductTimetable, departureId: number, date: string) {
  const todays = entry.exceptions.filter((one) => one.kind === 'closed' && one.date === date)
  const day = todays.find((one) => one.departureId === null)
  if (day) return { state: 'day_closed' as const, reason: day.reason }
  const own = todays.find((one) => one.departureId === departureId)
  return own && { state: 'closed' as const, reason: own.reason }
}

function findState(
  { found, rule, date, offered, now }: CellFacts,
  { departAt, slot, sold }: { departAt: Date; slot: SlotState | undefined; sold: number },
): { state: WeekState; reason: string } {
  const as = (state: WeekState) => ({ state, reason: '' })
  if (slot?.isCancelled === true) return as('cancelled')
  const hasLeft = slot?.flights.some(({ left }) => left) === true
  if (hasLeft || departAt <= now) return as(sold > 0 ? 'flown' : 'past')
  const closing = findClosing(found, rule.id, date)
  if (closing) return closing
  const one = offered.get(rule.id)
  const isOnSale = isPublished(rule, now) && found.timetable.availability !== 'paused'
  if (!one) return as(isOnSale && isInWindow(found, date, now) ? 'no_aircraft' : 'not_on_sale')
  if (one.closed) return as('ended')
  return as(one.room.seatsLeft <= 0 && one.room.wholeFlights <= 0 ? 'full' : 'open')
}

const isInWindow = ({ timetable }: ProductTimetable, date: string, now: Date): boolean =>
  timetable.availability !== 'coming_soon' &&
  date <= addDays(toLocalDate(now, timetable.timezone), timetable.salesWindowDays)

/** What can be or could be sold: seats of closed departures count only beside passengers. */
function countSeats(
  { found, rule, offered }: CellFacts,
  { state, slot }: { state: WeekState; slot: SlotState | undefined },
): number {
  const used = slot?.flights.filter((flight) => !flight.isCancelled && flight.seatsTaken > 0) ?? []
  if (used.length > 0) return used.reduce((sum, { capacity }) => sum + capacity, 0)
  if (state === 'past') return rule.aircraft.length > 0 ? found.entry.aircraftType.maxPassengers : 0
  const isSold = state === 'open' || state === 'full' || state === 'ended'
  return isSold ? (offered.get(rule.id)?.room.capacity ?? 0) : 0
}

/** Puts the rules of the same time into one row; two on one day take two rows. */
function groupRows(
  cells: readonly DateCell[],
  dates: readonly string[],
): StaffWeek['products'][number]['rows'] {
  const rows = new Map<string, { rule: RuleOnSale; cells: DateCell[] }>()
  const sorted = cells.toSorted((a, b) => standsFirst(b) - standsFirst(a))
  for (const cell of sorted) {
    const { departureType, time, offsetInMins } = cell.rule
    for (let at = 0; ; at++) {
      const key = `${departureType} ${time ?? String(offsetInMins)} ${String(at)}`
      const row = rows.get(key)
      if (row?.cells.some(({ date }) => date.date === cell.date.date)) {
        // Painting a week closes a second rule where the first one flies already.
        if (standsFirst(cell) === 0) break
        continue
      }
      if (row) row.cells.push(cell)
      else rows.set(key, { rule: cell.rule, cells: [cell] })
      break
    }
  }
  const clockOf = ({ cells: of }: { cells: DateCell[] }) =>
    of.map(({ date }) => date.local_time).sort()[0] ?? ''
  return [...rows.values()]
    .toSorted((a, b) => clockOf(a).localeCompare(clockOf(b)) || a.rule.id - b.rule.id)
    .map(({ rule, cells: own }) => ({
      departure_type: rule.departureType,
      time: rule.time,
      offset_in_mins: rule.offsetInMins,
      dates: dates.map((date) => own.find((cell) => cell.date.date === date)?.date ?? null),
    }))
}

const standsFirst = ({ date }: DateCell): number =>
  date.seats_sold > 0 ? 2 : date.state === 'closed' ? 0 : 1

/** What a day's closing is made of: products, or single departures of those that leave elsewhere, too. */
export function listTargets(products: readonly ProductDates[], date: string): ClosedTarget[] {
  return products.flatMap(({ found, isOnlyHere, cells }): ClosedTarget[] => {
    const product_id = found.entry.product.id
    const ids = cells.filter((cell) => cell.date.date === date).map(({ rule }) => rule.id)
    if (ids.length === 0) return []
    return isOnlyHere
      ? [{ product_id, departure_id: null }]
      : ids.map((departure_id) => ({ product_id, departure_id }))
  })
}

/** The exceptions that close a target on a date. */
export const findTargetClosings = (products: readonly ProductDates[], target: ClosedTarget, date: string) =>
  products
    .filter(({ found }) => found.entry.product.id === target.product_id)
    .flatMap(({ found }) => found.entry.exceptions)
    .filter((one) => one.kind === 'closed' && one.date === date && one.departureId === target.departure_id)

export const writeTarget = ({ product_id, departure_id }: ClosedTarget): string =>
  departure_id === null ? String(product_id) : `${String(product_id)}.${String(departure_id)}`

/** Whether a day is closed, why, and what a change of it is made from. */
export function describeDay(products: readonly ProductDates[], date: string): StaffWeek['days'][number] {
  const targets = listTargets(products, date)
  const closings = targets.map((target) => ({ target, rows: findTargetClosings(products, target, date) }))
  const closed = closings.filter(({ rows }) => rows.length > 0)
  return {
    date,
    closed: targets.length > 0 && closed.length === targets.length,
    reason:
      closed.flatMap(({ rows }) => rows.map(({ reason }) => reason)).find((reason) => reason !== '') ?? '',
    version: closed.map(({ target }) => writeTarget(target)).join(' ') || 'open',
  }
}
