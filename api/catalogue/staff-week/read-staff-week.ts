import { type StaffWeek } from '#contract/staff-week.ts'
import { type Db } from '../../db/client.ts'
import { addDays, datesBetween, toLocalDate } from '../../rules/time/local-time.ts'
import { placeRules, type RuleOnSale } from '../../store/catalogue/load-timetables.ts'
import { readCatalogue } from '../../store/catalogue/read-catalogue.ts'
import { fromUnit } from '../find-from-price.ts'
import { describeDay } from './closed-day.ts'
import { type DateCell, readDepartureDates, rulesAt } from './read-departure-dates.ts'

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
