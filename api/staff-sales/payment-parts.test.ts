import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { InPersonPaymentReply, type InPersonPaymentFields } from '#contract/counter.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { OrdersReply } from '#contract/order-list.ts'
import { RefundReply } from '#contract/refund.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { openPayingShop, type PayingShop, RETURN_URL } from '#tests/support/paying-shop.ts'
import { logIn } from '#tests/support/shopper.ts'

let shop: PayingShop
let staff: string
beforeAll(async () => {
  shop = await openPayingShop()
  staff = await logIn(shop, 'staff@example.com')
  await post('/v1/drawers', { drawer: { opening: 100 } })
})
afterAll(() => shop.close())

const post = (path: string, body: unknown, token = staff) => shop.call('POST', path, { token, body })
const sale = (seats = 2, more: Record<string, unknown> = {}) =>
  shop.order(staff, seats, undefined, {
    channel: 'counter',
    customer: { full_name: 'Tomasz Kowal', email: 'tomasz@example.com' },
    ...more,
  })
type Part = Partial<InPersonPaymentFields> & { amount: number }
const tryPart = ({ id }: Order, part: Part) =>
  post('/v1/counter_payments', { counter_payment: { order_id: id, method: 'cash', part: true, ...part } })
async function takePart(order: Order, part: Part): Promise<Order> {
  const taken = await tryPart(order, part)
  expect(taken.body).toMatchObject({ order: { id: order.id } })
  return InPersonPaymentReply.parse(taken.body).order
}
const read = ({ id }: Order) =>
  shop
    .call('GET', `/v1/orders/${String(id)}`, { token: staff })
    .then(({ body }) => OrderReply.parse(body).order)
async function holdsEverywhere() {
  const checked = await runIntegrityChecks(shop.deps.database.db, shop.clock.now())
  expect(checked.filter(({ failing }) => failing > 0)).toEqual([])
}
const balanceOf = (order: Order, account: string) =>
  shop.count(
    `select coalesce(sum(e.amount_cents), 0) from ledger_entries e
      join ledger_transactions t on t.id = e.transaction_id where t.order_id = $1 and e.account = $2`,
    order.id,
    account,
  )
const dueOf = ({ amount_due: due }: Order) => due ?? 0
/** Leaves only this much to pay. */
const allBut = (order: Order, left: number) => Math.round((dueOf(order) - left) * 100) / 100
async function linkFor(order: Order, fields: Record<string, unknown>) {
  const url = 'http://shop.test/pay'
  return post(`/v1/orders/${String(order.id)}/payment_links`, { payment_link: { url, ...fields } })
}
async function openLink(order: Order): Promise<string> {
  await shop.runDueNow()
  const mail = shop.mailer.to(order.email ?? '').findLast(({ subject }) => subject.startsWith('Pay for'))
  const token = /\/pay\/([\w-]+)/.exec(mail?.text ?? '')?.[1]
  const { body } = await post('/v1/payment_links/open', { token })
  return (body as { jwt: string }).jwt
}

describe('an order of which a part is paid', () => {
  test('has its seats for good and owes the rest until check-in', async () => {
    const order = await sale()
    const part = await takePart(order, { amount: 100 })
    expect(part).toMatchObject({
      ...{ status: 'partially_paid', amount_paid: 100, amount_due: allBut(order, 0) - 100 },
      ...{ balance_due_at: part.flights[0]?.check_in_at, completed_at: null, held_until: null },
    })
    shop.clock.set(new Date(shop.clock.now().getTime() + 5 * 3_600_000))
    await shop.runDueNow()
    staff = await logIn(shop, 'staff@example.com')
    expect(await read(order)).toMatchObject({ status: 'partially_paid' })
    expect(await balanceOf(order, 'receivable')).toBe(Math.round(dueOf(part) * 100))
    await holdsEverywhere()
    const whole = await takePart(order, { amount: dueOf(part) })
    expect(whole).toMatchObject({ status: 'completed', amount_due: null, balance_due_at: null })
    expect(await balanceOf(order, 'receivable')).toBe(0)
    await holdsEverywhere()
  })

  test('gets its ticket at once, and takes cash, the card terminal and several cards by link', async () => {
    const order = await sale()
    await takePart(order, { amount: 60 })
    expect(shop.mailer.to('tomasz@example.com').length + (await mailsOf(order))).toBeGreaterThan(0)
    await takePart(order, { method: 'reader', amount: 70, reader_reference: 'P-70' })
    for (const amount of [80, 90]) {
      expect((await linkFor(order, { amount })).status).toBe(201)
      const guest = await openLink(order)
      const before = await read(order)
      expect(before.next_payment_amount).toBe(amount)
      const tooMuch = await shop.pay(guest, before, { stripe_source: 'pm_card_visa', return_url: RETURN_URL })
      expect(tooMuch).toMatchObject({
        status: 422,
        body: { amount: [`The amount to pay is $${String(amount)}.00`] },
      })
      const paid = await shop.pay(guest, order, {
        amount,
        stripe_source: 'pm_card_visa',
        return_url: RETURN_URL,
      })
      expect(paid).toMatchObject({ status: 201, body: { payments: [{ amount, status: 'succeeded' }] } })
      expect(await read(order)).toMatchObject({
        next_payment_amount: null,
        amount_paid: before.amount_paid + amount,
      })
    }
    const { tenders, amount_due: due } = await read(order)
    expect(tenders.map(({ amount }) => amount)).toEqual([90, 80, 70, 60])
    expect(due).toBe(allBut(order, 0) - 300)
    await holdsEverywhere()
  })

  test('refuses what is too little, what is too much, a shopper’s order and another amount', async () => {
    const order = await sale()
    const refused = async (part: Part) => (await tryPart(order, part)).body
    expect(await refused({ amount: 0.49 })).toEqual({ amount: ['A part is at least $0.50'] })
    expect(await refused({ amount: allBut(order, 0.3) })).toEqual({
      amount: ['This leaves $0.30, which no card can pay. Please take all or less'],
    })
    expect(await refused({ amount: dueOf(order) + 1 })).toMatchObject({ amount: [/^What is due is/] })
    expect(await refused({ amount: 10, part: false })).toMatchObject({ amount: [/^What is due is/] })
    expect(await refused({ amount: 10, balance_due_at: '2020-01-01T00:00:00Z' })).toEqual({
      balance_due_at: ['This time is over. Please choose a later one'],
    })
    expect((await linkFor(order, { amount: 0.2 })).body).toEqual({ amount: ['A part is at least $0.50'] })
    const shopper = await shop.order(await shop.guest('ada@example.com'), 1)
    expect((await tryPart(shopper, { amount: 10 })).body).toEqual({
      amount: ['Only what staff sell is paid in parts'],
    })
    expect(await read(order)).toMatchObject({ status: 'awaiting_payment', amount_paid: 0 })
  })

  test('is due when staff say, and is found among those still to pay until it is paid', async () => {
    const order = await sale()
    const later = '2027-05-13T15:00:00.000Z'
    const part = await takePart(order, { amount: 40, balance_due_at: later })
    expect(part.balance_due_at).toBe(later)
    const listed = async () => {
      const { body } = await shop.call('GET', '/v1/orders?balance_due=1&page_size=100', { token: staff })
      return OrdersReply.parse(body).orders.some(({ id }) => id === order.id)
    }
    expect(await listed()).toBe(true)
    await takePart(order, { amount: dueOf(part) })
    expect(await listed()).toBe(false)
  })
})

const mailsOf = ({ id }: Order) => shop.count('select count(*) from mails where order_id = $1', id)
const refund = async ({ id }: Order, fields: Record<string, unknown>) => {
  const given = await post('/v1/refunds', { refund: { order_id: id, reason: 'A test', ...fields } })
  expect(given.body).toMatchObject({ refund: { order_id: id } })
  return RefundReply.parse(given.body).refund
}

describe('what cannot go wrong with parts', () => {
  test('a part that was paid while nobody listened is found, and is not taken again in cash', async () => {
    const order = await sale()
    expect((await linkFor(order, { amount: 45 })).status).toBe(201)
    const guest = await openLink(order)
    const page = await shop.hosted(guest, { ...order, amount_due: 45 })
    await shop.payPage(page)
    expect(await shop.count('select count(*) from payments where order_id = $1', order.id)).toBe(0)
    shop.clock.set(new Date(shop.clock.now().getTime() + 6 * 60_000))
    await shop.runDueNow()
    const part = await read(order)
    expect(part).toMatchObject({ status: 'partially_paid', amount_paid: 45 })
    expect((await linkFor(order, { amount: allBut(order, 45) })).status).toBe(201)
    const again = await shop.hosted(await openLink(order), part)
    await shop.payPage(again)
    // The rest is handed over in cash before the provider's word arrives: closing finds the card's money.
    const cash = await tryPart(order, { amount: dueOf(part) })
    expect(cash).toMatchObject({ status: 409, body: { code: 'already_paid' } })
    expect(await read(order)).toMatchObject({ status: 'completed', amount_paid: order.amount_due })
    await holdsEverywhere()
  })

  test('the integrity checks find an amount due that the parts do not explain', async () => {
    const order = await sale()
    await takePart(order, { amount: 30 })
    const change = (cents: number) =>
      shop.deps.database.query('update orders set due_cents = due_cents + $2 where id = $1', [
        order.id,
        cents,
      ])
    await change(-100)
    const checked = await runIntegrityChecks(shop.deps.database.db, shop.clock.now())
    const failing = checked.filter((one) => one.failing > 0).map(({ check }) => check)
    await change(100)
    expect(failing).toEqual(['ledger_balance', 'orders_paid'])
    await holdsEverywhere()
  })

  test('gift cards are made once nothing is due', async () => {
    const { rows } = await shop.deps.database.query(
      `select f.id from fares f join products p on p.id = f.product_id
        where f.giftable and p.enable_bnsl limit 1`,
    )
    const placed = await post('/v1/orders', {
      order: {
        brand_id: 1,
        channel: 'counter',
        customer: { full_name: 'Tomasz Kowal', email: 'tomasz@example.com' },
        order_item_gift_cards_attributes: [{ fare_id: Number(rows[0]?.['id']), quantity: 1 }],
        terms_and_conditions: true,
      },
    })
    const order = OrderReply.parse(placed.body).order
    const cards = () => shop.count('select count(*) from gift_cards where purchaser_order_id = $1', order.id)
    const part = await takePart(order, { amount: 20 })
    expect([part.status, await cards()]).toEqual(['partially_paid', 0])
    await holdsEverywhere()
    await takePart(order, { amount: dueOf(part) })
    expect(await cards()).toBe(1)
    await holdsEverywhere()
  })
})

describe('a refund of an order paid in parts', () => {
  test('comes off what is due first, then goes back part by part, the last one first', async () => {
    const order = await sale()
    await takePart(order, { amount: 100 })
    const { amount_due: due } = await takePart(order, {
      method: 'reader',
      amount: 60,
      reader_reference: 'P-60',
    })
    const off = await refund(order, { amount: dueOf({ ...order, amount_due: due }) - 20 })
    expect(off).toMatchObject({ amount: 0, to: [{ kind: 'due' }] })
    expect(await read(order)).toMatchObject({ status: 'partially_paid', amount_due: 20 })
    const both = await refund(order, { amount: 110 })
    expect(both.amount).toBe(90)
    expect(both.to.map(({ kind, amount, method }) => [kind, amount, method])).toEqual([
      ['due', 20, undefined],
      ['card', 60, 'reader'],
      ['card', 30, 'cash'],
    ])
    expect(await read(order)).toMatchObject({ status: 'partially_refunded', amount_due: null })
    await holdsEverywhere()
  })

  test('of one seat leaves the other seat’s price to pay', async () => {
    const order = await sale()
    const part = await takePart(order, { amount: 50 })
    const back = await refund(order, {
      lines: [{ position: 0, quantity: 1 }],
      passenger_ids: [order.passengers[1]?.id],
    })
    expect(back.amount).toBe(0)
    expect(await read(order)).toMatchObject({
      status: 'partially_paid',
      amount_due: Math.round((dueOf(part) - (back.to[0]?.amount ?? 0)) * 100) / 100,
    })
    await holdsEverywhere()
    // Paid as a whole, it says again that a part of it came back.
    const whole = await takePart(order, { amount: dueOf(await read(order)) })
    expect(whole).toMatchObject({ status: 'partially_refunded', amount_due: null })
    await holdsEverywhere()
  })

  test('of everything frees the seats and gives all parts back', async () => {
    const order = await sale()
    await takePart(order, { amount: 50 })
    const back = await refund(order, {})
    expect(back.amount).toBe(50)
    expect(await read(order)).toMatchObject({ status: 'refunded', amount_due: null })
    expect(await balanceOf(order, 'receivable')).toBe(0)
    await holdsEverywhere()
  })

  test('of a cancellation keeps what the rule keeps of the whole price', async () => {
    const order = await sale()
    await takePart(order, { amount: 50 })
    await shop.deps.database.query('update products set cancel_refund_bps = 5000 where id = 6')
    const path = `/v1/orders/${String(order.id)}`
    const seen = await post(`${path}/cancellation_previews`, { cancellation: { reason: 'A test' } })
    expect(seen.body).toMatchObject({ cancellation: { allowed: true, amount: 0 } })
    const done = await post(`${path}/staff_cancellations`, {
      cancellation: { reason: 'A test', expected_amount: 0 },
    })
    await shop.deps.database.query('update products set cancel_refund_bps = 10000 where id = 6')
    expect(done.status).toBe(201)
    expect(await read(order)).toMatchObject({ status: 'cancelled', amount_due: null, amount_paid: 50 })
    await holdsEverywhere()
  })
})
