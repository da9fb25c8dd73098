import { describe, expect, test } from 'vitest'
import { newYorkerFacts, plainSeat, privateFlight, sunset } from '#tests/support/sample-facts.ts'
import { findUnitPrice, getSurgeCents } from './price-lines.ts'

const fare = { seatPriceCents: 20900, flightPriceCents: null }
const offPeak = { seatPriceCents: 20900, flightPriceCents: null, tags: ['off-peak'] }

describe('the list price is the departure’s, else the fare’s, else the product’s (domain rule 7)', () => {
  test.each([
    ['the departure’s own', newYorkerFacts({ fare, departure: sunset }), 26900, 'departure'],
    ['else its fare’s', newYorkerFacts({ fare }), 20900, 'fare'],
    ['else the product’s', newYorkerFacts(), 22900, 'product'],
    [
      'a fare that is free is a price too',
      newYorkerFacts({ fare: { ...fare, seatPriceCents: 0 } }),
      0,
      'fare',
    ],
    ['a free departure too', newYorkerFacts({ departure: { ...sunset, seatPriceCents: 0 } }), 0, 'departure'],
  ])('%s', (_name, facts, cents, source) => {
    expect(findUnitPrice(facts, 'seat')).toEqual({ cents, listCents: cents, source })
  })

  test('whole aircraft have a chain of prices of their own', () => {
    expect(findUnitPrice(newYorkerFacts({ fare }), 'flight')?.cents).toBe(119800)
  })
})

describe(
  'the campaign multiplier is (100 − percent) / 100, with half a cent rounded up ' + '(spec section 9)',
  () => {
    test.each([
      ['default 0', 22900, 0, 22900],
      ['20 %', 22900, 2000, 18320],
      ['50 %', 22900, 5000, 11450],
      ['70 %', 22900, 7000, 6870],
      ['50 % of an odd cent', 22901, 5000, 11451],
      ['15 % of 229.03', 22903, 1500, 19468],
      ['100 %', 22900, 10000, 0],
    ])('%s', (_name, listCents, campaignBps, cents) => {
      const found = findUnitPrice(plainSeat(listCents, { campaignBps }), 'seat')
      expect(found).toEqual({ cents, listCents, source: 'product' })
    })

    test('the multiplier also lowers the price of a departure and of an aircraft', () => {
      const facts = newYorkerFacts({ departure: sunset, campaignBps: 2000 })
      expect(findUnitPrice(facts, 'seat')?.cents).toBe(21520)
      expect(findUnitPrice(facts, 'flight')?.cents).toBe(103840)
    })
  },
)

describe('the surge is the difference to the product’s own list price (domain rule 7)', () => {
  test.each([
    ['a dearer departure', newYorkerFacts({ departure: sunset }), 4000],
    ['a cheaper one', newYorkerFacts({ departure: offPeak }), -2000],
    ['none', newYorkerFacts(), 0],
    ['a campaign is no surge', newYorkerFacts({ departure: sunset, campaignBps: 5000 }), 4000],
    ['of the aircraft where no seats are sold', privateFlight, 10000],
  ])('%s', (_name, facts, cents) => {
    expect(getSurgeCents(facts)).toBe(cents)
  })
})
