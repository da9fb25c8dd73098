import { describe, expect, it } from 'vitest'
import { type QuoteLine } from '#contract/quote.ts'
import { breakdownRows, partyLabel } from './breakdown-rows.ts'

const aLine = (over: Partial<QuoteLine>): QuoteLine => ({
  kind: 'seat',
  label: '2 seats',
  detail: '$269.00 each',
  quantity: 2,
  unit_amount: 269,
  amount: 538,
  rule: 'seat price',
  ...over,
})

describe('breakdownRows', () => {
  it('writes every line, and credits even if there are none', () => {
    const rows = breakdownRows({
      lines: [aLine({}), aLine({ kind: 'discount', label: 'FLY15', detail: null, amount: -1058.7 })],
      credits: 0,
    })
    expect(rows.map((row) => [row.label, row.amount, row.less ?? false])).toEqual([
      ['2 seats', '$538.00', false],
      ['FLY15', '−$1,058.70', true],
      ['Credits', '$0.00', false],
    ])
  })

  it('writes credits once, whether or not they are a line of the quote', () => {
    const credit = aLine({ kind: 'credit', label: 'Credits', amount: -60 })
    for (const lines of [[aLine({})], [aLine({}), credit]]) {
      const rows = breakdownRows({ lines, credits: 60 })
      expect(rows.map((row) => row.amount)).toEqual(['$538.00', '−$60.00'])
      expect(rows[1]?.less).toBe(true)
    }
  })
})

describe('partyLabel', () => {
  it('counts seats, or the guests of a whole aircraft', () => {
    expect(partyLabel({ quantityType: 'seat', quantity: 1 })).toBe('1 seat')
    expect(partyLabel({ quantityType: 'seat', quantity: 2 })).toBe('2 seats')
    expect(partyLabel({ quantityType: 'flight', quantity: 3 })).toBe('Whole aircraft, 3 guests')
  })
})
