import { type BoardFlight } from '#contract/flight-board.ts'

/** The minutes of a column. */
export const COLUMN_MINUTES = 5
/** A flight that is later than this was forgotten rather than delayed; it keeps its time. */
const MOST_DELAY = 120

/** What a row of the board shows from left to right; `columns` is its width. */
export type BoardCell =
  | { kind: 'free' | 'ground'; columns: number }
  | { kind: 'out'; columns: number; text: string }
  | { kind: 'tight'; columns: number; minutes: number; needed: number }
  | { kind: 'flight'; columns: number; flight: BoardFlight }

/** A span in which a row cannot fly, in columns since midnight, with the words for it. */
export interface OutSpan {
  from: number
  to: number
  text: string
}

/** Columns since midnight at the terminal; the last one is not included. */
export interface BoardHours {
  begin: number
  end: number
}

interface Placed {
  flight: BoardFlight
  from: number
  to: number
  /** With the time on the ground. */
  ready: number
}

const toMinutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
const minutesBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 60_000

/** Where a flight stands by the clock: one that is late has moved. */
function placeFlight(flight: BoardFlight): Placed {
  const leaves = toMinutes(flight.local_time)
  const late = flight.delay_mins > MOST_DELAY ? 0 : flight.delay_mins
  const isGone = flight.status === 'departed' || flight.status === 'landed'
  const from = Math.round((leaves + (isGone ? 0 : late)) / COLUMN_MINUTES)
  const lands = leaves + minutesBetween(flight.depart_at, flight.arrive_at) + late
  const to = Math.max(from + 1, Math.ceil(lands / COLUMN_MINUTES))
  const ground = minutesBetween(flight.arrive_at, flight.ready_at)
  return { flight, from, to, ready: to + Math.ceil(ground / COLUMN_MINUTES) }
}

const HOUR = 60 / COLUMN_MINUTES

/** The whole hours in which some flights happen. */
export function findHours(flights: readonly BoardFlight[]): BoardHours {
  const placed = flights.map(placeFlight)
  return {
    begin: Math.floor(Math.min(...placed.map(({ from }) => from)) / HOUR) * HOUR,
    end: Math.ceil(Math.max(...placed.map(({ ready }) => ready)) / HOUR) * HOUR,
  }
}

/** The clock at which each hour begins: `14:00`. */
export const listHours = ({ begin, end }: BoardHours): string[] =>
  Array.from(
    { length: (end - begin) / HOUR },
    (_, at) => `${String((begin / HOUR + at) % 24).padStart(2, '0')}:00`,
  )

export const HOUR_COLUMNS = HOUR

/** The column of a clock, if the hours have it. */
export function findColumn(clock: string, { begin, end }: BoardHours): number | undefined {
  const column = Math.floor(toMinutes(clock) / COLUMN_MINUTES)
  return column < begin || column >= end ? undefined : column - begin
}

/**
 * Lays flights out in one line, and in further lines below it where some happen at the same time.
 *
 * @param out the spans in which nothing can fly, one after the other
 */
export function layOutFlights(
  flights: readonly BoardFlight[],
  hours: BoardHours,
  out: readonly OutSpan[] = [],
): BoardCell[][] {
  const lines: Placed[][] = []
  for (const one of flights.map(placeFlight).toSorted((a, b) => a.from - b.from)) {
    const line = lines.find((placed) => (placed.at(-1)?.to ?? 0) <= one.from)
    if (line) line.push(one)
    else lines.push([one])
  }
  const some = lines.length === 0 ? [[]] : lines
  return some.map((line, at) => fillLine(line, hours, at === 0 ? out : []))
}

function fillLine(line: readonly Placed[], hours: BoardHours, out: readonly OutSpan[]): BoardCell[] {
  const cells: BoardCell[] = []
  const add = (kind: 'free' | 'ground', columns: number) => {
    if (columns > 0) cells.push({ kind, columns })
  }
  const addFree = (from: number, to: number) => {
    let at = from
    for (const span of out) {
      const [begin, end] = [Math.max(span.from, at), Math.min(span.to, to)]
      if (begin >= end) continue
      add('free', begin - at)
      cells.push({ kind: 'out', columns: end - begin, text: span.text })
      at = end
    }
    add('free', to - at)
  }
  let at = hours.begin
  for (const [index, { flight, from, to, ready }] of line.entries()) {
    if (index === 0) addFree(at, from)
    cells.push({ kind: 'flight', columns: to - from, flight })
    const next = line[index + 1]
    const until = next?.from ?? hours.end
    const short = next?.flight.turnaround
    if (short && until > to) {
      cells.push({ kind: 'tight', columns: until - to, minutes: short.minutes, needed: short.needed })
    } else {
      add('ground', Math.min(ready, until) - to)
      addFree(Math.min(ready, until), until)
    }
    at = until
  }
  if (line.length === 0) addFree(at, hours.end)
  return cells
}
