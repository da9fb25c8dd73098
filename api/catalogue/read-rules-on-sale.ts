import { type Db } from '../db/client.ts'
import { getSalesWindow, isOnSale } from '../rules/departures/availability.ts'
import { type QuantityType } from '../rules/pricing/pricing-facts.ts'
import { type Catalogue, type CatalogueEntry } from '../store/catalogue/load-catalogue.ts'
import { loadTimetables, type ProductTimetable, type RuleOnSale } from '../store/catalogue/load-timetables.ts'
import { readStorefrontState, type StorefrontState } from './read-catalogue-version.ts'

/** Which weekly rules have a departure that one person, or one aircraft's party, can book. */
export interface RulesOnSale {
  catalogue: Catalogue
  isOnSale(rule: RuleOnSale, quantityType: QuantityType): boolean
  rulesOf(entry: CatalogueEntry): readonly RuleOnSale[]
}

/**
 * One state of catalogue and stock is in force at a time; who asks meanwhile waits for the same
 * reading.
 */
let known: { state: StorefrontState; rules: Promise<RulesOnSale> } | undefined

/**
 * What is on sale now, for the prices that pages begin with. One query while nothing was sold, held
 * or written and no instant passed at which something changes by itself; otherwise a few, and what
 * was taken is read once for all products.
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
 * Within so many days nearly every rule has a departure with room; only for others the whole window
 * is read.
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
  const judged = new Map<string, boolean>()
  const judge = (rule: RuleOnSale, unit: QuantityType) =>
    [timetables.get(rule.row.productId), whole.get(rule.row.productId)].some(
      (found) => found !== undefined && hasRoom(found, rule, unit),
    )
  return {
    catalogue,
    rulesOf: (entry) => timetables.get(entry.product.id)?.timetable.rules ?? [],
    isOnSale: (rule, quantityType) => {
      const key = `${String(rule.id)}/${quantityType}`
      const before = judged.get(key)
      if (before !== undefined) return before
      const is = judge(rule, quantityType)
      judged.set(key, is)
      return is
    },
  }
}

/** The timetables over the days that are sold, or over the first of them. */
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
