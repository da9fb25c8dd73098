import { expect, test } from 'vitest'
import { parseReturnPath } from './return-path.ts'

test.each([
  '/checkout/6/pay?date=2026-12-05&departure=3#passengers',
  '/order-confirmation?order_id=1042',
  '/',
  '/account/prove-email?token=a',
])('the path %s is kept unchanged', (path) => {
  expect(parseReturnPath(path)).toBe(path)
})

test.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' /checkout',
  '/./\\evil.example',
  '/..//evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  'checkout',
  '',
  '/account',
  '/account/logout',
  '/account?next=/account',
  `/${'a'.repeat(1000)}`,
  undefined,
  ['/checkout'],
])('%j leads nowhere', (said) => {
  expect(parseReturnPath(said)).toBeUndefined()
})
