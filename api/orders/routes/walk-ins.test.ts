import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Order, OrderReply } from '#contract/order.ts'
import { OrderFileReply } from '#contract/order-file.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { logIn } from '#tests/support/shopper.ts'

let shop: PayingShop
let staff: string
beforeAll(async () => {
  shop = await openPayingShop()
  staff = await logIn(shop, 'staff@example.com')
})
afterAll(() => shop.close())

const WALK_IN = { channel: 'counter', customer: { full_name: 'Tomasz Kowal', phone: '201 555 0139' } }
const mailsOf = ({ id }: Order) => shop.count('select count(*) from mails where order_id = $1', id)
const file = async ({ id }: Order) =>
  OrderFileReply.parse((await shop.call('GET', `/v1/orders/${String(id)}/file`, { token: staff })).body).file
async function sold(more: Record<string, unknown> = {}): Promise<Order> {
  const order = await shop.order(staff, 1, undefined, { ...WALK_IN, ...more })
  const counter_payment = {
    order_id: order.id,
    method: 'reader',
    amount: order.amount_due,
    reader_reference: `W${String(order.id)}`,
  }
  const paid = await shop.call('POST', '/v1/counter_payments', { token: staff, body: { counter_payment } })
  expect(paid.status).toBe(201)
  return order
}
const add = ({ id }: Order, email: string, token = staff) =>
  shop.call('PUT', `/v1/orders/${String(id)}/email`, { token, body: { order: { email } } })

describe('a walk-in without an e-mail', () => {
  test('gets a paid order with a null e-mail, no mail at all, and a ticket to scan', async () => {
    const order = await sold()
    expect(order).toMatchObject({ email: null, phone: '201 555 0139' })
    await shop.runDueNow()
    expect(await mailsOf(order)).toBe(0)
    const { ticket_url: url, customer, history } = await file(order)
    expect(customer.name).toBe('Tomasz Kowal')
    expect(history.map(({ text }) => text)).toContain('Sold without an e-mail: nothing is mailed.')
    const opened = await shop.call(
      'GET',
      `/v1/order_links/${new URL(url ?? '').pathname.split('/').at(-1) ?? ''}`,
    )
    expect(opened.status).toBe(200)
    expect(JSON.stringify([opened.body, order, await file(order)])).not.toContain('walk-in.invalid')
    const listed = await shop.call('GET', '/v1/orders?q=Tomasz', { token: staff })
    expect(JSON.stringify(listed.body)).not.toContain('walk-in.invalid')
    const checked = await runIntegrityChecks(shop.deps.database.db, shop.clock.now())
    expect(checked.filter(({ failing }) => failing > 0)).toEqual([])
  })

  test('needs a name, and gift cards an e-mail', async () => {
    const { departureId, departAt } = await shop.nextFlight()
    const place = (order: Record<string, unknown>) =>
      shop.call('POST', '/v1/orders', { token: staff, body: { order: { brand_id: 1, ...order } } })
    const seats = { departure_id: departureId, depart_at: departAt, quantity: 1 }
    const nameless = { channel: 'counter', customer: { phone: '201 555 0139' } }
    expect(await place({ ...nameless, order_item_seats_attributes: [seats] })).toMatchObject({
      status: 422,
      body: { 'customer.full_name': ['Without an e-mail, please type the name'] },
    })
    const cards = { order_item_gift_cards_attributes: [{ fare_id: 1, quantity: 1 }] }
    expect(await place({ ...WALK_IN, ...cards })).toMatchObject({
      status: 422,
      body: { 'customer.email': ['Gift cards are sent by mail. Please type the e-mail'] },
    })
  })

  test('is never what a shopper’s order becomes', async () => {
    const order = await shop.order(await shop.guest('ada@example.com'), 1, undefined, WALK_IN)
    expect(order.email).toBe('ada@example.com')
  })

  test('can be given an e-mail later, to which the ticket goes, while the scanned link stays', async () => {
    const order = await sold()
    const { ticket_url: url } = await file(order)
    const path = `/v1/order_links/${new URL(url ?? '').pathname.split('/').at(-1) ?? ''}`
    expect((await add(order, 'nonsense')).status).toBe(422)
    expect((await add(order, 'tomasz@example.com', await shop.guest())).status).toBe(404)
    const added = await add(order, 'tomasz@example.com')
    expect(OrderReply.parse(added.body).order.email).toBe('tomasz@example.com')
    await shop.runDueNow()
    expect(shop.mailer.to('tomasz@example.com').some(({ subject }) => subject.includes('booked'))).toBe(true)
    expect((await shop.call('GET', path)).status).toBe(200)
    const after = await file(order)
    expect(after.ticket_url).toBeNull()
    expect(after.history.map(({ text }) => text)).toContain(
      'An e-mail was added, and the ticket was sent there.',
    )
    expect((await add(order, 'other@example.com')).status).toBe(409)
  })

  test('gets no link to pay by mail, and nothing else that is mailed', async () => {
    const order = await shop.order(staff, 1, undefined, WALK_IN)
    const payment_link = { url: `${shop.deps.settings.publicUrl}/pay` }
    const path = `/v1/orders/${String(order.id)}/payment_links`
    expect(await shop.call('POST', path, { token: staff, body: { payment_link } })).toMatchObject({
      status: 409,
      body: { error: 'This order has no e-mail. Please add one first.' },
    })
    expect(await mailsOf(order)).toBe(0)
  })
})
