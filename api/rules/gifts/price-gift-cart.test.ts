import { describe, expect, test } from 'vitest'
import {
  newYorkerFacts,
  voucherTender,
  fly15Discount,
  heliport,
  privateFlight,
  sunset,
  tenDollarsOff,
} from '#tests/support/sample-facts.ts'
import { findGiftCartProblem, priceGiftCart } from './price-gift-cart.ts'
import { type GiftCart, type PricingFacts } from '../pricing/pricing-facts.ts'

const cards = (quantity: number, more: Partial<GiftCart> = {}): GiftCart => ({
  unit: 'seat',
  quantity,
  ...more,
})
const offPeak = newYorkerFacts({ fare: { seatPriceCents: 20900, flightPriceCents: null } })

describe('the price of gift cards', () => {
  test.each<[string, PricingFacts, GiftCart, number[]]>([
    ['the fare’s price times the quantity, and fees', offPeak, cards(2), [41800, 3700, 45500]],
    ['the product’s price where the fare has none', newYorkerFacts(), cards(1), [22900, 1950, 24850]],
    [
      'a departure’s own price does not count',
      newYorkerFacts({ departure: sunset }),
      cards(1),
      [22900, 1950, 24850],
    ],
    ['whole aircraft', offPeak, cards(2, { unit: 'flight' }), [239600, 13590, 253190]],
    ['a campaign lowers the price', newYorkerFacts({ campaignBps: 2000 }), cards(1), [18320, 1721, 20041]],
    ['a code lowers the total', offPeak, cards(2, { discount: fly15Discount }), [41800, 3700, 39230]],
    [
      'percent fees of a private flight apply to 1198',
      privateFlight,
      cards(1, { unit: 'flight' }),
      [119800, 6795, 126595],
    ],
    ['tax is added', newYorkerFacts({ taxBps: 800 }), cards(1), [22900, 1950, 26838]],
  ])('the price of gift cards is computed: %s', (_name, facts, cart, sums) => {
    const { subtotalCents, feesCents, totalCents } = priceGiftCart(facts, cart)
    expect([subtotalCents, feesCents, totalCents]).toEqual(sums)
  })

  test('each line has its label', () => {
    const { lines } = priceGiftCart(offPeak, cards(2, { discount: tenDollarsOff }))
    expect(lines.map((line) => [line.kind, line.label, line.detail, line.amountCents, line.rule])).toEqual([
      ['gift_card', '2 gift cards', '$209.00 each, for one seat', 41800, 'gift_purchase:seat'],
      ['discount', 'Ten dollars off', 'TENOFF', -1000, 'discount:amount'],
      ['fee', 'Heliport fee', '2 × $8.05', 1610, 'fee:flat_per_seat'],
      ['fee', 'Fuel', '5% of the seats', 2090, 'fee:percent'],
    ])
  })

  test('vouchers and credit pay for gift cards, and a code switches credit off', () => {
    const paid = { vouchers: [voucherTender(1, 10000)], creditCents: 5000 }
    expect(priceGiftCart(newYorkerFacts(), cards(1, paid)).amountDueCents).toBe(9850)
    const withCode = priceGiftCart(newYorkerFacts(), cards(1, { ...paid, discount: tenDollarsOff }))
    expect([withCode.amountDueCents, withCode.creditsCents]).toEqual([13850, 0])
  })
})

describe('fees marked pending on the cards (spec section 9)', () => {
  test('cards list the fees that were charged, and not those that wait for redemption', () => {
    expect(priceGiftCart(newYorkerFacts(), cards(1)).chargedFeeIds).toEqual([1, 3])
  })

  test('a fee of zero counts as charged', () => {
    const free = newYorkerFacts({ fees: [{ ...heliport, priceCents: 0 }] })
    expect(priceGiftCart(free, cards(1)).chargedFeeIds).toEqual([1])
  })
})

describe('a card’s value is what was paid for it (domain rule 8)', () => {
  test.each<[string, GiftCart, number[]]>([
    ['the price', cards(2), [20900, 20900]],
    ['the price less a percentage', cards(2, { discount: fly15Discount }), [17765, 17765]],
    [
      'the price less a share of an amount, with no cent lost',
      cards(3, { discount: tenDollarsOff }),
      [20567, 20567, 20566],
    ],
    ['the price, whichever tender pays', cards(1, { vouchers: [voucherTender(1, 99999)] }), [20900]],
  ])('the value of a card is %s', (_name, cart, cents) => {
    expect(priceGiftCart(offPeak, cart).paidCents).toEqual(cents)
  })
})

describe('gift cards that are not for sale', () => {
  test.each<[string, PricingFacts, GiftCart, string | undefined]>([
    ['no card', newYorkerFacts(), cards(0), 'quantity_missing'],
    ['seats of a private flight', privateFlight, cards(1), 'not_sold_by_seat'],
    ['two valid cards', newYorkerFacts(), cards(2), undefined],
  ])('a purchase of %s is checked', (_name, facts, cart, problem) => {
    expect(findGiftCartProblem(facts, cart)).toBe(problem)
  })
})
