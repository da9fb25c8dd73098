import { type BrowserContext } from 'playwright/test'
import { openDatabase } from '#api/db/client.ts'
import { discountCodes, discounts } from '#api/db/schema/promotions.ts'
import { systemClock } from '#api/gateways/clock.ts'
import { AvailabilityDayReply } from '#contract/availability.ts'
import { DrawersReply } from '#contract/counter.ts'
import { OrderReply } from '#contract/order.ts'
import { ensureSecrets } from '#settings/kept-secrets.ts'
import { expect, test as base } from './audited-browser.ts'
import { findFlight } from './buyer.ts'
import { enterStaffArea } from './staff-journey.ts'
import { type Account, giveCredit, giveGiftCard, openAccount } from './give-tenders.ts'
import { readSessionToken } from './session-token.ts'
import { type RunningShop } from './start-shop.ts'
import { testSettings } from './test-settings.ts'

export { expect }

type State = Awaited<ReturnType<BrowserContext['storageState']>>

/** The records that the tests of staff need; each test uses its own ones. */
export interface StaffFixtures {
  /** The voucher of a customer at the counter, good for one seat. */
  gift: Account & { code: string }
  /** Two accounts of one person; the second one has 30 dollars of credit. */
  twins: [Account, Account]
}
let furnished: StaffFixtures | undefined

/** A fifth off everything that is sold by the seat. */
export const DISCOUNT = { name: 'Neighbors', code: 'NEIGHBORS' }

async function furnishDesk(dataDir: string): Promise<void> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir })
  const deps = { database, settings: testSettings({ secrets: ensureSecrets(dataDir) }), clock: systemClock }
  const holder = await openAccount(deps)
  const { code } = await giveGiftCard(deps, holder.userId)
  const twins: [Account, Account] = [await openAccount(deps), await openAccount(deps)]
  await giveCredit(deps, twins[1].userId, 30)
  furnished = { gift: { ...holder, code }, twins }
  const [discount] = await database.db
    .insert(discounts)
    .values({
      name: DISCOUNT.name,
      invoiceDescription: '20% off',
      publishStatus: 'published',
      percentBps: 2000,
    })
    .returning({ id: discounts.id })
  await database.db.insert(discountCodes).values({ code: DISCOUNT.code, discountId: discount?.id ?? 0 })
  // One failed job, and one that is due in a year, so that it is the newest of all.
  await database.query(
    `insert into pgboss.job (name, state, output, created_on, start_after) values
      ('cleaning', 'failed', '{"message": "Others worked on the same rows (40P01)."}', now(), now()),
      ('reports', 'created', null, '2031-06-01', '2031-06-01')`,
  )
  await database.close()
}

/** `test` for staff: an admin is signed in, and the shop is audited when it stops. */
export const test = base.extend<{ known: StaffFixtures; sell: Sell; drawerCounted: void }, { admin: State }>({
  // Playwright requires a destructured first argument even when it is empty.
  furnish: [async ({}, use) => use(furnishDesk), { scope: 'worker' }],

  admin: [
    async ({ browser, shop }, use) => {
      const context = await browser.newContext({ baseURL: shop.origin, reducedMotion: 'reduce' })
      await enterStaffArea(await context.newPage(), 'admin@example.com')
      await use(await context.storageState())
      await context.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  storageState: async ({ admin }, use) => use(admin),

  known: async ({ shop: { origin } }, use) => {
    if (!furnished) throw new Error(`Nothing was put into the shop at ${origin}`)
    await use(furnished)
  },

  sell: async ({ shop, admin }, use) => {
    await use((email) => sellAtCounter(createCaller(shop, admin), shop, email))
  },

  /** The tests of a shop share its admin: each one finds the drawer as it is in the morning. */
  drawerCounted: [
    async ({ shop, admin }, use) => {
      const call = createCaller(shop, admin)
      const { drawers } = DrawersReply.parse(await call('GET', '/v1/drawers'))
      for (const { id, expected, closed_at } of drawers)
        if (closed_at === null)
          await call('POST', `/v1/drawers/${String(id)}/count`, { drawer: { counted: expected } })
      await use()
    },
    { auto: true },
  ],
})

type Call = (method: string, path: string, body?: unknown) => Promise<unknown>

function createCaller(shop: RunningShop, admin: State): Call {
  const cookie = admin.cookies.find(({ name }) => name === 'session')
  const token = cookie && readSessionToken(cookie.value)
  if (token === undefined) throw new Error('The admin has no session')
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
  return async (method, path, body) => {
    const answer = await fetch(`${shop.origin}${path}`, {
      ...{ method, headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    expect(answer.status, path).toBeLessThan(300)
    return answer.json()
  }
}

export interface SoldAtDesk {
  orderId: number
  passengerIds: number[]
  flightId: number
  departureId: number
  departAt: string
  /** The date of the flight at its terminal. */
  date: string
}

/** Sells two seats on an empty flight, paid by the card terminal. */
type Sell = (email: string) => Promise<SoldAtDesk>

let slips = 0

async function sellAtCounter(call: Call, shop: RunningShop, email: string): Promise<SoldAtDesk> {
  const flight = await findFlight(shop, 6, 'next', 'never')
  const day = await call('GET', `/v1/availability/day?product_id=6&date=${flight.date}`)
  const { departures } = AvailabilityDayReply.parse(day).availability
  const depart_at = departures.find((one) => one.departure_id === flight.departureId)?.depart_at
  const placed = await call('POST', '/v1/orders', {
    order: {
      brand_id: 1,
      customer: { email },
      order_item_seats_attributes: [{ departure_id: flight.departureId, depart_at, quantity: 2 }],
      passengers_attributes: [
        { full_name: 'Ada Lind', weight: 150 },
        { full_name: 'Bo Lind', weight: 160 },
      ],
      terms_and_conditions: true,
    },
  })
  const { id, amount_due: amount, flights, passengers } = OrderReply.parse(placed).order
  const slip = `DESK-${String(++slips)}`
  const counter_payment = { order_id: id, method: 'reader', amount, reader_reference: slip }
  await call('POST', '/v1/counter_payments', { counter_payment })
  const { departureId, date } = flight
  return {
    orderId: id,
    passengerIds: passengers.map((one) => one.id),
    flightId: flights[0]?.flight_id ?? 0,
    departureId,
    departAt: depart_at ?? '',
    date,
  }
}
