import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findCartProblem } from './cart-problem.ts'
import { percentOf } from './money.ts'
import { type Cart, type PricingFacts } from './pricing-facts.ts'
import { priceCart } from './pricing.ts'

const heliport = { id: 1, name: 'Heliport fee', priceCents: 805, percentBps: null, perSeat: true }
const permit = { id: 2, name: 'Landing permit', priceCents: 350, percentBps: null, perSeat: true }
const fuel = { id: 3, name: 'Fuel', priceCents: null, percentBps: 500, perSeat: false }
const upgrade = (id: number, goodForXPax: number, price: { cents?: number; bps?: number }) => ({
  id,
  name: `Upgrade ${String(id)}`,
  priceCents: price.cents ?? null,
  percentBps: price.bps ?? null,
  goodForXPax,
})

/** The New Yorker of the demo shop. */
function aNewYorker(overrides: Partial<PricingFacts> = {}): PricingFacts {
  return {
    product: {
      name: 'The New Yorker',
      seatPriceCents: 22900,
      flightPriceCents: 119800,
      feePriceCents: null,
      creditHidden: false,
    },
    campaignBps: 0,
    fare: null,
    departure: { seatPriceCents: null, flightPriceCents: null, tags: [] },
    fees: [heliport, permit, fuel],
    upgrades: [
      upgrade(1, 2, { cents: 4900 }),
      upgrade(2, 1, { cents: 3500 }),
      upgrade(3, 1, { bps: 600 }),
      upgrade(4, 0, { cents: 6500 }),
      upgrade(5, -1, { cents: 1800 }),
    ],
    taxBps: 0,
    capacity: 4,
    ...overrides,
  }
}
const seats = (quantity: number, upgrades: Cart['upgrades'] = []): Cart => ({
  quantityType: 'seat',
  quantity,
  upgrades,
})
const whole = (quantity: number, upgrades: Cart['upgrades'] = []): Cart => ({
  quantityType: 'flight',
  quantity,
  upgrades,
})
const sunset = { seatPriceCents: 26900, flightPriceCents: 129800, tags: ['sunset'] }
const privateFlight = aNewYorker({
  product: {
    name: '12-Minute',
    seatPriceCents: null,
    flightPriceCents: 119800,
    feePriceCents: 119800,
    creditHidden: true,
  },
  departure: { seatPriceCents: null, flightPriceCents: 129800, tags: [] },
})

describe('the table of docs/pricing.md', () => {
  test.each([
    ['1 seat', aNewYorker(), seats(1), 22900, 2300, 25200],
    ['2 seats', aNewYorker(), seats(2), 45800, 4600, 50400],
    ['3 seats', aNewYorker(), seats(3), 68700, 6900, 75600],
    ['2 seats at sunset', aNewYorker({ departure: sunset }), seats(2), 53800, 5000, 58800],
    ['whole aircraft for 4', aNewYorker(), whole(4), 119800, 7145, 126945],
    ['whole aircraft for 5', aNewYorker(), whole(5), 239600, 14290, 253890],
    ['private flight at sunset, fees on 1198', privateFlight, whole(2), 129800, 7145, 136945],
    ['2 seats, photo set for two', aNewYorker(), seats(2, [{ upgradeId: 1 }]), 50700, 4600, 55300],
    ['3 seats, photo set for two', aNewYorker(), seats(3, [{ upgradeId: 1 }]), 78500, 6900, 85400],
    ['2 seats, weather cover', aNewYorker(), seats(2, [{ upgradeId: 3 }]), 48548, 4600, 53148],
  ])('%s', (_name, facts, cart, subtotal, fees, total) => {
    const priced = priceCart(facts, cart)
    expect([priced.subtotalCents, priced.feesCents, priced.totalCents]).toEqual([subtotal, fees, total])
    expect(priced.amountDueCents).toBe(total)
  })
})

test('each line says what it is and which rule made it', () => {
  const { lines } = priceCart(
    aNewYorker({ departure: sunset, taxBps: 700 }),
    seats(2, [{ upgradeId: 5, quantity: 3 }, { upgradeId: 3 }]),
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

describe('list price', () => {
  const fare = { seatPriceCents: 20900, flightPriceCents: null }
  test.each([
    ['the departure’s own', aNewYorker({ fare, departure: sunset }), 26900],
    ['else its fare’s', aNewYorker({ fare }), 20900],
    ['else the product’s', aNewYorker(), 22900],
    ['a fare that is free is a price too', aNewYorker({ fare: { ...fare, seatPriceCents: 0 } }), 0],
    ['a departure that is free too', aNewYorker({ fare, departure: { ...sunset, seatPriceCents: 0 } }), 0],
  ])('%s', (_name, facts, cents) => {
    expect(priceCart(facts, seats(1)).unitPriceCents).toBe(cents)
  })

  test('whole aircraft have their own chain', () => {
    expect(priceCart(aNewYorker({ fare }), whole(1)).unitPriceCents).toBe(119800)
  })

  test('a fare does not put on sale what the product does not offer', () => {
    const facts = { ...privateFlight, fare: { seatPriceCents: 10000, flightPriceCents: null } }
    expect(findCartProblem(facts, seats(1))).toBe('not_sold_by_seat')
    expect(() => priceCart(facts, seats(1))).toThrow(TypeError)
  })
})

describe('how many of an upgrade', () => {
  const quantityOf = (cart: Cart, index = 1) => priceCart(aNewYorker(), cart).lines[index]?.quantity
  test.each([
    ['one for every two begun', seats(3, [{ upgradeId: 1 }]), 2],
    ['one for each passenger', seats(3, [{ upgradeId: 2 }]), 3],
    ['one for each passenger, whatever was sent', seats(3, [{ upgradeId: 2, quantity: 1 }]), 3],
    ['one for the party', seats(3, [{ upgradeId: 4 }]), 1],
    ['as many as chosen', seats(3, [{ upgradeId: 5, quantity: 7 }]), 7],
    ['as many as passengers when none were chosen', seats(3, [{ upgradeId: 5 }]), 3],
    ['passengers count on whole aircraft too', whole(6, [{ upgradeId: 2 }]), 6],
    ['a percent of the aircraft counts aircraft', whole(6, [{ upgradeId: 3 }]), 2],
  ])('%s', (_name, cart, quantity) => {
    expect(quantityOf(cart)).toBe(quantity)
  })
})

test('carts that cannot be priced', () => {
  expect(findCartProblem(aNewYorker(), seats(0))).toBe('quantity_missing')
  expect(findCartProblem(aNewYorker(), seats(1, [{ upgradeId: 99 }]))).toBe('upgrade_unknown')
  expect(findCartProblem(aNewYorker(), seats(1, [{ upgradeId: 1 }, { upgradeId: 1 }]))).toBe('upgrade_twice')
  expect(findCartProblem(aNewYorker(), seats(1))).toBeUndefined()
})

const cents = fc.integer({ min: 0, max: 500_000 })
const price = fc.record({ seatPriceCents: fc.option(cents), flightPriceCents: fc.option(cents) })
const flatOrPercent = fc.oneof(
  cents.map((priceCents) => ({ priceCents, percentBps: null })),
  fc.integer({ min: 0, max: 3_000 }).map((percentBps) => ({ priceCents: null, percentBps })),
)
const someFacts: fc.Arbitrary<PricingFacts> = fc
  .record({
    own: fc.record({
      seatPriceCents: cents,
      flightPriceCents: cents,
      feePriceCents: fc.option(cents),
      creditHidden: fc.boolean(),
    }),
    fare: fc.option(price),
    departure: price,
    fees: fc.array(fc.tuple(flatOrPercent, fc.boolean()), { maxLength: 4 }),
    upgrades: fc.array(fc.tuple(flatOrPercent, fc.integer({ min: -1, max: 4 })), { maxLength: 4 }),
    taxBps: fc.integer({ min: 0, max: 2_000 }),
    capacity: fc.integer({ min: 1, max: 8 }),
  })
  .map(({ own, fare, departure, fees, upgrades, taxBps, capacity }) => ({
    product: { name: 'A flight', ...own },
    campaignBps: 0,
    fare,
    departure: { ...departure, tags: [] },
    fees: fees.map(([rate, perSeat], id) => ({ id, name: 'Fee', ...rate, perSeat })),
    upgrades: upgrades.map(([rate, goodForXPax], id) => ({ id, name: 'Upgrade', ...rate, goodForXPax })),
    taxBps,
    capacity,
  }))
const someCart = (facts: PricingFacts) =>
  fc.record({
    quantityType: fc.constantFrom('seat' as const, 'flight' as const),
    quantity: fc.integer({ min: 1, max: 30 }),
    upgrades: fc
      .subarray(facts.upgrades.map(({ id }) => id))
      .map((ids) => ids.map((upgradeId) => ({ upgradeId }))),
  })
const someSale = someFacts.chain((facts) => someCart(facts).map((cart) => ({ facts, cart })))
const forEverySale = (check: (sale: { facts: PricingFacts; cart: Cart }) => void) => {
  fc.assert(fc.property(someSale, check), { numRuns: 2_000 })
}

describe('always', () => {
  test('lines sum to the total, and so do its parts; nothing is negative', () => {
    forEverySale(({ facts, cart }) => {
      const priced = priceCart(facts, cart)
      const sum = priced.lines.reduce((all, line) => all + line.amountCents, 0)
      expect(priced.totalCents).toBe(sum)
      const parts = priced.subtotalCents + priced.feesCents + priced.taxCents - priced.discountCents
      expect(parts).toBe(sum)
      expect(sum).toBeGreaterThanOrEqual(0)
      expect(priced.amountDueCents).toBe(sum === 0 ? null : sum)
    })
  })

  test('every line is its unit times its quantity, in whole cents', () => {
    forEverySale(({ facts, cart }) => {
      for (const line of priceCart(facts, cart).lines) {
        expect(line.amountCents).toBe(line.unitCents * line.quantity)
        expect(Number.isSafeInteger(line.amountCents)).toBe(true)
      }
    })
  })

  test('a seat or passenger more never costs less', () => {
    forEverySale(({ facts, cart }) => {
      const more = { ...cart, quantity: cart.quantity + 1 }
      expect(priceCart(facts, more).totalCents).toBeGreaterThanOrEqual(priceCart(facts, cart).totalCents)
    })
  })

  test('whole aircraft seat the whole party, and not one aircraft too many', () => {
    forEverySale(({ facts, cart }) => {
      const { flightQuantity } = priceCart(facts, { ...cart, quantityType: 'flight' })
      expect(flightQuantity * facts.capacity).toBeGreaterThanOrEqual(cart.quantity)
      expect((flightQuantity - 1) * facts.capacity).toBeLessThan(cart.quantity)
    })
  })

  test('upgrades never change the fees, only the subtotal and the tax', () => {
    forEverySale(({ facts, cart }) => {
      const bare = priceCart(facts, { ...cart, upgrades: [] })
      const full = priceCart(facts, cart)
      expect(full.feesCents).toBe(bare.feesCents)
      expect(full.taxCents).toBe(percentOf(full.subtotalCents + full.feesCents, facts.taxBps))
    })
  })
})
