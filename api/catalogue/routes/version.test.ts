import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AvailabilityDayReply, NextDeparturesReply } from '#contract/availability.ts'
import { isSameVersion, VersionReply, type VersionParts } from '#contract/version.ts'
import { countQueries } from '#tests/support/count-queries.ts'
import { occupySeats } from '#tests/support/reserve-seats.ts'
import { createTestApi, TEST_NOW, type TestApi } from '#tests/support/test-api.ts'

let shop: TestApi
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
})
beforeEach(() => {
  shop.clock.set(TEST_NOW)
})
afterAll(() => shop.close())

const read = async () => VersionReply.parse((await shop.call('GET', '/v1/version')).body)
const departuresOf = async (date: string) => {
  const { body } = await shop.call('GET', `/v1/availability/day?product_id=6&date=${date}`)
  return AvailabilityDayReply.parse(body).availability.departures
}
/** Everything that pages show of departures. */
const shown = async () => {
  const answers = [1, 2].map((brand) =>
    shop.call('GET', `/v1/availability/next?brand_id=${String(brand)}&limit=8`),
  )
  return (await Promise.all(answers)).map(({ body }) => NextDeparturesReply.parse(body))
}

test('the version stays while nothing changes, with one query', async () => {
  const first = await read()
  const texts = await countQueries(shop.deps.database, async () => {
    expect(await read()).toEqual(first)
  })
  expect(texts).toHaveLength(1)
})

test('the version changes with a price, a hold, its payment and its end', async () => {
  const [departure] = await departuresOf('2027-06-14')
  const seen = [await read()]
  const step = async (work: () => Promise<unknown>) => {
    await work()
    seen.push(await read())
  }
  await step(() => shop.deps.database.query('update fees set price_cents = 900 where price_cents = 805'))
  await step(() => occupySeats(shop, departure, { seats: 1, state: 'held' }))
  await step(() => occupySeats(shop, departure, { seats: 1, state: 'paying' }))
  await step(() => occupySeats(shop, departure, { seats: 1, state: 'sold' }))
  expect(new Set(seen.map(({ version }) => version)).size).toBe(seen.length)

  const runsOut = await read()
  expect(runsOut.valid_until).toBe('2027-05-12T14:15:00.000Z')
  shop.clock.set('2027-05-12T14:14:59Z')
  expect(await read()).toEqual(runsOut)
  shop.clock.set('2027-05-12T14:15:00Z')
  expect((await read()).version).not.toBe(runsOut.version)
})

test('an order changes the version of its product and of those on its aircraft', async () => {
  const product = (id: number): VersionParts => [String(id)]
  const changed = async (work: () => Promise<unknown>) => {
    const before = await read()
    await work()
    const after = await read()
    return [6, 7, 13].filter((id) => !isSameVersion(before.version, after.version, product(id)))
  }
  const order = async () => {
    const [departure] = await departuresOf('2027-06-15')
    await occupySeats(shop, departure, { seats: 1, state: 'held' })
  }
  expect(await changed(order)).toEqual([6])
  const share =
    'update products set aircraft_type_id = (select aircraft_type_id from products where id = $1) '
  expect(await changed(() => shop.deps.database.query(`${share} where id = 7`, [6]))).toEqual([6, 7, 13])
  expect(await changed(order)).toEqual([6, 7])
  await shop.deps.database.query('update products set aircraft_type_id = 2 where id = 7')
})

test('the version changes when a publish window starts and ends', async () => {
  await shop.deps.database.query(
    "update products set publish_at = '2027-05-12T14:05:00Z', publish_until = " +
      "'2027-05-12T14:08:00Z' where id = 13",
  )
  expect((await read()).valid_until).toBe('2027-05-12T14:05:00.000Z')
  shop.clock.set('2027-05-12T14:05:00Z')
  expect((await read()).valid_until).toBe('2027-05-12T14:08:00.000Z')
  shop.clock.set('2027-05-12T14:08:00Z')
  await shop.deps.database.query('update products set publish_at = null, publish_until = null where id = 13')
})

test('the version changes with a code’s terms, use, start and end', async () => {
  const { query } = shop.deps.database
  const seen = [(await read()).version]
  await query("update discounts set percent_bps = 1600 where name = 'FLY15'")
  seen.push((await read()).version)
  await query("update discount_codes set redeemable = false where code = 'FLY15'")
  seen.push((await read()).version)
  expect(new Set(seen).size).toBe(3)
  await query("update discounts set publish_until = '2027-05-12T14:06:00Z' where name = 'FLY15'")
  expect((await read()).valid_until).toBe('2027-05-12T14:06:00.000Z')
  await query("update discounts set publish_until = null where name = 'FLY15'")
})

test('nothing that pages show changes during a day without a new version', async () => {
  let before = { version: await read(), shown: await shown() }
  let changes = 0
  for (let minute = 10; minute <= 24 * 60; minute += 10) {
    shop.clock.set(new Date(Date.parse(TEST_NOW) + minute * 60_000))
    const version = await read()
    if (version.version === before.version.version) {
      // Compare only at some times, because computing the pages takes long.
      if (minute % 30 === 0) expect(await shown()).toEqual(before.shown)
      continue
    }
    changes += 1
    before = { version, shown: await shown() }
  }
  expect(changes).toBeGreaterThan(20)
}, 60_000)
