import { describe, expect, test } from 'vitest'
import {
  giftTender,
  newYorkerFacts,
  voucherTender,
  CHAMPAGNE,
  fly15Discount,
  FOR_THE_PARTY,
  PER_PASSENGER,
  PHOTO_SET,
  privateFlight,
  seats,
  sunset,
  tenDollarsOff,
  WEATHER_COVER,
  whole,
} from '#tests/support/sample-facts.ts'
import { findCartProblem, findTenderProblem, priceCart } from './pricing.ts'
import { type Cart } from './pricing-facts.ts'

const withUpgrade = (upgradeId: number, quantity?: number) => ({ upgrades: [{ upgradeId, quantity }] })

describe('the prices match the table of docs/pricing.md', () => {
  test.each([
    ['1 seat', newYorkerFacts(), seats(1), 22900, 2300, 25200],
    ['2 seats', newYorkerFacts(), seats(2), 45800, 4600, 50400],
    ['3 seats', newYorkerFacts(), seats(3), 68700, 6900, 75600],
    ['2 seats at sunset', newYorkerFacts({ departure: sunset }), seats(2), 53800, 5000, 58800],
    ['whole aircraft for 4', newYorkerFacts(), whole(4), 119800, 7145, 126945],
    ['whole aircraft for 5', newYorkerFacts(), whole(5), 239600, 14290, 253890],
    ['private flight at sunset, fees on 1198', privateFlight, whole(2), 129800, 7145, 136945],
    ['2 seats, photo set for two', newYorkerFacts(), seats(2, withUpgrade(PHOTO_SET)), 50700, 4600, 55300],
    ['3 seats, photo set for two', newYorkerFacts(), seats(3, withUpgrade(PHOTO_SET)), 78500, 6900, 85400],
    ['2 seats, weather cover', newYorkerFacts(), seats(2, withUpgrade(WEATHER_COVER)), 48548, 4600, 53148],
  ])('%s', (_name, facts, cart, subtotal, fees, total) => {
    const priced = priceCart(facts, cart)
    expect([priced.subtotalCents, priced.feesCents, priced.totalCents]).toEqual([subtotal, fees, total])
    expect(priced.amountDueCents).toBe(total)
  })
})

describe('the discounts match the table of docs/pricing.md', () => {
  const sale = newYorkerFacts({ campaignBps: 2000 })
  const party: Cart = seats(3, withUpgrade(PHOTO_SET))
  const card = giftTender(7, [1, 3])
  const last = { giftCards: [card], vouchers: [voucherTender(9, 10000)] }
  test.each<[string, Cart, number, number, number | null, typeof sale?]>([
    ['2 seats, 20 % campaign', seats(2), 0, 40782, 40782, sale],
    ['2 seats, FLY15', seats(2, { discount: fly15Discount }), 6870, 43530, 43530],
    ['2 seats, TENOFF', seats(2, { discount: tenDollarsOff }), 1000, 49400, 49400],
    ['3 seats, photo set won', { ...party, prizeUpgradeId: PHOTO_SET }, 9800, 75600, 75600],
    ['2 seats, a gift card', seats(2, { giftCards: [giftTender(7, [])] }), 22900, 27500, 27500],
    [
      '2 seats, a gift card with heliport and fuel paid',
      seats(2, { giftCards: [card] }),
      22900,
      25550,
      25550,
    ],
    ['the same and FLY15', seats(2, { giftCards: [card], discount: fly15Discount }), 26335, 22115, 22115],
    ['2 seats, voucher of 100.00', seats(2, { vouchers: [voucherTender(9, 10000)] }), 10000, 40400, 40400],
    ['2 seats, voucher of 600.00', seats(2, { vouchers: [voucherTender(9, 60000)] }), 50400, 0, null],
    ['2 seats, 60.00 of credit', seats(2, { creditCents: 6000 }), 0, 50400, 44400],
    ['1 seat, 251.80 of credit', seats(1, { creditCents: 25180 }), 0, 25200, 50],
    [
      '2 seats, gift card, voucher, FLY15',
      seats(2, { ...last, discount: fly15Discount }),
      36335,
      12115,
      12115,
    ],
    ['2 seats, gift card, voucher, credit', seats(2, { ...last, creditCents: 6000 }), 32900, 15550, 9550],
  ])('%s', (_name, cart, discount, total, due, facts = newYorkerFacts()) => {
    const priced = priceCart(facts, cart)
    expect([priced.discountCents, priced.totalCents, priced.amountDueCents]).toEqual([discount, total, due])
  })
})

test('each line has its label and the rule that made it', () => {
  const { lines } = priceCart(
    newYorkerFacts({ departure: sunset, taxBps: 700 }),
    seats(2, { upgrades: [{ upgradeId: CHAMPAGNE, quantity: 3 }, { upgradeId: WEATHER_COVER }] }),
  )
  expect(lines.map((line) => [line.label, line.detail, line.amountCents, line.rule])).toEqual([
    ['2 seats', '$269.00 each, sunset departure', 53800, 'seat_price:departure'],
    ['Upgrade 5', '3 × $18.00', 5400, 'upgrade:flat'],
    ['Upgrade 3', '6% of the seat price', 3228, 'upgrade:percent'],
    ['Heliport fee', '2 × $8.05', 1610, 'fee:flat_per_seat'],
    ['Landing permit', '2 × $3.50', 700, 'fee:flat_per_seat'],
    ['Fuel', '5% of the seats', 2690, 'fee:percent'],
    ['Tax', '7%', 4720, 'tax:terminal'],
  ])
})

test('a cart with every kind of line is priced step by step', () => {
  const { lines, ...sums } = priceCart(newYorkerFacts({ campaignBps: 2000, taxBps: 800 }), {
    ...seats(3, withUpgrade(PHOTO_SET)),
    prizeUpgradeId: PHOTO_SET,
    giftCards: [giftTender(7, [1, 3])],
    discount: { ...fly15Discount, stackable: true },
    vouchers: [voucherTender(8, 5000), voucherTender(9, 10000)],
    creditCents: 6000,
  })
  expect(lines.map((line) => [line.label, line.detail, line.amountCents, line.rule])).toEqual([
    ['3 seats', '$183.20 each, 20% off $229.00', 54960, 'seat_price:product:campaign'],
    ['Upgrade 1', '2 × $49.00', 9800, 'upgrade:flat'],
    ['Prize', 'Upgrade 1', -9800, 'prize'],
    ['Gift card 7', 'pays one seat', -18320, 'gift_card:seat'],
    ['Fifteen percent off', 'FLY15, 15%', -5496, 'discount:percent'],
    ['Heliport fee', '2 × $8.05, paid with the gift card for 1 seat', 1610, 'fee:flat_per_seat:waived'],
    ['Landing permit', '3 × $3.50', 1050, 'fee:flat_per_seat'],
    ['Fuel', '5% of the seats, paid with the gift card for 1 seat', 1832, 'fee:percent:waived'],
    ['Tax', '8%', 2851, 'tax:terminal'],
    ['Voucher 8', null, -5000, 'voucher'],
    ['Voucher 9', null, -10000, 'voucher'],
  ])
  expect(sums).toMatchObject({
    unitPriceCents: 18320,
    listPriceCents: 22900,
    subtotalCents: 64760,
    feesCents: 4492,
    taxCents: 2851,
    discountCents: 48616,
    creditsCents: 0,
    totalCents: 23487,
    totalBeforeTendersCents: 56807,
    amountDueCents: 23487,
    tenders: {
      giftCards: [{ id: 7, amountCents: 18320 }],
      vouchers: [
        { id: 8, amountCents: 5000 },
        { id: 9, amountCents: 10000 },
      ],
      creditCents: 0,
    },
  })
})

describe('the quantity of an upgrade (spec section 9)', () => {
  const quantityOf = (cart: Cart, index = 1) => priceCart(newYorkerFacts(), cart).lines[index]?.quantity
  test.each([
    ['n: one for every n begun', seats(3, withUpgrade(PHOTO_SET)), 2],
    ['1: one for each passenger', seats(3, withUpgrade(PER_PASSENGER)), 3],
    ['1: one for each passenger, whatever was sent', seats(3, withUpgrade(PER_PASSENGER, 1)), 3],
    ['0: one for the party', seats(3, withUpgrade(FOR_THE_PARTY)), 1],
    ['-1: as many as chosen', seats(3, withUpgrade(CHAMPAGNE, 7)), 7],
    ['-1: as many as passengers when none were chosen', seats(3, withUpgrade(CHAMPAGNE)), 3],
    ['passengers count on whole aircraft too', whole(6, withUpgrade(PER_PASSENGER)), 6],
    ['a percent of the aircraft counts aircraft', whole(6, withUpgrade(WEATHER_COVER)), 2],
  ])('%s', (_name, cart, quantity) => {
    expect(quantityOf(cart)).toBe(quantity)
  })
})

describe('whole flights (spec section 9): ceil(quantity / capacity)', () => {
  test.each([
    [1, 1],
    [4, 1],
    [5, 2],
    [8, 2],
    [9, 3],
  ])('%d passengers on aircraft of four: %d', (party, flights) => {
    const { flightQuantity, subtotalCents } = priceCart(newYorkerFacts(), whole(party))
    expect([flightQuantity, subtotalCents]).toEqual([flights, flights * 119800])
  })
})

describe('the payment amount (spec section 9)', () => {
  test.each([
    ['total minus credits', seats(1, { creditCents: 5000 }), 20200],
    ['the total without credit', seats(1), 25200],
    ['null when credit covers the total', seats(1, { creditCents: 25200 }), null],
    ['null when credit is more than the total', seats(1, { creditCents: 99999 }), null],
    ['null when the total is 0', seats(1, { vouchers: [voucherTender(1, 25200)] }), null],
  ])('%s', (_name, cart, due) => {
    expect(priceCart(newYorkerFacts(), cart).amountDueCents).toBe(due)
  })
})

describe('carts that cannot be priced', () => {
  test.each([
    ['no quantity', seats(0), 'quantity_missing'],
    ['half a seat', seats(1.5), 'quantity_missing'],
    ['a foreign upgrade', seats(1, withUpgrade(99)), 'upgrade_unknown'],
    ['an upgrade twice', seats(1, { upgrades: [{ upgradeId: 1 }, { upgradeId: 1 }] }), 'upgrade_twice'],
    ['a good one', seats(1, withUpgrade(1)), undefined],
  ])('%s', (_name, cart, problem) => {
    expect(findCartProblem(newYorkerFacts(), cart)).toBe(problem)
  })

  test('a fare cannot sell what the product does not offer', () => {
    const facts = { ...privateFlight, fare: { seatPriceCents: 10000, flightPriceCents: null } }
    expect(findCartProblem(facts, seats(1))).toBe('not_sold_by_seat')
    expect(() => priceCart(facts, seats(1))).toThrow(TypeError)
  })
})

describe('tenders that cannot pay for two seats', () => {
  const [one, two, three] = [giftTender(1, []), giftTender(2, []), giftTender(3, [])]
  test.each([
    ['two gift cards', { giftCards: [one, two] }, undefined],
    ['more gift cards than seats', { giftCards: [one, two, three] }, 'too_many_gift_cards'],
    ['a card twice', { giftCards: [one, one] }, 'gift_card_twice'],
    ['a card for an aircraft', { giftCards: [{ ...one, unit: 'flight' as const }] }, 'gift_card_other_unit'],
    ['a voucher twice', { vouchers: [voucherTender(1, 5), voucherTender(1, 5)] }, 'voucher_twice'],
  ])('%s', (_name, tenders, problem) => {
    expect(findTenderProblem(seats(2, tenders), 2)).toBe(problem)
  })
})
