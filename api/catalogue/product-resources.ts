import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { isPrivateFlight, PRIVATE_FLIGHT } from '../rules/pricing/pricing.ts'
import { departureExceptionShape, departureShape } from '#contract/resources/desk-shapes.ts'
import { brandShape, productShape } from '#contract/resources/product-shapes.ts'
import { type DbOrTx } from '../db/client.ts'
import { brandHosts, brands } from '../db/schema/brands.ts'
import {
  departureExceptions,
  departures,
  fares,
  productCategoryProducts,
  products,
  productUpgrades,
} from '../db/schema/catalogue.ts'
import { slots } from '../db/schema/inventory.ts'
import { orders } from '../db/schema/orders.ts'
import { campaigns, discounts } from '../db/schema/promotions.ts'
import { giftCards } from '../db/schema/tenders.ts'
import { brandDefaults, departureDefaults, productDefaults } from '../resources/creation-defaults.ts'
import {
  listChangedColumns,
  conflict,
  declareResource,
  invalid,
  refundTerms,
  type Resource,
  type Row,
} from '../resources/resource.ts'
import { refusePriceCut } from '../resources/price-limits.ts'
import { checkSeatTypes } from './check-seat-types.ts'
import { whereProductBrand } from '../resources/brand-scope.ts'
import { preparePhoto } from './photos/prepare-photo.ts'
import { usedInList, usedByColumn } from '../resources/row-uses.ts'

const everyMethod = ['list', 'read', 'create', 'change', 'remove'] as const

const checkPublishWindow = (row: Row) =>
  row['publishAt'] instanceof Date &&
  row['publishUntil'] instanceof Date &&
  row['publishUntil'] <= row['publishAt']
    ? invalid({ publish_until: ['Must be after publish_at'] })
    : undefined

async function hasOwnFare(db: DbOrTx, row: Row): Promise<boolean> {
  if (typeof row['fareId'] !== 'number') return true
  const [fare] = await db.select({ of: fares.productId }).from(fares).where(eq(fares.id, row['fareId']))
  return fare === undefined || fare.of === row['productId']
}

const PRICES = { seatPriceCents: 'seat_price', flightPriceCents: 'flight_price' }

export const departureResource: Resource = declareResource({
  shape: departureShape,
  defaults: departureDefaults,
  table: departures,
  brandRows: whereProductBrand(departures.productId),
  methods: everyMethod,
  mapped: { departureAlreadyInUse: { read: (row) => row['inUse'] === true } },
  sorts: {
    departureAlreadyInUse: sql`exists (select from ${slots} where ${slots.departureId} = ${departures.id})`,
  },
  enrich: async (db, rows) => {
    const ids = rows.map((row) => Number(row['id']))
    const used = await db
      .select({ id: departures.id })
      .from(departures)
      .where(
        and(
          inArray(departures.id, ids),
          sql`exists (select from ${slots} where ${slots.departureId} = ${departures.id} limit 1)`,
        ),
      )
    const inUse = new Set(used.map(({ id }) => id))
    return rows.map((row) => ({ ...row, inUse: inUse.has(Number(row['id'])) }))
  },
  check: async (row, { db, before, by }) => {
    const fixed = row['departureType'] === 'fixed'
    if (fixed && (row['time'] ?? null) === null) return invalid({ time: ['This field is required'] })
    if (!fixed && (row['offsetInMins'] ?? null) === null)
      return invalid({ offset_in_mins: ['This field is required'] })
    if (!(await hasOwnFare(db, row))) return invalid({ fare_id: ['This is another product’s fare'] })
    const when = [
      'dayOfWeek',
      'departureType',
      'time',
      'offsetInMins',
      'departureTerminalId',
      'arrivalTerminalId',
    ]
    if (before?.['inUse'] === true && listChangedColumns(row, before, when).length > 0) {
      return conflict(
        'Somebody is booked on this departure. End its sale and make a new one for another time or place.',
      )
    }
    return checkPublishWindow(row) ?? (await refusePriceCut('departures', PRICES, row, { db, before, by }))
  },
  uses: [usedByColumn('flights were made of it', slots, slots.departureId)],
})

export const departureExceptionResource = declareResource({
  shape: departureExceptionShape,
  table: departureExceptions,
  brandRows: whereProductBrand(departureExceptions.productId),
  methods: everyMethod,
  check: async (row, { db, by, before }) => {
    const id = row['departureId'] ?? null
    const isPriced = (row['seatPriceCents'] ?? row['flightPriceCents'] ?? null) !== null
    if (isPriced !== (row['kind'] === 'priced'))
      return invalid({ seat_price: ['A priced day has a price, and no other day has'] })
    if (id === null)
      return row['kind'] === 'closed' ? undefined : invalid({ departure_id: ['This field is required'] })
    const [rule] = await db
      .select({
        of: departures.productId,
        seatPriceCents: departures.seatPriceCents,
        flightPriceCents: departures.flightPriceCents,
      })
      .from(departures)
      .where(eq(departures.id, Number(id)))
    if (rule && rule.of !== row['productId'])
      return invalid({ departure_id: ['This is another product’s departure'] })
    return refusePriceCut('departure_exceptions', PRICES, row, { db, by, before, instead: rule })
  },
})

const isPhotoWithoutWords = (row: Row) => (row['photo'] ?? null) !== null && (row['photoAlt'] ?? '') === ''
const SAY_WHAT_IT_SHOWS = 'Please say what the photo shows, for those who do not see it'

const isPrivate = (row: Row | undefined) => isPrivateFlight(String(row?.['name'] ?? ''))

/**
 * Refuses values that contradict the product's name. The name alone sets both fields, and they
 * cannot be changed while the product has that name.
 */
function checkPrivateFlightFields(row: Row, before: Row | undefined) {
  if (!isPrivate(row)) return undefined
  const wasPrivate = isPrivate(before)
  const price = row['feePriceCents'] ?? null
  const otherPrice = price === null ? wasPrivate : price !== PRIVATE_FLIGHT.feePriceCents
  const fields = {
    ...(wasPrivate && row['creditHidden'] === false
      ? { credit_hidden: [`Account credit never pays for a product called ${PRIVATE_FLIGHT.name}`] }
      : {}),
    ...(otherPrice
      ? { fee_price: [`Fees of a product called ${PRIVATE_FLIGHT.name} are counted on 1198`] }
      : {}),
  }
  return Object.keys(fields).length > 0 ? invalid(fields) : undefined
}

export const productResource = declareResource({
  shape: productShape,
  defaults: productDefaults,
  table: products,
  brandRows: (brandId) => eq(products.brandId, brandId),
  methods: ['create', 'change', 'remove'],
  columns: { cancel_refund_percent: 'cancelRefundBps' },
  derive: (row) =>
    isPrivate(row) ? { creditHidden: true, feePriceCents: PRIVATE_FLIGHT.feePriceCents } : {},
  links: {
    upgrade_ids: { table: productUpgrades, own: productUpgrades.productId, other: productUpgrades.upgradeId },
    category_ids: {
      table: productCategoryProducts,
      own: productCategoryProducts.productId,
      other: productCategoryProducts.productCategoryId,
    },
  },
  prepare: preparePhoto,
  check: async (row, { db, by, before }) => {
    const refusedTerms = refundTerms(row, { by, before }, ['cancelUntilHours', 'cancelRefundBps'])
    if (refusedTerms) return refusedTerms
    const unfit = checkPrivateFlightFields(row, before)
    if (unfit) return unfit
    if ((row['seatPriceCents'] ?? null) === null && (row['flightPriceCents'] ?? null) === null) {
      return invalid({ seat_price: ['Give a seat price, a flight price or both'] })
    }
    if (isPhotoWithoutWords(row)) return invalid({ photo_alt: [SAY_WHAT_IT_SHOWS] })
    const place = ['departureTerminalId', 'arrivalTerminalId', 'flightDurationMins', 'aircraftTypeId']
    if (before && listChangedColumns(row, before, place).length > 0) {
      const flown = await db.$count(slots, eq(slots.productId, Number(before['id'])))
      if (flown > 0)
        return conflict(
          'Somebody is booked on this product. Make a new one for another place, time or aircraft.',
        )
    }
    const unfitTypes = checkSeatTypes(row, { before, by })
    if (unfitTypes) return unfitTypes
    return checkPublishWindow(row) ?? (await refusePriceCut('products', PRICES, row, { db, by, before }))
  },
  uses: [
    usedByColumn('orders bought it', orders, orders.productId),
    usedByColumn('flights were made of it', slots, slots.productId),
    usedByColumn('gift cards are good for it', giftCards, giftCards.productId),
    usedInList('discounts name it', discounts, discounts.productIds),
  ],
})

/** Labels of letters, digits and hyphens between dots (RFC 1123); addresses of machines have none of ours. */
const HOST = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Mailed links may lead to a brand's hosts: each belongs to one brand, and is as browsers send it. */
async function checkHosts(hosts: unknown, db: DbOrTx, brandId: unknown) {
  if (!Array.isArray(hosts)) return undefined
  const named = hosts.map(String)
  const strange = named.find((host) => !HOST.test(host))
  if (strange !== undefined) {
    const how = 'Write names like shop.example.com: small letters, without https:// and without a port'
    return invalid({ hosts: [how] })
  }
  if (named.length === 0) return undefined
  const others = await db.select().from(brandHosts).where(inArray(brandHosts.host, named))
  const taken = others.find((one) => one.brandId !== brandId)
  return taken && invalid({ hosts: [`${taken.host} leads to another brand`] })
}

export const brandResource = declareResource({
  shape: brandShape,
  defaults: brandDefaults,
  table: brands,
  methods: ['create', 'change', 'remove'],
  links: { hosts: { table: brandHosts, own: brandHosts.brandId, other: brandHosts.host } },
  check: (row, { db, before }) => checkHosts(row['hosts'], db, before?.['id']),
  uses: [
    usedByColumn('products are its own', products, products.brandId),
    usedByColumn('orders were placed with it', orders, orders.brandId),
    usedByColumn('campaigns are its own', campaigns, campaigns.brandId),
    {
      what: 'brands sell its products',
      count: async (db, id) =>
        (
          await db.select({ id: brands.id, of: brands.productBrandIds }).from(brands).where(ne(brands.id, id))
        ).filter(({ of }) => of.includes(id)).length,
    },
  ],
})
