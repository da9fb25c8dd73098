import { expect, test } from 'vitest'
import { fuel, heliport, newYorkerFacts } from '#tests/support/sample-facts.ts'
import { priceAddedGuests } from './price-added-guests.ts'
import { type FeeRule, type PricingFacts, type SeatTypeRule } from './pricing-facts.ts'

const booking: FeeRule = { id: 9, name: 'Booking', priceCents: 1000, percentBps: null, perSeat: false }
const child: SeatTypeRule = { id: 1, name: 'Child', percentOff: 20, maxAge: 11, needsAdult: true }
const facts = (over: Partial<PricingFacts> = {}): PricingFacts => ({
  ...newYorkerFacts(),
  fees: [booking, heliport, fuel],
  taxBps: 0,
  ...over,
})
const priced = (over: Partial<PricingFacts>, guests: Parameters<typeof priceAddedGuests>[1]) => {
  const { lines, totalCents, feesCents, taxCents } = priceAddedGuests(facts(over), guests, 0)
  return { lines: lines.map(({ kind, amountCents }) => [kind, amountCents]), totalCents, feesCents, taxCents }
}

test('a guest pays a seat and the fees that grow with seats, but no fee of the order again', () => {
  // 229.00, 8.05 for the seat, 5% of it.
  expect(priced({}, { quantity: 1 })).toEqual({
    lines: [
      ['seat', 22_900],
      ['fee', 805],
      ['fee', 1145],
    ],
    totalCents: 24_850,
    feesCents: 1950,
    taxCents: 0,
  })
})

test('the campaign of today, a child’s share and tax are counted as for a new order', () => {
  const over = { campaignBps: 1000, passengerTypes: [child], taxBps: 625 }
  const party = { quantity: 2, passengerTypes: [{ typeId: 1, quantity: 1 }] }
  // An adult for 206.10 and a child for 20% less, 164.88; 2 × 8.05; 5% of both; 6.25% of all.
  expect(priced(over, party)).toEqual({
    lines: [
      ['seat', 20_610],
      ['seat', 16_488],
      ['fee', 1610],
      ['fee', 1855],
      ['tax', 2535],
    ],
    totalCents: 43_098,
    feesCents: 3465,
    taxCents: 2535,
  })
})

test('a guest who needs two seats pays both, with the fees of one', () => {
  expect(priced({ fees: [heliport] }, { quantity: 1, secondSeats: 1 }).lines).toEqual([
    ['seat', 22_900],
    ['seat', 22_900],
    ['fee', 805],
  ])
})

test('account credit pays, and never leaves less than a card can be charged', () => {
  const all = priceAddedGuests(facts(), { quantity: 1 }, 100_000)
  expect([all.creditsCents, all.amountDueCents]).toEqual([24_850, null])
  const most = priceAddedGuests(facts(), { quantity: 1 }, 24_830)
  expect([most.creditsCents, most.amountDueCents]).toEqual([24_800, 50])
})
