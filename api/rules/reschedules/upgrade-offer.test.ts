import { describe, expect, test } from 'vitest'
import { findChangeObstacle } from '../orders/change-obstacle.ts'
import { offerUpgrade } from './upgrade-offer.ts'

const rule = (goodForXPax: number, percentBps: number | null = null) => ({
  id: 1,
  name: 'Photo set',
  priceCents: percentBps === null ? 4_900 : null,
  percentBps,
  goodForXPax,
})
const party = { quantityType: 'seat' as const, quantity: 5 }

describe('the upgrades that can be added', () => {
  test.each([
    ['one for two people, none bought', 2, 0, 3],
    ['one for two people, one of three refunded', 2, 2, 1],
    ['one for two people, all bought', 2, 3, 0],
    ['one for the party', 0, 0, 1],
    ['one for the party, bought', 0, 1, 0],
    ['any quantity, in any number of purchases', -1, 7, null],
  ])('the units that can still be added are counted: %s', (_, pax, bought, adds) => {
    expect(offerUpgrade(rule(pax), bought, party, 4).adds).toBe(adds)
  })
  test('a percentage upgrade on whole aircraft counts aircraft and has no chosen quantity', () => {
    expect(offerUpgrade(rule(-1, 1_000), 0, { quantityType: 'flight', quantity: 5 }, 4).adds).toBe(2)
  })
})

describe('the time until which upgrades can be added', () => {
  const now = new Date('2027-05-14T12:00:00Z')
  const in3h = { departAt: new Date('2027-05-14T15:00:00Z'), status: 'scheduled' as const }
  const order = { kind: 'flight' as const, status: 'completed' as const, paid: true }
  const closesAt = new Date('2027-05-14T13:00:00Z')
  test.each([
    ['before the end of sales', order, [in3h], { now, closesAt }, undefined],
    ['at the second in which sales end', order, [in3h], { now: closesAt, closesAt }, 'change_closed'],
    ['begun before the end of sales, paid after it', order, [in3h], { now: closesAt }, undefined],
    ['at the second in which the flight leaves', order, [in3h], { now: in3h.departAt }, 'change_flight_over'],
    [
      'on a cancelled departure',
      order,
      [{ ...in3h, status: 'called_off' as const }],
      { now, closesAt },
      'change_flight_over',
    ],
    [
      'on a flight that is delayed',
      order,
      [{ ...in3h, status: 'delayed' as const }],
      { now, closesAt },
      undefined,
    ],
    [
      'of an order that was refunded in part',
      { ...order, status: 'partially_refunded' as const },
      [in3h],
      { now, closesAt },
      undefined,
    ],
    [
      'of a cancelled order',
      { ...order, status: 'cancelled' as const },
      [in3h],
      { now, closesAt },
      'change_ended',
    ],
    [
      'of an unpaid order',
      { ...order, status: 'awaiting_payment' as const, paid: false },
      [in3h],
      { now, closesAt },
      'change_not_paid',
    ],
    [
      'of an order of gift cards',
      { ...order, kind: 'gift_cards' as const },
      [],
      { now, closesAt: null },
      'change_of_gifts',
    ],
  ])('the obstacle to adding an upgrade is found: %s', (_, asked, flights, when, obstacle) => {
    expect(findChangeObstacle(asked, flights, when)).toBe(obstacle)
  })
})
