import { expect, test } from 'vitest'
import { listOverviewSpans } from './overview-spans.ts'
import { changeInPercent, changeInPoints, hourText, rowChange, shareOf, spanTitle } from './overview-text.ts'

test('a change in percent needs an earlier gain', () => {
  expect(changeInPercent(425_300, 386_300)).toEqual({ text: '+10.1%', kind: 'good' })
  expect(changeInPercent(50, 100)).toEqual({ text: '−50%', kind: 'bad' })
  expect(changeInPercent(100, 100)).toEqual({ text: '±0%', kind: 'same' })
  expect(changeInPercent(100, 0)).toBeNull()
  expect(changeInPercent(100, -20)).toBeNull()
})

test('percentages differ by points', () => {
  expect(changeInPoints(61, 57)).toEqual({ text: '+4 points', kind: 'good' })
  expect(changeInPoints(2.6, 3.6)).toEqual({ text: '−1 point', kind: 'bad' })
})

test('a row of a table is new, unchanged, or differs in percent or dollars', () => {
  expect(rowChange(100, 0)).toBe('new')
  expect(rowChange(0, 0)).toBe('±0%')
  expect(rowChange(0, 80)).toBe('−100%')
  expect(rowChange(30, -20)).toBe('+$50.00')
})

test('a share needs a whole', () => {
  expect(shareOf(73, 100)).toBe(73)
  expect(shareOf(10, 0)).toBeNull()
})

test('a span names month and year once where they agree', () => {
  expect(spanTitle({ from: '2026-11-16', to: '2026-11-22' })).toBe('16 to 22 November 2026')
  expect(spanTitle({ from: '2026-11-30', to: '2026-12-06' })).toBe('30 November to 6 December 2026')
  expect(spanTitle({ from: '2026-12-28', to: '2027-01-03' })).toBe('28 December 2026 to 3 January 2027')
  expect(spanTitle({ from: '2026-11-22', to: '2026-11-22' })).toBe('22 November 2026')
})

test('hours are told as on a clock of twelve', () => {
  expect([0, 9, 12, 16].map(hourText)).toEqual(['12 am', '9 am', '12 pm', '4 pm'])
})

test('common spans are whole weeks and months, and none is too long', () => {
  const spans = Object.fromEntries(
    listOverviewSpans('2026-11-24').map(({ text, from, to }) => [text, [from, to]]),
  )
  expect(spans).toEqual({
    'Last week': ['2026-11-16', '2026-11-22'],
    'This week': ['2026-11-23', '2026-11-24'],
    'Last 4 weeks': ['2026-10-26', '2026-11-22'],
    'Last 12 weeks': ['2026-08-31', '2026-11-22'],
    'This month': ['2026-11-01', '2026-11-24'],
    'Last month': ['2026-10-01', '2026-10-31'],
  })
})
