import { describe, expect, test } from 'vitest'
import {
  type DiscountCodeRule,
  type DiscountRule,
  type DiscountUse,
  findDiscountRefusal,
  getDiscountRefusalText,
} from './discount-refusal.ts'
import { explainDiscountRefusal } from './explain-discount-refusal.ts'

const now = new Date('2026-11-21T12:00:00Z')
const aCode = (code: Partial<DiscountCodeRule> = {}, discount: Partial<DiscountRule> = {}) => ({
  code: {
    redeemable: true,
    redemptionLimit: null,
    sunsetAndFocus: false,
    stackable: false,
    internal: false,
    ...code,
  },
  discount: {
    publishStatus: 'published' as const,
    publishAt: null,
    publishUntil: null,
    disableForSeats: false,
    disableForFlights: false,
    brandId: null,
    productIds: [],
    ...discount,
  },
})
const aWish = (overrides: Partial<DiscountUse> = {}): DiscountUse => ({
  now,
  uses: 0,
  brandId: 1,
  productId: 6,
  quantityType: 'seat',
  productTags: [],
  departureTags: [],
  campaignBps: 0,
  ...overrides,
})
type Found = ReturnType<typeof aCode> | undefined
const say = (found: Found, input: DiscountUse) => {
  const refusal = findDiscountRefusal(found, input)
  return refusal && getDiscountRefusalText(refusal, 'FLY15')
}
const sunset = { departureTags: ['sunset'] }
const focus = { productTags: ['doors-off', 'focus_flight'] }
const dead = 'FLY15 is an invalid discount code'

describe('the refusals of discount codes match spec section 5', () => {
  test.each<[string, Found, Partial<DiscountUse>, string]>([
    ['a sunset departure', aCode(), sunset, 'FLY15 is not valid for sunset reservations'],
    ['a sunset product', aCode(), { productTags: ['sunset'] }, 'FLY15 is not valid for sunset reservations'],
    ['a product of focus flights', aCode(), focus, 'FLY15 is not valid for focus flights'],
    [
      'a departure that is a focus flight',
      aCode(),
      { departureTags: ['focus_flight'] },
      'FLY15 is not valid for focus flights',
    ],
    ['disable_for_seats', aCode({}, { disableForSeats: true }), {}, 'FLY15 is not valid for seats'],
    [
      'disable_for_flights',
      aCode({}, { disableForFlights: true }),
      { quantityType: 'flight' },
      'FLY15 is not valid for flights',
    ],
    ['another brand', aCode({}, { brandId: 2 }), {}, 'FLY15 is not valid for this brand'],
    [
      'a product that is not on its list',
      aCode({}, { productIds: [7, 8] }),
      {},
      'FLY15 is not valid for this product',
    ],
    ['not redeemable', aCode({ redeemable: false }), {}, dead],
    ['limit reached', aCode({ redemptionLimit: 3 }), { uses: 3 }, dead],
    ['draft', aCode({}, { publishStatus: 'draft' }), {}, dead],
    ['archived', aCode({}, { publishStatus: 'archived' }), {}, dead],
    ['before its window', aCode({}, { publishAt: new Date(now.getTime() + 1) }), {}, dead],
    ['after its window', aCode({}, { publishUntil: now }), {}, dead],
    ['not stackable beside a campaign', aCode(), { campaignBps: 2000 }, dead],
    ['an unknown code', undefined, {}, 'FLY15 is not a valid code'],
    ['an internal code that was typed', aCode({ internal: true }), {}, 'FLY15 is not a valid code'],
  ])('the specified message refuses a code: %s', (_name, found, input, sentence) => {
    expect(say(found, aWish(input))).toBe(sentence)
  })
})

describe('a valid code', () => {
  test.each<[string, Found, Partial<DiscountUse>]>([
    ['without conditions', aCode(), {}],
    ['on sunset flights when it is on the list', aCode({ sunsetAndFocus: true }), sunset],
    ['on focus flights when it is on the list', aCode({ sunsetAndFocus: true }), focus],
    ['for seats when flights are switched off', aCode({}, { disableForFlights: true }), {}],
    [
      'for flights when seats are switched off',
      aCode({}, { disableForSeats: true }),
      { quantityType: 'flight' },
    ],
    ['for its brand', aCode({}, { brandId: 1 }), {}],
    ['for a product of its list', aCode({}, { productIds: [6, 7] }), {}],
    ['below its limit', aCode({ redemptionLimit: 3 }), { uses: 2 }],
    ['from the first moment of its window', aCode({}, { publishAt: now }), {}],
    ['beside a campaign when it is stackable', aCode({ stackable: true }), { campaignBps: 2000 }],
    ['when the shop itself applies an internal code', aCode({ internal: true }), { byShop: true }],
    ['at midnight and off-peak', aCode(), { departureTags: ['midnight', 'off-peak'] }],
  ])('a valid code is accepted %s', (_name, found, input) => {
    expect(say(found, aWish(input))).toBeUndefined()
  })

  test('it is checked as far as product, way of buying and departure are known', () => {
    const found = aCode({}, { productIds: [7], disableForSeats: true })
    expect(say(found, { now, uses: 0, brandId: 1 })).toBeUndefined()
  })
})

test('a reason that the shopper cannot change comes before one that another flight would change', () => {
  const spent = aCode({ redeemable: false }, { productIds: [7] })
  expect(findDiscountRefusal(spent, aWish(sunset))).toBe('not_redeemable')
  const elsewhere = aCode({}, { brandId: 2, productIds: [7], disableForSeats: true })
  expect(findDiscountRefusal(elsewhere, aWish(sunset))).toBe('other_brand')
  const other = aCode({}, { productIds: [7], disableForSeats: true })
  expect(findDiscountRefusal(other, aWish(sunset))).toBe('other_product')
})

test('the refusal of an internal code looks like that of an unknown code', () => {
  expect(explainDiscountRefusal('internal')).toBe(explainDiscountRefusal('unknown'))
  expect(explainDiscountRefusal('used_up')).toBe('This code has been used as often as it may be.')
})
