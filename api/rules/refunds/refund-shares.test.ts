import { describe, expect, test } from 'vitest'
import { PROPERTY_TIMEOUT } from '#tests/support/property-runs.ts'
import { checkEverySale, checkEverySaleWith, type Sale } from '#tests/support/random-carts.ts'
import {
  giftTender,
  newYorkerFacts,
  voucherTender,
  fly15Discount,
  PHOTO_SET,
  plainSeat,
  seats,
  tenDollarsOff,
  WEATHER_COVER,
  whole,
} from '#tests/support/sample-facts.ts'
import { allocateRefund, sumOfMoney, type TenderAmounts } from './allocate-refund.ts'
import { priceGiftCart } from '../gifts/price-gift-cart.ts'
import { type Cart, type PricingFacts } from '../pricing/pricing-facts.ts'
import { priceCart, type PricedCart } from '../pricing/pricing.ts'
import { splitIntoParts } from './refund-parts.ts'
import {
  findRefundProblem,
  findRefundShares,
  type RefundableOrder,
  type RefundShares,
} from './refund-shares.ts'
import { type LineUnits } from './requested-units.ts'

const nothing: TenderAmounts = { cardCents: 0, creditCents: 0, vouchers: [], giftCards: [] }

function soldAt(priced: PricedCart, gifts: Cart['giftCards'] = []): RefundableOrder {
  const used = priced.tenders.giftCards.flatMap(({ id }) => gifts.find((gift) => gift.id === id) ?? [])
  const paid = { ...priced.tenders, cardCents: priced.amountDueCents ?? 0 }
  return { lines: priced.lines, usedGifts: used, paid, returned: nothing, returnedUnits: [] }
}
const sold = (cart: Cart, facts: PricingFacts = newYorkerFacts()) =>
  soldAt(priceCart(facts, cart), cart.giftCards)

/** The order after a refund. */
function after(order: RefundableOrder, shares: RefundShares): RefundableOrder {
  const { tenders: back } = shares
  const { returned } = order
  return {
    ...order,
    returned: {
      cardCents: returned.cardCents + back.cardCents,
      creditCents: returned.creditCents + back.creditCents,
      vouchers: [...returned.vouchers, ...back.vouchers],
      giftCards: [...returned.giftCards, ...back.giftCards],
    },
    returnedUnits: [...order.returnedUnits, ...shares.lines],
  }
}
const linesOf = (shares: RefundShares) =>
  shares.lines.map((line) => [line.position, line.quantity, line.amountCents])
const units = (position: number, quantity: number): LineUnits[] => [{ position, quantity }]
const photo = { upgrades: [{ upgradeId: PHOTO_SET }] }

describe('each line is refunded with its share of the discount (domain rule 8)', () => {
  test.each<[string, RefundableOrder, 'all' | LineUnits[], number[][], number]>([
    [
      'everything',
      sold(seats(2, { discount: fly15Discount })),
      'all',
      [
        [0, 2, 38930],
        [2, 0, 1610],
        [3, 0, 700],
        [4, 0, 2290],
      ],
      43530,
    ],
    [
      'one of two seats, with its fees',
      sold(seats(2, { discount: fly15Discount })),
      units(0, 1),
      [
        [0, 1, 19465],
        [2, 0, 805],
        [3, 0, 350],
        [4, 0, 1145],
      ],
      21765,
    ],
    [
      'an upgrade alone, without fees',
      sold(seats(3, { discount: tenDollarsOff, ...photo })),
      units(1, 2),
      [[1, 2, 9676]],
      9676,
    ],
    [
      'one of two upgrades',
      sold(seats(3, { discount: tenDollarsOff, ...photo })),
      units(1, 1),
      [[1, 1, 4838]],
      4838,
    ],
    [
      'a seat beside upgrades',
      sold(seats(3, { discount: tenDollarsOff, ...photo })),
      units(0, 1),
      [
        [0, 1, 22608],
        [3, 0, 805],
        [4, 0, 350],
        [5, 0, 1145],
      ],
      24908,
    ],
    [
      'an upgrade that was a prize',
      sold(seats(3, { ...photo, prizeUpgradeId: PHOTO_SET })),
      units(1, 2),
      [[1, 2, 0]],
      0,
    ],
    [
      'a seat beside a prize in full',
      sold(seats(1, { ...photo, prizeUpgradeId: PHOTO_SET })),
      units(0, 1),
      [
        [0, 1, 22900],
        [3, 0, 805],
        [4, 0, 350],
        [5, 0, 1145],
      ],
      25200,
    ],
    [
      'the tax of a seat and its fees',
      sold(seats(2), newYorkerFacts({ taxBps: 800 })),
      units(0, 1),
      [
        [0, 1, 22900],
        [1, 0, 805],
        [2, 0, 350],
        [3, 0, 1145],
        [4, 0, 2016],
      ],
      27216,
    ],
    [
      'the tax of an upgrade',
      sold(seats(1, { upgrades: [{ upgradeId: WEATHER_COVER }] }), newYorkerFacts({ taxBps: 800 })),
      units(1, 1),
      [
        [1, 1, 1374],
        [5, 0, 110],
      ],
      1484,
    ],
    [
      'one of two aircraft',
      sold(whole(5)),
      units(0, 1),
      [
        [0, 1, 119800],
        [1, 0, 805],
        [2, 0, 350],
        [3, 0, 5990],
      ],
      126945,
    ],
    [
      'nothing of a remainder that was waived',
      sold(seats(1, { discount: tenDollarsOff }), plainSeat(1030)),
      'all',
      [[0, 1, 0]],
      0,
    ],
  ])('the lines and the amount of a refund are computed: %s', (_name, order, input, lines, amount) => {
    const shares = findRefundShares(order, input)
    expect(linesOf(shares)).toEqual(lines)
    expect([shares.amountCents, shares.tenders.cardCents]).toEqual([amount, amount])
  })

  test('one of two bought gift cards is refunded alone', () => {
    const fare = { seatPriceCents: 20900, flightPriceCents: null }
    const order = soldAt(
      priceGiftCart(newYorkerFacts({ fare }), { unit: 'seat', quantity: 2, discount: fly15Discount }),
    )
    expect(linesOf(findRefundShares(order, units(0, 1)))).toEqual([
      [0, 1, 17765],
      [2, 0, 805],
      [3, 0, 1045],
    ])
  })
})

describe('refunds go to the tenders they came from, last in first out (domain rule 8)', () => {
  const mixed = sold(
    seats(2, { vouchers: [voucherTender(8, 4000), voucherTender(9, 6000)], creditCents: 6000 }),
  )
  const gift = (id: number) => ({ id, amountCents: 22900 })

  test('they go to the card, then to credit, then to the vouchers, the last one first', () => {
    expect(findRefundShares(mixed, 'all').tenders).toEqual({
      cardCents: 34400,
      creditCents: 6000,
      vouchers: [
        { id: 9, amountCents: 6000 },
        { id: 8, amountCents: 4000 },
      ],
      giftCards: [],
    })
  })

  test('a refund of the second seat takes what the first one left', () => {
    const first = findRefundShares(mixed, units(0, 1))
    expect(first.tenders).toMatchObject({ cardCents: 25200, creditCents: 0, vouchers: [] })
    const second = findRefundShares(after(mixed, first), units(0, 1))
    expect([second.amountCents, second.tenders.cardCents, second.tenders.creditCents]).toEqual([
      25200, 9200, 6000,
    ])
    expect(second.tenders.vouchers).toEqual([
      { id: 9, amountCents: 6000 },
      { id: 8, amountCents: 4000 },
    ])
  })

  test(
    'gift cards return whole and last, the last one first, and the fees they ' + 'paid stay with them',
    () => {
      let order = sold(seats(3, { giftCards: [giftTender(1, [1, 3]), giftTender(2, [])] }))
      const steps = [1, 2, 3].map(() => {
        const shares = findRefundShares(order, units(0, 1))
        order = after(order, shares)
        return [shares.amountCents, shares.tenders.giftCards]
      })
      expect(steps).toEqual([
        [25200, []],
        [2300, [gift(2)]],
        [350, [gift(1)]],
      ])
    },
  )

  test('a second seat was paid in money, so its refund returns no gift card', () => {
    const order = sold(seats(1, { secondSeats: 1, giftCards: [giftTender(1, [])] }))
    const alone = findRefundShares(order, units(1, 1))
    expect([alone.amountCents, alone.tenders.giftCards]).toEqual([22900, []])
    const rest = findRefundShares(after(order, alone), units(0, 1))
    expect([rest.amountCents, rest.tenders.giftCards]).toEqual([2300, [gift(1)]])
  })

  test('a gift card that was returned before is not returned again', () => {
    const order = sold(seats(1, { giftCards: [giftTender(1, [])] }))
    const returned = { ...nothing, giftCards: [gift(1)] }
    expect(findRefundShares({ ...order, returned }, 'all').tenders.giftCards).toEqual([])
  })

  test('they never exceed what is still unrefunded', () => {
    const order = sold(seats(2, { discount: fly15Discount }))
    const shares = findRefundShares({ ...order, returned: { ...nothing, cardCents: 40000 } }, 'all')
    expect([shares.amountCents, shares.tenders.cardCents]).toEqual([3530, 3530])
    expect(shares.lines.reduce((sum, line) => sum + line.amountCents, 0)).toBe(3530)
  })

  test.each([
    [1000, [1000, 0, []]],
    [35000, [34400, 600, []]],
    [99999, [34400, 6000, [6000, 4000]]],
  ])(
    'an amount of %d cents goes to the card first, then to credit and vouchers',
    (cents, [card, credit, vouchers]) => {
      const back = allocateRefund(cents, mixed)
      expect([back.cardCents, back.creditCents]).toEqual([card, credit])
      expect(back.vouchers.map(({ amountCents }) => amountCents)).toEqual(vouchers)
    },
  )
})

describe('lines that cannot be refunded', () => {
  const order = { ...sold(seats(2, photo)), returnedUnits: units(0, 1) }
  test.each<[string, 'all' | LineUnits[], string | undefined]>([
    ['everything', 'all', undefined],
    ['all that is left', [...units(0, 1), ...units(1, 1)], undefined],
    ['more seats than are left', units(0, 2), 'more_than_left'],
    ['no seat', units(0, 0), 'quantity_missing'],
    ['a fee', units(2, 1), 'line_not_refundable'],
    ['an unknown line', units(99, 1), 'line_not_refundable'],
    ['the same line twice', [...units(1, 1), ...units(1, 1)], 'line_twice'],
  ])('a refund is checked: %s', (_name, input, problem) => {
    expect(findRefundProblem(order, input)).toBe(problem)
  })
})

const orderOf = ({ facts, cart }: Sale) => sold(cart, facts)
const byId = (amounts: { id: number; amountCents: number }[]) =>
  Object.fromEntries(amounts.map(({ id, amountCents }) => [id, amountCents]))

describe('refunds of any order', { timeout: PROPERTY_TIMEOUT }, () => {
  test('the parts sum to the money paid, and no part costs less than nothing', () => {
    checkEverySale((sale) => {
      const { lines, usedGifts, paid } = orderOf(sale)
      const parts = splitIntoParts(lines, usedGifts)
      expect(parts.reduce((sum, { cents }) => sum + cents, 0)).toBe(sumOfMoney(paid))
      expect(parts.filter(({ cents }) => cents < 0)).toEqual([])
    })
  })

  test('a full refund is what was paid, tender by tender', () => {
    checkEverySale((sale) => {
      const order = orderOf(sale)
      const { tenders, amountCents } = findRefundShares(order, 'all')
      expect(amountCents).toBe(sumOfMoney(order.paid))
      expect([tenders.cardCents, tenders.creditCents]).toEqual([order.paid.cardCents, order.paid.creditCents])
      expect(byId(tenders.vouchers)).toEqual(byId(order.paid.vouchers))
      expect(byId(tenders.giftCards)).toEqual(byId(order.paid.giftCards))
    })
  })

  test('refunds unit by unit, in any order, sum to the full refund to the cent', () => {
    checkEverySaleWith(1_000, (sale, seed) => {
      const sale6 = { ...sale, cart: { ...sale.cart, quantity: Math.min(6, sale.cart.quantity) } }
      let order = orderOf(sale6)
      const left = order.lines.flatMap((line, position) =>
        ['seat', 'flight', 'upgrade'].includes(line.kind) ? Array<number>(line.quantity).fill(position) : [],
      )
      for (let step = seed; left.length > 0; step += seed + 1) {
        const [position = 0] = left.splice(step % left.length, 1)
        expect(findRefundProblem(order, units(position, 1))).toBeUndefined()
        order = after(order, findRefundShares(order, units(position, 1)))
      }
      const { paid, returned } = order
      expect(sumOfMoney(returned)).toBe(sumOfMoney(paid))
      expect([returned.cardCents, returned.creditCents]).toEqual([paid.cardCents, paid.creditCents])
      expect(byId(returned.giftCards)).toEqual(byId(paid.giftCards))
      expect(findRefundShares(order, 'all').amountCents).toBe(0)
    })
  })

  test('an amount is never refunded twice', () => {
    checkEverySaleWith(600_000, (sale, cents) => {
      const order = orderOf(sale)
      const once = allocateRefund(cents, order)
      const rest = allocateRefund(1_000_000_000, { paid: order.paid, returned: once })
      expect(sumOfMoney(once) + sumOfMoney(rest)).toBe(sumOfMoney(order.paid))
    })
  })
})
