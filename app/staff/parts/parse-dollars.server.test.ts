import { expect, test } from 'vitest'
import { dollarsIn } from './parse-dollars.server.ts'

test.each([
  ['12.50', 12.5],
  ['$ 1,250.50', 1250.5],
  ['1,000,000', 1_000_000],
  ['0', 0],
])('%s is an amount in dollars', (text, dollars) => expect(dollarsIn(text)).toBe(dollars))

test.each(['', '$', '12,50', '1,25', '12,5000', ',500', '1250,00', 'ten'])('"%s" is no amount', (text) =>
  expect(dollarsIn(text)).toBeNaN(),
)
