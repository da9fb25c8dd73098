import { describe, expect, test } from 'vitest'
import {
  giftTender,
  newYorkerFacts,
  voucherTender,
  fly15Discount,
  plainSeat,
  seats,
  tenDollarsOff,
} from '#tests/support/sample-facts.ts'
import { type Cart, type PricingFacts } from './pricing-facts.ts'
import { priceCart } from './pricing.ts'

const settle = (cart: Cart, facts: PricingFacts = newYorkerFacts()) => {
  const { tenders, amountDueCents } = priceCart(facts, cart)
  return {
    vouchers: tenders.vouchers.map(({ amountCents }) => amountCents),
    credit: tenders.creditCents,
    due: amountDueCents,
  }
}
const taxed = newYorkerFacts({ taxBps: 800 })

describe(
  'voucher: capped at the subtotal and fees, the rest stays on it (spec section 9, domain ' + 'rule 7)',
  () => {
    test.each<[string, Cart, { vouchers: number[]; due: number | null }, PricingFacts?]>([
      [
        'less than the price if they are worth less',
        seats(1, { vouchers: [voucherTender(1, 10000)] }),
        { vouchers: [10000], due: 15200 },
      ],
      [
        'the whole price if they are worth more',
        seats(1, { vouchers: [voucherTender(1, 99900)] }),
        { vouchers: [25200], due: null },
      ],
      [
        'in the given order',
        seats(1, { vouchers: [voucherTender(1, 20000), voucherTender(2, 20000)] }),
        { vouchers: [20000, 5200], due: null },
      ],
      [
        'without the ones that are not needed',
        seats(1, { vouchers: [voucherTender(1, 30000), voucherTender(2, 5000)] }),
        { vouchers: [25200], due: null },
      ],
      [
        'nothing if they are empty',
        seats(1, { vouchers: [voucherTender(1, 0)] }),
        { vouchers: [], due: 25200 },
      ],
      [
        'what gift cards leave',
        seats(2, { vouchers: [voucherTender(1, 99900)], giftCards: [giftTender(1, [])] }),
        { vouchers: [27500], due: null },
      ],
      [
        'what a code leaves',
        seats(1, { vouchers: [voucherTender(1, 99900)], discount: fly15Discount }),
        { vouchers: [21765], due: null },
      ],
      ['no tax', seats(1, { vouchers: [voucherTender(1, 99900)] }), { vouchers: [25200], due: 2016 }, taxed],
    ])('vouchers pay %s', (_name, cart, settled, facts) => {
      expect(settle(cart, facts)).toMatchObject(settled)
    })
  },
)

describe('account credit (spec section 6)', () => {
  const hidden = newYorkerFacts({ product: { ...newYorkerFacts().product, creditHidden: true } })
  const credit = { creditCents: 6000 }
  test.each<[string, Cart, { credit: number; due: number | null }, PricingFacts?]>([
    ['pays part of the total', seats(1, credit), { credit: 6000, due: 19200 }],
    ['pays tax too', seats(1, { creditCents: 99999 }), { credit: 27216, due: null }, taxed],
    [
      'pays after vouchers',
      seats(1, { ...credit, vouchers: [voucherTender(1, 24000)] }),
      { credit: 1200, due: null },
    ],
    [
      'is off with a discount code',
      seats(1, { ...credit, discount: tenDollarsOff }),
      { credit: 0, due: 24200 },
    ],
    [
      'is on beside a member’s own price',
      seats(1, { ...credit, discount: { ...tenDollarsOff, keepsCredit: true } }),
      { credit: 6000, due: 18200 },
    ],
    ['is off on the 12-Minute Private Flight', seats(1, credit), { credit: 0, due: 25200 }, hidden],
    ['is on beside a prize', seats(1, { ...credit, prizeUpgradeId: 1 }), { credit: 6000, due: 19200 }],
    [
      'is on beside a campaign',
      seats(1, credit),
      { credit: 6000, due: 14391 },
      newYorkerFacts({ campaignBps: 2000 }),
    ],
  ])('account credit %s', (_name, cart, settled, facts) => {
    expect(settle(cart, facts)).toMatchObject(settled)
  })
})

describe('minimum charge of 0.50 (domain rule 7)', () => {
  const both = (voucher: number, creditCents: number) =>
    seats(1, { vouchers: [voucherTender(1, voucher)], creditCents })
  test.each<[string, Cart, ReturnType<typeof settle>, PricingFacts?]>([
    ['exactly 0.50 is charged', seats(1, { creditCents: 25150 }), { vouchers: [], credit: 25150, due: 50 }],
    ['credit pays a cent less', seats(1, { creditCents: 25151 }), { vouchers: [], credit: 25150, due: 50 }],
    ['credit pays 0.49 less', seats(1, { creditCents: 25199 }), { vouchers: [], credit: 25150, due: 50 }],
    [
      'nothing is charged when nothing is left',
      seats(1, { creditCents: 25200 }),
      { vouchers: [], credit: 25200, due: null },
    ],
    [
      'a voucher pays less',
      seats(1, { vouchers: [voucherTender(1, 25170)] }),
      { vouchers: [25150], credit: 0, due: 50 },
    ],
    [
      'the last voucher pays less',
      seats(1, { vouchers: [voucherTender(1, 25000), voucherTender(2, 170)] }),
      { vouchers: [25000, 150], credit: 0, due: 50 },
    ],
    [
      'the last voucher pays a few cents',
      seats(1, { vouchers: [voucherTender(1, 25145), voucherTender(2, 20)] }),
      { vouchers: [25145, 5], credit: 0, due: 50 },
    ],
    [
      'the last voucher pays nothing',
      seats(1, { vouchers: [voucherTender(1, 25160), voucherTender(2, 20)] }),
      { vouchers: [25150], credit: 0, due: 50 },
    ],
    ['credit pays less before vouchers do', both(25000, 170), { vouchers: [25000], credit: 150, due: 50 }],
    [
      'credit pays nothing, and a voucher pays less',
      both(25160, 20),
      { vouchers: [25150], credit: 0, due: 50 },
    ],
  ])('no amount between 0 and 0.50 is left to charge: %s', (_name, cart, settled, facts) => {
    expect(settle(cart, facts)).toEqual(settled)
  })

  test.each<[string, number, Partial<Cart>, ReturnType<typeof settle>, number]>([
    [
      'a rest of 0.30 with nothing to use less of',
      1030,
      { discount: tenDollarsOff },
      { vouchers: [], credit: 0, due: null },
      -30,
    ],
    ['a rest of 0.49', 1049, { discount: tenDollarsOff }, { vouchers: [], credit: 0, due: null }, -49],
    [
      'a rest that no voucher brings to 0.50',
      40,
      { vouchers: [voucherTender(1, 10)] },
      { vouchers: [10], credit: 0, due: null },
      -30,
    ],
    ['nor credit', 40, { creditCents: 15 }, { vouchers: [], credit: 15, due: null }, -25],
  ])('%s is waived on a line of its own', (_name, price, more, settled, waived) => {
    expect(settle(seats(1, more), plainSeat(price))).toEqual(settled)
    const { lines } = priceCart(plainSeat(price), seats(1, more))
    expect(lines.at(-1)).toMatchObject({ kind: 'discount', rule: 'minimum_charge', amountCents: waived })
  })

  test('a remainder of 0.50 is not waived', () => {
    const priced = priceCart(plainSeat(1050), seats(1, { discount: tenDollarsOff }))
    expect([priced.amountDueCents, priced.lines.at(-1)?.rule]).toEqual([50, 'discount:amount'])
  })
})
