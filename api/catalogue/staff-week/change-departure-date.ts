import { eq } from 'drizzle-orm'
import { type ClosedTarget, type DepartureDate, type DepartureDateInput } from '#contract/staff-week.ts'
import { type Db, type DbOrTx, type Tx } from '../../db/client.ts'
import { products } from '../../db/schema/catalogue.ts'
import { type ApiDeps } from '../../deps.ts'
import { conflict, type Refusal, type Writer } from '../../resources/resource.ts'
import { changeRowIn, createRowIn, Refused, removeRowIn, writeResource } from '../../resources/write-rows.ts'
import { placeRules } from '../../store/catalogue/load-timetables.ts'
import { type CatalogueEntry, readCatalogue } from '../../store/catalogue/read-catalogue.ts'
import { fromUnit } from '../find-from-price.ts'
import { departureExceptionResource, departureResource } from '../product-resources.ts'
import { type DateCell, readDepartureDates } from './read-departure-dates.ts'

interface Departure {
  departureId: number
  date: string
}
export type DateChange =
  { ok: true; date: DepartureDate } | { ok: false; reason: 'stale'; date: DepartureDate } | Refusal

const NOT_FOUND: Refusal = { ok: false, reason: 'not_found' }
const LEFT = 'This departure has left.'
const DAY_CLOSED = 'The whole day is closed. Open the day first.'

/**
 * Closes or opens one departure, or changes its price on this date or in its rule. Nothing is
 * written when it is no longer as the caller saw it.
 */
export async function changeDepartureDate(
  deps: ApiDeps,
  which: Departure,
  input: DepartureDateInput,
  by: Writer,
): Promise<DateChange> {
  const changed = await writeResource(deps, departureExceptionResource, async (tx): Promise<DateChange> => {
    const seen = await findDate(tx, which, by.now)
    if (!seen) return NOT_FOUND
    // Of two parallel changes of a product the second sees what the first one made.
    await lockProducts(tx, [seen.entry.product.id])
    const found = await findDate(tx, which, by.now)
    if (!found) return NOT_FOUND
    const { cell } = found
    if (input.version !== cell.date.version) return { ok: false, reason: 'stale', date: cell.date }
    if (['flown', 'past', 'cancelled'].includes(cell.date.state)) return conflict(LEFT)
    await writeClosing(tx, found, which, input, by)
    await writePrices(tx, found, which, input, by)
    return { ok: true, date: cell.date }
  })
  if (!changed.ok) return changed
  const after = await findDate(deps.database.db, which, by.now)
  return after ? { ok: true, date: after.cell.date } : NOT_FOUND
}

interface FoundDate {
  entry: CatalogueEntry
  cell: DateCell
}

async function findDate(db: DbOrTx | Db, which: Departure, now: Date): Promise<FoundDate | undefined> {
  const { departureId, date } = which
  const catalogue = await readCatalogue(db)
  const entry = catalogue.entries.find((one) => one.departures.some(({ id }) => id === departureId))
  const rule = entry && placeRules(catalogue, entry).find(({ id }) => id === departureId)
  if (!entry || !rule) return undefined
  const asked = { catalogue, terminal: rule.place, productId: entry.product.id, dates: [date], now }
  const [product] = await readDepartureDates(db, asked)
  const cell = product?.cells.find((one) => one.rule.id === departureId)
  return cell && { entry, cell }
}

/** Locks in one order, so that two changes of several products never wait for each other. */
export const lockProducts = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  for (const id of [...new Set(ids)].toSorted((a, b) => a - b))
    await tx.select({ id: products.id }).from(products).where(eq(products.id, id)).for('no key update')
}

async function writeClosing(
  tx: Tx,
  { entry, cell }: FoundDate,
  { departureId, date }: Departure,
  { closed, reason }: DepartureDateInput,
  by: Writer,
): Promise<void> {
  if (closed === undefined) return
  if (cell.date.state === 'day_closed') throw new Refused(conflict(DAY_CLOSED))
  const target = { product_id: entry.product.id, departure_id: departureId }
  const isClosed = cell.date.state === 'closed'
  if (closed && !isClosed) await closeTarget(tx, target, { date, reason }, by)
  if (!closed && isClosed) await openTarget(tx, entry, target, date, by)
}

/** Closes a product or a departure on a date, with its line in the audit log. */
export async function closeTarget(
  tx: Tx,
  target: ClosedTarget,
  { date, reason = '' }: { date: string; reason?: string | undefined },
  by: Writer,
): Promise<void> {
  const row = { ...target, date, kind: 'closed', reason }
  const made = await createRowIn(tx, departureExceptionResource, row, by)
  if (!made.ok) throw new Refused(made)
}

/** Removes what closes a product or a departure on a date. */
export async function openTarget(
  tx: Tx,
  entry: CatalogueEntry,
  target: ClosedTarget,
  date: string,
  by: Writer,
): Promise<void> {
  await removeExceptions(
    tx,
    entry.exceptions.filter(
      (one) => one.kind === 'closed' && one.date === date && one.departureId === target.departure_id,
    ),
    by,
  )
}

async function removeExceptions(tx: Tx, rows: readonly { id: number }[], by: Writer): Promise<void> {
  for (const { id } of rows) {
    const removed = await removeRowIn(tx, departureExceptionResource, id, by)
    if (!removed.ok) throw new Refused(removed)
  }
}

async function writePrices(
  tx: Tx,
  { entry, cell }: FoundDate,
  { departureId, date }: Departure,
  input: DepartureDateInput,
  by: Writer,
): Promise<void> {
  const field = fromUnit(entry) === 'seat' ? 'seat_price' : 'flight_price'
  if (input.rule_price !== undefined && input.rule_price !== cell.date.rule_price) {
    const changed = await changeRowIn(tx, departureResource, departureId, { [field]: input.rule_price }, by)
    if (!changed.ok) throw new Refused(changed)
  }
  if (input.date_price === undefined || input.date_price === cell.date.date_price) return
  await removeExceptions(
    tx,
    entry.exceptions.filter(
      (one) => one.kind === 'priced' && one.departureId === departureId && one.date === date,
    ),
    by,
  )
  if (input.date_price === null) return
  const row = {
    product_id: entry.product.id,
    departure_id: departureId,
    date,
    kind: 'priced',
    [field]: input.date_price,
  }
  const made = await createRowIn(tx, departureExceptionResource, row, by)
  if (!made.ok) throw new Refused(made)
}
