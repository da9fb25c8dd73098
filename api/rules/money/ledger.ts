/** One side of a double entry: debit positive, credit negative, integer cents, never 0. */
export interface LedgerEntry {
  account: string
  amountCents: number
}

/** What `sale` needs of an order's breakdown; amounts of reductions are negative. */
export interface SoldLine {
  kind:
    | 'seat'
    | 'flight'
    | 'gift_card'
    | 'upgrade'
    | 'difference'
    | 'reschedule_fee'
    | 'gift'
    | 'discount'
    | 'fee'
    | 'tax'
    | 'voucher'
    | 'credit'
  amountCents: number
}

const ACCOUNTS: Record<SoldLine['kind'], string> = {
  seat: 'sales:flights',
  flight: 'sales:flights',
  gift_card: 'gifts',
  upgrade: 'sales:upgrades',
  difference: 'sales:flights',
  reschedule_fee: 'fees:reschedule',
  gift: 'gifts',
  discount: 'discounts',
  voucher: 'vouchers',
  fee: 'fees',
  tax: 'tax',
  credit: 'credit',
}

const giftPrice = (lines: readonly SoldLine[]) => sumOf(lines.filter(({ kind }) => kind === 'gift_card'))

/**
 * What was paid for gift cards that are bought: their price less what was taken off. 0 where none
 * is bought.
 */
export function paidForGifts(lines: readonly SoldLine[]): number {
  const price = giftPrice(lines)
  return price === 0 ? 0 : Math.max(0, price + sumOf(lines.filter(({ kind }) => kind === 'discount')))
}

/** A gift card that paid a unit: what was once paid for it, and what the unit costs now. */
export interface UsedGiftCard {
  paidCents: number
  amountCents: number
}

/**
 * What paid beside the card and is no line of its own, or is worth something else than its line.
 */
export interface PaidBeside {
  creditCents: number
  giftCards: readonly UsedGiftCard[]
}

/** What seats cost more, or less, than was paid for the gift cards that paid them. */
export const GIFT_DIFFERENCE_ACCOUNT = 'gifts:difference'
/** Account credit that people have. */
export const CREDIT_ACCOUNT = 'credit'
/** What was given away as credit. */
export const CREDIT_GRANTED_ACCOUNT = 'credit:granted'

/** What was given away as vouchers. */
export const VOUCHERS_GRANTED_ACCOUNT = 'vouchers:granted'

/** Money that the payment provider paid out. */
export const BANK_ACCOUNT = 'bank'
/** What the payment provider takes for its service. */
export const PROVIDER_FEES_ACCOUNT = 'provider:fees'

/** Money at the payment provider. */
export const PROVIDER_ACCOUNT = 'stripe'
/**
 * Where money may be: at the provider, in the counter's drawers, with the bank of its card reader.
 */
export type MoneyAccount = typeof PROVIDER_ACCOUNT | 'cash' | 'reader'
export const moneyAccountOf = (method: 'online' | 'cash' | 'reader'): MoneyAccount =>
  method === 'online' ? PROVIDER_ACCOUNT : method
/** Money that came for nothing we could deliver, owed back. */
export const OWED_ACCOUNT = 'owed'

/**
 * A completed order: what came in, and what it was for. A gift card takes what was paid for it from
 * `gifts`; the difference to its seat's price has an account of its own.
 *
 * @param paidCents what was collected, into `paidInto`; with the credit used, the lines sum to it
 * @throws RangeError when they do not: a cent would be lost
 */
export function saleEntries(
  lines: readonly SoldLine[],
  paidCents: number,
  { creditCents, giftCards }: PaidBeside = { creditCents: 0, giftCards: [] },
  paidInto: MoneyAccount = PROVIDER_ACCOUNT,
): LedgerEntry[] {
  const sold = lines.map((line) => ({ account: ACCOUNTS[line.kind], amountCents: -line.amountCents }))
  // What a code took off gift cards that are bought is not owed to whoever redeems them.
  const off = giftPrice(lines) - paidForGifts(lines)
  const differences = giftCards.flatMap(({ paidCents: paid, amountCents }) => [
    { account: ACCOUNTS.gift, amountCents: paid - amountCents },
    { account: GIFT_DIFFERENCE_ACCOUNT, amountCents: amountCents - paid },
  ])
  const paid = [
    { account: paidInto, amountCents: paidCents },
    { account: CREDIT_ACCOUNT, amountCents: creditCents },
  ]
  const reduced = [
    { account: ACCOUNTS.gift_card, amountCents: off },
    { account: ACCOUNTS.discount, amountCents: -off },
  ]
  const entries = combine([...paid, ...sold, ...reduced, ...differences])
  if (sumOf(entries) !== 0) {
    const came = String(paidCents + creditCents)
    throw new RangeError(`The lines sum to ${String(-sumOf(sold))} cents, but ${came} were paid`)
  }
  return entries
}

/** Account credit given to somebody, or taken back (negative). */
export function grantedEntries(amountCents: number): LedgerEntry[] {
  return [
    { account: CREDIT_GRANTED_ACCOUNT, amountCents },
    { account: CREDIT_ACCOUNT, amountCents: -amountCents },
  ]
}

/** A voucher that staff gave away. */
export function grantedVoucherEntries(amountCents: number): LedgerEntry[] {
  return [
    { account: VOUCHERS_GRANTED_ACCOUNT, amountCents },
    { account: ACCOUNTS.voucher, amountCents: -amountCents },
  ]
}

/** A drawer had more, or less (negative), than it should. */
export function drawerDifferenceEntries(differenceCents: number): LedgerEntry[] {
  return [
    { account: 'cash', amountCents: differenceCents },
    { account: 'cash:difference', amountCents: -differenceCents },
  ]
}

/** A membership's invoice that was paid. */
export function membershipEntries(amountCents: number): LedgerEntry[] {
  return [
    { account: PROVIDER_ACCOUNT, amountCents },
    { account: 'sales:memberships', amountCents: -amountCents },
  ]
}

/**
 * A payout: what reached the bank, and what the provider kept for its service. Negative when it
 * came back.
 *
 * @param amountCents what the bank gets
 * @param feesCents what the provider kept of it before
 */
export function payoutEntries(amountCents: number, feesCents: number): LedgerEntry[] {
  return combine([
    { account: BANK_ACCOUNT, amountCents },
    { account: PROVIDER_FEES_ACCOUNT, amountCents: feesCents },
    { account: PROVIDER_ACCOUNT, amountCents: -amountCents - feesCents },
  ])
}

/** Money that arrived and cannot be kept: the seats are gone, or the amount is not the order's. */
export function unkeepableMoneyEntries(amountCents: number): LedgerEntry[] {
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
  from: MoneyAccount = PROVIDER_ACCOUNT,
): LedgerEntry[] {
  return [
    { account, amountCents },
    { account: from, amountCents: -amountCents },
  ]
}

/** What a refund gave back beside the card. */
export interface GivenBackBeside extends PaidBeside {
  voucherCents: number
  /** What was paid for bought gift cards that are void now: nobody will fly with them. */
  voidedCents: number
}

/** What came back to credit, vouchers and gift cards, and what is owed no more for voided ones. */
export function refundedEntries({
  creditCents,
  voucherCents,
  giftCards,
  voidedCents,
}: GivenBackBeside): LedgerEntry[] {
  const gifts = giftCards.flatMap(({ paidCents, amountCents }) => [
    { account: REFUNDS_ACCOUNT, amountCents },
    { account: ACCOUNTS.gift, amountCents: -paidCents },
    { account: GIFT_DIFFERENCE_ACCOUNT, amountCents: paidCents - amountCents },
  ])
  return combine([
    { account: REFUNDS_ACCOUNT, amountCents: creditCents + voucherCents - voidedCents },
    { account: CREDIT_ACCOUNT, amountCents: -creditCents },
    { account: ACCOUNTS.voucher, amountCents: -voucherCents },
    { account: ACCOUNTS.gift_card, amountCents: voidedCents },
    ...gifts,
  ])
}

/**
 * What was paid for a flight that was called off went into a voucher: we owe its holder a flight
 * now.
 */
export function refundedAsVoucherEntries(amountCents: number): LedgerEntry[] {
  return [
    { account: REFUNDS_ACCOUNT, amountCents },
    { account: ACCOUNTS.voucher, amountCents: -amountCents },
  ]
}

/** A refund that the bank sent back after all: the money is at the provider again. */
export function failedRefundEntries(
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

function sumOf(entries: readonly { amountCents: number }[]): number {
  return entries.reduce((sum, entry) => sum + entry.amountCents, 0)
}
