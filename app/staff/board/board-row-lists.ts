import { type BoardAircraft, type BoardFlight, type FlightBoard } from '#contract/flight-board.ts'
import { formatShortDay, toLocalDate, toLocalTime } from '../../format/local-time.ts'
import { formatCount } from '../parts/count-noun.ts'
import { describeUse, OVER } from '../parts/duty-words.ts'
import { clockOf } from '../parts/unfit-words.ts'
import { COLUMN_MINUTES } from './board-rows.ts'
import { describeAircraft, isAhead, shortName } from './board-words.ts'

/** Aircraft that nobody flies have a row each, unless there are more. */
const MOST_IDLE = 8

/** A row of the board. */
export interface BoardRow {
  id: string
  name: string
  facts: string[]
  flights: BoardFlight[]
  /** The number of flights that lack what the rows are of. */
  open: number
  /** The column since midnight from which it is out of service, and the words for it. */
  outFrom: number | undefined
  out: string
}

interface Rows {
  rows: BoardRow[]
  /** What has no row, in a sentence. */
  idle: string
}

const row = (of: Pick<BoardRow, 'id' | 'name'> & Partial<BoardRow>): BoardRow => ({
  facts: [],
  flights: [],
  open: 0,
  outFrom: undefined,
  out: '',
  ...of,
})

const lacksAircraft = ({ needs }: BoardFlight) => needs.includes('no_aircraft')

interface AircraftRowsInput {
  flights: readonly BoardFlight[]
  terminal: FlightBoard['terminals'][number]
  date: string
}

/** A row for each aircraft of a terminal; first the flights whose aircraft is out of service. */
export function listAircraftRows(board: FlightBoard, { flights, terminal, date }: AircraftRowsInput): Rows {
  const open = flights.filter(lacksAircraft)
  const own = board.aircraft
    .filter(({ terminal_id: id }) => id === terminal.id)
    .map((one) => ({
      one,
      flown: flights.filter((flight) => flight.aircraft_id === one.id && !lacksAircraft(flight)),
    }))
  const idle = own.filter(({ one, flown }) => flown.length === 0 && one.out_of_service === null)
  const isLong = idle.length > MOST_IDLE
  const shown = isLong ? own.filter((entry) => !idle.includes(entry)) : own
  return {
    rows: [
      ...(open.length === 0
        ? []
        : [
            row({
              id: 'open',
              name: 'Not assigned',
              flights: open,
              open: open.length,
              facts: [`of ${[...new Set(open.map(({ registration }) => registration))].join(', ')}`],
            }),
          ]),
      ...shown.map(({ one, flown }) =>
        row({
          id: String(one.id),
          name: one.registration,
          facts: [describeAircraft(one), ...listPilots(flown)],
          flights: flown,
          ...describeOut(one, { date, zone: terminal.timezone }),
        }),
      ),
    ],
    idle: isLong ? `${formatCount(idle.length, 'aircraft has', 'aircraft have')} no flight on this day.` : '',
  }
}

function listPilots(flights: readonly BoardFlight[]): string[] {
  const names = [...new Set(flights.filter(isAhead).map(({ pilot_name: name }) => shortName(name)))]
  return names.length === 0 ? [] : [names.join(', ')]
}

/** From when it is out on this day; before the day it was taken out it was in service. */
function describeOut(
  { out_of_service: out }: BoardAircraft,
  { date, zone }: { date: string; zone: string },
): Pick<BoardRow, 'outFrom' | 'out'> {
  if (out === null) return { outFrom: undefined, out: '' }
  if (out.until !== null && out.since !== null) {
    const last = toLocalDate(new Date(Date.parse(out.until) - 1).toISOString(), zone)
    return { outFrom: 0, out: `Out of service until ${formatShortDay(last)}` }
  }
  if (out.since === null) return { outFrom: 0, out: 'Out of service' }
  const day = toLocalDate(out.since, zone)
  if (day > date) return { outFrom: undefined, out: '' }
  if (day < date) return { outFrom: 0, out: 'Out of service' }
  const clock = toLocalTime(out.since, zone)
  const minutes = Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
  return {
    outFrom: Math.floor(minutes / COLUMN_MINUTES),
    out: `Out of service since ${clockOf(out.since, zone)}`,
  }
}

/** A row for each pilot who flies from a terminal; first the flights without one. */
export function listPilotRows(
  board: FlightBoard,
  { flights, zone }: { flights: readonly BoardFlight[]; zone: string },
): Rows {
  const open = flights.filter(({ pilot_id: id }) => id === null)
  const pilots = board.pilots.flatMap((pilot) => {
    const flown = flights.filter((flight) => flight.pilot_id === pilot.id)
    return flown.length === 0 ? [] : [{ pilot, flown }]
  })
  return {
    rows: [
      ...(open.length === 0
        ? []
        : [row({ id: 'open', name: 'Without pilot', flights: open, open: open.length })]),
      ...pilots.map(({ pilot, flown }) =>
        row({
          id: String(pilot.id),
          name: pilot.name,
          flights: flown,
          facts: [
            formatCount(pilot.flights, 'flight', 'flights'),
            ...(pilot.duty_from === null || pilot.duty_until === null
              ? []
              : [`${clockOf(pilot.duty_from, zone)} – ${clockOf(pilot.duty_until, zone)}`]),
            `${describeUse(pilot.flight_mins, board.duty_limits.max_flight_mins)} in the air`,
            ...(pilot.off ? ['▲ Off on this day'] : []),
            ...pilot.over.map((kind) => `▲ ${OVER[kind]}`),
          ],
        }),
      ),
    ],
    idle: '',
  }
}
