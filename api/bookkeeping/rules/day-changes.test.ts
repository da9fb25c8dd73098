import { expect, it } from 'vitest'
import { changedFigures, type FigureTable } from './day-changes.ts'

const table = (rows: [string, (number | null)[]][], more: Partial<FigureTable> = {}): FigureTable => ({
  name: 'books',
  by: 'account',
  columns: [
    { key: 'opening', label: 'Before', unit: 'money' },
    { key: 'debit', label: 'Debit', unit: 'money' },
    { key: 'closing', label: 'After', unit: 'money' },
  ],
  rows: rows.map(([key, figures]) => ({ key, label: key.toUpperCase(), figures })),
  ...more,
})

it('finds no change in equal figures in another order', () => {
  const then = table([
    ['cash', [0, 5, 5]],
    ['stripe', [1, 2, 3]],
  ])
  const now = table([
    ['stripe', [1, 2, 3]],
    ['cash', [0, 5, 5]],
  ])
  expect(changedFigures([then], [now])).toEqual([])
})

it('reports old and new figures, also of new and removed rows, but not balances', () => {
  const then = table([
    ['cash', [0, 5, 5]],
    ['gifts', [0, 7, 7]],
  ])
  const now = table([
    ['cash', [9, 6.5, 15.5]],
    ['stripe', [0, 2, 2]],
  ])
  const at = { report: 'books', by: 'account', column: 'Debit', unit: 'money' }
  expect(changedFigures([then], [now])).toEqual([
    { ...at, row: 'CASH', then: 5, now: 6.5 },
    { ...at, row: 'GIFTS', then: 7, now: null },
    { ...at, row: 'STRIPE', then: null, now: 2 },
  ])
})

it('treats 0 and null as equal and compares each table with its counterpart', () => {
  const other = table([['cash', [0, 1, 1]]], { by: 'day' })
  expect(changedFigures([table([['cash', [0, 0, 0]]]), other], [table([]), other])).toEqual([])
  expect(changedFigures([other], [table([['cash', [0, 2, 2]]])])).toEqual([])
})
