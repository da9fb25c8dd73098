import { describe, expect, test } from 'vitest'
import {
  giftTender,
  newYorkerFacts,
  fly15Discount,
  fuel,
  heliport,
  PHOTO_SET,
  privateFlight,
  seats,
  whole,
} from '#tests/support/sample-facts.ts'
import { type Cart, type FeeRule, type PricingFacts } from './pricing-facts.ts'
import { priceCart } from './pricing.ts'

const once: FeeRule = { id: 1, name: 'Booking', priceCents: 1000, percentBps: null, perSeat: false }
const fuelPerSeat: FeeRule = { ...fuel, perSeat: true }
const withFee = (fee: FeeRule, facts = newYorkerFacts()): PricingFacts => ({ ...facts, fees: [fee] })
const odd = (fee: FeeRule) =>
  withFee(fee, newYorkerFacts({ departure: { seatPriceCents: 22910, flightPriceCents: null, tags: [] } }))
const gift = (quantity: number, ...pending: number[][]) =>
  seats(quantity, { giftCards: pending.map((ids, id) => giftTender(id, ids)) })

describe('a fee is flat or a percentage of the price, rounded to two decimals (spec section 9)', () => {
  test.each<[string, PricingFacts, Cart, number]>([
    ['flat, once per order', withFee(once), seats(3), 1000],
    ['flat, for each seat', withFee(heliport), seats(3), 2415],
    ['flat, for each aircraft sold whole', withFee(heliport), whole(5), 1610],
    ['percent, computed once for all seats', withFee(fuel), seats(3), 3435],
    ['percent of the whole, half a cent rounded up', odd(fuel), seats(3), 3437],
    ['percent of each seat, half a cent rounded up', odd(fuelPerSeat), seats(3), 3438],
    ['percent of aircraft', withFee(fuel), whole(5), 11980],
    ['percent of the campaign’s price', withFee(fuel, newYorkerFacts({ campaignBps: 2000 })), seats(2), 1832],
    ['percent, without upgrades', withFee(fuel), seats(2, { upgrades: [{ upgradeId: PHOTO_SET }] }), 2290],
    ['percent of the price before the discount', withFee(fuel), seats(2, { discount: fly15Discount }), 2290],
    ['percent of 1198 for the 12-Minute Private Flight', withFee(fuel, privateFlight), whole(2), 5990],
    [
      'percent of 1198 for each aircraft of the 12-Minute Private Flight',
      withFee(fuelPerSeat, privateFlight),
      whole(5),
      11980,
    ],
  ])('a fee is %s', (_name, facts, cart, cents) => {
    expect(priceCart(facts, cart).feesCents).toBe(cents)
  })
})

describe('the fees pending on a gift card are waived (spec section 9)', () => {
  const aircraft = { giftCards: [giftTender(1, [3], { unit: 'flight' })] }
  test.each<[string, PricingFacts, Cart, number]>([
    ['a fee per seat for its own seat', withFee(heliport), gift(3, [1]), 1610],
    ['a fee per seat for two seats with two cards', withFee(heliport), gift(3, [1], [1]), 805],
    ['only a fee that was paid with it', withFee(heliport), gift(3, [1], [2]), 1610],
    ['its seat’s share of a percentage of the order', withFee(fuel), gift(3, [3]), 2290],
    ['a percentage per seat for its own seat', withFee(fuelPerSeat), gift(3, [3]), 2290],
    ['a flat fee per order altogether', withFee(once), gift(3, [1]), 0],
    ['its aircraft’s share of a percentage of 1198', withFee(fuel, privateFlight), whole(5, aircraft), 5990],
    ['a percentage of the order altogether with a card for each seat', withFee(fuel), gift(2, [3], [3]), 0],
    ['nothing if it does not pay for this flight', withFee(fuel), seats(1, aircraft), 1145],
  ])('a gift card waives %s', (_name, facts, cart, cents) => {
    expect(priceCart(facts, cart).feesCents).toBe(cents)
  })

  test('a waived fee keeps its line, which says who paid it', () => {
    const { lines } = priceCart(withFee(once), gift(1, [1]))
    expect(lines.at(-1)).toEqual({
      kind: 'fee',
      label: 'Booking',
      detail: 'paid with the gift card',
      quantity: 0,
      unitCents: 1000,
      amountCents: 0,
      rule: 'fee:flat:waived',
      subjectId: 1,
    })
  })

  test('fees that wait for redemption are charged with the dated flight', () => {
    expect(priceCart(newYorkerFacts(), gift(1, [1, 3])).totalCents).toBe(350)
  })
})

describe('tax depends on the terminal and applies after discounts and fees (domain rule 7)', () => {
  const taxed = newYorkerFacts({ taxBps: 800 })
  test.each<[string, PricingFacts, Cart, number]>([
    ['as none by default', newYorkerFacts(), seats(2), 0],
    ['on seats and fees', taxed, seats(2), 4032],
    ['after the discount', taxed, seats(2, { discount: fly15Discount }), 3482],
    ['after gift cards', taxed, gift(2, []), 2200],
    ['before vouchers', taxed, seats(2, { vouchers: [{ id: 1, label: 'V', balanceCents: 9999 }] }), 4032],
    ['before credit', taxed, seats(2, { creditCents: 9999 }), 4032],
  ])('the tax is computed %s', (_name, facts, cart, cents) => {
    expect(priceCart(facts, cart).taxCents).toBe(cents)
  })
})
