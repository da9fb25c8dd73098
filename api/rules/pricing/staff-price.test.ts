import { describe, expect, test } from 'vitest'
import { PROPERTY_TIMEOUT } from '#tests/support/property-runs.ts'
import { checkEverySaleWith } from '#tests/support/random-carts.ts'
import {
  fly15Discount,
  newYorkerFacts,
  privateFlight,
  seats,
  WEATHER_COVER,
  whole,
} from '#tests/support/sample-facts.ts'
import { priceAddedUpgrades } from './price-added-upgrades.ts'
import { type Cart } from './pricing-facts.ts'
import { priceCart } from './pricing.ts'
import { findStaffPrice } from './staff-price.ts'

const withPrice = (cart: Cart, staffPriceCents: number): Cart => ({ ...cart, staffPriceCents })
const taxed = (taxBps: number) => newYorkerFacts({ taxBps })

describe('a price that staff set', () => {
  test.each([
    [
      'two seats for 100.00, tax 7.25 %',
      taxed(725),
      seats(2),
      10_000,
      [20_000, 3_310, 1_690, 25_000],
      25_800,
    ],
    ['one seat for 33.33, tax 8.75 %', taxed(875), seats(1), 3_333, [3_333, 1_322, 407, 5_062], 19_567],
    ['one seat above the list price', taxed(0), seats(1), 30_000, [30_000, 2_655, 0, 32_655], 0],
    ['a seat for nothing, with its fees', taxed(0), seats(1), 0, [0, 1_155, 0, 1_155], 22_900],
    ['two aircraft', taxed(0), whole(5), 100_000, [200_000, 12_310, 0, 212_310], 39_600],
    [
      'an aircraft whose fees have a price',
      privateFlight,
      whole(2),
      50_000,
      [50_000, 7_145, 0, 57_145],
      79_800,
    ],
    [
      'a seat and a second one',
      taxed(0),
      seats(1, { secondSeats: 1 }),
      10_000,
      [20_000, 1_655, 0, 21_655],
      25_800,
    ],
  ])('%s: fees and tax count on it, and it gives what it takes off', (_, facts, cart, cents, sums, given) => {
    const priced = priceCart(facts, withPrice(cart, cents))
    const { subtotalCents, feesCents, taxCents, totalCents } = priced
    expect([subtotalCents, feesCents, taxCents, totalCents]).toEqual(sums)
    expect(findStaffPrice(withPrice(cart, cents), priced)?.givenCents).toBe(given)
  })

  test('replaces the line of the seats, and no sale and no code lowers it', () => {
    const facts = newYorkerFacts({ campaignBps: 2_000 })
    const stackable = { ...fly15Discount, stackable: true }
    const priced = priceCart(facts, withPrice(seats(2, { discount: stackable }), 10_000))
    expect(priced.lines[0]).toMatchObject({
      ...{ kind: 'seat', rule: 'seat_price:staff', detail: '$100.00 each', quantity: 2 },
      ...{ unitCents: 10_000, amountCents: 20_000 },
    })
    expect(priced).toMatchObject({ discountCents: 0, unitPriceCents: 10_000, listPriceCents: 22_900 })
  })

  test('is what percent upgrades count on, with the sale and later', () => {
    const cart = withPrice(seats(2), 10_000)
    const { lines } = priceCart(newYorkerFacts(), { ...cart, upgrades: [{ upgradeId: WEATHER_COVER }] })
    expect(lines.find(({ kind }) => kind === 'upgrade')).toMatchObject({ unitCents: 600, amountCents: 1_200 })
    const later = priceAddedUpgrades(newYorkerFacts(), cart, [{ upgradeId: WEATHER_COVER, quantity: 2 }], 0)
    expect(later.totalCents).toBe(1_200)
  })

  test('is none of a cart without one', () => {
    const cart = seats(2)
    expect(findStaffPrice(cart, priceCart(newYorkerFacts(), cart))).toBeUndefined()
  })
})

test(
  'a cart costs what it would cost if the departure had that list price and there were no sale and no code',
  () => {
    checkEverySaleWith(150_000, ({ facts, cart: sold }, cents) => {
      const cart = { ...sold, passengerTypes: undefined }
      const departure = { ...facts.departure, seatPriceCents: cents, flightPriceCents: cents }
      const { lines, listPriceCents, ...set } = priceCart(facts, withPrice(cart, cents))
      const { lines: usual, ...rest } = priceCart(
        { ...facts, departure, campaignBps: 0 },
        { ...cart, discount: null },
      )
      expect({ ...set, listPriceCents: cents }).toEqual(rest)
      const amounts = (of: typeof lines) =>
        of.map(({ kind, unitCents, amountCents }) => [kind, unitCents, amountCents])
      expect(amounts(lines)).toEqual(amounts(usual))
      const terms = findStaffPrice(withPrice(cart, cents), { ...set, lines, listPriceCents })
      const units = set.flightQuantity || cart.quantity + (cart.secondSeats ?? 0)
      expect(terms).toEqual({
        ...{ unitCents: cents, listCents: listPriceCents, units },
        givenCents: Math.max(0, listPriceCents - cents) * units,
      })
    })
  },
  PROPERTY_TIMEOUT,
)
