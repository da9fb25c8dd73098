import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { InPersonPaymentReply } from '#contract/counter.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { type UpgradeQuote, UpgradeQuoteReply } from '#contract/order-change.ts'
import { type Account, BALANCED_BOOKS, openAccount, readBookErrors } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop, RETURN_URL } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

const PHOTOS = { upgrade_id: 1 }

let shop: PayingShop
let clerk: Account
beforeAll(async () => {
  shop = await openPayingShop()
  clerk = await openStaffMember(shop.deps)
  await call('/v1/drawers', { drawer: { opening: 0 } })
  shop.sandbox.control.webhooks.hold()
})
afterAll(() => shop.close())
afterEach(async () => {
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
  const checks = await runIntegrityChecks(shop.deps.database.db, shop.clock.now())
  expect(checks.filter(({ failing }) => failing > 0)).toEqual([])
})

const call = (path: string, body: object) => shop.call('POST', path, { token: clerk.token, body })
const pathOf = ({ id }: Order, end: string) => `/v1/orders/${String(id)}/${end}`
async function bought(): Promise<{ order: Order; buyer: string }> {
  const { token } = await openAccount(shop.deps)
  const order = await shop.order(token, 2)
  await shop.pay(token, order, { stripe_source: 'pm_card_visa', return_url: RETURN_URL })
  return { order: await read(order), buyer: token }
}
async function read({ id }: Order): Promise<Order> {
  const { body } = await shop.call('GET', `/v1/orders/${String(id)}`, { token: clerk.token })
  return OrderReply.parse(body).order
}
async function quote(order: Order): Promise<UpgradeQuote> {
  const answer = await call(pathOf(order, 'staff_upgrade_quotes'), { order_item_upgrades: [PHOTOS] })
  return UpgradeQuoteReply.parse(answer.body).upgrade_quote
}
const add = (order: Order, seen: UpgradeQuote, payment?: object) =>
  call(pathOf(order, 'staff_upgrades'), {
    added_upgrades: {
      order_item_upgrades: [PHOTOS],
      updated_total_price: seen.updated_total_price,
      ...(payment ? { payment } : {}),
    },
  })
const photosOf = ({ order_items: items }: Order) =>
  items.filter((item) => item.kind === 'upgrade' && item.upgrade_id === 1).length

test('staff add extras to a paid order for cash, once for two presses, at the price of now', async () => {
  const { order } = await bought()
  const seen = await quote(order)
  const cash = { method: 'cash', amount: seen.amount_due }
  expect((await add(order, seen)).status).toBe(422)
  expect((await add(order, { ...seen, updated_total_price: 1 }, cash)).status).toBe(409)
  const answers = await Promise.all([add(order, seen, cash), add(order, seen, cash)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201])
  const after = await read(order)
  expect(after.amount_paid).toBe(seen.updated_total_price)
  expect(photosOf(after)).toBe(1)
  expect(await shop.count('select count(*) from payments where order_id = $1', order.id)).toBe(2)
})

test('a mailed link adds them once it is paid, and nothing before', async () => {
  const { order, buyer } = await bought()
  const seen = await quote(order)
  const url = `${shop.deps.settings.publicUrl}/pay`
  const link = { method: 'link', amount: seen.amount_due, url, return_url: RETURN_URL }
  expect(await add(order, seen, link)).toMatchObject({
    status: 201,
    body: { payment_link: { mailed_to: order.email }, order_change: { status: 'awaiting_payment' } },
  })
  expect(photosOf(await read(order))).toBe(0)
  await shop.runDueNow()
  const mails = shop.mailer.to(order.email ?? '').map(({ subject }) => subject)
  expect(mails.some((subject) => subject.startsWith('Pay for your extras'))).toBe(true)
  const page = (await shop.read(buyer, order)).changes?.at(-1)?.payment_url
  const card = { number: '4242424242424242', expiry: '12 / 30', cvc: '123', email: 'a@example.com' }
  await shop.sandbox.pages(new Request(page ?? '', { method: 'POST', body: new URLSearchParams(card) }))
  await shop.deliverEvents()
  const after = await read(order)
  expect([after.total, photosOf(after)]).toEqual([seen.updated_total_price, 1])
})

test('what they cost an order that is paid in part is due with the rest of it', async () => {
  const customer = { full_name: 'Tomasz Kowal', email: 'extras@example.com' }
  const placed = await shop.order(clerk.token, 2, undefined, { channel: 'counter', customer })
  const part = { order_id: placed.id, method: 'cash', part: true, amount: 100 }
  const { body } = await call('/v1/counter_payments', { counter_payment: part })
  const { order } = InPersonPaymentReply.parse(body)
  const seen = await quote(order)
  expect((await add(order, seen, { method: 'cash', amount: seen.amount_due })).status).toBe(422)
  expect((await add(order, seen)).status).toBe(201)
  const after = await read(order)
  expect(after.amount_due).toBe((order.amount_due ?? 0) + (seen.amount_due ?? 0))
  expect([after.status, photosOf(after)]).toEqual(['partially_paid', 1])
})
