import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDollars, formatPercent, percentOf, prorate, toCents, toDollars } from './money.ts'

const amounts = fc.integer({ min: 0, max: 10_000_000 })

describe('toCents and toDollars', () => {
  test.each([
    [0, 0],
    [-0, 0],
    [11.55, 1155],
    [0.07, 7],
    [1198, 119800],
    [1.15, 115],
    [-75, -7500],
  ])('%d dollars are %d cents', (dollars, cents) => {
    expect(toCents(dollars)).toBe(cents)
  })

  test.each([0.001, 1.005, NaN, Infinity])('the number %d is not an amount', (dollars) => {
    expect(() => toCents(dollars)).toThrow(RangeError)
  })

  test('every amount survives the way to dollars and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (cents) => {
        expect(toCents(Number(JSON.stringify(toDollars(cents))))).toBe(cents)
      }),
      { numRuns: 5_000 },
    )
  })
})

test.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [119800, '$1,198.00'],
  [-5870, '−$58.70'],
])('an amount of %d cents reads %s', (cents, text) => {
  expect(formatDollars(cents)).toBe(text)
})

test('percents are shown without trailing zeros', () => {
  expect([500, 650, 888].map(formatPercent)).toEqual(['5%', '6.5%', '8.88%'])
})

describe('percentOf', () => {
  test.each([
    [22900, 500, 1145],
    [10, 500, 1],
    [9, 500, 0],
    [11, 450, 0],
    [119800, 500, 5990],
    [100, 50, 1],
    [99, 50, 0],
  ])('%d cents at %d basis points are %d cents, with half a cent rounded up', (cents, bps, share) => {
    expect(percentOf(cents, bps)).toBe(share)
  })

  test('returns the exact share rounded half up', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 20_000 }), (cents, bps) => {
        const exact = (BigInt(cents) * BigInt(bps) * 2n + 10_000n) / 20_000n
        expect(percentOf(cents, bps)).toBe(Number(exact))
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('prorate', () => {
  test('gives the remaining cents to the largest remainders', () => {
    expect(prorate([1, 1, 1], 100)).toEqual([34, 33, 33])
    expect(prorate([25200, 4900], 1000)).toEqual([837, 163])
    expect(prorate([0, 0], 5)).toEqual([3, 2])
    expect(prorate([], 0)).toEqual([])
  })

  test('never loses a cent and never gives a part more than its weight', () => {
    fc.assert(
      fc.property(fc.array(amounts, { minLength: 1, maxLength: 12 }), fc.nat(10_000), (weights, portion) => {
        const worth = weights.reduce((sum, weight) => sum + weight, 0)
        const amount = Math.floor((worth / 10_000) * portion)
        const parts = prorate(weights, amount)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount)
        for (const [index, part] of parts.entries()) {
          expect(part).toBeGreaterThanOrEqual(0)
          if (worth > 0) expect(part).toBeLessThanOrEqual(weights[index] ?? 0)
        }
      }),
      { numRuns: 3_000 },
    )
  })

  test('splits a refund like the charge', () => {
    fc.assert(
      fc.property(fc.array(amounts, { minLength: 1, maxLength: 12 }), amounts, (weights, amount) => {
        expect(prorate(weights, -amount).map((part) => (part === 0 ? 0 : -part))).toEqual(
          prorate(weights, amount),
        )
      }),
      { numRuns: 1_000 },
    )
  })
})
