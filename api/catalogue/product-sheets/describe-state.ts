import { type ProductState } from '#contract/product-sheet.ts'
import { type CatalogueEntry } from '../../store/catalogue/read-catalogue.ts'
import { type RuleOnSale } from '../../store/catalogue/load-timetables.ts'
import { isInTimetable, isLimited } from '../rules/weekly-timetable.ts'
import { fromUnit } from '../find-from-price.ts'
import { type RulesOnSale } from '../read-rules-on-sale.ts'

/** A sale that ends within these days is shown as ending. */
const ENDS_SOON_MS = 31 * 86_400_000

const stateOf = (kind: ProductState['kind'], at: Date | null = null): ProductState => ({
  kind,
  at: at?.toISOString() ?? null,
})

/** Why a product is or is not sold, the first reason first. */
export function describeState(entry: CatalogueEntry, sale: RulesOnSale, now: Date): ProductState {
  const { publishStatus, publishAt, publishUntil, availability } = entry.product
  if (publishStatus === 'draft') return stateOf('hidden')
  if (publishStatus === 'archived') return stateOf('archived')
  if (publishUntil && publishUntil <= now) return stateOf('ended', publishUntil)
  if (publishAt && publishAt > now) return stateOf('begins', publishAt)
  if (availability !== 'available') return stateOf(availability)
  const reason = findMissing(sale.rulesOf(entry), now)
  if (reason) return stateOf(reason)
  const unit = fromUnit(entry)
  if (!sale.rulesOf(entry).some((rule) => sale.isOnSale(rule, unit))) return stateOf('nothing_left')
  const soon = publishUntil && publishUntil.getTime() - now.getTime() < ENDS_SOON_MS
  return soon ? stateOf('ends', publishUntil) : stateOf('on_sale')
}

/** What a product lacks before anything of it can be booked. */
function findMissing(rules: readonly RuleOnSale[], now: Date): 'no_departures' | 'no_aircraft' | undefined {
  const open = rules.filter((rule) => isInTimetable(rule) || isLimited(rule, now))
  if (open.length === 0) return 'no_departures'
  return open.every(({ aircraft }) => aircraft.length === 0) ? 'no_aircraft' : undefined
}
