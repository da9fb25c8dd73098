import { type BoardFlight, type FlightBoard, FlightBoardReply } from '#contract/flight-board.ts'
import { FlightDayReply } from '#contract/flight-day.ts'
import { type Manifest } from '#contract/passenger.ts'
import { formatTime, toLocalDate } from '../../format/local-time.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { formatCount } from '../parts/count-noun.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { describeOver, describeReason } from '../parts/unfit-words.ts'

/** A link to another flight of the day. */
export interface OtherFlight {
  id: number
  code: string
  /** The clock at the terminal. */
  time: string
}

/** A pilot or an aircraft that could be given to a flight. */
export interface FlightChoice {
  id: number
  name: string
  /** Why it cannot take the flight; empty if it can. */
  unfit: string
}

/** A flight among the others of its day, without what the page does not show. */
export interface FlightAmongOthers {
  /** The flights of the same aircraft before it and after it. */
  aircraft: Neighbours
  /** The flights of the same terminal before it and after it. */
  terminal: Neighbours
  /** What only the desk changes; undefined for pilots. */
  desk: FlightForDesk | undefined
}

interface FlightForDesk {
  productId: number
  departureId: number
  aircraftId: number
  pilotId: number | null
  pilots: FlightChoice[]
  /** The other aircraft of the base, those that fit first; empty once it has left. */
  otherAircraft: FlightChoice[]
}

interface Neighbours {
  before: OtherFlight | undefined
  after: OtherFlight | undefined
}

interface Row extends OtherFlight {
  aircraft: string
  terminal: string
}

/**
 * Finds a flight in its day, for pilots in the day of their own flights.
 *
 * @returns undefined if the day does not list it
 * @throws Response 503
 */
export function loadFlightAmongOthers(
  visit: StaffVisit,
  manifest: Manifest,
  forDesk: boolean,
): Promise<FlightAmongOthers | undefined> {
  return forDesk ? loadFromBoard(visit, manifest) : loadFromOwnDay(visit, manifest)
}

async function loadFromBoard(
  { userApi }: StaffVisit,
  { flight_id: id, depart_at: at, flight: { timezone } }: Manifest,
): Promise<FlightAmongOthers | undefined> {
  const path = `/v1/flight_boards/${toLocalDate(at, timezone)}`
  const read = await userApi.get(path, FlightBoardReply, { query: { flight: id } })
  const { flight_board: board } = requireData(read)
  const flight = board.flights.find((one) => one.id === id)
  if (!flight) return undefined
  const rows = board.flights
    .filter((one) => one === flight || one.status !== 'called_off')
    .map((one) => ({
      id: one.id,
      code: one.flight_code,
      time: one.local_time,
      aircraft: one.registration,
      terminal: String(one.terminal_id),
    }))
  return {
    ...findNeighbours(rows, id),
    desk: {
      productId: flight.product_id,
      departureId: flight.departure_id,
      aircraftId: flight.aircraft_id,
      pilotId: flight.pilot_id,
      pilots: listPilots(board, flight),
      otherAircraft: listOtherAircraft(board, flight),
    },
  }
}

/** A pilot who leaves within two hours of a flight can hardly fly it, too. */
const NEAR_MS = 2 * 3_600_000

/** The present pilot and the others. Of a flight that has left or is empty, they have no reasons. */
function listPilots({ pilots, options, flights }: FlightBoard, flight: BoardFlight): FlightChoice[] {
  if (options === null) {
    return pilots.map(({ id, name }) => {
      const near = flights.find((one) => one.pilot_id === id && isNear(one, flight))
      return { id, name: near ? `${name}, flies at ${formatTime(near.local_time)}` : name, unfit: '' }
    })
  }
  const present = pilots.filter(({ id }) => id === flight.pilot_id)
  return [...present.map(({ id }) => ({ pilot_id: id, reasons: [] })), ...options.pilots].flatMap(
    ({ pilot_id: id, reasons }) => {
      const pilot = pilots.find((one) => one.id === id)
      return pilot ? { id, name: pilot.name, unfit: describeReasons(reasons, flight, undefined) } : []
    },
  )
}

const isNear = (one: BoardFlight, flight: BoardFlight): boolean =>
  one.id !== flight.id &&
  one.status !== 'called_off' &&
  Math.abs(Date.parse(one.depart_at) - Date.parse(flight.depart_at)) <= NEAR_MS

function listOtherAircraft({ aircraft, options }: FlightBoard, flight: BoardFlight): FlightChoice[] {
  const category = aircraft.find(({ id }) => id === flight.aircraft_id)?.category
  return (options?.aircraft ?? []).flatMap(({ aircraft_id: id, reasons, over_lbs: over }) => {
    const one = aircraft.find((machine) => machine.id === id)
    if (!one) return []
    const name = `${one.registration}, ${one.type_name}, ${formatCount(one.capacity, 'seat', 'seats')}`
    const unfit = describeReasons(reasons, flight, category)
    return { id, name: unfit === '' && over > 0 ? `${name}: ${describeOver(over)}` : name, unfit }
  })
}

function describeReasons(
  reasons: NonNullable<FlightBoard['options']>['pilots'][number]['reasons'],
  { timezone: zone }: BoardFlight,
  category: FlightBoard['aircraft'][number]['category'] | undefined,
): string {
  return reasons.map((reason) => describeReason(reason, { zone, category })).join(' ')
}

async function loadFromOwnDay(
  { userApi }: StaffVisit,
  { flight_id: id, depart_at: at, flight: { timezone } }: Manifest,
): Promise<FlightAmongOthers | undefined> {
  const path = `/v1/flight_days/${toLocalDate(at, timezone)}`
  const { flight_day: day } = requireData(await userApi.get(path, FlightDayReply))
  const rows = day.departures.flatMap((departure) =>
    departure.flights
      .filter((flight) => flight.id === id || flight.status !== 'called_off')
      .map((flight): Row => ({
        id: flight.id,
        code: flight.flight_code,
        time: departure.local_time,
        aircraft: flight.registration,
        terminal: departure.terminal_name,
      })),
  )
  return rows.some((row) => row.id === id) ? { ...findNeighbours(rows, id), desk: undefined } : undefined
}

function findNeighbours(rows: readonly Row[], id: number): Pick<FlightAmongOthers, 'aircraft' | 'terminal'> {
  const own = rows.find((row) => row.id === id)
  const along = (key: 'aircraft' | 'terminal'): Neighbours => {
    const line = rows.filter((row) => row[key] === own?.[key])
    const at = line.findIndex((row) => row.id === id)
    return { before: linkTo(line[at - 1]), after: linkTo(line[at + 1]) }
  }
  return { aircraft: along('aircraft'), terminal: along('terminal') }
}

const linkTo = (row: Row | undefined): OtherFlight | undefined =>
  row && { id: row.id, code: row.code, time: row.time }
