import { describe, expect, it } from 'vitest'
import { findNoShowValue } from './no-show-value.ts'

const paid = { paidCents: 50_001, people: 2 }

describe('findNoShowValue', () => {
  it.each([
    ['nothing', 50, 0],
    ['move', 50, 25_000],
    ['credit', 50, 12_500],
    ['credit', 33, 8_250],
  ] as const)('gives by the rule “%s” of %i percent %i cents', (rule, percent, cents) => {
    expect(findNoShowValue({ rule, days: 30, percent }, paid)).toBe(cents)
  })

  it('gives nothing where nobody has a seat', () => {
    expect(findNoShowValue({ rule: 'move', days: 30, percent: 50 }, { paidCents: 100, people: 0 })).toBe(0)
  })
})
