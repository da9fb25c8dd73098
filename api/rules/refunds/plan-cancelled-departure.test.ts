import { describe, expect, test } from 'vitest'
import { giftTender, newYorkerFacts, PHOTO_SET, seats } from '#tests/support/sample-facts.ts'
import { type TenderAmounts } from './allocate-refund.ts'
import { type Cart } from '../pricing/pricing-facts.ts'
import { priceCart } from '../pricing/pricing.ts'
import { findLeft, type PaidChange, planCancelledDeparturePart, type PlannedRefund } from './plan-refund.ts'
import { type RefundableOrder } from './refund-shares.ts'
import { type RequestedUnits } from './requested-units.ts'

const nothing: TenderAmounts = { cardCents: 0, creditCents: 0, vouchers: [], giftCards: [] }
const MOVE = 9

/** An order one of whose seats was rescheduled: the fee was 50, and the new flight cost 60 more. */
function partedOrder(cart: Cart): RefundableOrder {
  const priced = priceCart(newYorkerFacts({ fees: [] }), cart)
  const moved = (kind: 'reschedule_fee' | 'difference', amountCents: number) => ({
    kind,
    label: '',
    detail: '',
    quantity: 1,
    unitCents: amountCents,
    amountCents,
    rule: kind,
    subjectId: null,
    orderChangeId: MOVE,
  })
  const usedGifts = (cart.giftCards ?? []).map(({ id }) => ({ id, pendingFeeIds: [] }))
  const paid = { ...priced.tenders, cardCents: (priced.amountDueCents ?? 0) + 11_000 }
  const lines = [...priced.lines, moved('reschedule_fee', 5_000), moved('difference', 6_000)]
  return { lines, usedGifts, paid, returned: nothing, returnedUnits: [] }
}

const after = (order: RefundableOrder, { lines, tenders }: PlannedRefund): RefundableOrder => ({
  ...order,
  returned: {
    ...order.returned,
    cardCents: order.returned.cardCents + tenders.cardCents,
    giftCards: [...order.returned.giftCards, ...tenders.giftCards],
  },
  returnedUnits: [...order.returnedUnits, ...lines],
})

function called(order: RefundableOrder, line: Omit<RequestedUnits, 'position'>, moves: PaidChange[] = []) {
  const plan = planCancelledDeparturePart(order, [{ position: 0, ...line }], moves)
  if (!plan.ok) throw new Error(plan.reason)
  return plan.refund
}
const moved = [{ changeId: MOVE, units: 1, of: 1 }]

describe('a part of a party whose departure is cancelled gets back what paid its seats', () => {
  const order = partedOrder(seats(3, { giftCards: [giftTender(1, []), giftTender(2, [])] }))
  const GIFT = 22_900

  test.each<[string, number[], { cents: number; gifts: number[] }]>([
    ['paid by a gift card', [1], { cents: 0, gifts: [1] }],
    ['paid by the other gift card', [2], { cents: 0, gifts: [2] }],
    ['paid by card', [], { cents: GIFT, gifts: [] }],
  ])('the refund of one seat is computed: %s', (_name, giftCardIds, { cents, gifts }) => {
    const { tenders, amountCents } = called(order, { quantity: 1, giftCardIds })
    expect([amountCents, tenders.cardCents]).toEqual([cents, cents])
    expect(tenders.giftCards.map(({ id }) => id)).toEqual(gifts)
  })

  test('the other seats stay as they were paid', () => {
    const gone = after(order, called(order, { quantity: 1, giftCardIds: [2] }))
    const rest = called(gone, { quantity: 2, giftCardIds: [1] })
    expect(rest.tenders.giftCards.map(({ id }) => id)).toEqual([1])
    expect(rest.amountCents).toBe(GIFT)
    const all = after(gone, rest)
    expect(findLeft(all)).toMatchObject({ cents: 11_000, units: 0, giftCards: [] })
  })
})

test('the reschedule costs are refunded once, and only to those who rescheduled', () => {
  const order = partedOrder(seats(3, { upgrades: [{ upgradeId: PHOTO_SET }] }))
  const seat = 22_900
  expect(called(order, { quantity: 2 }).amountCents).toBe(2 * seat)
  const first = called(order, { quantity: 1 }, moved)
  expect(first.amountCents).toBe(seat + 11_000)
  // The photos are still sold, so no part of their price may be refunded as a fare difference.
  expect(called(after(order, first), { quantity: 2 }).amountCents).toBe(2 * seat)
  expect(called(after(order, first), { quantity: 2 }, moved).amountCents).toBe(2 * seat)
})
