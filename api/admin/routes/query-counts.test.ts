import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AvailabilityDayReply } from '#contract/availability.ts'
import { departures, productUpgrades, upgrades } from '#api/db/schema/catalogue.ts'
import { countQueries } from '#tests/support/count-queries.ts'
import { occupySeats } from '#tests/support/reserve-seats.ts'
import { CARD, type Flight, openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { typeCard } from '#tests/support/type-card.ts'

/**
 * How many queries each call makes once the catalogue is cached: docs/availability.md and
 * docs/pricing.md.
 */
const CALLS = [
  ['/v1/brands', 1],
  ['/v1/products?brand_id[]=1&brand_id[]=4&$published=1&selling_brand_id=1', 1],
  ['/v1/products/6', 1],
  ['/v1/product_categories', 1],
  ['/v1/terminals/1', 1],
  ['/v1/upgrades?id[]=1&id[]=2', 1],
  ['/v1/schedules', 1],
  ['/v1/availability/month?product_id=6&month=2027-06&quantity=2', 2],
  ['/v1/availability/month?product_id=6&month=2030-02', 2],
  ['/v1/availability/day?product_id=6&date=2027-06-21', 2],
  ['/v1/availability/next?brand_id=1&limit=4', 2],
  ['/v1/search?brand_id=1', 2],
  ['/v1/search?brand_id=1&q=sunest+over+the+harbor&date=2027-06-21&quantity=2&max_price=400', 3],
  ['/v1/availability/next?brand_id=1&limit=50&quotes=1', 2],
] as const

/**
 * How many queries each call of a guest's purchase makes, without begin and commit: docs/orders.md
 * and docs/payments.md.
 */
const PURCHASE = { token: 2, order: 17, held: 3, payment: 22, paid: 3 }
/** How many queries the purchase of gift cards for a recipient makes. */
const GIFTS = { token: 2, order: 13, held: 5, payment: 38, paid: 7 }

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

async function readDay() {
  const { body } = await shop.call('GET', '/v1/availability/day?product_id=6&date=2027-06-21')
  return AvailabilityDayReply.parse(body).availability.departures
}

async function queriesOf(method: string, path: string, body?: unknown) {
  const texts = await countQueries(shop.deps.database, async () => {
    const { status } = await shop.call(method, path, { body })
    expect(status).toBe(method === 'POST' ? 201 : 200)
  })
  return texts.length
}

async function everyCall() {
  await readDay()
  // The sellable departures are read once for each state of catalogue and stock.
  await shop.call('GET', '/v1/products')
  const counts = []
  for (const [path] of CALLS) counts.push([path, await queriesOf('GET', path)])
  return counts
}

async function quotesOf(upgradeIds: number[], quantity: number, code?: string) {
  const [departure] = await readDay()
  const body = {
    brand_id: 1,
    departure_id: departure?.departure_id,
    depart_at: departure?.depart_at,
    quantity_type: 'seat',
    quantity,
    upgrades: upgradeIds.map((upgrade_id) => ({ upgrade_id })),
    discount_code_code: code,
  }
  return queriesOf('POST', '/v1/quotes', body)
}

/** A purchase of a new guest. The payment sandbox keeps its own rows in the same database. */
async function purchase(
  email: string,
  seats: number,
  { flight, code, gifts }: { flight?: Flight; code?: string; gifts?: number } = {},
) {
  const counted = async <T>(work: () => Promise<T>) => {
    const box: { result?: T } = {}
    const texts = await countQueries(shop.deps.database, async () => (box.result = await work()))
    return { result: box.result as T, queries: texts.filter((text) => !text.includes('sandbox')).length }
  }
  const token = await counted(() => shop.guest(email))
  const chosen = flight ?? (await shop.nextFlight())
  const order = await counted(() =>
    shop.order(token.result, seats, chosen, { discount_code_code: code, ...giftsOf(gifts) }),
  )
  const held = await counted(() => shop.read(token.result, order.result))
  const card = await typeCard(shop.sandbox, CARD)
  const payment = await counted(() => shop.pay(token.result, order.result, { stripe_source: card }))
  const paid = await counted(() => shop.read(token.result, order.result))
  expect(paid.result.status).toBe('completed')
  const calls = { token, order, held, payment, paid }
  const counts = Object.entries(calls).map(([name, { queries }]) => [name, queries] as const)
  return { flight: chosen, counts: Object.fromEntries(counts) }
}

/** Line items with gift cards instead of seats. */
const giftsOf = (quantity: number | undefined) =>
  quantity === undefined
    ? {}
    : {
        order_item_seats_attributes: [],
        passengers_attributes: [],
        order_item_gift_cards_attributes: [{ fare_id: 61, quantity, recipient_email: 'friend@example.com' }],
      }

test('a purchase of gift cards makes a fixed number of queries for any quantity', async () => {
  await readDay()
  const first = await purchase('six@example.com', 1, { gifts: 1 })
  expect(first.counts).toEqual(GIFTS)
  expect((await purchase('seven@example.com', 1, { gifts: 9 })).counts).toEqual(GIFTS)
}, 60_000)

test('a purchase of seats makes a fixed number of queries for a party of any size', async () => {
  await readDay()
  const first = await purchase('one@example.com', 1)
  expect(first.counts).toEqual(PURCHASE)
  expect((await purchase('three@example.com', 3)).counts).toEqual(PURCHASE)
  // On a flight that has passengers the same is asked; seats are added instead of a flight made.
  const second = await purchase('two@example.com', 2, { flight: first.flight })
  expect(second.counts).toEqual(PURCHASE)
  // A code is found and checked under its lock; it is checked again when the payment begins and
  // when it arrives, and then captured. A limited code is locked and counted.
  const coded = await purchase('four@example.com', 1, { code: 'FLY15' })
  expect(coded.counts).toEqual({ ...PURCHASE, order: PURCHASE.order + 2, payment: PURCHASE.payment + 3 })
  const last = await purchase('five@example.com', 1, { code: 'LASTONE' })
  expect(last.counts).toEqual({ ...PURCHASE, order: PURCHASE.order + 3, payment: PURCHASE.payment + 5 })
}, 60_000)

test('each call makes a fixed number of queries', async () => {
  expect(await everyCall()).toEqual(CALLS)
  expect(await quotesOf([], 1)).toBe(2)
  expect(await quotesOf([1, 2, 3], 4)).toBe(2)
  // One query reads the code with its uses, whether it is valid or not.
  for (const code of ['FLY15', 'LASTONE', 'NOSUCH']) expect(await quotesOf([1], 2, code)).toBe(3)
})

test('the sellable departures are read in four queries after a sale, and then in one', async () => {
  const path = '/v1/products?$published=1'
  await shop.call('GET', path)
  expect(await queriesOf('GET', path)).toBe(1)
  await shop.order(await shop.guest('seller@example.com'), 1)
  // One query for catalogue and stock, two for the time until which the result is valid, and one
  // for the occupied seats of all products.
  expect(await queriesOf('GET', path)).toBe(4)
  expect(await queriesOf('GET', path)).toBe(1)
})

test('the number of queries does not grow with departures, orders, products and upgrades', async () => {
  const { db } = shop.deps.database
  for (const departure of await readDay()) await occupySeats(shop, departure, { seats: 1, state: 'sold' })
  await db.execute(sql`
    insert into products (brand_id, name, slug, seat_price_cents, aircraft_type_id, departure_terminal_id,
      arrival_terminal_id, flight_duration_mins, duration_label, availability, publish_status, place,
        route_map)
    select brand_id, name || n, slug || n, seat_price_cents, aircraft_type_id, departure_terminal_id,
      arrival_terminal_id, flight_duration_mins, duration_label, availability, publish_status, place,
        route_map
    from products, generate_series(1, 5) n where seat_price_cents is not null`)
  const times = ['09:00', '10:00', '12:00', '13:00']
  const rules = times.flatMap((time) =>
    [0, 1, 2, 3, 4, 5, 6].map(
      (dayOfWeek) =>
        ({ productId: 6, dayOfWeek, departureType: 'fixed', time, publishStatus: 'published' }) as const,
    ),
  )
  await db.insert(departures).values(rules)
  const more = await db
    .insert(upgrades)
    .values(times.map((name) => ({ name, priceCents: 100, goodForXPax: 0 })))
    .returning()
  await db.insert(productUpgrades).values(more.map(({ id }) => ({ productId: 6, upgradeId: id })))

  expect(await readDay()).toHaveLength(8)
  expect(await everyCall()).toEqual(CALLS)
  expect(await quotesOf([1, 2, 3, ...more.map(({ id }) => id)], 2)).toBe(2)
}, 60_000)
