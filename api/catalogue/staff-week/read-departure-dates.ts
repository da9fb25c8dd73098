import { sql } from 'drizzle-orm'
import { type DepartureDate, writeDateVersion } from '#contract/staff-week.ts'
import { type DbOrTx } from '../../db/client.ts'
import { rawStatement } from '../../db/statement.ts'
import { listDepartures, type OfferedDeparture, slotKey } from '../../rules/departures/availability.ts'
import { toDollars, toDollarsOrNull } from '../../rules/money/money.ts'
import { type QuantityType } from '../../rules/pricing/pricing-facts.ts'
import { findUnitPrice } from '../../rules/pricing/price-lines.ts'
import { findDepartAt, fliesOn, isPublished, toLocalDate, toLocalTime } from '../../rules/time/local-time.ts'
import {
  loadTimetables,
  placeRules,
  type ProductTimetable,
  type RuleOnSale,
} from '../../store/catalogue/load-timetables.ts'
import { type Catalogue, getPricingFacts, type TerminalRow } from '../../store/catalogue/read-catalogue.ts'
import { fromUnit } from '../find-from-price.ts'
import { createPriceList } from '../present-departure.ts'
import { countSeats, findClosing, findException, findState } from './departure-state.ts'

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
  const span = { fromDate, untilDate, now, forStaff: true }
  const [timetables, rows] = await Promise.all([
    loadTimetables(db, catalogue, entries, span),
    selectLoads(db, {
      from: fromDate,
      until: untilDate,
      terminalId: terminal.id,
      now: now.toISOString(),
    }),
  ])
  const loads = new Map(rows.map((row) => [slotKey(row.departureId, row.localDate), row]))
  return timetables.map((found) => {
    const rules = placeRules(catalogue, found.entry)
    const here = rulesAt(found.timetable.rules, terminal.id)
    const unclosed = {
      ...found.timetable,
      rules: here,
      exceptions: found.timetable.exceptions.filter(({ kind }) => kind !== 'closed'),
    }
    const priceOf = createCellPrices(found, now)
    return {
      found,
      isOnlyHere: here.length === rules.length,
      cells: dates.flatMap((date) => {
        const offered = new Map(listDepartures(unclosed, date, now).map((one) => [one.rule.id, one]))
        return here.flatMap(
          (rule) => presentCell({ found, unclosed, rule, date, loads, offered, priceOf, now }) ?? [],
        )
      }),
    }
  })
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
  cross join lateral (select id from flights where slot_id = s.id and seats_sold + seats_held > 0 offset 0) f
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
  /** The timetable as it would be if nothing were closed. */
  unclosed: ProductTimetable['timetable']
  rule: RuleOnSale
  date: string
  loads: ReadonlyMap<string, SlotLoad>
  offered: ReadonlyMap<number, OfferedDeparture<RuleOnSale>>
  priceOf: (rule: RuleOnSale) => CellPrices
  now: Date
}

/** What a rule costs on each of its dates, in dollars. */
interface CellPrices {
  price: number
  price_total: number
  rule_price: number | null
}

/** The prices of a product's rules, each reckoned once for all days. */
function createCellPrices({ entry }: ProductTimetable, now: Date): CellFacts['priceOf'] {
  const unit = fromUnit(entry)
  const brandId = entry.product.brandId
  const totalsOf = createPriceList(entry, brandId, now)
  const known = new Map<RuleOnSale, CellPrices>()
  return (rule) => {
    const found = known.get(rule)
    if (found) return found
    const totals = totalsOf(rule.row)
    const facing = getPricingFacts(entry, rule.row, brandId, 0)
    const prices = {
      price: toDollars(findUnitPrice(facing, unit)?.listCents ?? 0),
      price_total: toDollars((unit === 'seat' ? totals.seatTotalCents : totals.flightTotalCents) ?? 0),
      rule_price: ownPrice(
        unit,
        entry.departures.find(({ id }) => id === rule.id),
      ),
    }
    known.set(rule, prices)
    return prices
  }
}

interface OwnPrices {
  seatPriceCents: number | null
  flightPriceCents: number | null
}

/** The price that a rule or a date has of its own, in dollars. */
const ownPrice = (unit: QuantityType, row: OwnPrices | undefined): number | null =>
  toDollarsOrNull((unit === 'seat' ? row?.seatPriceCents : row?.flightPriceCents) ?? null)

/** A rule on a date; undefined when it neither flies nor has passengers then. */
function presentCell(facts: CellFacts): DateCell | undefined {
  const { found, unclosed, rule, date, now } = facts
  const { entry, timetable } = found
  // A date with its own price has a rule of its own.
  if (rule.onlyDate === undefined ? rule.exceptDates?.includes(date) === true : rule.onlyDate !== date) {
    return undefined
  }
  const key = slotKey(rule.id, date)
  const load = facts.loads.get(key)
  const taken = (load?.sold ?? 0) + (load?.held ?? 0)
  const isPlanned = fliesOn(rule, date, unclosed.exceptions)
  if (!isPlanned && taken === 0) return undefined
  const slot = timetable.slots.get(key)
  const departAt = slot?.departAt ?? findDepartAt(rule, date, rule.place)
  if (!departAt) return undefined
  const isOffered = isPlanned && isPublished(rule, departAt) && isPublished(entry.product, now)
  if (!isOffered && taken === 0) return undefined
  const { state, reason } = findState(facts, { departAt, slot, sold: load?.sold ?? 0 })
  const prices = facts.priceOf(rule)
  const datePrice = ownPrice(fromUnit(entry), findException(found, rule.id, date))
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
      ...prices,
      date_price: datePrice,
      rule_until: rule.publishUntil
        ? toLocalDate(new Date(rule.publishUntil.getTime() - 1), rule.place.timezone)
        : null,
      version: writeDateVersion(closing?.state ?? 'open', prices.price, datePrice !== null),
    },
  }
}
