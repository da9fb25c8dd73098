import { expect, test } from 'vitest'
import {
  overBudget,
  overLighthouseBudget,
  overOrderBudget,
  overReadyBudget,
  overStaffBudget,
  overWorkBudget,
} from './budgets.ts'
import { type OrderMeasurement } from './measure-orders.ts'
import { type Measured } from './measure-work.ts'

const light = {
  html: 20_000,
  css: 13_000,
  js: 900,
  lateJs: 0,
  provider: 0,
  fonts: 32_000,
  pictures: 30_000,
  total: 97_900,
  requests: 7,
  largest: 9000,
  framework: false,
}

test('a light page is within its budget', () => {
  expect(overBudget({ route: '/', ...light })).toEqual([])
})

test('the front page has a first view of 100 kB', () => {
  expect(overBudget({ route: '/', ...light, total: 100_000 })).toEqual([])
  expect(overBudget({ route: '/', ...light, total: 100_001 })).toEqual([
    '/: total weighs 100001 bytes, the budget is 100000',
  ])
})

test('each broken limit is reported', () => {
  const heavy = {
    ...light,
    html: 30_001,
    css: 14_001,
    js: 3001,
    total: 110_001,
    largest: 12_001,
    requests: 16,
    framework: true,
  }
  expect(overBudget({ route: '/product/6', ...heavy })).toEqual([
    '/product/6: html weighs 30001 bytes, the budget is 30000',
    '/product/6: css weighs 14001 bytes, the budget is 14000',
    '/product/6: js weighs 3001 bytes, the budget is 3000',
    '/product/6: largest weighs 12001 bytes, the budget is 12000',
    '/product/6: total weighs 110001 bytes, the budget is 110000',
    '/product/6: takes 16 requests, the budget is 15',
    "/product/6: carries a framework's script",
  ])
})

test('the checkout may load a framework within limits', () => {
  expect(overBudget({ route: '/checkout/6', ...light, js: 90_000, framework: true })).toEqual([])
  expect(overBudget({ route: '/checkout/6', ...light, js: 108_001 })).toHaveLength(1)
})

test('only the payment step may load more afterwards: ten kilobytes and the provider’s script', () => {
  const late = { ...light, js: 95_000, lateJs: 10_000, provider: 200_000, framework: true }
  expect(overBudget({ route: '/checkout/6/pay?quantity=1', ...late })).toEqual([])
  expect(overBudget({ route: '/checkout/6/pay', ...late, lateJs: 10_001 })).toHaveLength(1)
  expect(overBudget({ route: '/checkout/6', ...late })).toHaveLength(2)
})

const staffPage = (p95: number) => ({ route: 'staff.orders', speed: { perSecond: 1, p95 } })

test('a staff page over 100 ms is reported, however fast the bare query is', () => {
  const bare = { perSecond: 20_000, p95: 0.3 }
  expect(overStaffBudget({ bare, pages: [staffPage(100)] })).toEqual([])
  expect(overStaffBudget({ bare, pages: [staffPage(101)] })).toEqual([
    'staff.orders: takes 101 ms, the budget is 100 ms',
  ])
})

test('a staff page that is over 100 ms when it is made anew is reported as such', () => {
  const bare = { perSecond: 20_000, p95: 0.3 }
  const page = { ...staffPage(20), anew: { perSecond: 1, p95: 140 } }
  expect(overStaffBudget({ bare, pages: [page] })).toEqual([
    'staff.orders, made anew: takes 140 ms, the budget is 100 ms',
  ])
})

test('a staff page that is over 100 ms while others write is reported as such', () => {
  const bare = { perSecond: 20_000, p95: 0.3 }
  const page = { ...staffPage(20), amidWrites: { perSecond: 1, p95: 130 }, anew: { perSecond: 1, p95: 90 } }
  expect(overStaffBudget({ bare, pages: [page] })).toEqual([
    'staff.orders, while others write: takes 130 ms, the budget is 100 ms',
  ])
})

test('on a machine whose bare query is slower than usual, staff pages may be slower in proportion', () => {
  const bare = { perSecond: 5_000, p95: 1.2 }
  expect(overStaffBudget({ bare, pages: [staffPage(200)] })).toEqual([])
  expect(overStaffBudget({ bare, pages: [staffPage(201)] })).toEqual([
    'staff.orders: takes 201 ms, the budget is 200 ms',
  ])
})

const speed = (perSecond: number, p95 = 10) => ({ perSecond, p95 })
const measured = (name: string, kind: Measured['floor']['kind'], perSecond: number): Measured => ({
  name,
  shop: speed(perSecond),
  queries: 0,
  sandboxQueries: 0,
  bare: speed(20_000),
  floor: { kind, name: 'its floor', speed: speed(1000) },
})

test('pages and calls that are slow relative to their floors are reported', () => {
  expect(
    overWorkBudget([
      measured('made anew', 'remix', 600),
      measured('cached', 'react', 10_000),
      measured('products', 'select', 48),
      measured('quote', 'select', 20),
      measured('a full order', 'order', 1),
    ]),
  ).toEqual([])
  expect(
    overWorkBudget([
      measured('made anew', 'remix', 599),
      measured('cached', 'react', 9999),
      measured('products', 'select', 47),
      measured('quote', 'select', 19),
    ]),
  ).toHaveLength(4)
})

const orderOf = (kind: OrderMeasurement['orders'][number]['kind'], perSecond: number, p95 = 10) => ({
  kind,
  name: kind,
  shop: speed(perSecond, p95),
  floor: speed(1000),
})
const page = (perSecond: number) => ({
  name: 'home',
  shop: speed(perSecond),
  floor: speed(1000),
  ordersPerSecond: 15,
})

test('slow orders, costly calls and pages that orders slow down are reported', () => {
  const cost = (call: 'customers' | 'orders', statements: number, roundTrips: number) => ({
    call,
    statements,
    sandboxStatements: 9,
    roundTrips,
  })
  expect(
    overOrderBudget({
      orders: [orderOf('spread', 140, 150), orderOf('unnamed', 100, 900), orderOf('hot', 80, 900)],
      calls: [cost('customers', 4, 90), cost('orders', 20, 8)],
      pages: [page(300)],
    }),
  ).toEqual([])
  expect(
    overOrderBudget({
      orders: [orderOf('spread', 139, 151), orderOf('unnamed', 99), orderOf('hot', 79)],
      calls: [cost('customers', 5, 1), cost('orders', 21, 9)],
      pages: [page(299)],
    }),
  ).toEqual([
    'spread: 0.139 of the rate of the same calls on a bare server, the budget is 0.140',
    'spread: p95 is 151 ms, the budget is 150 ms',
    'unnamed: 0.099 of the rate of the same calls on a bare server, the budget is 0.100',
    'hot: 0.079 of the rate of the same calls on a bare server, the budget is 0.080',
    'customers: 5 statements, the budget is 4',
    'orders: 21 statements, the budget is 20',
    'orders: 9 round trips, the budget is 8',
    'home, beside 15 orders a second: 0.299 of the rate of a minimal Remix app, the budget is 0.300',
  ])
})

test('a slow start is reported', () => {
  expect(overReadyBudget(2000)).toEqual([])
  expect(overReadyBudget(2001)).toEqual(['ready after 2001 ms on existing data, the budget is 2000 ms'])
})

const score = (category: 'performance' | 'seo', value: number) => ({
  category,
  score: value,
  failed: ['an audit'],
})

test('a content page has 100 in every category, and performance may be 98 in the checkout', () => {
  const page = (path: string, performance: number, seo = 100) =>
    overLighthouseBudget({
      path,
      scores: [score('performance', performance), score('seo', seo)],
      times: undefined,
    })
  expect([...page('/faq', 100), ...page('/checkout/the-new-yorker', 98)]).toEqual([])
  expect(page('/faq', 99)).toEqual(['/faq: performance 99, the budget is 100. an audit'])
  expect(page('/checkout', 97)).toEqual(['/checkout: performance 97, the budget is 98. an audit'])
  expect(page('/checkout', 98, 99)).toEqual(['/checkout: seo 99, the budget is 100. an audit'])
})

test('home and a product are painted within 1.2 s, and no page moves', () => {
  const page = (path: string, lcpSeconds: number, cls = 0) =>
    overLighthouseBudget({ path, scores: [], times: { lcpSeconds, cls } })
  for (const path of ['/', '/product/the-new-yorker']) {
    expect(page(path, 1.2, 0.0004)).toEqual([])
    expect(page(path, 1.21)).toEqual([`${path}: LCP after 1.21 s, the budget is 1.20 s`])
  }
  expect([...page('/product', 9), ...page('/faq', 9), ...page('/checkout/6', 9)]).toEqual([])
  expect(page('/faq', 9, 0.001)).toEqual(['/faq: CLS 0.001, the budget is 0'])
})
