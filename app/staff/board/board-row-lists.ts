import {
  type BoardAircraft,
  type BoardFlight,
  type BoardPilot,
  type FlightBoard,
} from '#contract/flight-board.ts'
import { formatShortDay, toLocalDate, toLocalTime } from '../../format/local-time.ts'
import { formatCount } from '../parts/count-noun.ts'
import { describeUse, OVER } from '../parts/duty-words.ts'
import { clockOf } from '../parts/unfit-words.ts'
import { COLUMN_MINUTES, type OutSpan } from './board-rows.ts'
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
  /** When it is out of service, or off. */
  out: OutSpan[]
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
  out: [],
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
          out: findOut(one, { date, zone: terminal.timezone }),
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

const WHOLE_DAY = { from: 0, to: Infinity }

/** When it is out on this day; before the day it was taken out it was in service. */
function findOut(
  { out_of_service: out }: BoardAircraft,
  { date, zone }: { date: string; zone: string },
): OutSpan[] {
  if (out === null) return []
  if (out.until !== null && out.since !== null) {
    const last = toLocalDate(new Date(Date.parse(out.until) - 1).toISOString(), zone)
    return [{ ...WHOLE_DAY, text: `Out of service until ${formatShortDay(last)}` }]
  }
  if (out.since === null) return [{ ...WHOLE_DAY, text: 'Out of service' }]
  const day = toLocalDate(out.since, zone)
  if (day > date) return []
  if (day < date) return [{ ...WHOLE_DAY, text: 'Out of service' }]
  const clock = toLocalTime(out.since, zone)
  const minutes = Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
  const from = Math.floor(minutes / COLUMN_MINUTES)
  return [{ ...WHOLE_DAY, from, text: `Out of service since ${clockOf(out.since, zone)}` }]
}

/** When a pilot does not fly on this day: all of it, or before, between and after their hours. */
function findOff({ off, hours }: BoardPilot): OutSpan[] {
  if (off) return [{ ...WHOLE_DAY, text: 'Off' }]
  if (hours === null) return []
  const there = hours.map(({ from_mins: from, until_mins: until }) => ({
    from: Math.floor(from / COLUMN_MINUTES),
    to: Math.ceil(until / COLUMN_MINUTES),
  }))
  const ends = [0, ...there.map(({ to }) => to)]
  const begins = [...there.map(({ from }) => from), Infinity]
  return ends.flatMap((from, at) => {
    const to = begins[at] ?? Infinity
    return from < to ? [{ from, to, text: 'Off' }] : []
  })
}

/**
 * A row for each pilot who flies from a terminal, and for those who fly nowhere on this day, with the time
 * they are off; first the flights without one.
 */
export function listPilotRows(
  board: FlightBoard,
  { flights, zone }: { flights: readonly BoardFlight[]; zone: string },
): Rows {
  const open = flights.filter(({ pilot_id: id }) => id === null)
  const idle = board.pilots.filter((pilot) => pilot.flights === 0)
  const isLong = idle.length > MOST_IDLE
  const pilots = board.pilots.flatMap((pilot) => {
    const flown = flights.filter((flight) => flight.pilot_id === pilot.id)
    const isShown = flown.length > 0 || (!isLong && idle.includes(pilot))
    return isShown ? [{ pilot, flown }] : []
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
          out: findOff(pilot),
          facts: [
            pilot.flights === 0 ? 'No flight' : formatCount(pilot.flights, 'flight', 'flights'),
            ...(pilot.duty_from === null || pilot.duty_until === null
              ? []
              : [`${clockOf(pilot.duty_from, zone)} – ${clockOf(pilot.duty_until, zone)}`]),
            ...(pilot.flights === 0
              ? []
              : [`${describeUse(pilot.flight_mins, board.duty_limits.max_flight_mins)} in the air`]),
            ...(pilot.off && flown.length > 0 ? ['▲ Off on this day'] : []),
            ...pilot.over.map((kind) => `▲ ${OVER[kind]}`),
          ],
        }),
      ),
    ],
    idle: isLong ? `${formatCount(idle.length, 'pilot has', 'pilots have')} no flight on this day.` : '',
  }
}
