import { type DayDeparture, type DayFlight, FlightDayReply } from '#contract/flight-day.ts'
import { type Manifest } from '#contract/passenger.ts'
import { toLocalDate } from '../../format/local-time.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'

/** A link to another flight of the day. */
export interface OtherFlight {
  id: number
  code: string
  /** The clock at the terminal. */
  time: string
}

export interface PilotChoice {
  id: number
  name: string
  /** When the pilot's nearest other flight leaves; null without one about that time. */
  flies: string | null
}

/** A flight among the others of its day, without what the page does not show. */
export interface FlightAmongOthers {
  productId: number
  /** Its departure, for the page that cancels it; undefined once it is cancelled. */
  departure: { id: number; at: string } | undefined
  pilotId: number | null
  pilots: PilotChoice[]
  /** The flights of the same aircraft before it and after it. */
  aircraft: Neighbours
  /** The flights of the same terminal before it and after it. */
  terminal: Neighbours
}

interface Neighbours {
  before: OtherFlight | undefined
  after: OtherFlight | undefined
}

interface Row {
  departure: DayDeparture
  flight: DayFlight
}

/** A pilot who leaves within two hours of a flight can hardly fly it, too. */
const NEAR_MS = 2 * 3_600_000

/**
 * Finds a flight in its day, for pilots in the day of their own flights.
 *
 * @returns undefined if the day does not list it
 * @throws Response 503
 */
export async function loadFlightDay(
  { userApi }: StaffVisit,
  { flight_id: id, depart_at: at, flight: { timezone } }: Manifest,
): Promise<FlightAmongOthers | undefined> {
  const path = `/v1/flight_days/${toLocalDate(at, timezone)}`
  const { flight_day: day } = requireData(await userApi.get(path, FlightDayReply))
  const rows = day.departures.flatMap((departure) =>
    departure.flights.map((flight): Row => ({ departure, flight })),
  )
  const own = rows.find(({ flight }) => flight.id === id)
  if (!own) return undefined
  const { departure, flight } = own
  const others = rows.filter((one) => one === own || one.flight.status !== 'called_off')
  return {
    productId: departure.product_id,
    departure: departure.called_off ? undefined : { id: departure.departure_id, at: departure.depart_at },
    pilotId: flight.pilot_id,
    pilots: day.pilots.map((pilot) => ({ ...pilot, flies: findNearFlight(others, own, pilot.id) })),
    aircraft: findNeighbours(
      others.filter((one) => one.flight.registration === flight.registration),
      own,
    ),
    terminal: findNeighbours(
      others.filter((one) => one.departure.terminal_name === departure.terminal_name),
      own,
    ),
  }
}

function findNeighbours(rows: readonly Row[], own: Row): Neighbours {
  const at = rows.indexOf(own)
  const linkTo = (row: Row | undefined): OtherFlight | undefined =>
    row && { id: row.flight.id, code: row.flight.flight_code, time: row.departure.local_time }
  return { before: linkTo(rows[at - 1]), after: linkTo(rows[at + 1]) }
}

function findNearFlight(rows: readonly Row[], own: Row, pilotId: number): string | null {
  const distance = ({ departure }: Row) =>
    Math.abs(Date.parse(departure.depart_at) - Date.parse(own.departure.depart_at))
  const near = rows
    .filter((one) => one !== own && one.flight.pilot_id === pilotId && distance(one) <= NEAR_MS)
    .toSorted((one, other) => distance(one) - distance(other))[0]
  return near?.departure.local_time ?? null
}
