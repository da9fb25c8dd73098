import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PROPERTY_RUNS, PROPERTY_TIMEOUT } from '#tests/support/property-runs.ts'
import { checkEverySaleWith, type Sale } from '#tests/support/random-carts.ts'
import { giftTender, newYorkerFacts, voucherTender, PHOTO_SET, seats } from '#tests/support/sample-facts.ts'
import { sumOfMoney, type TenderAmounts } from './allocate-refund.ts'
import { type Cart, type PricingFacts } from '../pricing/pricing-facts.ts'
import { priceCart } from '../pricing/pricing.ts'
import {
  findLeft,
  planCancellation,
  type PlannedRefund,
  planRefund,
  type RefundRequest,
} from './plan-refund.ts'
import { type RefundableOrder } from './refund-shares.ts'

const nothing: TenderAmounts = { cardCents: 0, creditCents: 0, vouchers: [], giftCards: [] }

function sold(cart: Cart, facts: PricingFacts = newYorkerFacts()): RefundableOrder {
  const priced = priceCart(facts, cart)
  const usedGifts = priced.tenders.giftCards.flatMap(
    ({ id }) => cart.giftCards?.find((gift) => gift.id === id) ?? [],
  )
  const paid = { ...priced.tenders, cardCents: priced.amountDueCents ?? 0 }
  return { lines: priced.lines, usedGifts, paid, returned: nothing, returnedUnits: [] }
}

const after = (order: RefundableOrder, { lines, tenders }: PlannedRefund): RefundableOrder => ({
  ...order,
  returned: {
    cardCents: order.returned.cardCents + tenders.cardCents,
    creditCents: order.returned.creditCents + tenders.creditCents,
    vouchers: [...order.returned.vouchers, ...tenders.vouchers],
    giftCards: [...order.returned.giftCards, ...tenders.giftCards],
  },
  returnedUnits: [...order.returnedUnits, ...lines],
})

const WHOLE: RefundRequest = { kind: 'whole' }
const amountOf = (amountCents: number): RefundRequest => ({ kind: 'amount', amountCents })
const linesOf = (...lines: [number, number?][]): RefundRequest => ({
  kind: 'lines',
  lines: lines.map(([position, quantity]) => ({ position, quantity })),
})
const refused = (order: RefundableOrder, ask: RefundRequest) => {
  const plan = planRefund(order, ask)
  return plan.ok ? undefined : plan.reason
}
const planned = (order: RefundableOrder, ask: RefundRequest) => {
  const plan = planRefund(order, ask)
  if (!plan.ok) throw new Error(plan.reason)
  return plan.refund
}

describe('the remainder of an order', () => {
  const mixed = sold(
    seats(2, { giftCards: [giftTender(1, [])], vouchers: [voucherTender(8, 4000)], creditCents: 6000 }),
  )

  test(
    'it lists money, the gift card and two seats of a mixed order, and nothing after ' + 'a full refund',
    () => {
      expect(findLeft(mixed)).toMatchObject({
        cents: 27_500,
        giftCards: [{ id: 1 }],
        units: 2,
        nothing: false,
      })
      expect(findLeft(after(mixed, planned(mixed, WHOLE)))).toEqual({
        cents: 0,
        dueCents: 0,
        giftCards: [],
        units: 0,
        nothing: true,
      })
    },
  )

  test('it keeps the seat of a gift card after all money is refunded', () => {
    expect(findLeft(after(mixed, planned(mixed, amountOf(27_500))))).toMatchObject({
      cents: 0,
      units: 2,
      nothing: false,
    })
  })

  /** Two seats with their fees, of which only this much is paid. */
  const inParts = (cardCents: number) => {
    const whole = sold(seats(2))
    const dueCents = whole.paid.cardCents - cardCents
    return { order: { ...whole, paid: { ...whole.paid, cardCents, dueCents } }, dueCents }
  }

  test('an amount comes off what is due before it goes back to the card', () => {
    const { order, dueCents } = inParts(10_000)
    expect(planned(order, amountOf(5000))).toMatchObject({ amountCents: 0, tenders: { dueCents: 5000 } })
    expect(planned(order, amountOf(dueCents + 700))).toMatchObject({
      amountCents: 700,
      tenders: { dueCents, cardCents: 700 },
    })
    expect(refused(order, amountOf(dueCents + 10_001))).toBe('more_than_left')
  })

  test('a cancellation keeps the share of the whole price and leaves nothing due', () => {
    const little = inParts(10_000)
    expect(planCancellation(little.order, 5000)).toMatchObject({
      amountCents: 0,
      tenders: { dueCents: little.dueCents, cardCents: 0 },
    })
    const much = inParts(40_000)
    const half = Math.round((40_000 + much.dueCents) / 2)
    expect(planCancellation(much.order, 5000)).toMatchObject({
      amountCents: half - much.dueCents,
      tenders: { dueCents: much.dueCents, cardCents: half - much.dueCents },
    })
    expect(planCancellation(much.order, 10_000)).toMatchObject({ amountCents: 40_000 })
  })

  test('a free order still has lines to return', () => {
    const free = sold(
      seats(1, {
        discount: {
          id: 1,
          code: 'FREE',
          label: 'Free',
          amountCents: 1_000_000,
          percentBps: null,
          stackable: true,
        },
      }),
      newYorkerFacts({ fees: [] }),
    )
    expect(findLeft(free)).toEqual({ cents: 0, dueCents: 0, giftCards: [], units: 1, nothing: false })
    expect(findLeft(after(free, planned(free, WHOLE))).nothing).toBe(true)
  })

  test('a failed refund to a card is open again although every line was returned', () => {
    const back = after(mixed, planned(mixed, WHOLE))
    const failed = { ...back, returned: { ...back.returned, cardCents: 0 } }
    expect(planned(failed, WHOLE)).toMatchObject({
      lines: [],
      amountCents: mixed.paid.cardCents,
      tenders: { creditCents: 0, giftCards: [] },
    })
  })
})

test('requests that are refused', () => {
  const order = sold(seats(2, { upgrades: [{ upgradeId: PHOTO_SET }] }))
  expect(refused(order, amountOf(55_301))).toBe('more_than_left')
  expect(refused(order, amountOf(55_300))).toBeUndefined()
  expect(refused(order, linesOf([0, 3]))).toBe('more_than_left')
  expect(refused(order, linesOf([2]))).toBe('line_not_refundable')
  expect(refused(order, linesOf([0, 1], [0, 1]))).toBe('line_twice')
  const upgradeBack = after(order, planned(order, linesOf([1])))
  expect(refused(upgradeBack, linesOf([1]))).toBe('more_than_left')
  expect(refused(after(order, planned(order, WHOLE)), amountOf(1))).toBe('nothing_left')
})

describe('a cancellation by the cancellation policy', () => {
  const order = sold(seats(2, { giftCards: [giftTender(1, [])], creditCents: 6000 }))
  test.each([
    [10_000, 27_500, 21_500, 6_000, 1],
    [5_000, 13_750, 13_750, 0, 1],
    [9_000, 24_750, 21_500, 3_250, 1],
    [0, 0, 0, 0, 0],
  ])('of %d basis points refunds the card first, then the credit', (bps, amount, card, credit, gifts) => {
    const { amountCents, tenders, lines } = planCancellation(order, bps)
    expect([amountCents, tenders.cardCents, tenders.creditCents, tenders.giftCards.length]).toEqual([
      amount,
      card,
      credit,
      gifts,
    ])
    expect(lines.reduce((sum, line) => sum + line.amountCents, 0)).toBe(amount)
    expect(lines[0]?.quantity).toBe(2)
  })
})

describe('any sequence of refunds', { timeout: PROPERTY_TIMEOUT }, () => {
  const someAsk: fc.Arbitrary<(order: RefundableOrder) => RefundRequest> = fc.oneof(
    fc.constant(() => WHOLE),
    fc.integer({ min: 1, max: 600_000 }).map((cents) => () => amountOf(cents)),
    // The amount is available; others would be refused without an attempt.
    fc
      .integer({ min: 1, max: 100 })
      .map(
        (percent) => (order: RefundableOrder) =>
          amountOf(Math.max(1, Math.floor((findLeft(order).cents * percent) / 100))),
      ),
    fc.tuple(fc.nat(6), fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined })).map(
      ([position, quantity]) =>
        () =>
          linesOf([position, quantity]),
    ),
  )

  test('refunds return no more than was paid, in total and to each tender', () => {
    const asks = fc.sample(fc.array(someAsk, { minLength: 1, maxLength: 8 }), PROPERTY_RUNS)
    let given = 0
    checkEverySaleWith(asks.length - 1, ({ facts, cart }: Sale, pick) => {
      let order = sold(cart, facts)
      const { paid } = order
      for (const ask of asks[pick] ?? []) {
        const plan = planRefund(order, ask(order))
        if (!plan.ok) continue
        given += 1
        const { refund } = plan
        expect(refund.amountCents).toBe(sumOfMoney(refund.tenders))
        order = after(order, refund)
      }
      const { returned } = order
      expect(sumOfMoney(returned)).toBeLessThanOrEqual(sumOfMoney(paid))
      expect(returned.cardCents).toBeLessThanOrEqual(paid.cardCents)
      expect(returned.creditCents).toBeLessThanOrEqual(paid.creditCents)
      for (const { id, amountCents } of paid.vouchers) {
        const back = returned.vouchers.reduce((sum, one) => sum + (one.id === id ? one.amountCents : 0), 0)
        expect(back).toBeLessThanOrEqual(amountCents)
      }
      expect(new Set(returned.giftCards.map(({ id }) => id)).size).toBe(returned.giftCards.length)
      // The remainder is always what was paid and not returned.
      const rest = planRefund(order, WHOLE)
      const restCents = rest.ok ? rest.refund.amountCents : 0
      expect(restCents).toBe(sumOfMoney(paid) - sumOfMoney(returned))
    })
    expect(given).toBeGreaterThan(asks.length / 2)
  })
})
