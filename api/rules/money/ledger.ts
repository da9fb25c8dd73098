import { meansOfPayment, type PaymentMethod, storedValue } from '#contract/means-of-payment.ts'
import { discountOfGifts, giftDifferences, type UsedGiftCard } from '../gifts/gift-worth.ts'

/** One side of a double entry: debit positive, credit negative, integer cents, never 0. */
export interface LedgerEntry {
  account: string
  amountCents: number
}

/** What `sale` needs of an order's breakdown. Amounts of discounts are negative. */
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

/** The account that an order's line is booked on. */
const ACCOUNTS: Record<SoldLine['kind'], string> = {
  seat: 'sales:flights',
  flight: 'sales:flights',
  gift_card: storedValue.gift_card.account,
  upgrade: 'sales:upgrades',
  difference: 'sales:flights',
  reschedule_fee: 'fees:reschedule',
  gift: storedValue.gift_card.account,
  discount: 'discounts',
  voucher: storedValue.voucher.account,
  fee: 'fees',
  tax: 'tax',
  credit: storedValue.credit.account,
}

/**
 * Amounts that were paid beside the card and have no line of their own, or another value than their
 * line.
 */
export interface PaidBeside {
  creditCents: number
  giftCards: readonly UsedGiftCard[]
}

/** The account credit that customers hold. */
export const CREDIT_ACCOUNT = storedValue.credit.account
/** The credit that staff granted. */
export const CREDIT_GRANTED_ACCOUNT = 'credit:granted'

/** The vouchers that staff granted. */
export const VOUCHERS_GRANTED_ACCOUNT = 'vouchers:granted'

/** The money that the payment provider paid out. */
export const BANK_ACCOUNT = 'bank'
/** The fees of the payment provider. */
export const PROVIDER_FEES_ACCOUNT = 'provider:fees'

/** The money at the payment provider. */
export const PROVIDER_ACCOUNT = meansOfPayment.online.account
/** Where money of a payment may lie: every means of payment has its account. */
export type MoneyAccount = (typeof meansOfPayment)[PaymentMethod]['account']
export const moneyAccountOf = (method: PaymentMethod): MoneyAccount => meansOfPayment[method].account
/** What customers still owe for orders that are paid in parts. */
export const RECEIVABLE_ACCOUNT = 'receivable'
/** Gift cards of an order that is paid in part: they are issued once nothing is due. */
export const UNISSUED_ACCOUNT = 'gifts:unissued'

/** What agents earned. */
const COMMISSION_ACCOUNT = 'commission'
/** What agents earned and were not paid; a debit once more was taken back than they earned. */
const AGENTS_ACCOUNT = 'owed:agents'

/** An agent's statement was made. @param earnedCents negative where it takes back more than it gives */
export const commissionEntries = (earnedCents: number): LedgerEntry[] =>
  combine([
    { account: COMMISSION_ACCOUNT, amountCents: earnedCents },
    { account: AGENTS_ACCOUNT, amountCents: -earnedCents },
  ])

/** An agent was paid from the bank. */
export const commissionPaidEntries = (amountCents: number): LedgerEntry[] =>
  combine([
    { account: AGENTS_ACCOUNT, amountCents },
    { account: BANK_ACCOUNT, amountCents: -amountCents },
  ])

/** Money that paid for nothing we could deliver, which we owe back. */
export const OWED_ACCOUNT = 'owed'

/**
 * The entries of a completed order: what came in, and what it paid for. A gift card takes its
 * purchase price from `gifts`; the difference to the price of its seat has an account of its own.
 * @param paidCents the collected amount, booked into `paidInto`; together with the credit used and
 * `dueCents`, which the customer still owes, the lines sum to it
 * @throws RangeError when they do not, because a cent would be lost
 */
export function saleEntries(
  lines: readonly SoldLine[],
  paidCents: number,
  { creditCents, giftCards }: PaidBeside = { creditCents: 0, giftCards: [] },
  paidInto: MoneyAccount = PROVIDER_ACCOUNT,
  dueCents = 0,
): LedgerEntry[] {
  const accountOf = (kind: SoldLine['kind']) =>
    kind === 'gift_card' && dueCents > 0 ? UNISSUED_ACCOUNT : ACCOUNTS[kind]
  const sold = lines.map((line) => ({ account: accountOf(line.kind), amountCents: -line.amountCents }))
  const off = lines.some(({ kind }) => kind === 'gift_card') ? discountOfGifts(lines) : 0
  const paid = [
    { account: paidInto, amountCents: paidCents },
    { account: RECEIVABLE_ACCOUNT, amountCents: dueCents },
    { account: CREDIT_ACCOUNT, amountCents: creditCents },
  ]
  const reduced = [
    { account: accountOf('gift_card'), amountCents: off },
    { account: ACCOUNTS.discount, amountCents: -off },
  ]
  const differences = giftCards.length > 0 ? giftDifferences(giftCards, ACCOUNTS.gift) : []
  const entries = combine([...paid, ...sold, ...reduced, ...differences])
  if (sumOf(entries) !== 0) {
    const came = String(paidCents + creditCents + dueCents)
    throw new RangeError(`The lines sum to ${String(-sumOf(sold))} cents, but ${came} were paid`)
  }
  return entries
}

/** A later part of an order: the customer owes less. */
export function laterPartEntries(amountCents: number, paidInto: MoneyAccount): LedgerEntry[] {
  return [
    { account: paidInto, amountCents },
    { account: RECEIVABLE_ACCOUNT, amountCents: -amountCents },
  ]
}

/**
 * A later part that gift cards and credit pay: the lines are those of the sale with the cards among what
 * paid it, and the customer owes less.
 * @param dueCents what is due less
 * @throws RangeError when the lines became cheaper by another amount, because a cent would be lost
 */
export function partWithoutMoneyEntries(
  lines: { before: readonly SoldLine[]; after: readonly SoldLine[] },
  { creditCents, giftCards }: PaidBeside,
  dueCents: number,
): LedgerEntry[] {
  const booked = (sold: readonly SoldLine[], sign: 1 | -1) =>
    sold.map((line) => ({ account: ACCOUNTS[line.kind], amountCents: sign * line.amountCents }))
  const entries = combine([
    ...booked(lines.before, 1),
    ...booked(lines.after, -1),
    { account: CREDIT_ACCOUNT, amountCents: creditCents },
    { account: RECEIVABLE_ACCOUNT, amountCents: -dueCents },
    ...giftDifferences(giftCards, ACCOUNTS.gift),
  ])
  if (sumOf(entries) !== 0)
    throw new RangeError(`The part is ${String(sumOf(entries))} cents off what the lines say`)
  return entries
}

/** The gift cards of an order that was paid in parts are issued. */
export function issuedEntries(amountCents: number): LedgerEntry[] {
  return combine([
    { account: UNISSUED_ACCOUNT, amountCents },
    { account: ACCOUNTS.gift_card, amountCents: -amountCents },
  ])
}

/** Account credit granted to a customer, or taken back (negative). */
export function grantedEntries(amountCents: number): LedgerEntry[] {
  return [
    { account: CREDIT_GRANTED_ACCOUNT, amountCents },
    { account: CREDIT_ACCOUNT, amountCents: -amountCents },
  ]
}

/** A voucher that staff granted. */
export function grantedVoucherEntries(amountCents: number): LedgerEntry[] {
  return [
    { account: VOUCHERS_GRANTED_ACCOUNT, amountCents },
    { account: ACCOUNTS.voucher, amountCents: -amountCents },
  ]
}

/** A cash drawer holds more or less (negative) than expected. */
export function drawerDifferenceEntries(differenceCents: number): LedgerEntry[] {
  return [
    { account: meansOfPayment.cash.account, amountCents: differenceCents },
    { account: 'cash:difference', amountCents: -differenceCents },
  ]
}

/** A paid invoice of a membership. */
export function membershipEntries(amountCents: number): LedgerEntry[] {
  return [
    { account: PROVIDER_ACCOUNT, amountCents },
    { account: 'sales:memberships', amountCents: -amountCents },
  ]
}

/**
 * A payout: what reached the bank, and what the provider kept. The amounts are negative when the
 * payout came back.
 * @param amountCents what the bank receives
 * @param feesCents what the provider deducted before
 */
export function payoutEntries(amountCents: number, feesCents: number): LedgerEntry[] {
  return combine([
    { account: BANK_ACCOUNT, amountCents },
    { account: PROVIDER_FEES_ACCOUNT, amountCents: feesCents },
    { account: PROVIDER_ACCOUNT, amountCents: -amountCents - feesCents },
  ])
}

/**
 * A payment that cannot be kept, because the seats are gone or the amount does not match the order.
 */
export function unkeepableMoneyEntries(amountCents: number): LedgerEntry[] {
  return [
    { account: PROVIDER_ACCOUNT, amountCents },
    { account: OWED_ACCOUNT, amountCents: -amountCents },
  ]
}

/** The refunds of sales. */
export const REFUNDS_ACCOUNT = 'refunds'
/** The money that the payer's bank took back. */
export const DISPUTES_ACCOUNT = 'disputes'

/** The entries of money that left the provider, by the account that bears it. */
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

/** What a refund returned beside the card. */
export interface GivenBackBeside extends PaidBeside {
  voucherCents: number
  /** The price paid for bought gift cards that are now void. */
  voidedCents: number
  /** What the customer need not pay any more. */
  dueCents?: number
  /** The price of bought gift cards that were not issued yet and never will be. */
  unissuedCents?: number
}

/**
 * The entries of a refund: what returned to credit, vouchers and gift cards, and voided gift cards
 * that we no longer owe.
 */
export function refundedEntries({
  creditCents,
  voucherCents,
  giftCards,
  voidedCents,
  dueCents = 0,
  unissuedCents = 0,
}: GivenBackBeside): LedgerEntry[] {
  const giftCents = sumOf(giftCards)
  const differences = giftDifferences(giftCards, ACCOUNTS.gift)
  return combine([
    {
      account: REFUNDS_ACCOUNT,
      amountCents: creditCents + voucherCents + giftCents + dueCents - voidedCents - unissuedCents,
    },
    { account: UNISSUED_ACCOUNT, amountCents: unissuedCents },
    { account: RECEIVABLE_ACCOUNT, amountCents: -dueCents },
    { account: CREDIT_ACCOUNT, amountCents: -creditCents },
    { account: ACCOUNTS.voucher, amountCents: -voucherCents },
    { account: ACCOUNTS.gift_card, amountCents: voidedCents },
    { account: ACCOUNTS.gift, amountCents: -giftCents },
    ...differences.map((entry) => ({ ...entry, amountCents: -entry.amountCents })),
  ])
}

/** A cancelled departure was refunded as a voucher, so we owe its holder a flight. */
export function refundedAsVoucherEntries(amountCents: number, dueCents = 0): LedgerEntry[] {
  return combine([
    { account: REFUNDS_ACCOUNT, amountCents: amountCents + dueCents },
    { account: RECEIVABLE_ACCOUNT, amountCents: -dueCents },
    { account: ACCOUNTS.voucher, amountCents: -amountCents },
  ])
}

/** The bank rejected a refund, so the money is at the provider again. */
export function failedRefundEntries(
  amountCents: number,
  account: typeof OWED_ACCOUNT | typeof REFUNDS_ACCOUNT,
): LedgerEntry[] {
  return returnedEntries(-amountCents, account)
}

/** Combines the entries of each account and drops empty ones. */
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
