import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Order } from '#contract/order.ts'
import { UpdateUpgradesReply, type UpgradeQuote, UpgradeQuoteReply } from '#contract/order-change.ts'
import { type Payment } from '#contract/payment.ts'
import {
  BALANCED_BOOKS,
  readBookErrors,
  giveCredit,
  readRemainingTenders,
} from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop, RETURN_URL } from '#tests/support/paying-shop.ts'
import { requestRefund, readRefund, sellOrder, type Sold } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
beforeEach(async () => {
  await shop.sandbox.control.webhooks.release(() => [])
  shop.sandbox.control.webhooks.hold()
})
afterAll(() => shop.close())
afterEach(async () => {
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
})

/** The photo set: 49 dollars for two. */
const PHOTOS = { upgrade_id: 1 }
type Wish = Record<string, unknown>

async function quote(
  { buyer, order }: Sold,
  upgrades: Wish[] = [PHOTOS],
  more: Wish = {},
): Promise<UpgradeQuote> {
  const body = { order_item_upgrades: upgrades, ...more }
  const answer = await shop.call('POST', `/v1/orders/${String(order.id)}/upgrade_quotes`, {
    token: buyer.token,
    body,
  })
  return UpgradeQuoteReply.parse(answer.body).upgrade_quote
}
const add = ({ buyer, order }: Sold, total: number, how: Wish = {}, headers: Record<string, string> = {}) =>
  shop.call('PATCH', `/v1/orders/${String(order.id)}/update_upgrades`, {
    token: buyer.token,
    headers,
    body: { updated_total_price: total, order_item_upgrades: [PHOTOS], ...how },
  })
const VISA = { stripe_source: 'pm_card_visa', return_url: RETURN_URL }
const HOSTED = { hosted: true, return_url: RETURN_URL }
/** Another order of the same buyer. */
async function sellAgain({ buyer }: Sold): Promise<Sold> {
  const order = await shop.order(buyer.token, 1)
  await shop.pay(buyer.token, order, VISA)
  return { buyer, order: await shop.read(buyer.token, order) }
}
/** Waits before the read, because the provider is asked at most three times a second. */
const read = ({ buyer, order }: Sold): Promise<Order> => {
  shop.clock.advance(1 / 60)
  return shop.read(buyer.token, order)
}
const charges = (orderId: number) =>
  shop.count(
    `select count(*) from sandbox.objects where type = 'charge' and data->>'status' = 'succeeded'
      and data->'metadata'->>'order_id' = $1`,
    String(orderId),
  )
const mailsOf = (orderId: number, kind: string) =>
  shop.count('select count(*) from mails where order_id = $1 and kind = $2', orderId, kind)
async function openPage(sold: Sold, how: Wish = {}): Promise<Payment> {
  const { updated_total_price: total } = await quote(sold, [PHOTOS], how)
  const answer = await add(sold, total, { ...HOSTED, ...how })
  const [payment] = UpdateUpgradesReply.parse(answer.body).payments
  if (!payment) throw new Error(`no page: ${JSON.stringify(answer.body)}`)
  return payment
}

test('an upgrade is priced first, and once paid it is on order, ledger, history and mail', async () => {
  const sold = await sellOrder(shop, { seats: 2 })
  const before = sold.order.total
  const shown = await quote(sold)
  expect(shown).toMatchObject({
    open: true,
    message: null,
    total: 49,
    amount_due: 49,
    updated_total_price: before + 49,
  })
  expect(shown.offers.find(({ upgrade_id: id }) => id === 1)).toMatchObject({
    amount: 49,
    quantity: 1,
    bought_quantity: 0,
  })
  const paid = UpdateUpgradesReply.parse((await add(sold, before + 49, VISA)).body)
  expect(paid.order_change).toMatchObject({ status: 'completed', total: 49 })
  expect(paid.payments).toMatchObject([{ status: 'succeeded', amount: 49 }])
  const order = await read(sold)
  expect(order).toMatchObject({
    status: 'completed',
    total: before + 49,
    amount_paid: before + 49,
    amount_due: null,
  })
  expect(order.lines.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(order.total, 2)
  expect(order.order_items.at(-1)).toMatchObject({ kind: 'upgrade', upgrade_id: 1, quantity: 1 })
  expect(order.tenders).toMatchObject([{ amount: 49 }, { amount: before }])
  expect(order.history?.at(-1)?.text).toMatch(/^You added /)
  expect(await mailsOf(order.id, 'order_changed')).toBe(1)
  expect(await charges(order.id)).toBe(2)
})

describe('an expected price', () => {
  test.each([[-1], [1]])(
    'a price that differs by %i dollar is refused with the right figure, and nothing is charged',
    async (off) => {
      const sold = await sellOrder(shop)
      const { updated_total_price: right } = await quote(sold)
      const { status, body } = await add(sold, right + off, VISA)
      expect(status).toBe(409)
      expect(body).toMatchObject({
        code: 'price_changed',
        upgrade_quote: { updated_total_price: right, amount_due: 49 },
      })
      expect(await charges(sold.order.id)).toBe(1)
      expect(await read(sold)).toMatchObject({ total: sold.order.total, changes: [] })
    },
  )

  test('an unknown, repeated, incomplete or already bought upgrade is refused', async () => {
    const sold = await sellOrder(shop, { photos: true, seats: 2 })
    const { total } = sold.order
    const ask = async (upgrades: Wish[]) =>
      (await add(sold, total, { ...VISA, order_item_upgrades: upgrades })).status
    expect(await ask([{ upgrade_id: 9_999 }])).toBe(422)
    expect(await ask([PHOTOS, PHOTOS])).toBe(422)
    expect(await ask([])).toBe(422)
    expect(await ask([PHOTOS])).toBe(409)
    expect((await quote(sold)).message).toBe('This upgrade is on your order already.')
    expect(await charges(sold.order.id)).toBe(1)
  })
})

describe('repeated payments for a change', () => {
  test('a repeated call gives the first answer, with a key and without', async () => {
    const sold = await sellOrder(shop)
    const { updated_total_price: total } = await quote(sold)
    const both = await Promise.all([add(sold, total, VISA), add(sold, total, VISA)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await add(sold, total, VISA, { 'Idempotency-Key': 'once-more-1' })).status).toBe(200)
    expect((await add(sold, total, VISA, { 'Idempotency-Key': 'once-more-1' })).status).toBe(200)
    expect(await charges(sold.order.id)).toBe(2)
    expect((await read(sold)).total).toBe(total)
  })

  test('a declined card leaves the order as it was, and the next one pays on the same intent', async () => {
    const sold = await sellOrder(shop)
    const { updated_total_price: total } = await quote(sold)
    const declined = await add(sold, total, { ...VISA, stripe_source: 'pm_card_chargeDeclined' })
    expect(declined.status).toBe(422)
    expect(declined.body).toMatchObject({ credit_card: ['Your card was declined.'] })
    expect(await read(sold)).toMatchObject({
      total: sold.order.total,
      last_payment_error: null,
      changes: [{ status: 'awaiting_payment', last_payment_error: 'Your card was declined.' }],
    })
    expect((await add(sold, total, VISA)).status).toBe(200)
    expect(await charges(sold.order.id)).toBe(2)
    expect(await read(sold)).toMatchObject({ total, changes: [{ status: 'completed' }] })
  })

  test('return page and events report the hosted page any number of times with one effect', async () => {
    const sold = await sellOrder(shop)
    const payment = await openPage(sold)
    expect(await openPage(sold)).toMatchObject({ reference: payment.reference })
    expect((await read(sold)).changes).toMatchObject([{ payment_url: payment.redirect_url }])
    await shop.payPage(payment)
    expect(await read(sold)).toMatchObject({
      total: sold.order.total + 49,
      changes: [{ status: 'completed', payment_url: null }],
    })
    await shop.deliverEvents(2)
    await shop.runDueNow()
    expect(await read(sold)).toMatchObject({ total: sold.order.total + 49 })
    expect(await mailsOf(sold.order.id, 'order_changed')).toBe(1)
  })

  test('another request closes the open page first', async () => {
    const sold = await sellOrder(shop)
    const payment = await openPage(sold)
    const { updated_total_price: total } = await quote(sold)
    expect((await add(sold, total, VISA)).status).toBe(200)
    await expect(shop.payPage(payment)).resolves.toMatchObject({ ok: false })
    expect(await read(sold)).toMatchObject({
      total,
      changes: [{ status: 'superseded' }, { status: 'completed' }],
    })
    expect(await charges(sold.order.id)).toBe(2)
  })

  test('an upgrade whose page was paid meanwhile is added, and the new total is shown', async () => {
    const sold = await sellOrder(shop)
    const payment = await openPage(sold)
    const { updated_total_price: total } = await quote(sold)
    await shop.payPage(payment)
    // It is the same upgrade at the same price, so the request is already fulfilled.
    expect((await add(sold, total, VISA)).status).not.toBe(500)
    expect(await charges(sold.order.id)).toBe(2)
    expect(await read(sold)).toMatchObject({ total })
  })
})

test('a refused 3-D Secure check adds nothing, and a passed one adds the upgrade', async () => {
  const sold = await sellOrder(shop)
  const { updated_total_price: total } = await quote(sold)
  const start = async () => {
    const answer = await add(sold, total, { ...VISA, stripe_source: 'pm_card_authenticationRequired' })
    return UpdateUpgradesReply.parse(answer.body).payments[0]
  }
  const answerBank = (payment: Payment | undefined, outcome: string) =>
    shop.sandbox.pages(
      new Request(payment?.redirect_url ?? '', { method: 'POST', body: new URLSearchParams({ outcome }) }),
    )
  const first = await start()
  expect(first).toMatchObject({ requires_action: true, status: 'requires_action' })
  await answerBank(first, 'fail')
  expect(await read(sold)).toMatchObject({ total: sold.order.total, status: 'completed' })
  await answerBank(await start(), 'complete')
  expect(await read(sold)).toMatchObject({ total, changes: [{ status: 'completed' }] })
  expect(await charges(sold.order.id)).toBe(2)
})

describe('account credit', () => {
  test('it pays a part beside a card, and later everything without a card', async () => {
    const sold = await sellOrder(shop, { seats: 2 })
    const { userId } = sold.buyer
    await giveCredit(shop.deps, userId, 20)
    const part = await quote(sold, [PHOTOS], { apply_user_credit: true })
    expect(part).toMatchObject({ total: 49, credits: 20, amount_due: 29, credit_available: 20 })
    const paid = await add(sold, part.updated_total_price, { ...VISA, apply_user_credit: true })
    expect(UpdateUpgradesReply.parse(paid.body)).toMatchObject({ payments: [{ amount: 29 }] })
    expect((await readRemainingTenders(shop.deps, userId)).credit).toBe(0)
    expect(await read(sold)).toMatchObject({ credits: 20, total: sold.order.total + 49, amount_due: null })

    const other = { buyer: sold.buyer, order: (await sellAgain(sold)).order }
    await giveCredit(shop.deps, userId, 60)
    const whole = await quote(other, [PHOTOS], { apply_user_credit: true })
    expect(whole).toMatchObject({ credits: 49, amount_due: null })
    const free = await add(other, whole.updated_total_price, { apply_user_credit: true })
    expect(UpdateUpgradesReply.parse(free.body)).toMatchObject({
      payments: [],
      order_change: { status: 'completed' },
    })
    expect((await readRemainingTenders(shop.deps, userId)).credit).toBe(1_100)
    expect(await charges(other.order.id)).toBe(1)
    // Credit is refunded as credit, the card's part to the card.
    const staff = await openStaffMember(shop.deps)
    const { refund } = readRefund(await requestRefund(shop, staff.token, sold.order.id))
    expect(refund.to).toMatchObject([
      { kind: 'card', amount: 29 },
      { kind: 'card' },
      { kind: 'credit', amount: 20 },
    ])
    expect((await readRemainingTenders(shop.deps, userId)).credit).toBe(3_100)
  })

  test('credit reserved for a page is released when the page ends without money', async () => {
    const sold = await sellOrder(shop)
    await giveCredit(shop.deps, sold.buyer.userId, 20)
    await openPage(sold, { apply_user_credit: true })
    expect((await readRemainingTenders(shop.deps, sold.buyer.userId)).credit).toBe(0)
    shop.clock.advance(40)
    await shop.runDueNow()
    expect((await readRemainingTenders(shop.deps, sold.buyer.userId)).credit).toBe(2_000)
    expect(await read(sold)).toMatchObject({
      total: sold.order.total,
      lines: sold.order.lines,
      changes: [{ status: 'expired' }],
    })
  })

  test('a guest has no credit', async () => {
    const token = await shop.guest('upgrader@example.com')
    const order = await shop.order(token, 1)
    await shop.pay(token, order, { stripe_source: 'pm_card_visa', return_url: RETURN_URL })
    const answer = await shop.call('PATCH', `/v1/orders/${String(order.id)}/update_upgrades`, {
      token,
      body: {
        updated_total_price: order.total + 49,
        order_item_upgrades: [PHOTOS],
        apply_user_credit: true,
        ...VISA,
      },
    })
    expect(answer.status).toBe(422)
    expect(answer.body).toHaveProperty('apply_user_credit')
  })
})

describe('money for a change that is no longer possible is refunded', () => {
  test('it is refunded when the order was refunded meanwhile', async () => {
    const sold = await sellOrder(shop)
    const payment = await openPage(sold)
    const staff = await openStaffMember(shop.deps)
    expect((await requestRefund(shop, staff.token, sold.order.id)).status).toBe(201)
    await shop.payPage(payment)
    await shop.deliverEvents()
    expect(await read(sold)).toMatchObject({
      status: 'refunded',
      total: sold.order.total,
      changes: [{ status: 'returned' }],
    })
    expect(await mailsOf(sold.order.id, 'money_returned')).toBe(1)
  })

  test('it is refunded when the departure was cancelled meanwhile', async () => {
    const sold = await sellOrder(shop)
    const payment = await openPage(sold)
    const flightId = sold.order.flights[0]?.flight_id
    await shop.deps.database.query("update flights set status = 'called_off' where id = $1", [flightId])
    await shop.payPage(payment)
    await shop.deliverEvents()
    expect(await read(sold)).toMatchObject({
      status: 'completed',
      total: sold.order.total,
      changes: [{ status: 'returned' }],
    })
    expect((await read(sold)).history?.at(-1)?.text).toMatch(/could not be kept/)
  })

  test('it cannot arrive after the buyer cancelled, because the open page is closed first', async () => {
    const sold = await sellOrder(shop)
    const payment = await openPage(sold)
    const path = `/v1/orders/${String(sold.order.id)}/cancellation`
    const { token } = sold.buyer
    expect((await shop.call('POST', path, { token, body: { cancellation: { amount: 252 } } })).status).toBe(
      201,
    )
    await expect(shop.payPage(payment)).resolves.toMatchObject({ ok: false })
    expect(await read(sold)).toMatchObject({ status: 'refunded', changes: [{ status: 'expired' }] })
  })
})

describe('upgrades that are not offered', () => {
  const refused = async (sold: Sold) => (await add(sold, sold.order.total + 49, VISA)).body
  test('none are offered once sales of the flight have closed', async () => {
    const sold = await sellOrder(shop)
    await shop.deps.database.query('update products set sales_close_mins = 600000 where id = 6')
    expect(await quote(sold)).toMatchObject({ open: false })
    expect(await refused(sold)).toMatchObject({ code: 'flight_closed' })
    await shop.deps.database.query('update products set sales_close_mins = 120 where id = 6')
  })
  test('none are offered on an unpaid order or to other customers', async () => {
    const { buyer } = await sellOrder(shop)
    const unpaid = { buyer, order: await shop.order(buyer.token, 1) }
    expect(await refused(unpaid)).toMatchObject({ code: 'conflict' })
    const other = await sellOrder(shop)
    const staff = await openStaffMember(shop.deps)
    for (const { token } of [other.buyer, staff]) {
      const foreign = { buyer: { ...buyer, token }, order: unpaid.order }
      expect((await add(foreign, 1, VISA)).status).toBe(404)
    }
  })
})

test('an upgrade added later is refunded to its own card and may be bought again', async () => {
  const sold = await sellOrder(shop, { seats: 2 })
  const { updated_total_price: total } = await quote(sold)
  await add(sold, total, { ...VISA, stripe_source: 'pm_card_mastercard' })
  const staff = await openStaffMember(shop.deps)
  const position = (await read(sold)).lines.findIndex(({ kind }) => kind === 'upgrade')
  const { refund } = readRefund(
    await requestRefund(shop, staff.token, sold.order.id, { lines: [{ position }] }),
  )
  expect(refund).toMatchObject({ amount: 49, to: [{ label: 'Mastercard ending 4444', amount: 49 }] })
  expect((await quote(sold)).amount_due).toBe(49)
  // The rest belongs to the sale and is refunded to its own card.
  const rest = readRefund(await requestRefund(shop, staff.token, sold.order.id))
  expect(rest.refund.to).toMatchObject([{ label: 'Visa ending 4242', amount: sold.order.total }])
})

test('a full refund goes to both cards, the last one first', async () => {
  const sold = await sellOrder(shop, { seats: 1 })
  const { updated_total_price: total } = await quote(sold)
  await add(sold, total, { ...VISA, stripe_source: 'pm_card_mastercard' })
  const path = `/v1/orders/${String(sold.order.id)}/cancellation`
  const { token } = sold.buyer
  const { body } = await shop.call('GET', path, { token })
  expect(body).toMatchObject({
    cancellation: {
      amount: total,
      to: [{ label: 'Mastercard ending 4444', amount: 49 }, { label: 'Visa ending 4242' }],
    },
  })
  expect((await shop.call('POST', path, { token, body: { cancellation: { amount: total } } })).status).toBe(
    201,
  )
  const order = await read(sold)
  expect(order).toMatchObject({
    status: 'refunded',
    refunds: [{ amount: total, state: 'succeeded', to: [{ amount: 49 }, {}] }],
  })
})
