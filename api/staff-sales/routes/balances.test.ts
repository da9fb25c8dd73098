import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { BalancePaymentReply, InPersonPaymentReply } from '#contract/counter.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { RefundReply } from '#contract/refund.ts'
import { BALANCED_BOOKS, giveCredit, giveGiftCard, readBookErrors } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { logIn } from '#tests/support/shopper.ts'

const HOUR_MS = 3_600_000

let shop: PayingShop
let staff: string
beforeAll(async () => {
  shop = await openPayingShop()
  staff = await logIn(shop, 'staff@example.com')
  await call('POST', '/v1/drawers', { drawer: { opening: 0 } })
})
afterAll(() => shop.close())
afterEach(async () => {
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
  const checks = await runIntegrityChecks(shop.deps.database.db, shop.clock.now())
  expect(checks.filter(({ failing }) => failing > 0)).toEqual([])
})

const call = (method: string, path: string, body?: unknown) =>
  shop.call(method, path, { token: staff, ...(body === undefined ? {} : { body }) })
const pathOf = ({ id }: Order, end = '') => `/v1/orders/${String(id)}${end}`
let sales = 0
/** Two seats sold at the counter, of which this much is paid. */
async function sell(amount: number, more: object = {}): Promise<Order> {
  sales += 1
  const email = `balance${String(sales)}@example.com`
  const customer = { full_name: 'Tomasz Kowal', email }
  const order = await shop.order(staff, 2, undefined, { channel: 'counter', customer })
  return takePart(order, amount, more)
}
async function takePart({ id }: Order, amount: number, more: object = {}): Promise<Order> {
  const counter_payment = { order_id: id, method: 'cash', part: true, amount, ...more }
  const { body } = await call('POST', '/v1/counter_payments', { counter_payment })
  return InPersonPaymentReply.parse(body).order
}
const read = async (order: Order) => OrderReply.parse((await call('GET', pathOf(order))).body).order
const dueOf = ({ amount_due: due }: Order) => due ?? 0
const setDue = (order: Order, balance_due_at: string | null) =>
  call('PUT', pathOf(order, '/balance_due'), { balance_due: { balance_due_at } })
const pay = (order: Order, balance_payment: object) =>
  call('POST', pathOf(order, '/balance_payments'), { balance_payment })
async function subjects(order: Order, kind: RegExp): Promise<string[]> {
  await shop.runDueNow()
  return shop.mailer
    .to(order.email ?? '')
    .map(({ subject }) => subject)
    .filter((subject) => kind.test(subject))
}

describe('the time at which the rest is due', () => {
  test('is set by staff, and the customer is told of each other time once', async () => {
    const order = await sell(100)
    const later = new Date(shop.clock.now().getTime() + 40 * HOUR_MS).toISOString()
    for (let pressed = 0; pressed < 2; pressed++) {
      const set = await setDue(order, later)
      expect(OrderReply.parse(set.body).order.balance_due_at).toBe(later)
    }
    expect(await subjects(order, /^Another time/)).toEqual([
      `Another time to pay the rest of order ${order.number}`,
    ])
    expect((await setDue(order, '2020-01-01T00:00:00.000Z')).body).toEqual({
      balance_due_at: ['This time is over. Please choose a later one'],
    })
    const { history } = await read(order)
    expect(history?.filter(({ text }) => text.startsWith('The rest is due by'))).toHaveLength(1)
    await takePart(order, dueOf(order))
    expect((await setDue(order, null)).status).toBe(409)
  })

  test('is told again a day before, once, and not after everything is paid', async () => {
    const start = shop.clock.now()
    const order = await sell(100)
    const other = await sell(100)
    const dueAt = new Date(start.getTime() + 30 * HOUR_MS)
    for (const one of [order, other]) await setDue(one, dueAt.toISOString())
    expect(await subjects(order, /^Still to pay/)).toEqual([])
    await takePart(other, dueOf(other))
    shop.clock.set(new Date(dueAt.getTime() - 23 * HOUR_MS))
    expect(await subjects(order, /^Still to pay/)).toEqual([
      `Still to pay: $${dueOf(order).toFixed(2)} for order ${order.number}`,
    ])
    expect(await subjects(order, /^Still to pay/)).toHaveLength(1)
    expect(await subjects(other, /^Still to pay/)).toEqual([])
    shop.clock.set(start)
  })
})

describe('a later part', () => {
  test('is told to the customer, the first one by the ticket alone', async () => {
    const order = await sell(100)
    expect(await subjects(order, /^We received/)).toEqual([])
    const part = await takePart(order, 50)
    expect(await subjects(part, /^We received/)).toHaveLength(1)
    await takePart(part, dueOf(part))
    const rest = `$${dueOf(part).toFixed(2)}`
    expect(await subjects(order, /^We received/)).toEqual([
      `We received $50.00 for order ${order.number}`,
      `We received ${rest} for order ${order.number}`,
    ])
    const texts = shop.mailer.to(order.email ?? '').map(({ text }) => text)
    expect(texts.filter((text) => text.includes(`${rest} are still to pay.`))).toHaveLength(1)
    expect(texts.filter((text) => text.includes('Nothing is left to pay.'))).toHaveLength(1)
  })

  test('is paid with the customer’s credit, and a refund gives it back', async () => {
    const order = await sell(100)
    const owner = await ownerOf(order)
    await giveCredit(shop.deps, owner, 60)
    await shop.deps.database.query('update users set email_proven_at = null where id = $1', [owner])
    expect((await pay(order, { credit: 40 })).body).toEqual({
      credit: ['The customer has $0.00 of account credit'],
    })
    await shop.deps.database.query('update users set email_proven_at = now() where id = $1', [owner])
    expect((await pay(order, { credit: 61 })).body).toEqual({
      credit: ['The customer has $60.00 of account credit'],
    })
    const paid = BalancePaymentReply.parse((await pay(order, { credit: 40 })).body)
    expect(paid).toMatchObject({ paid: 40, order: { credits: 40, amount_paid: 100 } })
    expect(dueOf(paid.order)).toBe(dueOf(order) - 40)
    const refund = { order_id: order.id, reason: 'A test' }
    const back = RefundReply.parse((await call('POST', '/v1/refunds', { refund })).body).refund
    expect(back.amount).toBe(140)
    const credit = 'select balance_cents as count from credit_balances where user_id = $1'
    expect(await shop.count(credit, owner)).toBe(6_000)
  })

  test('is paid with a gift card as if it had come first, once; a refund gives it back', async () => {
    const order = await sell(100)
    const { code, id } = await giveGiftCard(shop.deps, await ownerOf(order))
    const fields = { gift_card_codes: [code] }
    const [first, second] = await Promise.all([pay(order, fields), pay(order, fields)])
    expect([first.status, second.status].toSorted()).toEqual([201, 422])
    const paid = BalancePaymentReply.parse(first.status === 201 ? first.body : second.body)
    expect(paid.order.lines.filter(({ kind }) => kind === 'gift')).toHaveLength(1)
    expect(dueOf(paid.order)).toBe(Math.round((dueOf(order) - paid.paid) * 100) / 100)
    const whole = await takePart(paid.order, dueOf(paid.order))
    expect(whole).toMatchObject({ status: 'completed', amount_due: null })
    await call('POST', '/v1/refunds', { refund: { order_id: order.id, reason: 'A test' } })
    const free = "select count(*) from gift_cards where id = $1 and state = 'available'"
    expect(await shop.count(free, id)).toBe(1)
  })

  test('needs no more than is left: a card for a whole seat is refused, and nothing is written', async () => {
    const sold = await sell(100)
    const order = await takePart(sold, Math.round((dueOf(sold) - 50) * 100) / 100)
    const { code } = await giveGiftCard(shop.deps, await ownerOf(order))
    expect((await pay(order, { gift_card_codes: [code] })).body).toEqual({
      gift_card_codes: ['A gift card pays a whole seat, and only $50.00 are left to pay'],
    })
    expect(dueOf(await read(order))).toBe(50)
  })
})

const ownerOf = ({ id }: Order) => shop.count('select user_id as count from orders where id = $1', id)
