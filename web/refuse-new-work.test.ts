import { expect, test } from 'vitest'
import { isNewWork } from './refuse-new-work.ts'

test.each([
  ['GET', '/'],
  ['HEAD', '/product/6'],
  ['GET', '/checkout/6'],
  ['GET', '/gift-cards'],
  ['GET', '/v1/products'],
  ['GET', '/v1/version'],
  ['POST', '/v1/orders'],
  ['POST', '/v1/quotes'],
  ['POST', '/v1/availability/month'],
])('%s %s begins something new', (method, path) => {
  expect(isNewWork(method, path)).toBe(true)
})

test.each([
  ['GET', '/order-confirmation'],
  ['GET', '/reschedule-flight-confirmation'],
  ['GET', '/account/cards'],
  ['GET', '/pay/abc'],
  ['POST', '/pay/abc'],
  ['GET', '/checkout/6/pay'],
  ['POST', '/checkout/6/pay'],
  ['GET', '/orders/abc'],
  ['GET', '/staff/orders/7'],
  ['GET', '/sandbox/checkout/cs_1'],
  ['POST', '/v1/payments'],
  ['POST', '/v1/stripe/webhooks'],
  ['GET', '/v1/orders/7'],
  ['POST', '/v1/orders/7/cancellations'],
  ['POST', '/v1/reschedules'],
])('%s %s continues what exists', (method, path) => {
  expect(isNewWork(method, path)).toBe(false)
})
