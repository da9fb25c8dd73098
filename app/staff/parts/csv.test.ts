import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvText, reportCsv } from './csv.ts'

test.each([
  ['=SUM(A1)', "'=SUM(A1)"],
  ['+1', "'+1"],
  ['-2+3', "'-2+3"],
  ['@cmd', "'@cmd"],
  [' =1', "' =1"],
  ['\t=1', "'\t=1"],
  ['a, "b"', '"a, ""b"""'],
  ['Miami', 'Miami'],
])('the text %s is written as the cell %s', (text, cell) => {
  expect(csvText(text)).toBe(cell)
})

test('no text begins as a formula', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(csvText(text).replace(/^"/, '')).not.toMatch(/^\s*[=+\-@]/)
    }),
  )
})

test('figures stay numbers, negative ones too, and the total is last', () => {
  const text = reportCsv({
    name: 'sales',
    by: 'product',
    from: '2027-05-01',
    to: '2027-05-31',
    timezone: 'America/New_York',
    columns: [
      { key: 'net', label: 'Net sales', unit: 'money' },
      { key: 'sales', label: 'Sales', unit: 'count' },
      { key: 'load', label: 'Load', unit: 'percent' },
    ],
    rows: [{ key: '1', label: '=The New Yorker', figures: [-12.5, 3, null] }],
    total: [-12.5, 3, 50],
    notes: [],
    made_at: '2027-05-12T14:00:00.000Z',
  })
  expect(text).toBe("product,Net sales,Sales,Load\r\n'=The New Yorker,-12.50,3,\r\nTotal,-12.50,3,50.00\r\n")
})
