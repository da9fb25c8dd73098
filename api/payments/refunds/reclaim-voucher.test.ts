import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Order, OrderReply } from '#contract/order.ts'
import { StaffTasksReply } from '#contract/passenger.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { createDepartureCanceller } from '#tests/support/cancel-departure.ts'
import {
  type Account,
  BALANCED_BOOKS,
  readBookErrors,
  readRemainingTenders,
} from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { sellOrder, type Sold } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

// Two shops with purchases and refunds, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 })

let shop: PayingShop
let staff: Account
beforeAll(async () => {
  shop = await openPayingShop()
  staff = await openStaffMember(shop.deps)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.sandbox.control.webhooks.release(() => [])
  shop.sandbox.control.webhooks.hold()
})

/** An order whose departure was cancelled and whose value is on a voucher. */
async function vouchered() {
  const sold = await sellOrder(shop, { seats: 1 })
  const helpers = createDepartureCanceller({ shop, token: staff.token })
  await helpers.strand(sold.order)
  const { token, voucher_amount: amount } = await helpers.claimOf(sold.buyer.token, sold.order)
  expect((await helpers.answer(token, { choice: 'voucher', amount })).status).toBe(200)
  return { ...sold, cents: Math.round((amount ?? 0) * 100) }
}

/** Staff refund money on the provider's own pages. */
async function refundAtProvider({ order }: Pick<Sold, 'order'>, amount?: number) {
  const { rows } = await shop.deps.database.query('select payment_intent from payments where order_id = $1', [
    order.id,
  ])
  const payment_intent = String(rows[0]?.['payment_intent'])
  await shop.deps.stripe.refunds.create({ payment_intent, ...(amount ? { amount } : {}) })
  await shop.deliverEvents(2)
}
const brokenPromises = async () => {
  const checked = await runIntegrityChecks(shop.deps.database.db, shop.clock.now())
  return checked.flatMap(({ rows }) => rows.map(({ kind, id }) => `${kind} ${id}`))
}
const tasksOf = async ({ id }: Order) => {
  const { body } = await shop.call('GET', '/v1/staff_tasks?state=open', { token: staff.token })
  const { staff_tasks: tasks } = StaffTasksReply.parse(body)
  return tasks.filter((task) => task.order_id === id).map(({ kind }) => kind)
}

test(
  'what a card got at the provider is taken off the voucher, in parts and whole, and said in ' +
    'the history',
  async () => {
    const one = await vouchered()
    await refundAtProvider(one, 5_000)
    expect((await readRemainingTenders(shop.deps, one.buyer.userId)).vouchers).toEqual([one.cents - 5_000])
    await refundAtProvider(one)
    expect((await readRemainingTenders(shop.deps, one.buyer.userId)).vouchers).toEqual([0])
    expect(
      await shop.count("select count(*) from vouchers where order_id = $1 and state = 'void'", one.order.id),
    ).toBe(0)
    const { body } = await shop.call('GET', `/v1/orders/${String(one.order.id)}`, { token: one.buyer.token })
    const history = OrderReply.parse(body).order.history?.map(({ text }) => text)
    expect(history).toContain('What came back to your card was taken off your re-schedule voucher.')
    expect(await tasksOf(one.order)).toEqual([])
    expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
    expect(await brokenPromises()).toEqual([])
  },
)

test('an empty voucher becomes void', async () => {
  const whole = await vouchered()
  await refundAtProvider(whole)
  expect(
    await shop.count("select count(*) from vouchers where order_id = $1 and state = 'void'", whole.order.id),
  ).toBe(1)
})

test(
  'of a voucher that was spent already it is an alarm: a task for the staff and a broken ' + 'promise',
  async () => {
    const one = await vouchered()
    const next = await shop.order(one.buyer.token, 1)
    const voucher = { vouchers: [await codeOf(one)] }
    const body = {
      payment: {
        order_id: next.id,
        ...voucher,
        stripe_payment: { stripe_source: 'pm_card_visa', return_url: 'http://shop.test/order-confirmation' },
      },
    }
    expect((await shop.call('POST', '/v1/payments', { token: one.buyer.token, body })).status).toBe(201)
    expect((await readRemainingTenders(shop.deps, one.buyer.userId)).vouchers).toEqual([0])
    await refundAtProvider(one)
    expect(await tasksOf(one.order)).toEqual(['given_back_twice'])
    expect(await brokenPromises()).toEqual([`given_back_twice ${String(one.order.id)}`])
    expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
  },
)

async function codeOf({ buyer }: Sold): Promise<string> {
  await shop.runDueNow()
  const mail = shop.mailer.sent.findLast(
    ({ to, subject }) => to === buyer.email && subject.includes('voucher'),
  )
  const [code = ''] = /(?:[0-9A-Z]{4}-){2,}[0-9A-Z]{4}/.exec(mail?.text ?? '') ?? []
  return code
}
