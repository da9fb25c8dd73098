import { type ClosedTarget, type StaffWeek } from '#contract/staff-week.ts'
import { type ProductDates } from './read-departure-dates.ts'

/** What a day's closing is made of: products, or single departures of those that leave elsewhere, too. */
export function listTargets(products: readonly ProductDates[], date: string): ClosedTarget[] {
  return products.flatMap(({ found, isOnlyHere, cells }): ClosedTarget[] => {
    const product_id = found.entry.product.id
    const ids = cells.filter((cell) => cell.date.date === date).map(({ rule }) => rule.id)
    if (ids.length === 0) return []
    return isOnlyHere
      ? [{ product_id, departure_id: null }]
      : ids.map((departure_id) => ({ product_id, departure_id }))
  })
}

/** The exceptions that close a target on a date. */
export const findTargetClosings = (products: readonly ProductDates[], target: ClosedTarget, date: string) =>
  products
    .filter(({ found }) => found.entry.product.id === target.product_id)
    .flatMap(({ found }) => found.entry.exceptions)
    .filter((one) => one.kind === 'closed' && one.date === date && one.departureId === target.departure_id)

export const writeTarget = ({ product_id, departure_id }: ClosedTarget): string =>
  departure_id === null ? String(product_id) : `${String(product_id)}.${String(departure_id)}`

/** Whether a day is closed, why, and what a change of it is made from. */
export function describeDay(products: readonly ProductDates[], date: string): StaffWeek['days'][number] {
  const targets = listTargets(products, date)
  const closings = targets.map((target) => ({ target, rows: findTargetClosings(products, target, date) }))
  const closed = closings.filter(({ rows }) => rows.length > 0)
  return {
    date,
    closed: targets.length > 0 && closed.length === targets.length,
    reason:
      closed.flatMap(({ rows }) => rows.map(({ reason }) => reason)).find((reason) => reason !== '') ?? '',
    version: closed.map(({ target }) => writeTarget(target)).join(' ') || 'open',
  }
}
