import { describe, expect, test } from 'vitest'
import {
  giftTender,
  newYorkerFacts,
  CHAMPAGNE,
  fly15Discount,
  PER_PASSENGER,
  PHOTO_SET,
  plainSeat,
  seats,
  tenDollarsOff,
  WEATHER_COVER,
  whole,
} from '#tests/support/sample-facts.ts'
import { type LineKind } from './price-lines.ts'
import { type Cart, type PricingFacts } from './pricing-facts.ts'
import { priceCart } from './pricing.ts'

const amountsOf = (kind: LineKind, cart: Cart, facts: PricingFacts = newYorkerFacts()) =>
  priceCart(facts, cart)
    .lines.filter((line) => line.kind === kind)
    .map(({ amountCents }) => amountCents)

describe('a prize makes its upgrade free once (domain rule 12)', () => {
  const won = (upgradeId: number, chosen = upgradeId, quantity?: number) =>
    seats(3, { upgrades: [{ upgradeId: chosen, quantity }], prizeUpgradeId: upgradeId })
  test.each([
    ['as many as the party needs', won(PHOTO_SET), [-9800]],
    ['one for each passenger', won(PER_PASSENGER), [-10500]],
    ['a percentage upgrade', won(WEATHER_COVER), [-4122]],
    ['one unit where the shopper chose the number', won(CHAMPAGNE, CHAMPAGNE, 3), [-1800]],
    ['nothing if the upgrade is not in the cart', won(PHOTO_SET, CHAMPAGNE), []],
    ['nothing of an upgrade that the flight does not offer', won(99, CHAMPAGNE), []],
  ])('the discount covers %s', (_name, cart, amounts) => {
    expect(amountsOf('discount', cart)).toEqual(amounts)
  })
})

describe('a gift card pays one whole seat (domain rule 7)', () => {
  const [one, two, three] = [giftTender(1, []), giftTender(2, []), giftTender(3, [])]
  const aircraft = giftTender(4, [], { unit: 'flight' })
  test.each<[string, Cart, number[], PricingFacts?]>([
    [
      'for a seat, whatever was paid for the card',
      seats(1, { giftCards: [giftTender(1, [], { paidCents: 1 })] }),
      [-22900],
    ],
    ['the price of today', seats(1, { giftCards: [one] }), [-18320], newYorkerFacts({ campaignBps: 2000 })],
    ['one seat for each card', seats(2, { giftCards: [one, two] }), [-22900, -22900]],
    ['no more seats than the party has', seats(2, { giftCards: [one, two, three] }), [-22900, -22900]],
    ['for an aircraft if it was bought for one', whole(5, { giftCards: [aircraft] }), [-119800]],
    ['no aircraft if it was bought for a seat', whole(4, { giftCards: [one] }), []],
    ['no seat if it was bought for an aircraft', seats(1, { giftCards: [aircraft] }), []],
    ['for no upgrades', seats(1, { giftCards: [one], upgrades: [{ upgradeId: PHOTO_SET }] }), [-22900]],
    ['nothing of a free seat', seats(1, { giftCards: [one] }), [], plainSeat(0)],
  ])('a gift card pays %s', (_name, cart, amounts, facts) => {
    expect(amountsOf('gift', cart, facts)).toEqual(amounts)
  })
})

describe('a discount code applies to what is left (domain rule 7)', () => {
  const photo = { upgrades: [{ upgradeId: PHOTO_SET }] }
  const half = { ...fly15Discount, percentBps: 5000 }
  const much = { ...tenDollarsOff, amountCents: 99900 }
  test.each<[string, Cart, number[], PricingFacts?]>([
    ['a percentage of the seats', seats(2, { discount: fly15Discount }), [-6870]],
    ['half a cent more by rounding', seats(1, { discount: fly15Discount }), [-3437], plainSeat(22910)],
    ['a percentage of upgrades, too', seats(2, { discount: fly15Discount, ...photo }), [-7605]],
    ['nothing of fees', seats(1, { discount: { ...fly15Discount, percentBps: 10000 } }), [-22900]],
    ['an amount once per order', seats(3, { discount: tenDollarsOff }), [-1000]],
    ['no more than what is left', seats(1, { discount: much }), [-22900]],
    [
      'a percentage of what gift cards leave',
      seats(2, { discount: fly15Discount, giftCards: [giftTender(1, [])] }),
      [-3435],
    ],
    [
      'no more than what gift cards leave',
      seats(2, { discount: much, giftCards: [giftTender(1, [])] }),
      [-22900],
    ],
    [
      'a percentage of what a prize leaves',
      seats(2, { discount: fly15Discount, ...photo, prizeUpgradeId: PHOTO_SET }),
      [-4900, -6870],
    ],
    [
      'nothing where gift cards pay all',
      seats(1, { discount: tenDollarsOff, giftCards: [giftTender(1, [])] }),
      [0],
    ],
    ['nothing beside a campaign', seats(1, { discount: half }), [], newYorkerFacts({ campaignBps: 2000 })],
    [
      'a percentage beside a campaign if it is stackable',
      seats(1, { discount: { ...half, stackable: true } }),
      [-9160],
      newYorkerFacts({ campaignBps: 2000 }),
    ],
  ])('a code takes off %s', (_name, cart, amounts, facts) => {
    expect(amountsOf('discount', cart, facts)).toEqual(amounts)
  })
})
