import fc from 'fast-check'
import {
  type Cart,
  type GiftCart,
  type PricingFacts,
  type FeeLimit,
} from '#api/rules/pricing/pricing-facts.ts'
import { PROPERTY_RUNS } from './property-runs.ts'

/**
 * Catalogues and carts with everything in them, invented by fast-check. Small amounts are frequent:
 * rounding and the minimum charge show there.
 */

export interface Sale {
  facts: PricingFacts
  cart: Cart
}
export interface GiftSale {
  facts: PricingFacts
  cart: GiftCart
}

const cents = fc.oneof(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 500_000 }))
const price = fc.record({ seatPriceCents: fc.option(cents), flightPriceCents: fc.option(cents) })
const flatOrPercent = (maxBps: number) =>
  fc.oneof(
    cents.map((priceCents) => ({ priceCents, percentBps: null })),
    fc.integer({ min: 0, max: maxBps }).map((percentBps) => ({ priceCents: null, percentBps })),
  )
const sometimes = <T, N>(value: fc.Arbitrary<T>, nil: N) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(nil) }, { weight: 3, arbitrary: value })

const someFacts: fc.Arbitrary<PricingFacts> = fc
  .record({
    own: fc.record({
      seatPriceCents: cents,
      flightPriceCents: cents,
      feePriceCents: fc.option(cents),
      creditHidden: sometimes(fc.boolean(), false),
    }),
    campaignBps: sometimes(
      fc.integer({ min: 1, max: 100 }).map((percent) => percent * 100),
      0,
    ),
    fare: fc.option(price),
    departure: price,
    fees: fc.array(fc.tuple(flatOrPercent(3_000), fc.boolean(), fc.boolean()), { maxLength: 4 }),
    upgrades: fc.array(fc.tuple(flatOrPercent(3_000), fc.integer({ min: -1, max: 4 })), { maxLength: 4 }),
    taxBps: sometimes(fc.integer({ min: 0, max: 2_000 }), 0),
    capacity: fc.integer({ min: 1, max: 8 }),
  })
  .map(({ own, departure, fees, upgrades, ...rest }) => ({
    ...rest,
    product: { name: 'A flight', ...own },
    departure: { ...departure, tags: [] },
    fees: fees.map(([rate, perSeat, postponed], id) => ({ id, name: 'Fee', ...rate, perSeat, postponed })),
    upgrades: upgrades.map(([rate, goodForXPax], id) => ({ id, name: 'Upgrade', ...rate, goodForXPax })),
  }))

const someDiscount = fc
  .tuple(
    fc.oneof(
      cents.map((amountCents) => ({ amountCents, percentBps: null })),
      fc.integer({ min: 1, max: 10_000 }).map((percentBps) => ({ amountCents: null, percentBps })),
    ),
    fc.boolean(),
  )
  .map(([terms, stackable]) => ({ id: 1, code: 'CODE', label: 'Code', ...terms, stackable }))

const someVouchers = sometimes(fc.array(cents, { maxLength: 3 }), []).map((balances) =>
  balances.map((balanceCents, id) => ({ id, label: 'Voucher', balanceCents })),
)
const unit = fc.constantFrom('seat' as const, 'flight' as const)

/** What a gift card names of fees that wait for it, some lower than the fee, some higher. */
const someLimits = (facts: PricingFacts): fc.Arbitrary<FeeLimit[] | undefined> =>
  fc
    .tuple(
      fc.subarray(facts.fees.map(({ id }) => id)),
      fc.array(fc.integer({ min: 1, max: 4_000 }), { minLength: 4, maxLength: 4 }),
    )
    .map(([ids, amounts]) => ids.map((feeId, at) => ({ feeId, cents: amounts[at] ?? 1 })))

const someGifts = (facts: PricingFacts) =>
  fc
    .array(
      fc.tuple(
        unit,
        cents,
        fc.subarray(facts.fees.map(({ id }) => id)),
        sometimes(someLimits(facts), undefined),
      ),
      { maxLength: 4 },
    )
    .map((gifts) =>
      gifts.map(([pays, paidCents, pendingFeeIds, feeLimits], id) => ({
        id,
        label: 'Gift card',
        paidCents,
        pendingFeeIds,
        feeLimits,
        unit: pays,
      })),
    )

const someCart = (facts: PricingFacts): fc.Arbitrary<Cart> => {
  const upgradeIds = facts.upgrades.map(({ id }) => id)
  return fc.record({
    quantityType: unit,
    quantity: fc.integer({ min: 1, max: 12 }),
    upgrades: fc
      .tuple(fc.subarray(upgradeIds), fc.integer({ min: 1, max: 5 }))
      .map(([ids, quantity]) => ids.map((upgradeId) => ({ upgradeId, quantity }))),
    prizeUpgradeId: sometimes(fc.constantFrom(...upgradeIds, 99), null),
    discount: sometimes(someDiscount, null),
    giftCards: sometimes(someGifts(facts), []),
    vouchers: someVouchers,
    creditCents: sometimes(cents, 0),
  })
}

const someSale: fc.Arbitrary<Sale> = someFacts.chain((facts) =>
  someCart(facts).map((cart) => ({ facts, cart })),
)

const someGiftSale: fc.Arbitrary<GiftSale> = fc.record({
  facts: someFacts,
  cart: fc.record({
    unit,
    quantity: fc.integer({ min: 1, max: 12 }),
    discount: sometimes(someDiscount, null),
    vouchers: someVouchers,
    creditCents: sometimes(cents, 0),
  }),
})

/** Tries a property over invented catalogues and carts with everything in them. */
export function checkEverySale(check: (sale: Sale) => void): void {
  fc.assert(fc.property(someSale, check), { numRuns: PROPERTY_RUNS })
}

/** The same, with a number that says which of several ways is tried. */
export function checkEverySaleWith(max: number, check: (sale: Sale, choice: number) => void): void {
  fc.assert(fc.property(someSale, fc.nat({ max }), check), { numRuns: PROPERTY_RUNS })
}

/** Tries a property over invented purchases of gift cards. */
export function checkEveryGiftSale(check: (sale: GiftSale) => void): void {
  fc.assert(fc.property(someGiftSale, check), { numRuns: PROPERTY_RUNS })
}
