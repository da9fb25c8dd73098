import { eq } from 'drizzle-orm'
import {
  campaignShape,
  fareShape,
  feeShape,
  productCategoryShape,
  terminalShape,
  upgradeShape,
} from '#contract/resources/catalogue-shapes.ts'
import {
  aircraft,
  departures,
  fares,
  fees,
  productCategories,
  productCategoryProducts,
  products,
  productUpgrades,
  terminals,
  upgrades,
} from '../db/schema/catalogue.ts'
import { slots } from '../db/schema/inventory.ts'
import { orderItemUpgrades } from '../db/schema/orders.ts'
import { campaigns, prizes } from '../db/schema/promotions.ts'
import { giftCards, orderItemGiftCards } from '../db/schema/tenders.ts'
import { findEntry } from '../store/catalogue/read-catalogue.ts'
import { checkFareTerms } from './check-fare-terms.ts'
import {
  campaignDefaults,
  categoryDefaults,
  terminalDefaults,
  upgradeDefaults,
} from '../resources/creation-defaults.ts'
import { declareResource, invalid, refundTerms, type Row } from '../resources/resource.ts'
import { refusePriceCut } from '../resources/price-limits.ts'
import { whereProductBrand } from '../resources/brand-scope.ts'
import { usedInList, usedByColumn } from '../resources/row-uses.ts'

const everyMethod = ['list', 'read', 'create', 'change', 'remove'] as const

/** Requires either a price or a percentage, like the table's constraint. */
const checkOnePrice = (row: Row) =>
  ((row['priceCents'] ?? null) === null) === ((row['percentBps'] ?? null) === null)
    ? invalid({ price: ['Give a price or a percentage, and not both'] })
    : undefined

export const terminalResource = declareResource({
  shape: terminalShape,
  defaults: terminalDefaults,
  table: terminals,
  methods: everyMethod,
  remembered: ({ terminals: rows }) => rows,
  columns: { tax_percent: 'taxBps' },
  uses: [
    usedByColumn('products leave from it', products, products.departureTerminalId),
    usedByColumn('products land at it', products, products.arrivalTerminalId),
    usedByColumn('departures leave from it', departures, departures.departureTerminalId),
    usedByColumn('departures land at it', departures, departures.arrivalTerminalId),
    usedByColumn('aircraft are based at it', aircraft, aircraft.terminalId),
    usedByColumn('flights left from it', slots, slots.terminalId),
  ],
})

export const upgradeResource = declareResource({
  shape: upgradeShape,
  defaults: upgradeDefaults,
  table: upgrades,
  methods: everyMethod,
  remembered: ({ upgrades: rows }) => rows,
  idFilters: {
    product_id: (catalogue, row, ids) =>
      ids.some((id) => findEntry(catalogue, id)?.upgrades.some((one) => one.id === row['id'])),
  },
  mapped: {
    meta: {
      read: (row) => ({ question: row['question'] ?? null }),
      set: (value) => ({ question: readQuestion(value) }),
    },
  },
  check: async (row, context) =>
    refundTerms(row, context, ['refundRight']) ??
    checkOnePrice(row) ??
    (await refusePriceCut('upgrades', { priceCents: 'price', percentBps: 'percent' }, row, context)),
  uses: [
    usedByColumn('orders have it', orderItemUpgrades, orderItemUpgrades.upgradeId),
    usedByColumn('products offer it', productUpgrades, productUpgrades.upgradeId),
    usedByColumn('prizes give it', prizes, prizes.upgradeId),
  ],
})

function readQuestion(meta: unknown): string | null {
  if (typeof meta !== 'object' || meta === null || !('question' in meta)) return null
  return typeof meta.question === 'string' && meta.question !== '' ? meta.question : null
}

export const feeResource = declareResource({
  shape: feeShape,
  table: fees,
  brandRows: (brandId) => eq(fees.brandId, brandId),
  methods: everyMethod,
  remembered: ({ fees: rows }) => rows,
  check: checkOnePrice,
  uses: [usedInList('gift cards have it waived', giftCards, giftCards.pendingFeeIds)],
})

const FARE_PRICES = {
  seatPriceCents: 'seat_price',
  flightPriceCents: 'flight_price',
  giftPriceCents: 'gift_price',
}

export const fareResource = declareResource({
  shape: fareShape,
  table: fares,
  brandRows: whereProductBrand(fares.productId),
  methods: everyMethod,
  remembered: ({ fares: rows }) => rows,
  check: async (row, context) =>
    refundTerms(row, context, ['refundWhenCalledOff']) ??
    (await checkFareTerms(row, context)) ??
    (await refusePriceCut('fares', FARE_PRICES, row, context)),
  uses: [
    usedByColumn('departures fly at it', departures, departures.fareId),
    usedByColumn('gift cards were sold at it', orderItemGiftCards, orderItemGiftCards.fareId),
    usedInList('gift cards are good for it', giftCards, giftCards.goodForFareIds),
  ],
})

export const productCategoryResource = declareResource({
  shape: productCategoryShape,
  defaults: categoryDefaults,
  table: productCategories,
  methods: everyMethod,
  remembered: ({ categories }) => categories,
  links: {
    product_ids: {
      table: productCategoryProducts,
      own: productCategoryProducts.productCategoryId,
      other: productCategoryProducts.productId,
    },
  },
})

export const campaignResource = declareResource({
  shape: campaignShape,
  defaults: campaignDefaults,
  table: campaigns,
  brandRows: (brandId) => eq(campaigns.brandId, brandId),
  methods: everyMethod,
  remembered: ({ campaigns: rows }) => rows,
  check: (row) =>
    row['startAt'] instanceof Date && row['endAt'] instanceof Date && row['endAt'] <= row['startAt']
      ? invalid({ end_at: ['Must be after the start'] })
      : undefined,
})
