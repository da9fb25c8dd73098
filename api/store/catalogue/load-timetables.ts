import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { products } from '../../db/schema/catalogue.ts'
import { flights, slots } from '../../db/schema/inventory.ts'
import { rawStatement } from '../../db/statement.ts'
import { holds } from '../../db/schema/holds.ts'
import { orders } from '../../db/schema/orders.ts'
import { waitlistOffers } from '../../db/schema/waitlist.ts'
import {
  type BusySpan,
  hasDeparted,
  type PlacedRule,
  slotKey,
  type SlotState,
  type Timetable,
} from '../../rules/departures/availability.ts'
import { type FlightState } from '../../rules/time/flight-day.ts'
import { addDays, getDepartureTags, instantOf } from '../../rules/time/local-time.ts'
import { hashWaitlistToken } from '../../gateways/link-secret.ts'
import { type Catalogue, type CatalogueEntry, type DepartureRow, requireTerminal } from './read-catalogue.ts'

/** A departure rule's row with its terminal and aircraft. */
export type RuleOnSale = PlacedRule & { row: DepartureRow }

export interface ProductTimetable {
  entry: CatalogueEntry
  timetable: Timetable<RuleOnSale>
}

/** Calendar days, both included, as they stand at `now`. */
export interface TimetableQuery {
  fromDate: string
  untilDate: string
  /**
   * The one instant of departure that is asked about: only what leaves within a day of it is read.
   */
  departAt?: Date | undefined
  now: Date
  /** Staff sell until their own end of sales, and seats that are held back. */
  forStaff?: boolean | undefined
  /** Seats held by this session do not count, so that shoppers never block themselves. */
  ownSessionId?: string | undefined
  /** The secret of a waitlist offer, whose held seats do not count either. */
  ownOffer?: string | undefined
}

/**
 * The timetables of products and what is sold of them over some days, in one query for any number
 * of products and days.
 */
export async function loadTimetables(
  db: DbOrTx,
  catalogue: Catalogue,
  entries: readonly CatalogueEntry[],
  question: TimetableQuery,
): Promise<ProductTimetable[]> {
  const placed = entries.map((entry) => ({ entry, rules: placeRules(catalogue, entry) }))
  const productIds = entries.map(({ product }) => product.id)
  const based = new Set(placed.flatMap(({ rules }) => rules.flatMap((rule) => rule.aircraft)))
  const aircraftIds = [...based].map(({ id }) => id)
  const rows = entries.length > 0 ? await loadTaken(db, productIds, aircraftIds, question) : []
  // An aircraft that is out of service is as busy as one that flies.
  const out = catalogue.aircraft.filter(({ id }) => aircraftIds.includes(id)).flatMap(outageSpans)
  const busy = [...rows.flatMap(busySpan), ...out]
  const ofProduct = new Map(productIds.map((id): [number, TakenSlot[]] => [id, []]))
  for (const row of rows) ofProduct.get(row[0])?.push(row)
  return placed.map(({ entry, rules }) => {
    const { product } = entry
    return {
      entry,
      timetable: {
        availability: product.availability,
        flightDurationMins: product.flightDurationMins,
        salesCloseMins: question.forStaff ? product.staffSalesCloseMins : product.salesCloseMins,
        salesWindowDays: product.salesWindowDays,
        timezone: entry.departureTerminal.timezone,
        seatsHeldBack: question.forStaff ? 0 : product.seatsHeldBack,
        minimum:
          question.forStaff || product.minPassengers <= 1
            ? undefined
            : { passengers: product.minPassengers, decidedMins: product.minDecidedMins },
        rules,
        exceptions: entry.exceptions,
        slots: slotStates(ofProduct.get(product.id) ?? []),
        busy,
      },
    }
  })
}

/** Cached per entry: a changed catalogue has new entries. */
const placedRules = new WeakMap<CatalogueEntry, RuleOnSale[]>()

/**
 * A product's departure rules, each with its terminal and the aircraft based there that could fly
 * it. A date with its own price has a rule of its own with the same id, and the weekly rule leaves
 * that date out.
 */
export function placeRules(catalogue: Catalogue, entry: CatalogueEntry): RuleOnSale[] {
  const known = placedRules.get(entry)
  if (known) return known
  const { departureTerminalId, aircraftTypeId } = entry.product
  const rules = entry.departures.flatMap((weekly) => {
    const terminalId = weekly.departureTerminalId ?? departureTerminalId
    const placed = {
      place: requireTerminal(entry.terminals, terminalId),
      aircraft: catalogue.aircraft.filter(
        (one) => one.terminalId === terminalId && one.aircraftTypeId === aircraftTypeId,
      ),
    }
    const priced = entry.exceptions.filter(
      ({ kind, departureId }) => kind === 'priced' && departureId === weekly.id,
    )
    const dated = priced.map((exception) => {
      const row = priceRow(weekly, exception)
      return { ...row, row, ...placed, soldFor: keyOfSale(row), onlyDate: exception.date }
    })
    const exceptDates = priced.map(({ date }) => date)
    const soldFor = keyOfSale(weekly)
    return [
      { ...weekly, row: weekly, ...placed, soldFor, ...(priced.length > 0 ? { exceptDates } : {}) },
      ...dated,
    ]
  })
  placedRules.set(entry, rules)
  return rules
}

/** Codes look at tags, gift cards at the fare. */
const keyOfSale = (row: DepartureRow): string =>
  JSON.stringify([row.fareId, row.seatPriceCents, getDepartureTags(row).toSorted()])

/** A rule's row with the price of a date; a unit that the date does not price keeps the rule's. */
const priceRow = (
  row: DepartureRow,
  { seatPriceCents, flightPriceCents }: CatalogueEntry['exceptions'][number],
): DepartureRow => ({
  ...row,
  seatPriceCents: seatPriceCents ?? row.seatPriceCents,
  flightPriceCents: flightPriceCents ?? row.flightPriceCents,
})

/** The counter includes ended holds until they are released, so it is never too small. */
const hasSeatsTaken = sql`${flights.seatsSold} + ${flights.seatsHeld} > 0`

/** The longest day has 25 hours, and no flight lasts longer. */
const DAY_MS = 25 * 3_600_000

/** One more day on each side allows for time zones and flights over midnight. */
const instantsOf = ({ fromDate, untilDate, departAt }: TimetableQuery) => {
  const [from, until] = departAt
    ? [new Date(departAt.getTime() - DAY_MS), new Date(departAt.getTime() + DAY_MS)]
    : [instantOf(addDays(fromDate, -1), '00:00', 'UTC'), instantOf(addDays(untilDate, 2), '00:00', 'UTC')]
  return { from: from.toISOString(), until: until.toISOString() }
}

async function loadTaken(
  db: DbOrTx,
  productIds: readonly number[],
  aircraftIds: readonly number[],
  question: TimetableQuery,
) {
  const { fromDate, untilDate, now, ownSessionId, ownOffer } = question
  const [row] = await selectTaken(db, {
    productIds,
    aircraftIds,
    fromDate,
    untilDate,
    ...instantsOf(question),
    now: now.toISOString(),
    sessionId: ownSessionId ?? null,
    offerHash: ownOffer ? hashWaitlistToken(ownOffer) : null,
  })
  return row?.taken ?? []
}

const sessionId = sql`${sql.placeholder('sessionId')}::uuid`
const offerHash = sql`${sql.placeholder('offerHash')}::text`
const own = sql`${sessionId} is not null and exists (select 1 from ${orders}
  where ${orders.id} = ${holds.orderId} and ${orders.sessionId} = ${sessionId})`
const offered = sql`${offerHash} is not null and exists (select 1 from ${waitlistOffers}
  where ${waitlistOffers.id} = ${holds.waitlistOfferId} and ${waitlistOffers.tokenHash} = ${offerHash})`
/** A hold counts until it ends or while its payment is open, whatever the flight's counter says. */
const isHeld = sql`${holds.state} = 'held' and (${holds.paymentOpen}
  or ${holds.expiresAt} > ${sql.placeholder('now')}::timestamptz) and not (${own}) and not (${offered})`

const sumOfHolds = (column: AnyColumn, condition: SQL) =>
  sql`coalesce((select sum(${column}) from ${holds} where ${holds.flightId} = ${flights.id}
    and (${condition})), 0)`

const at = (name: 'from' | 'until') => sql`${sql.placeholder(name)}::timestamptz`
const day = (name: 'fromDate' | 'untilDate') => sql`${sql.placeholder(name)}::date`
const anyOf = (name: 'productIds' | 'aircraftIds') => sql`any(${sql.placeholder(name)}::int[])`
const inMilliseconds = (column: AnyColumn) => sql`(extract(epoch from ${column}) * 1000)::bigint`

interface TakenQuery {
  productIds: readonly number[]
  aircraftIds: readonly number[]
  fromDate: string
  untilDate: string
  from: string
  until: string
  now: string
  sessionId: string | null
  offerHash: string | null
}

/** Instants are in milliseconds. */
type TakenSlot = [
  productId: number,
  departureId: number,
  localDate: string,
  departAt: number,
  arriveAt: number,
  isCancelled: boolean,
  isOnWeatherHold: boolean,
  flight: TakenFlight | null,
]
type TakenFlight = [
  aircraftId: number,
  departAt: number,
  readyAt: number,
  capacity: number,
  maxWeightLbs: number,
  status: FlightState,
  seatsTaken: number,
  weightLbs: number,
  staffSeats: number,
]

// Most flights have no live hold, and their counter says so.
const seatsHeld = sql`case when ${flights.seatsHeld} > 0 then ${sumOfHolds(holds.seats, isHeld)} else 0 end`
// Flights of other products only keep their aircraft busy.
const weightTaken = sql`case when ${slots.productId} = ${anyOf('productIds')}
  then ${sumOfHolds(holds.weightLbs, sql`${holds.state} = 'sold' or (${isHeld})`)} else 0 end`

// Only where a product holds seats back it matters who sold them.
const staffSeats = sql`case when exists (select 1 from ${products} where ${products.id} = ${slots.productId}
    and ${products.seatsHeldBack} > 0)
  then ${sumOfHolds(holds.seats, sql`${holds.byStaff} and (${holds.state} = 'sold' or (${isHeld}))`)}
  else 0 end`

/**
 * Every slot of the products on these days, and every flight that may keep one of the aircraft
 * busy. A flight leaves when its slot does, or later by its delay; both conditions stand here so that
 * neither table is scanned. The rows come as one JSON text, because a span may have thousands, and
 * reading each of them by the driver takes longer than the query.
 */
const selectTaken = rawStatement<TakenQuery, { taken: TakenSlot[] }>(sql`
  select coalesce(json_agg(json_build_array(
      ${slots.productId}, ${slots.departureId}, ${slots.localDate},
      ${inMilliseconds(slots.departAt)}, ${inMilliseconds(slots.arriveAt)}, ${slots.calledOffAt} is not null,
      ${slots.weatherHoldId} is not null, case when ${flights.id} is not null then json_build_array(
        ${flights.aircraftId}, ${inMilliseconds(flights.departAt)}, ${inMilliseconds(flights.readyAt)},
        ${flights.capacity}, ${flights.maxWeightLbs}, ${flights.status},
        ${flights.seatsSold} + ${seatsHeld}, ${weightTaken}, ${staffSeats}) end
    ) order by ${slots.id}, ${flights.id}), '[]') as taken
  from ${slots}
  left join ${flights} on ${flights.slotId} = ${slots.id}
    and ${flights.departAt} between ${at('from')} and ${at('until')} + interval '1 day'
  where ${slots.departAt} between ${at('from')} and ${at('until')}
    and (${slots.productId} = ${anyOf('productIds')}
        and ${slots.localDate} between ${day('fromDate')} and ${day('untilDate')}
      or ${flights.aircraftId} = ${anyOf('aircraftIds')} and ${hasSeatsTaken})`)

const outageSpans = ({ id, outages }: Catalogue['aircraft'][number]): BusySpan[] =>
  outages.map(({ from, until }) => ({ aircraftId: id, from, until }))

function busySpan([, , , , , , , flight]: TakenSlot): BusySpan[] {
  if (!flight) return []
  const [aircraftId, departAt, readyAt, , , status, seatsTaken] = flight
  if (status === 'called_off' || seatsTaken === 0) return []
  return [{ aircraftId, from: new Date(departAt), until: new Date(readyAt) }]
}

function slotStates(taken: readonly TakenSlot[]): Map<string, SlotState> {
  const states = new Map<string, SlotState>()
  for (const row of taken) {
    const [, departureId, localDate, departAt, arriveAt, isCancelled, isOnWeatherHold, flight] = row
    const key = slotKey(departureId, localDate)
    const state = states.get(key) ?? {
      departAt: new Date(departAt),
      arriveAt: new Date(arriveAt),
      isCancelled,
      isOnWeatherHold,
      flights: [],
    }
    states.set(key, state)
    if (!flight) continue
    const [aircraftId, , , capacity, maxWeightLbs, status, seatsTaken, weightTakenLbs, staffSeats] = flight
    state.flights.push({
      aircraftId,
      capacity,
      maxWeightLbs,
      isCancelled: status === 'called_off',
      left: hasDeparted(status),
      isBoarding: status === 'boarding',
      seatsTaken,
      weightTakenLbs,
      staffSeats,
    })
  }
  return states
}
