import { z } from 'zod'

const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/

/** Parses typed dollars: `$1,250.50`, `12.5`. NaN for anything else, such as `12,50`. */
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
