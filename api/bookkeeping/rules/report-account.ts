import { meansOfPayment, storedValue } from '#contract/means-of-payment.ts'

/** The kind of a ledger account, for reports. */
export type AccountSort = 'money' | 'owed' | 'result' | 'cost' | 'aside'

const MEANS = Object.values(meansOfPayment)
const STORED_VALUE = Object.values(storedValue)
const accountOf = ({ account }: { account: string }) => account

/** Accounts of the shop's money: one for each means of payment, and the bank. */
export const MONEY_ACCOUNTS: readonly string[] = [...MEANS.map(accountOf), 'bank']
/**
 * Accounts of the shop's debts: unused gift cards and vouchers, credit, refunds and commission that are
 * due.
 */
export const OWED_ACCOUNTS: readonly string[] = [
  ...STORED_VALUE.map(accountOf),
  'gifts:unissued',
  'owed',
  'owed:agents',
]
/** Contra accounts of what was granted without a sale. */
const ASIDE_ACCOUNTS: readonly string[] = [
  'opening',
  'vouchers:issued',
  'vouchers:granted',
  'credit:granted',
  // What customers owe us is neither money nor a debt of the shop.
  'receivable',
]

/** What selling costs, and is no part of what was sold. */
const COST_ACCOUNTS: readonly string[] = ['provider:fees', 'commission']

/** Everything that is neither money, nor owed, nor given is the result of selling. */
export function classifyAccount(account: string): AccountSort {
  if (MONEY_ACCOUNTS.includes(account)) return 'money'
  if (OWED_ACCOUNTS.includes(account)) return 'owed'
  if (COST_ACCOUNTS.includes(account)) return 'cost'
  return ASIDE_ACCOUNTS.includes(account) ? 'aside' : 'result'
}

/** Accounts that are no result of selling. */
export const BALANCE_ACCOUNTS: readonly string[] = [
  ...MONEY_ACCOUNTS,
  ...OWED_ACCOUNTS,
  ...COST_ACCOUNTS,
  ...ASIDE_ACCOUNTS,
]

const NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...MEANS, ...STORED_VALUE].map(({ account, accountName: name }) => [account, name])),
  bank: 'Paid out to the bank',
  'provider:fees': 'Kept by the payment provider',
  commission: 'Commission of agents',
  owed: 'To be given back',
  'owed:agents': 'Commission to be paid to agents',
  receivable: 'Still to be paid by customers',
  'gifts:unissued': 'Gift cards of orders that are not paid yet',
  opening: 'When the books were opened',
  'vouchers:issued': 'Vouchers given when the books were opened',
  'vouchers:granted': 'Vouchers given away',
  'credit:granted': 'Credit given away',
  'sales:flights': 'Flights sold',
  'sales:upgrades': 'Upgrades sold',
  'sales:memberships': 'Memberships sold',
  fees: 'Fees',
  'fees:reschedule': 'Fees for moving a flight',
  tax: 'Tax',
  discounts: 'Discounts',
  refunds: 'Given back of sales',
  disputes: 'Taken back by banks',
  'gifts:difference': 'Seats dearer or cheaper than their gift card',
}

/** An account in words; one nobody has named yet by its own name. */
export function accountName(account: string): string {
  const known = NAMES[account]
  if (known !== undefined) return known
  const words = account.replace(/[_:]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
