import { describe, expect, test } from 'vitest'
import { findHoldLimit, describeHoldLimit, type LiveHold, type RequestedHold } from './hold-limits.ts'

const noon = new Date('2027-05-12T12:00:00Z')
const minutes = (count: number) => new Date(noon.getTime() + count * 60_000)
let orders = 0

/**
 * A hold of nobody in particular: a session, a person, a network, a departure and a day of its own.
 */
function hold(over: Partial<LiveHold> = {}): LiveHold {
  orders += 1
  return {
    orderId: orders,
    sessionId: `session ${String(orders)}`,
    userId: orders,
    scope: 'guest',
    networkKey: `network ${String(orders)}`,
    departureId: orders,
    localDate: `day ${String(orders)}`,
    seats: 2,
    freeAt: minutes(15),
    ...over,
  }
}
const want = (over: Partial<RequestedHold> = {}): RequestedHold => ({ ...hold(), capacity: 4, ...over })
const capOf = (others: LiveHold[], wanted: RequestedHold, factor = 1) =>
  findHoldLimit(others, wanted, factor)?.cap

test('whoever holds nothing may hold what fits: two seats, or ten aircraft', () => {
  expect(findHoldLimit([], want({ networkKey: 'home', seats: 2 }), 1)).toBeUndefined()
  expect(findHoldLimit([], want({ networkKey: 'home', seats: 60, capacity: 6 }), 1)).toBeUndefined()
})

test('a session holds two unpaid orders, not three', () => {
  const own = { sessionId: 'one' }
  expect(capOf([hold(own)], want(own))).toBeUndefined()
  expect(capOf([hold(own), hold(own)], want(own))).toBe('session')
})

test('an order on two aircraft is one order', () => {
  const own = { sessionId: 'one', orderId: 9999 }
  expect(capOf([hold(own), hold(own)], want({ sessionId: 'one' }))).toBeUndefined()
})

describe('an e-mail', () => {
  const own = { userId: 77 }
  test('holds three unpaid orders, not four', () => {
    expect(capOf([hold(own), hold(own)], want(own))).toBeUndefined()
    expect(capOf([hold(own), hold(own), hold(own)], want(own))).toBe('email')
  })
  test('typed by guests does not stop the customer whose it is', () => {
    const guests = [hold(own), hold(own), hold(own)]
    expect(capOf(guests, want({ ...own, scope: 'customer' }))).toBeUndefined()
  })
})

describe('a network', () => {
  const hotel = { networkKey: 'hotel' }
  const four = () => hold({ ...hotel, seats: 4 })
  test('holds sixteen unpaid seats with several orders, not seventeen', () => {
    expect(capOf([four(), four(), four()], want({ ...hotel, seats: 4 }))).toBeUndefined()
    expect(capOf([four(), four(), four()], want({ ...hotel, seats: 5, capacity: 6 }))).toBe('network')
    expect(capOf([four(), four(), four(), four()], want({ ...hotel, seats: 1 }))).toBe('network')
  })
  test('does not count the seats of another one, nor of orders without one', () => {
    const others = [four(), four(), hold({ seats: 60 }), hold({ networkKey: null, seats: 60 })]
    expect(capOf(others, want({ ...hotel, seats: 4 }))).toBeUndefined()
    expect(capOf([hold({ networkKey: null, seats: 60 })], want({ networkKey: null }))).toBeUndefined()
  })
})

describe('one departure', () => {
  const there = { networkKey: 'hotel', departureId: 5, localDate: '2027-05-14' }
  test('keeps a seat free of four when several orders come from one network', () => {
    expect(capOf([hold({ ...there, seats: 2 })], want({ ...there, seats: 1 }))).toBeUndefined()
    expect(capOf([hold({ ...there, seats: 2 })], want({ ...there, seats: 2 }))).toBe('departure')
    expect(capOf([hold({ ...there, seats: 3 })], want({ ...there, seats: 1, capacity: 6 }))).toBeUndefined()
    expect(capOf([hold({ ...there, seats: 3 })], want({ ...there, seats: 2, capacity: 6 }))).toBe('departure')
  })
  test('is taken whole by one party of a network, but no second departure of that day beside it', () => {
    expect(capOf([], want({ ...there, seats: 4 }))).toBeUndefined()
    const whole = hold({ ...there, seats: 4 })
    expect(capOf([whole], want({ ...there, departureId: 6, seats: 4 }))).toBe('departure')
    expect(capOf([whole], want({ ...there, departureId: 6, seats: 3 }))).toBeUndefined()
  })
  test('is another one on another day', () => {
    const tomorrow = { ...there, localDate: '2027-05-15' }
    expect(capOf([hold({ ...there, seats: 2 })], want({ ...tomorrow, seats: 4 }))).toBeUndefined()
  })
})

test('what is told is when the first hold in the way ends', () => {
  const own = { sessionId: 'one' }
  const others = [hold({ ...own, freeAt: minutes(9) }), hold({ ...own, freeAt: minutes(4) })]
  expect(findHoldLimit(others, want(own), 1)).toEqual({ cap: 'session', freeAt: minutes(4) })
})

test('a factor widens every cap', () => {
  const all = { sessionId: 'one', userId: 7, networkKey: 'home', departureId: 3, localDate: '2027-05-14' }
  const three = [hold(all), hold(all), hold(all)]
  expect(capOf(three, want(all))).toBe('session')
  expect(capOf(three, want(all), 1000)).toBeUndefined()
})

test.each([
  ['session', 'pay for one of those'],
  ['email', 'pay for one of those'],
  ['network', 'pay for what you hold'],
  ['departure', 'choose another day'],
] as const)('who breaks the cap of the %s hears a way on and how long', (cap, way) => {
  const sentence = describeHoldLimit(cap, 720)
  expect(sentence).toContain(way)
  expect(sentence).toContain('try again in about 12 minutes')
})
