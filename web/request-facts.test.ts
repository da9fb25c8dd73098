import { expect, test } from 'vitest'
import { pathWithoutSecrets } from './request-facts.ts'

test('the secret of a mailed link stays out of the log, also one without a digit', () => {
  const [hex, letters] = ['0123456789abcdef'.repeat(3), 'aBcDeFgHiJkLmNoPqRsTuVwXyZ-aBcDeFgHiJkLmNoP']
  expect(pathWithoutSecrets(`/passengers/${hex}/waiver`)).toBe('/passengers/:token/waiver')
  expect(pathWithoutSecrets(`/waitlist/offers/${letters}`)).toBe('/waitlist/offers/:token')
  expect(pathWithoutSecrets(`/reschedule-credits/${hex}/claim`)).toBe('/reschedule-credits/:token/claim')
  for (const page of ['gifts', 'orders', 'reschedule-flight']) {
    expect(pathWithoutSecrets(`/${page}/${letters}`)).toBe(`/${page}/:token`)
  }
  expect(pathWithoutSecrets('/membership-terms-and-conditions')).toBe('/membership-terms-and-conditions')
})
