import { z } from 'zod'

const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/

/**
 * Dollars as somebody types them: `$1,250.50`, `12.5`; NaN where that is no amount, and `12,50` is
 * none.
 */
export function dollarsIn(text: string): number {
  const bare = text.replace(/[$\s]/g, '')
  return Number((GROUPED.test(bare) ? bare.replaceAll(',', '') : bare) || Number.NaN)
}

export const NOT_DOLLARS = 'Please type an amount in dollars, as 1250 or 12.50.'

/** Dollars as a field of a form. */
export const TypedDollars = z.preprocess(
  (typed) => (typeof typed === 'string' ? dollarsIn(typed) : typed),
  z.number({ error: NOT_DOLLARS }),
)
