import { expect, test } from 'vitest'
import { groupTransferCode, makeTransferCode, parseTransferCode } from './checkout-transfer-code.ts'

test('a code has eight letters that do not look alike, each equally likely', () => {
  const seen = new Set<string>()
  for (let at = 0; at < 27; at += 1) {
    const code = makeTransferCode((below) => {
      expect(below).toBe(27)
      return at
    })
    expect(code).toMatch(/^([2-9AC-HJKMNP-RTUWXY])\1{7}$/)
    seen.add(code)
  }
  expect(seen.size).toBe(27)
})

test.each([
  ['2A3C4D7E', '2A3C4D7E'],
  [' 2a3c-4d7e ', '2A3C4D7E'],
  ['2A3C 4D7E', '2A3C4D7E'],
  ['ZA3C–4DSE', '2A3C4D5E'],
  ['2A3C4D7', undefined],
  ['2A3C4D7E9', undefined],
  ['0000-1111', undefined],
  ['', undefined],
])('%j is read as %j', (typed, code) => {
  expect(parseTransferCode(typed)).toBe(code)
})

test('a code is shown in two groups', () => {
  expect(groupTransferCode('2A3C4D7E')).toBe('2A3C-4D7E')
})
