import { describe, expect, test } from 'vitest'
import { findHoldLimit, describeHoldLimit, type LiveHold, type RequestedHold } from './hold-limits.ts'

const noon = new Date('2027-05-12T12:00:00Z')
const minutes = (count: number) => new Date(noon.getTime() + count * 60_000)
let orders = 0

/** A hold whose session, user, network, departure and day differ from those of all others. */
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

test('a holder without other holds may hold a party of any size', () => {
  expect(findHoldLimit([], want({ networkKey: 'home', seats: 2 }), 1)).toBeUndefined()
  expect(findHoldLimit([], want({ networkKey: 'home', seats: 60, capacity: 6 }), 1)).toBeUndefined()
})

test('a session holds two unpaid orders and no third one', () => {
  const own = { sessionId: 'one' }
  expect(capOf([hold(own)], want(own))).toBeUndefined()
  expect(capOf([hold(own), hold(own)], want(own))).toBe('session')
})

test('an order on two aircraft counts as one order', () => {
  const own = { sessionId: 'one', orderId: 9999 }
  expect(capOf([hold(own), hold(own)], want({ sessionId: 'one' }))).toBeUndefined()
})

describe('an e-mail', () => {
  const own = { userId: 77 }
  test('holds three unpaid orders and no fourth one', () => {
    expect(capOf([hold(own), hold(own)], want(own))).toBeUndefined()
    expect(capOf([hold(own), hold(own), hold(own)], want(own))).toBe('email')
  })
  test('is not blocked for its owner by guests who typed it', () => {
    const guests = [hold(own), hold(own), hold(own)]
    expect(capOf(guests, want({ ...own, scope: 'customer' }))).toBeUndefined()
  })
})

describe('a network', () => {
  const hotel = { networkKey: 'hotel' }
  const four = () => hold({ ...hotel, seats: 4 })
  test('holds sixteen unpaid seats in several orders and no seventeenth', () => {
    expect(capOf([four(), four(), four()], want({ ...hotel, seats: 4 }))).toBeUndefined()
    expect(capOf([four(), four(), four()], want({ ...hotel, seats: 5, capacity: 6 }))).toBe('network')
    expect(capOf([four(), four(), four(), four()], want({ ...hotel, seats: 1 }))).toBe('network')
  })
  test('does not count the seats of other networks or of orders without a network', () => {
    const others = [four(), four(), hold({ seats: 60 }), hold({ networkKey: null, seats: 60 })]
    expect(capOf(others, want({ ...hotel, seats: 4 }))).toBeUndefined()
    expect(capOf([hold({ networkKey: null, seats: 60 })], want({ networkKey: null }))).toBeUndefined()
  })
})

describe('one departure', () => {
  const there = { networkKey: 'hotel', departureId: 5, localDate: '2027-05-14' }
  test('keeps one of its four seats free from several orders of one network', () => {
    expect(capOf([hold({ ...there, seats: 2 })], want({ ...there, seats: 1 }))).toBeUndefined()
    expect(capOf([hold({ ...there, seats: 2 })], want({ ...there, seats: 2 }))).toBe('departure')
    expect(capOf([hold({ ...there, seats: 3 })], want({ ...there, seats: 1, capacity: 6 }))).toBeUndefined()
    expect(capOf([hold({ ...there, seats: 3 })], want({ ...there, seats: 2, capacity: 6 }))).toBe('departure')
  })
  test('can be held whole by one party, but not together with another one of that day', () => {
    expect(capOf([], want({ ...there, seats: 4 }))).toBeUndefined()
    const whole = hold({ ...there, seats: 4 })
    expect(capOf([whole], want({ ...there, departureId: 6, seats: 4 }))).toBe('departure')
    expect(capOf([whole], want({ ...there, departureId: 6, seats: 3 }))).toBeUndefined()
  })
  test('counts separately from departures on another day', () => {
    const tomorrow = { ...there, localDate: '2027-05-15' }
    expect(capOf([hold({ ...there, seats: 2 })], want({ ...tomorrow, seats: 4 }))).toBeUndefined()
  })
})

test('the message names the end of the first hold in the way', () => {
  const own = { sessionId: 'one' }
  const others = [hold({ ...own, freeAt: minutes(9) }), hold({ ...own, freeAt: minutes(4) })]
  expect(findHoldLimit(others, want(own), 1)).toEqual({ cap: 'session', freeAt: minutes(4) })
})

test('a factor raises every limit', () => {
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
] as const)('the refusal at the limit by %s names a way on and the waiting time', (cap, way) => {
  const sentence = describeHoldLimit(cap, 720)
  expect(sentence).toContain(way)
  expect(sentence).toContain('try again in about 12 minutes')
})
