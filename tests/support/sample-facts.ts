import {
  type Cart,
  type DiscountTerms,
  type FeeRule,
  type GiftCardTender,
  type PricingFacts,
  type UpgradeRule,
} from '#api/rules/pricing/pricing-facts.ts'

/** The fees of the demo shop. */
export const heliport: FeeRule = {
  id: 1,
  name: 'Heliport fee',
  priceCents: 805,
  percentBps: null,
  perSeat: true,
}
export const permit: FeeRule = {
  id: 2,
  name: 'Landing permit',
  priceCents: 350,
  percentBps: null,
  perSeat: true,
  postponed: true,
}
export const fuel: FeeRule = { id: 3, name: 'Fuel', priceCents: null, percentBps: 500, perSeat: false }

const upgrade = (id: number, goodForXPax: number, price: Partial<UpgradeRule>): UpgradeRule => ({
  id,
  name: `Upgrade ${String(id)}`,
  priceCents: null,
  percentBps: null,
  goodForXPax,
  ...price,
})
export const PHOTO_SET = 1
export const PER_PASSENGER = 2
export const WEATHER_COVER = 3
export const FOR_THE_PARTY = 4
export const CHAMPAGNE = 5

/** The New Yorker of the demo shop: 229.00 a seat, 1,198.00 for an aircraft of four. */
export function newYorkerFacts(overrides: Partial<PricingFacts> = {}): PricingFacts {
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
      upgrade(PHOTO_SET, 2, { priceCents: 4900 }),
      upgrade(PER_PASSENGER, 1, { priceCents: 3500 }),
      upgrade(WEATHER_COVER, 1, { percentBps: 600 }),
      upgrade(FOR_THE_PARTY, 0, { priceCents: 6500 }),
      upgrade(CHAMPAGNE, -1, { priceCents: 1800 }),
    ],
    taxBps: 0,
    capacity: 4,
    ...overrides,
  }
}

export const sunset = { seatPriceCents: 26900, flightPriceCents: 129800, tags: ['sunset'] }

/** The '12-Minute Private Flight': aircraft only, percent fees on 1,198.00, no credit. */
export const privateFlight = newYorkerFacts({
  product: {
    name: '12-Minute Private Flight',
    seatPriceCents: null,
    flightPriceCents: 119800,
    feePriceCents: 119800,
    creditHidden: true,
  },
  departure: { seatPriceCents: null, flightPriceCents: 129800, tags: [] },
})

/** A seat at some price, without fees. */
export const plainSeat = (seatPriceCents: number, overrides: Partial<PricingFacts> = {}) =>
  newYorkerFacts({
    product: { ...newYorkerFacts().product, seatPriceCents },
    fees: [],
    ...overrides,
  })

export const seats = (quantity: number, more: Partial<Cart> = {}): Cart => ({
  quantityType: 'seat',
  quantity,
  upgrades: [],
  ...more,
})
export const whole = (quantity: number, more: Partial<Cart> = {}): Cart => ({
  quantityType: 'flight',
  quantity,
  upgrades: [],
  ...more,
})

export const fly15Discount: DiscountTerms = {
  id: 1,
  code: 'FLY15',
  label: 'Fifteen percent off',
  amountCents: null,
  percentBps: 1500,
  stackable: false,
}
export const tenDollarsOff: DiscountTerms = {
  ...fly15Discount,
  id: 2,
  code: 'TENOFF',
  label: 'Ten dollars off',
  amountCents: 1000,
  percentBps: null,
}

/** A gift card for a seat; each case says which fees it includes. */
export const giftTender = (
  id: number,
  pendingFeeIds: number[],
  overrides: Partial<GiftCardTender> = {},
): GiftCardTender => ({
  id,
  label: `Gift card ${String(id)}`,
  paidCents: 19900,
  pendingFeeIds,
  unit: 'seat',
  ...overrides,
})
export const voucherTender = (id: number, balanceCents: number) => ({
  id,
  label: `Voucher ${String(id)}`,
  balanceCents,
})
