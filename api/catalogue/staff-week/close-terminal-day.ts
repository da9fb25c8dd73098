import { type ClosedTarget, type TerminalDay, type TerminalDayInput } from '#contract/staff-week.ts'
import { type DbOrTx } from '../../db/client.ts'
import { type ApiDeps } from '../../deps.ts'
import { conflict, type Refusal, type Writer } from '../../resources/resource.ts'
import { writeResource } from '../../resources/write-rows.ts'
import { toLocalDate } from '../../rules/time/local-time.ts'
import { readCatalogue } from '../../store/catalogue/read-catalogue.ts'
import { closeTarget, lockProducts, openTarget } from './change-departure-date.ts'
import { departureExceptionResource } from '../product-resources.ts'
import { describeDay, findTargetClosings, listTargets, writeTarget } from './closed-day.ts'
import { type ProductDates, readDepartureDates } from './read-departure-dates.ts'

interface Day {
  terminalId: number
  date: string
}
export type DayChange =
  { ok: true; day: TerminalDay } | { ok: false; reason: 'stale'; day: TerminalDay } | Refusal

const NOT_FOUND: Refusal = { ok: false, reason: 'not_found' }

/**
 * Closes or opens what flies from a terminal on a day: all of it, one product, or the targets of an
 * earlier change that is taken back. Sold seats stay. Nothing is written when the day is no longer
 * as the caller saw it.
 */
export async function closeTerminalDay(
  deps: ApiDeps,
  day: Day,
  input: TerminalDayInput,
  by: Writer,
): Promise<DayChange> {
  const productId = input.product_id ?? null
  return writeResource(deps, departureExceptionResource, async (tx): Promise<DayChange> => {
    const seen = await findDay(tx, day, productId, by.now)
    if (!seen) return NOT_FOUND
    await lockProducts(
      tx,
      seen.map(({ found }) => found.entry.product.id),
    )
    const products = await findDay(tx, day, productId, by.now)
    const [first] = products ?? []
    if (!products || !first) return NOT_FOUND
    const state = describeDay(products, day.date)
    if (state.version !== input.version)
      return { ok: false, reason: 'stale', day: presentDay(day, state, []) }
    if (day.date < toLocalDate(by.now, first.cells[0]?.rule.place.timezone ?? 'UTC'))
      return conflict('This day is over.')
    const targets = chooseTargets(products, day.date, input)
    for (const target of targets) {
      const entry = products.find(({ found }) => found.entry.product.id === target.product_id)?.found.entry
      if (!entry) continue
      if (input.closed) await closeTarget(tx, target, { date: day.date, reason: input.reason }, by)
      else await openTarget(tx, entry, target, day.date, by)
    }
    const open = new Set(state.version.split(' ').filter((one) => one !== 'open'))
    for (const target of targets) {
      if (input.closed) open.add(writeTarget(target))
      else open.delete(writeTarget(target))
    }
    const all = listTargets(products, day.date).map(writeTarget)
    const closed = all.filter((one) => open.has(one))
    const after = {
      closed: closed.length === all.length,
      reason: input.closed ? (input.reason ?? '') : state.reason,
      version: closed.join(' ') || 'open',
    }
    return { ok: true, day: presentDay(day, after, targets) }
  })
}

async function findDay(
  db: DbOrTx,
  { terminalId, date }: Day,
  productId: number | null,
  now: Date,
): Promise<ProductDates[] | undefined> {
  const catalogue = await readCatalogue(db)
  const terminal = catalogue.terminals.find(({ id }) => id === terminalId)
  if (!terminal) return undefined
  const products = await readDepartureDates(db, { catalogue, terminal, productId, dates: [date], now })
  const flying = products.filter(({ cells }) => cells.length > 0)
  return flying.length > 0 ? flying : undefined
}

/** What this change touches: only what is not yet as it shall be. */
function chooseTargets(
  products: readonly ProductDates[],
  date: string,
  { closed, targets }: TerminalDayInput,
): ClosedTarget[] {
  const named = targets && new Set(targets.map(writeTarget))
  return listTargets(products, date).filter((target) => {
    const isClosed = findTargetClosings(products, target, date).length > 0
    return isClosed !== closed && (!named || named.has(writeTarget(target)))
  })
}

const presentDay = (
  { terminalId, date }: Day,
  { closed, reason, version }: { closed: boolean; reason: string; version: string },
  targets: ClosedTarget[],
): TerminalDay => ({ terminal_id: terminalId, date, closed, reason, version, targets })
