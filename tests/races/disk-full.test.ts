import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { databaseAnswers } from '#api/db/client.ts'
import { isDiskFull } from '#api/db/disk-full.ts'
import { watchDisks } from '#api/gateways/disk-watch.ts'
import { UNAVAILABLE_SENTENCE } from '#contract/service-sentences.ts'
import { type Order } from '#contract/order.ts'
import { healthRoutes } from '../../web/health.ts'
import { openRacingShop, type RacingShop } from '../support/racing-shop.ts'
import { openShopPages, type ShopPages } from '../support/shop-pages.ts'
import { logIn } from '../support/shopper.ts'
import { expectedOutcome, readOutcome } from './how-it-ended.ts'
import { type PurchaseEnding } from './stop-points.ts'

let racing: RacingShop
let pages: ShopPages
beforeAll(async () => {
  racing = await openRacingShop()
  racing.shop.deps.disks = watchDisks(racing.shop.clock)
  pages = await openShopPages(racing.shop)
  await racing.database.query(
    'create function refuse_as_full() returns trigger language plpgsql as $$ begin raise exception ' +
      "'could not extend file: No space left on device' using errcode = 'disk_full'; end $$",
  )
})
afterAll(async () => {
  await racing.close()
})

/**
 * From now on the server refuses to write to these tables as with a full disk: by its own code, in the
 * middle of whatever transaction writes there.
 */
async function fill(where: string): Promise<void> {
  await racing.database.query(
    `do $$ declare t text; begin
       for t in select tablename from pg_tables where schemaname = 'public' and (${where})
       loop execute format('create trigger full_disk before insert or update or delete on %I for each row
         execute function refuse_as_full()', t); end loop; end $$`,
  )
}
async function makeRoom(): Promise<void> {
  await racing.database.query(
    `do $$ declare t text; begin for t in select tgrelid::regclass::text from pg_trigger
       where tgname = 'full_disk' loop execute format('drop trigger full_disk on %s', t); end loop; end $$`,
  )
}

const refusal = { error: UNAVAILABLE_SENTENCE, code: 'service_unavailable' }
let buyers = 0
let email: string
let token: string
afterEach(makeRoom)
beforeEach(async () => {
  email = `full${String((buyers += 1))}@example.com`
  token = await racing.shop.guest(email)
})
const cardOf = { stripe_source: 'pm_card_visa' }
const expectEnd = async (how: PurchaseEnding, order: Order) => {
  const { deps, mailer } = racing.shop
  const mails = mailer.sent.map(({ to, subject, messageId }) => ({ to: [to], subject, messageId }))
  expect(await readOutcome({ database: deps.database, stripe: deps.stripe, mails }, email)).toEqual(
    expectedOutcome(how, Math.round(order.total * 100)),
  )
}

test('with a full disk nothing is sold or charged, and it goes on once there is room', async () => {
  const { shop } = racing
  const order = await shop.order(token)
  const staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
  const visitor = await pages.browser()
  const disk = () => !(shop.deps.disks?.isFull() ?? false)
  const health = healthRoutes({ database: () => databaseAnswers(racing.database), disk }, () => false)
  const charges = () =>
    shop.sandbox.control
      .requests()
      .filter(({ method, path }) => method === 'POST' && path === '/v1/payment_intents')
  await fill('true')

  const answer = await shop.pay(token, order, cardOf)
  expect(answer).toMatchObject({ status: 503, body: refusal })
  expect(answer.headers.get('Retry-After')).toBe('5')
  expect(charges()).toEqual([])
  const joined = await shop.call('POST', '/v1/customers', {
    body: { customer: { email: 'new@example.com' } },
  })
  expect(joined).toMatchObject({ status: 503, body: refusal })
  expect((await visitor.get('/')).status).toBe(200)
  expect((await staff.get('/staff/office')).html).toContain('A disk is full: nothing can be sold')
  const unready = await health.request('/readyz')
  expect(unready.status).toBe(503)
  expect(await unready.json()).toMatchObject({ parts: { database: 'ok', disk: 'failed' } })
  // A job that cannot write fails, and its next run does all of it.
  await expect(shop.runDueNow()).rejects.toSatisfy(isDiskFull)

  await makeRoom()
  shop.clock.advance(2)
  expect((await health.request('/readyz')).status).toBe(200)
  expect((await staff.get('/staff/office')).html).not.toContain('A disk is full')
  expect((await shop.pay(token, order, cardOf)).status).toBe(201)
  await shop.deliverEvents(2)
  await expectEnd('paid', order)
  expect(charges()).toHaveLength(1)
})

test.each([
  ['the payment is booked', "tablename in ('payments', 'ledger_postings', 'ledger_entries', 'postings')"],
  ['seats become sold', "tablename = 'flights'"],
  ['the ticket is queued', "tablename = 'mails'"],
])(
  'a disk that fills up after the card was charged, when %s, leaves the money to be booked once',
  async (_, where) => {
    const { shop } = racing
    const order = await shop.order(token)
    await shop.runDueNow()
    await fill(where)
    expect([503, 409]).toContain((await shop.pay(token, order, cardOf)).status)
    expect((await shop.read(token, order)).status).not.toBe('completed')
    await makeRoom()
    await shop.sandbox.control.webhooks.release(() => [])
    shop.sandbox.control.webhooks.hold()
    shop.clock.advance(6)
    await shop.runDueNow()
    await expectEnd('paid', order)
  },
)
