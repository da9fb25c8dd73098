import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  unkeepableMoneyEntries,
  refundedEntries,
  returnedEntries,
  saleEntries,
  type SoldLine,
} from './ledger.ts'

const sum = (entries: { amountCents: number }[]) =>
  entries.reduce((total, entry) => total + entry.amountCents, 0)

const lineOf = (kinds: SoldLine['kind'][], sign: 1 | -1) =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    amountCents: fc.integer({ min: 0, max: 500_000 }).map((cents) => (cents === 0 ? 0 : cents * sign)),
  })
const lines = fc.array(
  fc.oneof(
    lineOf(['seat', 'flight', 'upgrade', 'fee', 'tax'], 1),
    lineOf(['discount', 'voucher', 'gift', 'credit'], -1),
  ),
  { maxLength: 12 },
)

describe('saleEntries', () => {
  test('books two seats, an upgrade, a fee and a discount', () => {
    const entries = saleEntries(
      [
        { kind: 'seat', amountCents: 45_800 },
        { kind: 'upgrade', amountCents: 5_000 },
        { kind: 'fee', amountCents: 2_290 },
        { kind: 'discount', amountCents: -1_000 },
      ],
      52_090,
    )
    expect(entries).toEqual([
      { account: 'stripe', amountCents: 52_090 },
      { account: 'sales:flights', amountCents: -45_800 },
      { account: 'sales:upgrades', amountCents: -5_000 },
      { account: 'fees', amountCents: -2_290 },
      { account: 'discounts', amountCents: 1_000 },
    ])
  })

  test('produces entries that sum to zero, are never empty and name each account once', () => {
    fc.assert(
      fc.property(lines, (sold) => {
        const entries = saleEntries(sold, sum(sold))
        expect(sum(entries)).toBe(0)
        expect(entries.every((entry) => entry.amountCents !== 0)).toBe(true)
        expect(new Set(entries.map((entry) => entry.account)).size).toBe(entries.length)
      }),
      { numRuns: 2000 },
    )
  })

  test('refuses money that the lines do not explain', () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: -100_000, max: 100_000 }), (sold, off) => {
        fc.pre(off !== 0)
        expect(() => saleEntries(sold, sum(sold) + off)).toThrow(RangeError)
      }),
      { numRuns: 1000 },
    )
  })
})

test('returned money that paid for nothing leaves every balance as it was', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000_000 }), (cents) => {
      expect(sum(unkeepableMoneyEntries(cents))).toBe(0)
      const balances = new Map<string, number>()
      for (const entry of [...unkeepableMoneyEntries(cents), ...returnedEntries(cents)]) {
        balances.set(entry.account, (balances.get(entry.account) ?? 0) + entry.amountCents)
      }
      expect([...balances.values()]).toEqual([0, 0])
    }),
    { numRuns: 1000 },
  )
})

describe('refundedEntries', () => {
  test('books credit, a voucher, a gift card worth more than its price, and a voided purchase', () => {
    const gift = { paidCents: 22_900, amountCents: 24_900 }
    const back = { creditCents: 1_000, voucherCents: 500, giftCards: [gift], voidedCents: 0 }
    expect(refundedEntries(back)).toEqual([
      { account: 'refunds', amountCents: 26_400 },
      { account: 'credit', amountCents: -1_000 },
      { account: 'vouchers', amountCents: -500 },
      { account: 'gifts', amountCents: -22_900 },
      { account: 'gifts:difference', amountCents: -2_000 },
    ])
    expect(sum(refundedEntries(back))).toBe(0)
    const purchase = { creditCents: 0, voucherCents: 0, giftCards: [], voidedCents: 45_800 }
    expect(refundedEntries(purchase)).toEqual([
      { account: 'refunds', amountCents: -45_800 },
      { account: 'gifts', amountCents: 45_800 },
    ])
  })
})
