import { expect, test } from 'vitest'
import { limitPages, type PageLimit } from './limit-pages.ts'

const facts = { requestId: 'test', visitorAddress: '203.0.113.7' }

function createLimit(given: { peoplePerAddress?: number; limitFactor?: number } = {}) {
  let time = 0
  const waits: number[] = []
  const limit = limitPages(
    { peoplePerAddress: 300, limitFactor: 1, ...given },
    {
      answer: (_, seconds) => {
        waits.push(seconds)
        return Promise.resolve(new Response(null, { status: 429 }))
      },
    },
    () => time,
  )
  return {
    ...{ limit, waits },
    at: (milliseconds: number) => {
      time = milliseconds
    },
  }
}

const ask = ({ refuse }: PageLimit, path: string, method = 'GET', visitorAddress = facts.visitorAddress) =>
  refuse(new Request(`http://shop.test${path}`, { method }), { ...facts, visitorAddress }) === undefined

/** Asks until a page is refused, and says how many were made. */
function exhaust(limit: PageLimit, path: string, address?: string): number {
  let made = 0
  while (made < 100_000 && ask(limit, path, 'GET', address)) made += 1
  return made
}

/** People behind one address, each with a page every ten seconds; how many pages were refused. */
function walk(
  people: number,
  minutes: number,
  pages: readonly [method: string, path: string][],
  at = spread,
) {
  const { limit, at: setTime } = createLimit()
  const asked = Array.from({ length: people * minutes * 6 }, (_, turn) => {
    const person = turn % people
    const round = Math.floor(turn / people)
    return {
      time: round * 10_000 + at(person, round, people),
      page: pages[(person + round * 7) % pages.length],
    }
  }).sort((one, other) => one.time - other.time)
  return asked.filter(({ time, page: [method, path] = ['GET', '/'] }) => {
    setTime(time)
    return !ask(limit, path, method)
  }).length
}
const spread = (person: number, _round: number, people: number) => (person / people) * 10_000
const atOnce = () => 0
/** Somewhere in their ten seconds, each time elsewhere, so that two pages may come close together. */
const anywhere = (person: number, round: number) =>
  (Math.imul(person * 97 + round, 2_654_435_761) >>> 0) % 10_000

const MIXED: [method: string, path: string][] = [
  ['GET', '/product/6'],
  ['GET', '/search?q=night'],
  ['GET', '/account'],
  ['GET', '/checkout/6'],
  ['POST', '/account'],
  ['POST', '/checkout/6'],
]

test.each([
  ['pages of all kinds', 'spread over the time', MIXED, spread],
  ['pages of all kinds', 'all at the same moment', MIXED, atOnce],
  ['pages of all kinds', 'at any moment', MIXED, anywhere],
  ['the dearest pages alone', 'spread over the time', [['GET', '/search?q=night']], spread],
  ['the dearest pages alone', 'all at the same moment', [['GET', '/search?q=night']], atOnce],
  ['forms alone', 'at any moment', [['POST', '/account']], anywhere],
] as const)('300 people behind one address open %s, %s, for ten minutes', (_kind, _when, pages, at) => {
  expect(
    walk(
      300,
      10,
      pages.map(([method, path]) => [method, path]),
      at,
    ),
  ).toBe(0)
})

test('twice as many who open dear pages meet the limit', () => {
  expect(walk(600, 2, [['GET', '/search?q=night']])).toBeGreaterThan(0)
})

test('dear pages are refused while cheap ones are still made', () => {
  const { limit, waits } = createLimit()
  expect(exhaust(limit, '/search?q=night')).toBe(450)
  expect(ask(limit, '/contact', 'POST')).toBe(false)
  expect(exhaust(limit, '/account')).toBe(450)
  expect(waits).toEqual([1, 1, 1])
})

test('a page that costs more than its address says is dear', () => {
  const { limit } = createLimit()
  exhaust(limit, '/search')
  expect(limit.refuse(new Request('http://shop.test/?x=1'), facts, true)).toBeDefined()
  expect(limit.refuse(new Request('http://shop.test/?x=1'), facts)).toBeUndefined()
})

test('what pays, and what a payment leads back to, is never refused', () => {
  const { limit } = createLimit()
  exhaust(limit, '/account')
  for (const path of ['/order-confirmation?order_id=7', '/pay/abc', '/checkout/6/pay', '/account/orders/7'])
    expect(ask(limit, path), path).toBe(true)
  expect(ask(limit, '/checkout/6/pay', 'POST')).toBe(true)
})

test('the next page is made when the time of the refusal is over', () => {
  const { limit, at } = createLimit({ peoplePerAddress: 1 })
  exhaust(limit, '/account')
  at(3000)
  expect(ask(limit, '/account')).toBe(false)
  at(3400)
  expect(ask(limit, '/account')).toBe(true)
})

test('addresses of one IPv6 network count together, others alone', () => {
  const { limit } = createLimit()
  exhaust(limit, '/account', '2001:db8:1:2::1')
  expect(ask(limit, '/account', 'GET', '2001:db8:1:2:ffff::9')).toBe(false)
  expect(ask(limit, '/account', 'GET', '2001:db8:1:3::1')).toBe(true)
  expect(ask(limit, '/account', 'GET', '198.51.100.1')).toBe(true)
  exhaust(limit, '/account', '198.51.100.1')
  expect(ask(limit, '/account', 'GET', '::ffff:198.51.100.1')).toBe(false)
})

test('the settings widen the limit', () => {
  expect(exhaust(createLimit({ peoplePerAddress: 600 }).limit, '/search')).toBe(900)
  expect(exhaust(createLimit({ limitFactor: 3 }).limit, '/search')).toBe(1350)
})
