import { expect, test } from 'vitest'
import { findPageCost } from './page-cost.ts'

test.each([
  ['GET', '/order-confirmation'],
  ['GET', '/reschedule-flight-confirmation'],
  ['POST', '/reschedule-flight/abc'],
  ['GET', '/checkout/6/pay'],
  ['POST', '/checkout/6/pay'],
  ['POST', '/checkout/6/gift'],
  ['GET', '/pay/abc'],
  ['POST', '/pay/abc'],
  ['GET', '/account/orders/7'],
  ['POST', '/account/orders/7/upgrades'],
  ['POST', '/account/membership'],
  ['GET', '/account/cards'],
  ['GET', '/art/a1/liberty-day.avif'],
  ['GET', '/share/product/6.png'],
  ['GET', '/orders/abc/photos/3'],
  ['GET', '/campaigns/banner.css'],
])('%s %s is never refused', (method, path) => {
  expect(findPageCost(method, path)).toBe('free')
})

test.each([
  ['GET', '/search'],
  ['HEAD', '/search'],
  ['GET', '/SEARCH/'],
  ['GET', '/%73earch'],
  ['GET', '/checkout/6'],
  ['GET', '/gift-cards'],
  ['GET', '/reschedule-flight'],
  ['POST', '/account'],
  ['POST', '/staff/sign-in'],
  ['POST', '/contact'],
  ['POST', '/art/a1/liberty-day.avif'],
  ['GET', '/staff/orders'],
  ['GET', '/staff/orders/csv'],
  ['GET', '/account/details/export'],
  ['GET', '/orders/7/calendar.ics'],
])('%s %s is dear', (method, path) => {
  expect(findPageCost(method, path)).toBe('dear')
})

test.each([
  ['GET', '/'],
  ['GET', '/product/6'],
  ['GET', '/account'],
  ['GET', '/searching'],
  ['GET', '/orders/abc'],
  ['GET', '/%E0%A4%A'],
])('%s %s is cheap', (method, path) => {
  expect(findPageCost(method, path)).toBe('cheap')
})
