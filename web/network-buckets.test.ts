import { expect, test } from 'vitest'
import { createNetworkBuckets } from './network-buckets.ts'

function createBuckets(most?: number) {
  let time = 0
  const buckets = createNetworkBuckets(
    { capacity: 10, perSecond: 2, ...(most === undefined ? {} : { most }) },
    () => time,
  )
  return {
    ...buckets,
    pass: (seconds: number) => {
      time += seconds * 1000
    },
  }
}

test('a network has its whole amount at once, then what flows in', () => {
  const { take, pass } = createBuckets()
  expect(take('a', 10, 0)).toBe(0)
  expect(take('a', 1, 0)).toBe(1)
  expect(take('a', 5, 0)).toBe(3)
  pass(3)
  expect(take('a', 5, 0)).toBe(0)
  expect(take('a', 2, 0)).toBe(1)
  expect(take('b', 10, 0)).toBe(0)
})

test('a bucket never holds more than its amount, however long its network was quiet', () => {
  const { take, pass } = createBuckets()
  take('a', 4, 0)
  pass(3600)
  expect(take('a', 10, 0)).toBe(0)
  expect(take('a', 1, 0)).toBe(1)
})

test('what is reserved is left to those who reserve nothing', () => {
  const { take } = createBuckets()
  expect(take('a', 6, 3)).toBe(0)
  expect(take('a', 2, 3)).toBe(1)
  expect(take('a', 4, 0)).toBe(0)
})

test('a refusal takes nothing, so the time it names is kept', () => {
  const { take, pass } = createBuckets()
  take('a', 10, 0)
  for (let tries = 0; tries < 50; tries++) expect(take('a', 4, 0)).toBe(2)
  pass(2)
  expect(take('a', 4, 0)).toBe(0)
})

test('a network is forgotten when its bucket is full again', () => {
  const { take, pass, size } = createBuckets()
  for (let network = 0; network < 100; network++) take(String(network), 1, 0)
  pass(4)
  take('0', 1, 0)
  expect(size()).toBe(100)
  pass(1)
  take('new', 1, 0)
  expect(size()).toBe(2)
})

test('no more networks are remembered than there is room for, and the quietest leaves', () => {
  const { take, size } = createBuckets(3)
  for (const network of ['a', 'b', 'c']) take(network, 10, 0)
  take('a', 1, 0)
  take('d', 10, 0)
  expect(size()).toBe(3)
  expect(take('a', 1, 0)).toBe(1)
  expect(take('b', 10, 0)).toBe(0)
})
