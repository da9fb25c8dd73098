import { describe, expect, test } from 'vitest'
import {
  giftTender,
  newYorkerFacts,
  fly15Discount,
  PER_PASSENGER,
  seats,
  sunset,
  whole,
} from '#tests/support/sample-facts.ts'
import { splitIntoParts } from '../refunds/refund-parts.ts'
import { explainLine } from './price-lines.ts'
import { priceCart } from './pricing.ts'

const second = { secondSeats: 1 }
const factsAtSunset = newYorkerFacts({ departure: sunset })

describe('a second seat', () => {
  test.each([
    // A seat costs 229.00 plus 23.00 of fees; the second seat costs 229.00 without fees.
    ['for one of 1', newYorkerFacts(), seats(1, second), 45_800, 2_300, 48_100],
    ['for one of 3', newYorkerFacts(), seats(3, second), 91_600, 6_900, 98_500],
    ['for two of 2', newYorkerFacts(), seats(2, { secondSeats: 2 }), 91_600, 4_600, 96_200],
    ['at sunset', factsAtSunset, seats(1, second), 53_800, 2_500, 56_300],
    [
      'during a sale of 20 %',
      newYorkerFacts({ campaignBps: 2_000 }),
      seats(1, second),
      36_640,
      2_071,
      38_711,
    ],
  ])('%s costs what a seat costs, and no fees', (_name, facts, cart, subtotal, fees, total) => {
    const priced = priceCart(facts, cart)
    expect([priced.subtotalCents, priced.feesCents, priced.totalCents]).toEqual([subtotal, fees, total])
  })

  test('it has a line of its own in words', () => {
    const { lines } = priceCart(newYorkerFacts(), seats(3, second))
    expect(lines.slice(0, 2)).toMatchObject([
      { kind: 'seat', label: '3 seats', quantity: 3, amountCents: 68_700 },
      { kind: 'seat', label: '1 second seat', quantity: 1, amountCents: 22_900, rule: 'second_seat' },
    ])
    expect(explainLine({ rule: 'second_seat' })).toMatch(/sits on two/)
  })

  test(
    'it is paid in money: a gift card pays for a passenger, and cards count only up ' + 'to the passengers',
    () => {
      const priced = priceCart(
        newYorkerFacts(),
        seats(1, { ...second, giftCards: [giftTender(7, []), giftTender(8, [])] }),
      )
      expect(priced.lines.filter(({ kind }) => kind === 'gift')).toHaveLength(1)
      expect(priced.amountDueCents).toBe(48_100 - 22_900)
    },
  )

  test('a code discounts it like the other seats: 15 % of 458.00', () => {
    const priced = priceCart(newYorkerFacts(), seats(1, { ...second, discount: fly15Discount }))
    expect(priced.discountCents).toBe(6_870)
    expect(priced.totalCents).toBe(48_100 - 6_870)
  })

  test('it adds no extra per passenger', () => {
    const cart = seats(2, { ...second, upgrades: [{ upgradeId: PER_PASSENGER }] })
    const extra = priceCart(newYorkerFacts(), cart).lines.find(({ kind }) => kind === 'upgrade')
    expect(extra).toMatchObject({ quantity: 2, amountCents: 7_000 })
  })

  test('its refund is what it cost, and the fees stay with the passengers', () => {
    const { lines } = priceCart(newYorkerFacts(), seats(2, second))
    const parts = splitIntoParts(lines, [])
    const ofSecond = parts.filter(({ owner }) => owner === 1)
    expect(ofSecond).toEqual([{ position: 1, owner: 1, unit: 0, cents: 22_900 }])
    expect(parts.reduce((sum, { cents }) => sum + cents, 0)).toBe(73_300)
  })
})

describe('a second seat on a whole aircraft', () => {
  test('it is counted and costs nothing', () => {
    expect(priceCart(newYorkerFacts(), whole(3, second))).toMatchObject({
      flightQuantity: 1,
      totalCents: 126_945,
    })
  })
  test('it takes another aircraft when the first is full', () => {
    expect(priceCart(newYorkerFacts(), whole(4, second))).toMatchObject({
      flightQuantity: 2,
      totalCents: 253_890,
    })
  })
})
