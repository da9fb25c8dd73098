import { asc, eq, type SQL } from 'drizzle-orm'
import { type SheetTime } from '#contract/product-sheet.ts'
import { type Tx } from '../../db/client.ts'
import { departures } from '../../db/schema/catalogue.ts'
import { type ApiDeps } from '../../deps.ts'
import { describeDuration } from '../../resources/creation-defaults.ts'
import { findRow } from '../../resources/read-rows.ts'
import { type Refusal, type Row, type Wire, type Writer } from '../../resources/resource.ts'
import {
  changeRowIn,
  createRowIn,
  Refused,
  writeResource,
  type WriteResult,
} from '../../resources/write-rows.ts'
import { type DepartureRow } from '../../store/catalogue/read-catalogue.ts'
import { departureResource, productResource } from '../product-resources.ts'
import { planTimetable } from '../rules/weekly-timetable.ts'
import { sheetTag } from './sheet-fields.ts'

interface SheetInput {
  /** Undefined for a new product. */
  id: number | undefined
  /** The sent fields of the product. */
  sent: Wire
  timetable: readonly SheetTime[] | undefined
}
type By = Writer & {
  /** The condition for the caller's own products. */
  own?: SQL | undefined
  /** The tag that the sheet must have. */
  ifMatch?: string | undefined
}

/**
 * Saves a product with its timetable in one transaction: everything, each row with its line in the
 * audit log, or nothing.
 */
export async function saveProductSheet(
  deps: Pick<ApiDeps, 'database' | 'clock'>,
  { id, sent, timetable }: SheetInput,
  { ifMatch, ...by }: By,
): Promise<{ ok: true; id: number } | Refusal> {
  const refused = await productResource.prepare?.(deps, id, sent)
  if (refused) return refused
  return writeResource(deps, productResource, async (tx) => {
    const before = id === undefined ? undefined : await lockSheet(tx, id, { ...by, ifMatch })
    const saved =
      id === undefined
        ? await createRowIn(tx, productResource, sent, by)
        : await changeRowIn(tx, productResource, id, withDuration(sent, before?.product), by)
    const productId = requireSaved(saved)
    if (timetable) await saveTimetable(tx, { productId, rules: before?.rules ?? [], timetable }, by)
    return { ok: true, id: productId } as const
  })
}

/** Locks the product first, so that the second of two writers compares with what the first wrote. */
async function lockSheet(
  tx: Tx,
  id: number,
  { own, ifMatch }: Pick<By, 'own' | 'ifMatch'>,
): Promise<{ product: Row; rules: DepartureRow[] }> {
  const product = await findRow(tx, productResource, id, { lock: true, own })
  if (!product) throw new Refused({ ok: false, reason: 'not_found' })
  const rules = await tx
    .select()
    .from(departures)
    .where(eq(departures.productId, id))
    .orderBy(asc(departures.id))
    .for('no key update')
  if (ifMatch !== undefined && ifMatch !== sheetTag(product, rules)) {
    throw new Refused({ ok: false, reason: 'changed_meanwhile' })
  }
  return { product, rules }
}

/** A duration in words follows the minutes as long as nobody wrote another one. */
function withDuration(sent: Wire, before: Row | undefined): Wire {
  const minutes = sent['flight_duration_mins']
  const isDefault = before?.['durationLabel'] === describeDuration(Number(before?.['flightDurationMins']))
  return typeof minutes === 'number' && isDefault
    ? { ...sent, duration_label: describeDuration(minutes) }
    : sent
}

function requireSaved(saved: WriteResult): number {
  if (!saved.ok) throw new Refused(saved)
  return saved.row.id
}

interface TimetableInput {
  productId: number
  rules: readonly DepartureRow[]
  timetable: readonly SheetTime[]
}

async function saveTimetable(
  tx: Tx,
  { productId, rules, timetable }: TimetableInput,
  by: Writer,
): Promise<void> {
  const { created, reopened, ended } = planTimetable(rules, timetable)
  const change = async (rule: DepartureRow, sent: Wire) =>
    requireSaved(await changeRowIn(tx, departureResource, rule.id, sent, by))
  for (const { dayOfWeek, time, offsetInMins } of created) {
    const when = { time, offset_in_mins: offsetInMins, departure_type: time === null ? 'sunset' : 'fixed' }
    const row = { product_id: productId, day_of_week: dayOfWeek, ...when, publish_status: 'published' }
    requireSaved(await createRowIn(tx, departureResource, row, by))
  }
  for (const rule of reopened) {
    const isLater = rule.publishAt !== null && rule.publishAt > by.now
    const from = isLater ? { publish_at: null } : {}
    await change(rule, { publish_status: 'published', publish_until: null, ...from })
  }
  for (const rule of ended) {
    // One that was to begin later has no span to end.
    const isLater = rule.publishAt !== null && rule.publishAt >= by.now
    await change(rule, isLater ? { publish_status: 'archived' } : { publish_until: by.now.toISOString() })
  }
}
