/**
 * The service counts money in integer US cents. Only these functions convert to dollars, percents
 * and shares.
 */

/**
 * Converts dollars of the API to cents.
 * @throws RangeError for anything but a finite amount with at most two decimals
 */
export function toCents(dollars: number): number {
  const cents = Math.round(dollars * 100)
  if (!Number.isSafeInteger(cents) || Math.abs(dollars * 100 - cents) > 1e-6) {
    throw new RangeError(`Not an amount in dollars: ${String(dollars)}`)
  }
  return cents === 0 ? 0 : cents
}

/** Converts cents to dollars of the API: 1155 → 11.55. */
export const toDollars = (cents: number): number => cents / 100

/** Converts cents to dollars where a price may be missing. */
export const toDollarsOrNull = (cents: number | null): number | null =>
  cents === null ? null : toDollars(cents)

/** Formats cents for display: 119800 → "$1,198.00". */
export function formatDollars(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100).toLocaleString('en-US')
  const rest = String(Math.abs(cents) % 100).padStart(2, '0')
  return `${cents < 0 ? '−' : ''}$${whole}.${rest}`
}

/**
 * The share of an amount, with half a cent rounded up (spec section 9).
 * @param cents not negative
 * @param bps hundredths of a percent: 500 is 5 %
 */
export function percentOf(cents: number, bps: number): number {
  const product = cents * bps + 5_000
  return (product - (product % 10_000)) / 10_000
}

/** Formats hundredths of a percent for display: 650 → "6.5%". */
export const formatPercent = (bps: number): string => `${String(bps / 100)}%`

/**
 * Splits an amount by weights so that the parts always sum to it: each part is its exact share
 * rounded down, and the remaining cents go to the largest remainders, earlier ones first. When all
 * weights are 0, the parts are equal.
 * @param weights integers, none negative
 * @param amount cents, may be negative; an amount between 0 and the sum of the weights never gives
 * a part more than its weight
 */
export function prorate(weights: readonly number[], amount: number): number[] {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (total === 0n) return weights.length === 0 ? [] : prorate(Array(weights.length).fill(1), amount)
  const sign = amount < 0 ? -1 : 1
  const whole = BigInt(Math.abs(amount))
  const shares = weights.map((weight, index) => {
    const product = whole * BigInt(weight)
    return { index, cents: Number(product / total), remainder: product % total }
  })
  const left = Math.abs(amount) - shares.reduce((sum, share) => sum + share.cents, 0)
  const byRemainder = [...shares].sort((a, b) => Number(b.remainder - a.remainder) || a.index - b.index)
  for (const share of byRemainder.slice(0, left)) share.cents += 1
  return shares.map((share) => (share.cents === 0 ? 0 : sign * share.cents))
}
