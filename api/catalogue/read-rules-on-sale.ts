import { type Db } from '../db/client.ts'
import { getSalesWindow, isOnSale } from '../rules/departures/availability.ts'
import { type QuantityType } from '../rules/pricing/pricing-facts.ts'
import { type Catalogue, type CatalogueEntry } from '../store/catalogue/read-catalogue.ts'
import { loadTimetables, type ProductTimetable, type RuleOnSale } from '../store/catalogue/load-timetables.ts'
import { readStorefrontState, type StorefrontState } from './read-catalogue-version.ts'

/** Tells which weekly rules have a departure that one person, or one aircraft's party, can book. */
export interface RulesOnSale {
  catalogue: Catalogue
  isOnSale(rule: RuleOnSale, quantityType: QuantityType): boolean
  rulesOf(entry: CatalogueEntry): readonly RuleOnSale[]
}

/**
 * The result for the current state of catalogue and stock. Parallel callers share the same read.
 */
let known: { state: StorefrontState; rules: Promise<RulesOnSale> } | undefined

/**
 * Reads what is on sale now, for "from" prices. One query while nothing was sold, held or written
 * and no sale began or ended; otherwise a few, with one query for the occupied seats of all
 * products.
 */
export async function readRulesOnSale(db: Db, now: Date): Promise<RulesOnSale> {
  const state = await readStorefrontState(db, now)
  if (known?.state === state) return known.rules
  const rules = loadRules(db, state.catalogue, now)
  known = { state, rules }
  try {
    return await rules
  } catch (error) {
    known = undefined
    throw error
  }
}

/**
 * Nearly every rule has a departure with room within these days. The whole window is read only for
 * the others.
 */
const NEAR_DAYS = 14

const UNITS: readonly QuantityType[] = ['seat', 'flight']

async function loadRules(db: Db, catalogue: Catalogue, now: Date): Promise<RulesOnSale> {
  const near = await loadWithin(db, catalogue, catalogue.entries, now, NEAR_DAYS)
  const hasRoom = (found: ProductTimetable, rule: RuleOnSale, unit: QuantityType) =>
    isOnSale(found.timetable, rule, { quantityType: unit, quantity: 1 }, now)
  const unsettled = near.filter(
    (found) =>
      found.timetable.availability === 'available' &&
      found.timetable.rules.some((rule) => UNITS.some((unit) => !hasRoom(found, rule, unit))),
  )
  const far = await loadWithin(
    db,
    catalogue,
    unsettled.map(({ entry }) => entry),
    now,
  )
  const timetables = new Map(near.map((one) => [one.entry.product.id, one]))
  const whole = new Map(far.map((one) => [one.entry.product.id, one]))
  const judged = new Map<RuleOnSale['row'], Partial<Record<QuantityType, boolean>>>()
  const judge = (rule: RuleOnSale, unit: QuantityType) =>
    [timetables.get(rule.row.productId), whole.get(rule.row.productId)].some(
      (found) => found !== undefined && hasRoom(found, rule, unit),
    )
  return {
    catalogue,
    rulesOf: (entry) => timetables.get(entry.product.id)?.timetable.rules ?? [],
    isOnSale: (rule, quantityType) => {
      const before = judged.get(rule.row) ?? {}
      const onSale = before[quantityType] ?? judge(rule, quantityType)
      judged.set(rule.row, { ...before, [quantityType]: onSale })
      return onSale
    },
  }
}

/** Loads timetables over the sales window, or over its first days. */
async function loadWithin(
  db: Db,
  catalogue: Catalogue,
  entries: readonly CatalogueEntry[],
  now: Date,
  days = Number.POSITIVE_INFINITY,
): Promise<ProductTimetable[]> {
  const sold = entries.map((entry) => ({
    entry,
    salesWindowDays: Math.min(entry.product.salesWindowDays, days),
  }))
  const windows = sold.map(({ entry, salesWindowDays }) =>
    getSalesWindow({ timezone: entry.departureTerminal.timezone, salesWindowDays }, now),
  )
  const fromDate = windows.map((window) => window.fromDate).sort()[0]
  const untilDate = windows
    .map((window) => window.untilDate)
    .sort()
    .at(-1)
  if (fromDate === undefined || untilDate === undefined) return []
  const found = await loadTimetables(db, catalogue, entries, { fromDate, untilDate, now })
  return found.map((one, at) => ({
    ...one,
    timetable: { ...one.timetable, salesWindowDays: sold[at]?.salesWindowDays ?? 0 },
  }))
}
