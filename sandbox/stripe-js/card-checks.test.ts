import { describe, expect, test } from 'vitest'
import { checkCard, formatExpiry, formatNumber, parseExpiry } from './card-checks.ts'

const NOW = new Date(2026, 10, 21)
const card = (change: Partial<Parameters<typeof checkCard>[0]> = {}) =>
  checkCard({ number: '4242 4242 4242 4242', expiry: '11 / 26', cvc: '123', ...change }, NOW).map(
    ({ field, code }) => `${field}: ${code}`,
  )

test('a card is good through its month', () => {
  expect(card()).toEqual([])
})

test.each([
  [{ number: '' }, 'number: incomplete_number'],
  [{ number: '4242 4242 4242 424' }, 'number: incomplete_number'],
  [{ number: '4242 4242 4242 4241' }, 'number: invalid_number'],
  [{ expiry: '' }, 'expiry: incomplete_expiry'],
  [{ expiry: '12 / 3' }, 'expiry: incomplete_expiry'],
  [{ expiry: '13 / 30' }, 'expiry: invalid_expiry_month'],
  [{ expiry: '00 / 30' }, 'expiry: invalid_expiry_month'],
  [{ expiry: '12 / 25' }, 'expiry: invalid_expiry_year_past'],
  [{ expiry: '10 / 26' }, 'expiry: invalid_expiry_month_past'],
  [{ cvc: '12' }, 'cvc: incomplete_cvc'],
  [{ number: '3782 822463 10005' }, 'cvc: incomplete_cvc'],
])('%o', (change, problem) => {
  expect(card(change)).toEqual([problem])
})

test('all errors are reported at once in the order of the fields', () => {
  expect(card({ number: '', expiry: '', cvc: '' }).map((problem) => problem.split(':')[0])).toEqual([
    'number',
    'expiry',
    'cvc',
  ])
})

describe('formatting while typing', () => {
  test.each([
    ['4242', '4242'],
    ['42424', '4242 4'],
    ['4242-4242 4242 42429999', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['abc', ''],
  ])('the number %s becomes %s', (typed, shown) => {
    expect(formatNumber(typed)).toBe(shown)
  })

  test.each([
    ['1', '1'],
    ['5', '05 / '],
    ['12', '12 / '],
    ['123', '12 / 3'],
    ['1230', '12 / 30'],
    ['12/2030', '12 / 30'],
    ['9/30', '09 / 30'],
    ['122030', '12 / 30'],
  ])('the expiry %s becomes %s', (typed, shown) => {
    expect(formatExpiry(typed)).toBe(shown)
  })

  test('the slash can be deleted', () => {
    expect(formatExpiry('12 /', true)).toBe('12')
    expect(formatExpiry('12 / 3', true)).toBe('12 / 3')
  })
})

test('an expiry is read as month and year', () => {
  expect(parseExpiry('1230')).toEqual({ month: 12, year: 2030 })
  expect(parseExpiry('12 / ')).toBeUndefined()
})
