/** One side of a double entry: debit positive, credit negative, integer cents, never 0. */
export interface LedgerEntry {
  account: string
  amountCents: number
}

/** What `sale` needs of an order's breakdown; amounts of reductions are negative. */
export interface SoldLine {
  kind: 'seat' | 'flight' | 'gift_card' | 'upgrade' | 'gift' | 'discount' | 'fee' | 'tax' | 'voucher' | 'credit'
  amountCents: number
}

const ACCOUNTS: Record<SoldLine['kind'], string> = {
  seat: 'sales:flights',
  flight: 'sales:flights',
  gift_card: 'gifts',
  upgrade: 'sales:upgrades',
  gift: 'gifts',
  discount: 'discounts',
  voucher: 'vouchers',
  fee: 'fees',
  tax: 'tax',
  credit: 'credit',
}

/** Money at the payment provider. */
export const PROVIDER_ACCOUNT = 'stripe'
/** Money that came for nothing we could deliver, owed back. */
export const OWED_ACCOUNT = 'owed'

/**
 * A completed order: what came in, and what it was for.
 *
 * @param paidCents what the provider collected; the lines sum to it
 * @throws RangeError when they do not: a cent would be lost
 */
export function saleEntries(lines: readonly SoldLine[], paidCents: number): LedgerEntry[] {
  const sold = lines.map((line) => ({ account: ACCOUNTS[line.kind], amountCents: -line.amountCents }))
  const entries = combine([{ account: PROVIDER_ACCOUNT, amountCents: paidCents }, ...sold])
  if (sumOf(entries) !== 0) {
    throw new RangeError(`The lines sum to ${String(-sumOf(sold))} cents, but ${String(paidCents)} were paid`)
  }
  return entries
}

/** Money that arrived and cannot be kept: the seats are gone, or the amount is not the order's. */
export function owedEntries(amountCents: number): LedgerEntry[] {
  return [
    { account: PROVIDER_ACCOUNT, amountCents },
    { account: OWED_ACCOUNT, amountCents: -amountCents },
  ]
}

/** What was given back of sales. */
export const REFUNDS_ACCOUNT = 'refunds'
/** What the payer's bank took back. */
export const DISPUTES_ACCOUNT = 'disputes'

/** Money that left the provider, on whose account. */
export function returnedEntries(
  amountCents: number,
  account: typeof OWED_ACCOUNT | typeof REFUNDS_ACCOUNT | typeof DISPUTES_ACCOUNT = OWED_ACCOUNT,
): LedgerEntry[] {
  return [
    { account, amountCents },
    { account: PROVIDER_ACCOUNT, amountCents: -amountCents },
  ]
}

/** A refund that the bank sent back after all: the money is at the provider again. */
export function bouncedEntries(
  amountCents: number,
  account: typeof OWED_ACCOUNT | typeof REFUNDS_ACCOUNT,
): LedgerEntry[] {
  return returnedEntries(-amountCents, account)
}

/** One entry for each account, without the empty ones. */
function combine(entries: readonly LedgerEntry[]): LedgerEntry[] {
  const byAccount = new Map<string, number>()
  for (const { account, amountCents } of entries) {
    byAccount.set(account, (byAccount.get(account) ?? 0) + amountCents)
  }
  return [...byAccount]
    .filter(([, amountCents]) => amountCents !== 0)
    .map(([account, amountCents]) => ({ account, amountCents }))
}

function sumOf(entries: readonly LedgerEntry[]): number {
  return entries.reduce((sum, entry) => sum + entry.amountCents, 0)
}
