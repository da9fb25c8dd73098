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
    ['a percent upgrade', won(WEATHER_COVER), [-4122]],
    ['one, where the shopper chose the number', won(CHAMPAGNE, CHAMPAGNE, 3), [-1800]],
    ['nothing without the upgrade', won(PHOTO_SET, CHAMPAGNE), []],
    ['nothing for a foreign one', won(99, CHAMPAGNE), []],
  ])('%s', (_name, cart, amounts) => {
    expect(amountsOf('discount', cart)).toEqual(amounts)
  })
})

describe('a gift card pays one whole seat (domain rule 7)', () => {
  const [one, two, three] = [giftTender(1, []), giftTender(2, []), giftTender(3, [])]
  const aircraft = giftTender(4, [], { unit: 'flight' })
  test.each<[string, Cart, number[], PricingFacts?]>([
    ['whatever was paid for it', seats(1, { giftCards: [giftTender(1, [], { paidCents: 1 })] }), [-22900]],
    [
      'at the price of today',
      seats(1, { giftCards: [one] }),
      [-18320],
      newYorkerFacts({ campaignBps: 2000 }),
    ],
    ['a card for each seat', seats(2, { giftCards: [one, two] }), [-22900, -22900]],
    ['never more cards than seats', seats(2, { giftCards: [one, two, three] }), [-22900, -22900]],
    ['an aircraft, where it was bought for one', whole(5, { giftCards: [aircraft] }), [-119800]],
    ['a card for a seat pays no aircraft', whole(4, { giftCards: [one] }), []],
    ['a card for an aircraft pays no seat', seats(1, { giftCards: [aircraft] }), []],
    ['no upgrades', seats(1, { giftCards: [one], upgrades: [{ upgradeId: PHOTO_SET }] }), [-22900]],
    ['nothing for a free seat', seats(1, { giftCards: [one] }), [], plainSeat(0)],
  ])('%s', (_name, cart, amounts, facts) => {
    expect(amountsOf('gift', cart, facts)).toEqual(amounts)
  })
})

describe('a discount code applies to what is left (domain rule 7)', () => {
  const photo = { upgrades: [{ upgradeId: PHOTO_SET }] }
  const half = { ...fly15Discount, percentBps: 5000 }
  const much = { ...tenDollarsOff, amountCents: 99900 }
  test.each<[string, Cart, number[], PricingFacts?]>([
    ['a percentage of the seats', seats(2, { discount: fly15Discount }), [-6870]],
    ['half a cent up', seats(1, { discount: fly15Discount }), [-3437], plainSeat(22910)],
    ['of upgrades too', seats(2, { discount: fly15Discount, ...photo }), [-7605]],
    ['not of fees', seats(1, { discount: { ...fly15Discount, percentBps: 10000 } }), [-22900]],
    ['an amount, once per order', seats(3, { discount: tenDollarsOff }), [-1000]],
    ['an amount is capped at what is left', seats(1, { discount: much }), [-22900]],
    ['after gift cards', seats(2, { discount: fly15Discount, giftCards: [giftTender(1, [])] }), [-3435]],
    ['an amount after gift cards', seats(2, { discount: much, giftCards: [giftTender(1, [])] }), [-22900]],
    [
      'after a prize',
      seats(2, { discount: fly15Discount, ...photo, prizeUpgradeId: PHOTO_SET }),
      [-4900, -6870],
    ],
    [
      'none where gift cards pay all',
      seats(1, { discount: tenDollarsOff, giftCards: [giftTender(1, [])] }),
      [0],
    ],
    ['no code beside a campaign', seats(1, { discount: half }), [], newYorkerFacts({ campaignBps: 2000 })],
    [
      'a stackable one beside it',
      seats(1, { discount: { ...half, stackable: true } }),
      [-9160],
      newYorkerFacts({ campaignBps: 2000 }),
    ],
  ])('%s', (_name, cart, amounts, facts) => {
    expect(amountsOf('discount', cart, facts)).toEqual(amounts)
  })
})
