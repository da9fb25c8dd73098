/**
 * Money inside the service is integer US cents; these are the only doors to dollars, percents and
 * shares.
 */

/**
 * Dollars from the wire as cents.
 *
 * @throws RangeError for anything but a finite amount with at most two decimals
 */
export function toCents(dollars: number): number {
  const cents = Math.round(dollars * 100)
  if (!Number.isSafeInteger(cents) || Math.abs(dollars * 100 - cents) > 1e-6) {
    throw new RangeError(`Not an amount in dollars: ${String(dollars)}`)
  }
  return cents === 0 ? 0 : cents
}

/** Cents as the wire's dollars: 1155 → 11.55. */
export const toDollars = (cents: number): number => cents / 100

/** `toDollars` where a price may be missing. */
export const toDollarsOrNull = (cents: number | null): number | null =>
  cents === null ? null : toDollars(cents)

/** Cents as people read them: 119800 → "$1,198.00". */
export function formatDollars(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100).toLocaleString('en-US')
  const rest = String(Math.abs(cents) % 100).padStart(2, '0')
  return `${cents < 0 ? '−' : ''}$${whole}.${rest}`
}

/**
 * A share of an amount, half a cent rounded up (spec section 9).
 *
 * @param cents not negative
 * @param bps hundredths of a percent: 500 is 5 %
 */
export function percentOf(cents: number, bps: number): number {
  const product = cents * bps + 5_000
  return (product - (product % 10_000)) / 10_000
}

/** Hundredths of a percent as people read them: 650 → "6.5%". */
export const formatPercent = (bps: number): string => `${String(bps / 100)}%`

/**
 * Splits an amount over weights so that the parts always sum to it: each part is its exact share
 * rounded down, and the cents left over go to the largest remainders, earlier ones first. Without
 * any weight the parts are equal.
 *
 * @param weights integers, none negative; what each part is worth
 * @param amount cents, may be negative; a non-negative amount up to the sum of weights never
 *   gives a part more than its weight
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
