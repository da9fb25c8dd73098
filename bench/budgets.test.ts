import { expect, test } from 'vitest'
import { overBudget, overStaffBudget } from './budgets.ts'

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

const page = (p95: number) => ({ route: 'staff.orders', speed: { perSecond: 1, p95 } })

test('a staff page over 100 ms is reported, however fast the bare query is', () => {
  const bare = { perSecond: 20_000, p95: 0.3 }
  expect(overStaffBudget({ bare, pages: [page(100)] })).toEqual([])
  expect(overStaffBudget({ bare, pages: [page(101)] })).toEqual([
    'staff.orders: takes 101 ms, the budget is 100 ms',
  ])
})

test('on a machine whose bare query is slower than usual, staff pages may be slower in proportion', () => {
  const bare = { perSecond: 5_000, p95: 1.2 }
  expect(overStaffBudget({ bare, pages: [page(200)] })).toEqual([])
  expect(overStaffBudget({ bare, pages: [page(201)] })).toEqual([
    'staff.orders: takes 201 ms, the budget is 200 ms',
  ])
})
