import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Order } from '#contract/order.ts'
import { createDepartureCanceller } from '#tests/support/cancel-departure.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { TEST_NOW } from '#tests/support/test-api.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
beforeEach(() => {
  shop.clock.set(TEST_NOW)
})
afterAll(() => shop.close())

let people = 0
async function book() {
  const email = `flown${String((people += 1))}@example.com`
  const token = await shop.guest(email)
  const order = await shop.order(token, 2)
  await shop.payPage(await shop.hosted(token, order))
  await shop.runDueNow()
  return { email, token, order: await shop.read(token, order) }
}
const departs = ({ flights: [flight] }: Order) => Date.parse(flight?.depart_at ?? '')
async function askedAt(order: Order, email: string, hours: number) {
  shop.clock.set(new Date(departs(order) + hours * 3_600_000))
  await shop.runDueNow()
  return shop.mailer.to(email).filter(({ subject }) => subject.includes('How was your flight?'))
}

test('the buyer is asked for feedback once, the day after the flight, with a link to the order', async () => {
  const { email, order } = await book()
  expect(await askedAt(order, email, 23.9)).toEqual([])
  const [mail, ...more] = await askedAt(order, email, 24.1)
  expect(more).toEqual([])
  expect(mail?.text).toContain('http://shop.test/survey')
  expect(mail?.text).toMatch(/\/orders\/[\w-]+/)
  expect(await askedAt(order, email, 30)).toHaveLength(1)
})

test('the mail leads to the survey of what was flown, and says so when there are photos', async () => {
  const { email, order } = await book()
  const [flight] = order.flights
  await shop.deps.database.query(
    `insert into flight_photos (flight_id, folder, source_hash, width, height, bytes, created_at)
     values ($1, 'a', 'a', 1, 1, 1, now()), ($1, 'b', 'b', 1, 1, 1, now())`,
    [flight?.flight_id],
  )
  const [mail] = await askedAt(order, email, 25)
  for (const said of [mail?.text, mail?.html]) {
    expect(said).toContain(`/survey?flight=${String(flight?.product_slug)}`)
    expect(said).toContain('There are 2 photos of your flight')
  }
  expect(mail?.headers?.['List-Unsubscribe']).toMatch(/\/care\/after_flight\./)
})

test('a buyer is not asked after a cancelled, refunded or long past flight', async () => {
  const { token } = await openStaffMember(shop.deps)
  const called = await book()
  await createDepartureCanceller({ shop, token }).strand(called.order)
  expect(await askedAt(called.order, called.email, 25)).toEqual([])

  shop.clock.set(TEST_NOW)
  const cancelled = await book()
  await shop.deps.database.query("update holds set state = 'released' where order_id = $1", [
    cancelled.order.id,
  ])
  expect(await askedAt(cancelled.order, cancelled.email, 25)).toEqual([])

  shop.clock.set(TEST_NOW)
  const old = await book()
  expect(await askedAt(old.order, old.email, 73)).toEqual([])
})

test('a buyer is not asked when all of the party were no-shows, and is when one of them came', async () => {
  const see = ({ order }: { order: Order }, first: string, second: string) =>
    shop.deps.database.query(
      `insert into passengers (order_id, flight_id, position, full_name, boarding, boarded_at)
       values ($1, $2, 8, 'Ada Lind', $3, now()), ($1, $2, 9, 'Bo Lind', $4, now())`,
      [order.id, order.flights[0]?.flight_id, first, second],
    )
  const nobody = await book()
  await see(nobody, 'no_show', 'no_show')
  expect(await askedAt(nobody.order, nobody.email, 25)).toEqual([])

  shop.clock.set(TEST_NOW)
  const one = await book()
  await see(one, 'no_show', 'checked_in')
  expect(await askedAt(one.order, one.email, 25)).toHaveLength(1)
})

test('a buyer whose data was erased gets no mail', async () => {
  const { order } = await book()
  const nobody = 'erased-7@erased.invalid'
  await shop.deps.database.query('update orders set email = $2 where id = $1', [order.id, nobody])
  await askedAt(order, nobody, 25)
  expect(
    await shop.count("select count(*) from mails where kind = 'how_was_it' and order_id = $1", order.id),
  ).toBe(0)
})
