import { type DbOrTx } from '../../db/client.ts'
import {
  type BusySpan,
  hasDeparted,
  type PlacedRule,
  slotKey,
  type SlotState,
  type Timetable,
} from '../../rules/departures/availability.ts'
import { getDepartureTags } from '../../rules/time/local-time.ts'
import { type Catalogue, type CatalogueEntry, type DepartureRow, requireTerminal } from './read-catalogue.ts'
import {
  readTaken,
  readTakenOfDeparture,
  type Taken,
  type TakenQuestion,
  type TakenSlot,
} from './read-taken.ts'

/** A departure rule's row with its terminal and aircraft. */
export type RuleOnSale = PlacedRule & { row: DepartureRow }

export interface ProductTimetable {
  entry: CatalogueEntry
  timetable: Timetable<RuleOnSale>
}

export interface TimetableQuery extends TakenQuestion {
  /** Staff sell until their own end of sales, and seats that are held back. */
  forStaff?: boolean | undefined
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
  const aircraftIds = [...new Set(placed.flatMap(({ rules }) => listAircraftIds(rules)))]
  const taken =
    entries.length > 0 ? await readTaken(db, { productIds, aircraftIds }, question) : { slots: [], busy: [] }
  const busy = listBusy(catalogue, aircraftIds, taken)
  const ofProduct = new Map(productIds.map((id): [number, TakenSlot[]] => [id, []]))
  for (const row of taken.slots) ofProduct.get(row[0])?.push(row)
  return placed.map(({ entry, rules }) => {
    const slots = slotStates(ofProduct.get(entry.product.id) ?? [])
    return { entry, timetable: makeTimetable(entry, { rules, slots, busy }, question) }
  })
}

/**
 * The timetable of one departure on some days, as far as it matters at one instant, in one query: what
 * else of the product is sold is not read.
 */
export async function loadDepartureTimetable(
  db: DbOrTx,
  catalogue: Catalogue,
  entry: CatalogueEntry,
  question: TimetableQuery & { departureId: number; departAt: Date },
): Promise<Timetable<RuleOnSale>> {
  const { departureId: id, departAt } = question
  const rules = placeRules(catalogue, entry).filter((rule) => rule.id === id)
  const aircraftIds = listAircraftIds(rules)
  const { flightDurationMins } = entry.product
  const turnaroundMins = Math.max(
    0,
    ...rules.flatMap(({ aircraft }) => aircraft.map((one) => one.turnaroundMins)),
  )
  const departure = { id, departAt, flightDurationMins, turnaroundMins }
  const taken = await readTakenOfDeparture(db, departure, aircraftIds, question)
  const busy = listBusy(catalogue, aircraftIds, taken)
  return makeTimetable(entry, { rules, slots: slotStates(taken.slots), busy }, question)
}

/** Kept as long as the rules are, of which a product may have some hundred. */
const aircraftOfRules = new WeakMap<readonly RuleOnSale[], readonly number[]>()

function listAircraftIds(rules: readonly RuleOnSale[]): readonly number[] {
  const known = aircraftOfRules.get(rules)
  if (known) return known
  const ids = [...new Set(rules.flatMap(({ aircraft }) => aircraft.map(({ id }) => id)))]
  aircraftOfRules.set(rules, ids)
  return ids
}

/** An aircraft that is out of service is as busy as one that flies. */
const listBusy = ({ aircraft }: Catalogue, aircraftIds: readonly number[], { busy }: Taken): BusySpan[] => [
  ...busy,
  ...aircraft.filter(({ id }) => aircraftIds.includes(id)).flatMap(outageSpans),
]

const makeTimetable = (
  { product, departureTerminal, exceptions }: CatalogueEntry,
  own: Pick<Timetable<RuleOnSale>, 'rules' | 'slots' | 'busy'>,
  { forStaff = false }: TimetableQuery,
): Timetable<RuleOnSale> => ({
  availability: product.availability,
  flightDurationMins: product.flightDurationMins,
  salesCloseMins: forStaff ? product.staffSalesCloseMins : product.salesCloseMins,
  salesWindowDays: product.salesWindowDays,
  timezone: departureTerminal.timezone,
  seatsHeldBack: forStaff ? 0 : product.seatsHeldBack,
  minimum:
    forStaff || product.minPassengers <= 1
      ? undefined
      : { passengers: product.minPassengers, decidedMins: product.minDecidedMins },
  exceptions,
  ...own,
})

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

const outageSpans = ({ id, outages }: Catalogue['aircraft'][number]): BusySpan[] =>
  outages.map(({ from, until }) => ({ aircraftId: id, from, until }))

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
