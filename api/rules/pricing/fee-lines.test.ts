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
    ['percent, once on all seats', withFee(fuel), seats(3), 3435],
    ['percent, half a cent up on the whole', odd(fuel), seats(3), 3437],
    ['percent, half a cent up on each seat', odd(fuelPerSeat), seats(3), 3438],
    ['percent of aircraft', withFee(fuel), whole(5), 11980],
    ['percent of the campaign’s price', withFee(fuel, newYorkerFacts({ campaignBps: 2000 })), seats(2), 1832],
    ['not of upgrades', withFee(fuel), seats(2, { upgrades: [{ upgradeId: PHOTO_SET }] }), 2290],
    ['of the price before discount', withFee(fuel), seats(2, { discount: fly15Discount }), 2290],
    ['of 1198 for the 12-Minute Private Flight', withFee(fuel, privateFlight), whole(2), 5990],
    ['of 1198 for each aircraft of it', withFee(fuelPerSeat, privateFlight), whole(5), 11980],
  ])('%s', (_name, facts, cart, cents) => {
    expect(priceCart(facts, cart).feesCents).toBe(cents)
  })
})

describe('the fees pending on a gift card are waived (spec section 9)', () => {
  const aircraft = { giftCards: [giftTender(1, [3], { unit: 'flight' })] }
  test.each<[string, PricingFacts, Cart, number]>([
    ['a fee for each seat: for its seat', withFee(heliport), gift(3, [1]), 1610],
    ['for two seats with two cards', withFee(heliport), gift(3, [1], [1]), 805],
    ['only where the card had paid it', withFee(heliport), gift(3, [1], [2]), 1610],
    ['a percentage of the order: its seat’s share', withFee(fuel), gift(3, [3]), 2290],
    ['a percentage of each seat: for its seat', withFee(fuelPerSeat), gift(3, [3]), 2290],
    ['a flat fee once per order: all of it', withFee(once), gift(3, [1]), 0],
    ['a percentage of 1198: that aircraft’s share', withFee(fuel, privateFlight), whole(5, aircraft), 5990],
    ['nothing is left of it with a card for each seat', withFee(fuel), gift(2, [3], [3]), 0],
    ['a card that pays nothing here waives nothing', withFee(fuel), seats(1, aircraft), 1145],
  ])('%s', (_name, facts, cart, cents) => {
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
    ['default none', newYorkerFacts(), seats(2), 0],
    ['on seats and fees', taxed, seats(2), 4032],
    ['less the discount', taxed, seats(2, { discount: fly15Discount }), 3482],
    ['less gift cards', taxed, gift(2, []), 2200],
    ['not less vouchers', taxed, seats(2, { vouchers: [{ id: 1, label: 'V', balanceCents: 9999 }] }), 4032],
    ['not less credit', taxed, seats(2, { creditCents: 9999 }), 4032],
  ])('%s', (_name, facts, cart, cents) => {
    expect(priceCart(facts, cart).taxCents).toBe(cents)
  })
})
