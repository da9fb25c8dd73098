import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addTenders } from '../../rules/refunds/allocate-refund.ts'
import { type RefundableLine } from '../../rules/refunds/refund-parts.ts'
import { findRefundShares, type RefundableOrder } from '../../rules/refunds/refund-shares.ts'
import { findCommission, findCommissionBase, findPayable, findRate, planStatement } from './commission.ts'

const line = (kind: RefundableLine['kind'], amountCents: number, quantity = 1): RefundableLine => ({
  ...{ kind, amountCents, quantity, unitCents: amountCents / quantity, rule: '', subjectId: null },
  ...(kind === 'upgrade' ? { rule: 'upgrade', subjectId: 7 } : {}),
})
/** Two seats and an upgrade with a code, a fee and tax. */
const LINES = [
  line('seat', 40_000, 2),
  line('upgrade', 10_000),
  line('discount', -5_000),
  { ...line('fee', 3_000), rule: 'fee:flat' },
  line('tax', 2_400),
]
const sold = { lines: LINES, usedGifts: [], refunds: [], lostCents: 0 }

describe('the base of a commission', () => {
  it('is what the seats cost after their share of the code, without upgrades, fees and tax', () => {
    expect(findCommissionBase(sold)).toEqual({ soldCents: 36_000, keptCents: 36_000 })
  })

  it('loses what was given back of the seats, and of a plain amount their share', () => {
    const ofSeats = { amountCents: 18_000, lines: [{ position: 0, amountCents: 18_000 }] }
    const ofUpgrade = { amountCents: 9_000, lines: [{ position: 1, amountCents: 9_000 }] }
    expect(findCommissionBase({ ...sold, refunds: [ofSeats] }).keptCents).toBe(18_000)
    expect(findCommissionBase({ ...sold, refunds: [ofUpgrade] }).keptCents).toBe(36_000)
    // Half of 504 dollars: half of each line.
    const plain = { amountCents: 25_200, lines: [] }
    expect(findCommissionBase({ ...sold, refunds: [plain] }).keptCents).toBe(18_000)
    expect(findCommissionBase({ ...sold, lostCents: 50_400 }).keptCents).toBe(0)
  })

  it('never falls below nothing, and seats that gift cards paid have none', () => {
    const twice = { amountCents: 50_400, lines: [] }
    expect(findCommissionBase({ ...sold, refunds: [twice, twice] }).keptCents).toBe(0)
    const usedGifts = [
      { id: 1, pendingFeeIds: [] },
      { id: 2, pendingFeeIds: [] },
    ]
    const lines = [line('seat', 40_000, 2), { ...line('gift', -40_000, 2) }]
    expect(findCommissionBase({ ...sold, lines, usedGifts })).toEqual({ soldCents: 0, keptCents: 0 })
  })
})

describe('the rate of an order', () => {
  const terms = [
    { fromDay: '2026-12-01', rateBps: 1_500, ownPrices: true },
    { fromDay: '2026-10-03', rateBps: 1_200, ownPrices: false },
  ]
  it.each([
    ['2026-10-02', false, 0],
    ['2026-10-03', false, 1_200],
    ['2026-11-30', false, 1_200],
    ['2026-11-30', true, 0],
    ['2026-12-01', true, 1_500],
  ])('paid on %s, at a price of its own %s, is %i', (paidOn, hasOwnPrice, rate) => {
    expect(findRate(terms, { paidOn, hasOwnPrice })).toBe(rate)
  })
})

describe('a statement', () => {
  const order = (orderId: number, commissionCents: number, statedCents: number) => ({
    ...{ orderId, commissionCents, statedCents },
  })
  it('has new orders, and of stated ones the difference', () => {
    const planned = planStatement([order(1, 500, 0), order(2, 300, 400), order(3, 200, 200)], undefined)
    expect(planned.lines.map(({ orderId, amountCents }) => [orderId, amountCents])).toEqual([
      [1, 500],
      [2, -100],
    ])
    expect(planned).toMatchObject({ earnedCents: 400, carriedCents: 0 })
    expect(findPayable(planned)).toBe(400)
  })

  it('carries on what it took back beyond what it gave', () => {
    const first = planStatement([order(1, 0, 700), order(2, 300, 0)], undefined)
    expect([first.earnedCents, findPayable(first)]).toEqual([-400, 0])
    const second = planStatement([order(3, 900, 0)], first)
    expect([second.earnedCents, second.carriedCents, findPayable(second)]).toEqual([900, -400, 500])
    expect(planStatement([order(4, 100, 0)], second).carriedCents).toBe(0)
  })
})

/** A party with prices, and any refunds of it in turn; a statement is made between any of them. */
const histories = fc.record({
  seats: fc.integer({ min: 1, max: 6 }),
  unit: fc.integer({ min: 1, max: 90_000 }),
  upgrade: fc.integer({ min: 1, max: 20_000 }),
  off: fc.integer({ min: 0, max: 100 }),
  fee: fc.integer({ min: 0, max: 5_000 }),
  tax: fc.integer({ min: 0, max: 9_000 }),
  rate: fc.integer({ min: 0, max: 5_000 }),
  steps: fc.array(
    fc.oneof(
      fc.record({ of: fc.constant('seats' as const), wish: fc.integer({ min: 1, max: 6 }) }),
      fc.record({ of: fc.constant('upgrade' as const), wish: fc.constant(1) }),
      fc.record({ of: fc.constant('statement' as const), wish: fc.constant(0) }),
    ),
    { maxLength: 10 },
  ),
})

test('over any history, lines sum to the rate of what was kept, and give back no more than they gave', () => {
  fc.assert(
    fc.property(histories, ({ seats, unit, upgrade, off, fee, tax, rate, steps }) => {
      const before = seats * unit + upgrade
      const lines = [
        line('seat', seats * unit, seats),
        line('upgrade', upgrade),
        line('discount', -Math.floor((before * off) / 100)),
        { ...line('fee', fee), rule: 'fee:flat' },
        line('tax', tax),
      ]
      const cardCents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0)
      const none = { cardCents: 0, creditCents: 0, vouchers: [], giftCards: [] }
      let order: RefundableOrder = {
        ...{ lines, usedGifts: [], paid: { ...none, cardCents }, returned: none, returnedUnits: [] },
      }
      const refunds: { amountCents: number; lines: { position: number; amountCents: number }[] }[] = []
      const commission = () => {
        const base = findCommissionBase({ lines, usedGifts: [], refunds, lostCents: 0 })
        return { ...base, cents: findCommission(base, rate) }
      }
      const first = commission().cents
      let stated = 0
      let last: ReturnType<typeof planStatement> | undefined
      let paid = 0
      const state = () => {
        last = planStatement([{ orderId: 1, commissionCents: commission().cents, statedCents: stated }], last)
        stated += last.earnedCents
        paid += findPayable(last)
        expect(stated).toBe(commission().cents)
        expect(stated).toBeGreaterThanOrEqual(0)
        expect(stated).toBeLessThanOrEqual(first)
      }
      for (const { of, wish } of steps) {
        if (of === 'statement') {
          state()
          continue
        }
        const position = of === 'seats' ? 0 : 1
        const gone = order.returnedUnits
          .filter((one) => one.position === position)
          .reduce((sum, { quantity }) => sum + quantity, 0)
        const quantity = Math.min(wish, (of === 'seats' ? seats : 1) - gone)
        if (quantity < 1) continue
        const shares = findRefundShares(order, [{ position, quantity }])
        refunds.push(shares)
        order = {
          ...order,
          returned: addTenders(order.returned, shares.tenders),
          returnedUnits: [...order.returnedUnits, ...shares.lines],
        }
      }
      state()
      // What was paid and not taken back yet is carried on.
      expect(paid + Math.min(0, (last?.earnedCents ?? 0) + (last?.carriedCents ?? 0))).toBe(stated)
      const left = order.returnedUnits
        .filter(({ position }) => position === 0)
        .reduce((sum, { quantity }) => sum - quantity, seats)
      if (left === 0) expect(stated).toBe(0)
    }),
  )
})
