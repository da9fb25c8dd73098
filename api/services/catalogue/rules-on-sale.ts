import { type Db } from '../../db/client.ts'
import { getSalesWindow, isOnSale } from '../../domain/time/availability.ts'
import { type QuantityType } from '../../domain/pricing/pricing-facts.ts'
import { type Catalogue, type CatalogueEntry } from './load-catalogue.ts'
import { loadTimetables, type ProductTimetable, type RuleOnSale } from './load-timetables.ts'
import { readShownState, type ShownState } from './read-version.ts'

/** Which weekly rules have a departure that one person, or one aircraft's party, can book. */
export interface RulesOnSale {
  catalogue: Catalogue
  isOnSale(rule: RuleOnSale, quantityType: QuantityType): boolean
  rulesOf(entry: CatalogueEntry): readonly RuleOnSale[]
}

/** One state of catalogue and stock is in force at a time; who asks meanwhile waits for the same reading. */
let known: { state: ShownState; rules: Promise<RulesOnSale> } | undefined

/**
 * What is on sale now, for the prices that pages begin with. One query while nothing was sold, held or written and no
 * instant passed at which something changes by itself; otherwise a few, and what was taken is read once for all products.
 */
export async function readRulesOnSale(db: Db, now: Date): Promise<RulesOnSale> {
  const state = await readShownState(db, now)
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

async function loadRules(db: Db, catalogue: Catalogue, now: Date): Promise<RulesOnSale> {
  const { entries } = catalogue
  const windows = entries.map(({ product: { salesWindowDays }, departureTerminal: { timezone } }) =>
    getSalesWindow({ timezone, salesWindowDays }, now),
  )
  const fromDate = windows.map((window) => window.fromDate).sort()[0]
  const untilDate = windows
    .map((window) => window.untilDate)
    .sort()
    .at(-1)
  const found =
    fromDate === undefined || untilDate === undefined
      ? []
      : await loadTimetables(db, catalogue, entries, { fromDate, untilDate, now })
  const timetables = new Map(found.map((one) => [one.entry.product.id, one]))
  const judged = new Map<string, boolean>()
  return {
    catalogue,
    rulesOf: (entry) => timetables.get(entry.product.id)?.timetable.rules ?? [],
    isOnSale: (rule, quantityType) => {
      const key = `${String(rule.id)}/${quantityType}`
      const before = judged.get(key)
      if (before !== undefined) return before
      const is = judge(timetables.get(rule.row.productId), rule, quantityType, now)
      judged.set(key, is)
      return is
    },
  }
}

const judge = (
  found: ProductTimetable | undefined,
  rule: RuleOnSale,
  quantityType: QuantityType,
  now: Date,
) => found !== undefined && isOnSale(found.timetable, rule, { quantityType, quantity: 1 }, now)
