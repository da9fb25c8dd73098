import { describe, expect, test } from 'vitest'
import {
  fly15Discount,
  fuel,
  giftTender,
  newYorkerFacts,
  seats,
  sunset,
  WEATHER_COVER,
  whole,
} from '#tests/support/sample-facts.ts'
import { findRefundShares, type RefundableOrder } from '../refunds/refund-shares.ts'
import { type Cart, type SeatTypeRule, type PricingFacts } from './pricing-facts.ts'
import { findCartProblem, priceCart } from './pricing.ts'

const CHILD = 1
const RESIDENT = 2
const YOUTH = 3
const types: SeatTypeRule[] = [
  { id: CHILD, name: 'Child', percentOff: 20, maxAge: 11, needsAdult: true },
  { id: RESIDENT, name: 'Resident', percentOff: 10, maxAge: null, needsAdult: false },
  { id: YOUTH, name: 'Youth', percentOff: 33, maxAge: 17, needsAdult: false },
]
const facts = (more: Partial<PricingFacts> = {}) => newYorkerFacts({ passengerTypes: types, ...more })
const party = (quantity: number, counts: Record<number, number>, more: Partial<Cart> = {}): Cart =>
  seats(quantity, {
    passengerTypes: Object.entries(counts).map(([typeId, many]) => ({
      typeId: Number(typeId),
      quantity: many,
    })),
    ...more,
  })

const seatLines = (cart: Cart, known = facts()) =>
  priceCart(known, cart)
    .lines.filter(({ kind }) => kind === 'seat')
    .map(({ label, quantity, unitCents, rule }) => [label, quantity, unitCents, rule])

describe('passengers of several types', () => {
  test('have a line for each type, the dearest seats first', () => {
    expect(seatLines(party(5, { [CHILD]: 2, [RESIDENT]: 1 }))).toEqual([
      ['2 adults', 2, 22_900, 'seat_price:product'],
      ['1 × Resident', 1, 20_610, 'passenger_type'],
      ['2 × Child', 2, 18_320, 'passenger_type'],
    ])
  })

  test('pay a share of what an adult pays on the same departure, with half a cent rounded up', () => {
    const dear = facts({ departure: sunset })
    expect(seatLines(party(2, { [YOUTH]: 1 }), dear)[1]).toEqual(['1 × Youth', 1, 18_023, 'passenger_type'])
    const odd = facts({ departure: { ...sunset, seatPriceCents: 22_905 } })
    expect(seatLines(party(2, { [RESIDENT]: 1 }), odd)[1]?.[2]).toBe(20_615)
  })

  test.each<[string, PricingFacts, Cart, [number, number, number, number]]>([
    ['two adults and a child', facts(), party(3, { [CHILD]: 1 }), [64_120, 6_671, 0, 70_791]],
    [
      'the same during a sale of 20 %',
      facts({ campaignBps: 2_000 }),
      party(3, { [CHILD]: 1 }),
      [51_296, 6_030, 0, 57_326],
    ],
    [
      'the same with a code of 15 %',
      facts(),
      party(3, { [CHILD]: 1 }, { discount: fly15Discount }),
      [64_120, 6_671, 0, 61_173],
    ],
    [
      'the same with 8 % tax',
      facts({ taxBps: 800 }),
      party(3, { [CHILD]: 1 }),
      [64_120, 6_671, 5_663, 76_454],
    ],
    [
      'the same with a percentage fee on each seat',
      facts({ fees: [{ ...fuel, perSeat: true }] }),
      party(3, { [CHILD]: 1 }),
      [64_120, 3_206, 0, 67_326],
    ],
    [
      'the same with a percentage extra, which counts on an adult’s seat for each',
      facts({ fees: [] }),
      party(3, { [CHILD]: 1 }, { upgrades: [{ upgradeId: WEATHER_COVER }] }),
      [68_242, 0, 0, 68_242],
    ],
    [
      'an adult and a child with a second seat, which costs an adult’s',
      facts({ fees: [] }),
      party(2, { [CHILD]: 1 }, { secondSeats: 1 }),
      [64_120, 0, 0, 64_120],
    ],
    ['children alone', facts({ fees: [] }), party(2, { [YOUTH]: 2 }), [30_686, 0, 0, 30_686]],
    [
      'three at a price that staff set',
      facts({ fees: [] }),
      party(3, { [CHILD]: 1 }, { staffPriceCents: 10_000 }),
      [30_000, 0, 0, 30_000],
    ],
  ])('%s', (_name, known, cart, sums) => {
    const { subtotalCents, feesCents, taxCents, totalCents } = priceCart(known, cart)
    expect([subtotalCents, feesCents, taxCents, totalCents]).toEqual(sums)
  })

  test('a gift card pays the dearest seat that none has paid yet, whoever sits on it', () => {
    const paidBy = (...ids: number[]) =>
      priceCart(facts(), party(2, { [CHILD]: 1 }, { giftCards: ids.map((id) => giftTender(id, [])) }))
    expect(paidBy(1).tenders.giftCards).toEqual([{ id: 1, amountCents: 22_900 }])
    expect(paidBy(1, 2).tenders.giftCards).toEqual([
      { id: 1, amountCents: 22_900 },
      { id: 2, amountCents: 18_320 },
    ])
    expect(paidBy(1, 2).totalCents).toBe(2 * (805 + 350) + 2_061)
  })

  test('a fee that was paid with a gift card is waived for the seat that the card pays', () => {
    const cart = party(2, { [CHILD]: 1 }, { giftCards: [giftTender(1, [fuel.id])] })
    const line = priceCart(facts({ fees: [fuel] }), cart).lines.find(({ kind }) => kind === 'fee')
    expect([line?.amountCents, line?.rule]).toEqual([916, 'fee:percent:waived'])
  })

  test('a party without types is priced as if there were none', () => {
    for (const cart of [seats(3), whole(4), seats(2, { passengerTypes: [] })]) {
      expect(priceCart(facts(), cart)).toEqual(priceCart(newYorkerFacts(), cart))
    }
  })
})

describe('parties that are not sold', () => {
  test.each<[string, Cart, string | undefined]>([
    ['a child without an adult', party(1, { [CHILD]: 1 }), 'adult_needed'],
    ['a child with a youth only', party(2, { [CHILD]: 1, [YOUTH]: 1 }), 'adult_needed'],
    ['a child with a resident', party(2, { [CHILD]: 1, [RESIDENT]: 1 }), undefined],
    ['a child with an adult', party(2, { [CHILD]: 1 }), undefined],
    ['a youth alone', party(1, { [YOUTH]: 1 }), undefined],
    ['more children than seats', party(2, { [CHILD]: 3 }), 'more_types_than_seats'],
    ['a type that the product does not have', party(2, { 9: 1 }), 'type_unknown'],
    [
      'a type twice',
      seats(4, {
        passengerTypes: [
          { typeId: CHILD, quantity: 1 },
          { typeId: CHILD, quantity: 1 },
        ],
      }),
      'type_twice',
    ],
    [
      'an aircraft',
      whole(4, { passengerTypes: [{ typeId: CHILD, quantity: 1 }] }),
      'types_of_whole_aircraft',
    ],
  ])('%s', (_name, cart, problem) => {
    expect(findCartProblem(facts(), cart)).toBe(problem)
  })
})

describe('refunds of one of a party', () => {
  const sold = (cart: Cart): RefundableOrder => {
    const priced = priceCart(facts(), cart)
    return {
      lines: priced.lines,
      usedGifts: cart.giftCards ?? [],
      paid: { ...priced.tenders, cardCents: priced.amountDueCents ?? 0 },
      returned: { cardCents: 0, creditCents: 0, vouchers: [], giftCards: [] },
      returnedUnits: [],
    }
  }

  test.each([
    ['an adult', 0, 25_200],
    ['the child', 1, 20_391],
  ])('%s gets the price of their own seat back, with its fees', (_name, position, cents) => {
    const order = sold(party(3, { [CHILD]: 1 }))
    expect(findRefundShares(order, [{ position, quantity: 1 }]).amountCents).toBe(cents)
  })

  test('a gift card returns with the seat that it paid, and not with another one', () => {
    const order = sold(party(2, { [CHILD]: 1 }, { giftCards: [giftTender(1, [])] }))
    const [adult, child] = [0, 1].map((position) => findRefundShares(order, [{ position, quantity: 1 }]))
    expect(adult?.tenders.giftCards).toEqual([{ id: 1, amountCents: 22_900 }])
    expect(adult?.amountCents).toBe(805 + 350 + 1_145)
    expect(child?.tenders.giftCards).toEqual([])
    expect(child?.amountCents).toBe(18_320 + 805 + 350 + 916)
  })
})
