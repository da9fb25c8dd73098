import { type GridDeparture, type GridRow, type SaleGrid } from '#contract/sale-grid.ts'
import { formatCount } from '../parts/count-noun.ts'
import { describeSeats } from '../parts/describe-seats.ts'
import { type StateWords } from '../parts/staff-state.tsx'
import { pounds } from '../parts/unfit-words.ts'

/** Why a departure does not take the party; undefined when it does. */
export function findReason(one: GridDeparture, soldAs: GridRow['sold_as']): StateWords | undefined {
  if (one.status === 'closed') return { text: 'Sale ended', shape: 'off' }
  if (soldAs === 'flight' && one.status === 'too_few')
    return { text: `Takes ${String(one.capacity)}`, shape: 'few' }
  if (one.party_price_total === null) return { text: 'Not sold so', shape: 'off' }
  if (one.status === 'sold_out') return { text: withWaiting('Full', one.waiting), shape: 'done' }
  if (soldAs === 'flight' && !one.whole_flight_available)
    return { text: withWaiting('Seats are sold', one.waiting), shape: 'done' }
  if (one.status === 'too_few') return { text: `Only ${String(one.seats_left)} left`, shape: 'few' }
  if (one.status === 'too_heavy') return { text: `${pounds(one.over_lbs)} lb too heavy`, shape: 'bad' }
  return undefined
}

const withWaiting = (text: string, waiting: number): string =>
  waiting === 0 ? text : `${text}, ${String(waiting)} ${waiting === 1 ? 'waits' : 'wait'}`

/** The room that is left: `3 left, 2 held back`, `up to 4`. */
export const describeRoom = (one: GridDeparture, soldAs: GridRow['sold_as']): string =>
  soldAs === 'seat' ? describeSeats(one) : `up to ${String(one.capacity)}`

/** `a party of 3`, `an aircraft for 3` */
export const describeParty = ({ party, as }: { party: number; as: GridRow['sold_as'] }): string =>
  as === 'flight'
    ? `an aircraft for ${String(party)}`
    : party === 1
      ? 'one person'
      : `a party of ${String(party)}`

export interface GridSlot {
  row: GridRow
  departure: GridDeparture
}

/** All departures of some rows, the soonest first. */
export const listSlots = (rows: SaleGrid['rows']): GridSlot[] =>
  rows
    .flatMap((row) => row.departures.map((departure) => ({ row, departure })))
    .toSorted((a, b) => a.departure.depart_at.localeCompare(b.departure.depart_at))

export const fits = ({ row, departure }: GridSlot): boolean =>
  findReason(departure, row.sold_as) === undefined

/** `28 departures from 4 terminals, 12 take a party of 3.` */
export function describeGrid(
  rows: SaleGrid['rows'],
  view: { party: number; as: GridRow['sold_as'] },
): string {
  const slots = listSlots(rows)
  const terminals = new Set(rows.map(({ terminal_id: id }) => id)).size
  const taking = slots.filter(fits).length
  return (
    `${formatCount(slots.length, 'departure', 'departures')} from ` +
    `${formatCount(terminals, 'terminal', 'terminals')}, ` +
    `${String(taking)} ${taking === 1 ? 'takes' : 'take'} ${describeParty(view)}. ` +
    `Prices are for all of them, every fee included.`
  )
}

/** The most columns beside each other. */
const MOST_COLUMNS = 11

export interface GridColumn {
  /** When it begins, by the clock of each terminal: `14:30`. */
  begin: string
  /** It has everything later, too. */
  isRest: boolean
  minutes: number
}

/**
 * The half hours in which something leaves, or the hours where there are too many of them. What is
 * left over is in the last one.
 */
export function listColumns(rows: SaleGrid['rows']): GridColumn[] {
  const clocks = listSlots(rows).map(({ departure }) => departure.local_time)
  const byLength = [30, 60].map((minutes) => ({
    minutes,
    begins: [...new Set(clocks.map((clock) => beginOf(clock, minutes)))].toSorted(),
  }))
  const { minutes, begins } = byLength.find((one) => one.begins.length <= MOST_COLUMNS) ??
    byLength.at(-1) ?? { minutes: 60, begins: [] }
  return begins.slice(0, MOST_COLUMNS).map((begin, at) => ({
    begin,
    minutes,
    isRest: at === MOST_COLUMNS - 1 && begins.length > MOST_COLUMNS,
  }))
}

function beginOf(clock: string, length: number): string {
  const minutes = Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
  const begin = minutes - (minutes % length)
  return `${String(Math.floor(begin / 60)).padStart(2, '0')}:${String(begin % 60).padStart(2, '0')}`
}

/** The departures of a row in one column. */
export const inColumn = (row: GridRow, { begin, isRest, minutes }: GridColumn): GridDeparture[] =>
  row.departures.filter(({ local_time: clock }) => {
    const own = beginOf(clock, minutes)
    return isRest ? own >= begin : own === begin
  })
