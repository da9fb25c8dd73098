import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { ApprovalAskReply, ApprovalsReply } from '#contract/approval.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { OrderFileReply } from '#contract/order-file.ts'
import { QuoteReply } from '#contract/quote.ts'
import { RescheduleQuoteReply } from '#contract/reschedule.ts'
import { type Account, BALANCED_BOOKS, openAccount, readBookErrors } from '#tests/support/give-tenders.ts'
import { openDataDamage } from '#tests/support/harmed-integrity.ts'
import { type Flight } from '#tests/support/paying-shop.ts'
import { openReschedulingShop, type ReschedulingShop } from '#tests/support/reschedule-shop.ts'
import { requestRefund } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

/** A seat of "The New Yorker" has the list price 229.00. */
const LIST = 229
const REASON = 'Waited three hours for the fog'

let shop: ReschedulingShop
let clerk: Account
let colleague: Account
let admin: Account
let flight: Flight
beforeAll(async () => {
  shop = await openReschedulingShop()
  clerk = await openStaffMember(shop.deps)
  colleague = await openStaffMember(shop.deps)
  admin = await openStaffMember(shop.deps, 'admin')
  flight = await shop.nextFlight()
  const { query } = shop.deps.database
  await query('update users set staff_limit_cents = 30000 where id = $1', [clerk.userId])
})
afterAll(() => shop.close())

const { foundAfter } = openDataDamage(() => shop)

const post = (who: { token: string } | undefined, path: string, body?: unknown) =>
  shop.call('POST', path, { ...(who ? { token: who.token } : {}), ...(body === undefined ? {} : { body }) })
const priced = (amount: number, more: Record<string, unknown> = {}) => ({
  staff_price: amount,
  staff_price_reason: REASON,
  ...more,
})
const itemOf = ({ departureId, departAt }: Flight, quantity: number) => ({
  departure_id: departureId,
  depart_at: departAt,
  quantity,
})

/** The body of a sale at the counter to a customer. */
async function saleOf(email: string, more: Record<string, unknown>, seats = 1) {
  return {
    brand_id: 1,
    order_item_seats_attributes: [itemOf(await shop.nextFlight(), seats)],
    channel: 'counter',
    customer: { email, full_name: 'Ida Marlow' },
    terms_and_conditions: true,
    ...more,
  }
}
const sell = async (who: Account, email: string, more: Record<string, unknown>, seats = 1) =>
  post(who, '/v1/orders', { order: await saleOf(email, more, seats) })
async function sold(email: string, more: Record<string, unknown>, seats = 1): Promise<Order> {
  const answer = await sell(clerk, email, more, seats)
  expect(answer).toMatchObject({ status: 201 })
  return OrderReply.parse(answer.body).order
}
const quote = (who: { token: string } | undefined, more: Record<string, unknown>) =>
  post(who, '/v1/quotes', { brand_id: 1, ...itemOf(flight, 2), quantity_type: 'seat', ...more })
async function payAtCounter(order: Order): Promise<Order> {
  const paid = { order_id: order.id, method: 'reader', amount: order.amount_due }
  const counter_payment = { ...paid, reader_reference: `P-${String(order.id)}` }
  expect((await post(clerk, '/v1/counter_payments', { counter_payment })).status).toBe(201)
  return shop.read(clerk.token, order)
}
async function nameOf({ userId }: Account): Promise<string> {
  const { rows } = await shop.deps.database.query(
    `select concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')) as name, email
      from users where id = $1`,
    [userId],
  )
  return String(rows[0]?.['name'] || rows[0]?.['email'])
}
const soldTo = (email: string) => shop.count('select count(*)::int from orders where email = $1', email)
async function expectSound() {
  const checked = await runIntegrityChecks(shop.deps.database.db, shop.clock.now())
  expect(checked.filter(({ failing }) => failing > 0)).toEqual([])
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
}

describe('a quote with a price that staff set', () => {
  test('has fees and tax on it, and says the list price, what it gives and may give', async () => {
    const answer = await quote(clerk, { staff_price: 100 })
    const told = QuoteReply.parse(answer.body).quote
    expect(told).toMatchObject({
      ...{ unit_price: 100, subtotal: 200, list_price: LIST, staff_price_given: 258, staff_price_limit: 300 },
      ...{ discount: 0, membership: null, discount_code: null },
    })
    expect(told.total).toBe(Math.round((told.subtotal + told.fees + told.tax) * 100) / 100)
    expect(told.lines[0]).toMatchObject({
      rule: 'seat_price:staff',
      why: 'Our staff set this price for a seat.',
    })
    const above = QuoteReply.parse((await quote(admin, { staff_price: 300.5 })).body).quote
    expect(above).toMatchObject({ unit_price: 300.5, staff_price_given: 0, staff_price_limit: null })
    const usual = QuoteReply.parse((await quote(clerk, {})).body).quote
    expect(usual).toMatchObject({ list_price: null, staff_price_given: null, staff_price_limit: null })
  })

  test('takes no campaign and no members’ price, and says that a code does not go with it', async () => {
    const { query } = shop.deps.database
    const buyer = await openAccount(shop.deps)
    await query(
      `insert into subscriptions (plan_id, user_id, brand_id, email, status, reference, created_at,
          current_period_end)
        values (1, $1, 1, $2, 'active', $3, now(), '2100-01-01')`,
      [buyer.userId, buyer.email, `sub_${String(buyer.userId)}`],
    )
    await query(
      `update campaigns set disabled = false, discount_percent_off = 20, discount_code = null,
        auto_fill_code = false, start_at = '2020-01-01', end_at = '2100-01-01' where id = 3`,
    )
    const member = { customer_email: buyer.email }
    const usual = QuoteReply.parse((await quote(clerk, member)).body).quote
    expect(usual.unit_price).toBeLessThan(LIST)
    expect(usual.membership).not.toBeNull()
    const set = QuoteReply.parse((await quote(clerk, { ...member, staff_price: 200 })).body).quote
    expect(set).toMatchObject({ unit_price: 200, list_price: LIST, discount: 0, membership: null })
    expect(set.lines[0]).toMatchObject({ detail: '$200.00 each' })
    await query('update campaigns set disabled = true where id = 3')
    const coded = QuoteReply.parse(
      (await quote(clerk, { staff_price: 200, discount_code_code: 'FLY15' })).body,
    )
    expect(coded.quote).toMatchObject({
      ...{ unit_price: 200, discount: 0 },
      discount_code: {
        ...{ code: 'FLY15', applied: false },
        message: 'A code does not go with another price. Please take one of the two out.',
      },
    })
  })

  test.each([
    [-1, 'Must be from 0 to 100,000'],
    [100_001, 'Must be from 0 to 100,000'],
    [10.005, 'Must have at most two decimals'],
  ])('of %f is refused: %s', async (amount, sentence) => {
    expect(await quote(clerk, { staff_price: amount })).toMatchObject({
      status: 422,
      body: { staff_price: [sentence] },
    })
  })
})

describe('a sale at a price that staff set', () => {
  test('has it on order, mail and receipt; the reason stands in the history of staff alone', async () => {
    const buyer = await openAccount(shop.deps)
    const order = await sold(buyer.email, priced(100), 2)
    expect(order).toMatchObject({
      subtotal: 200,
      order_items: [{ unit_price: 100, amount: 200, quantity: 2 }],
    })
    const paid = await payAtCounter(order)
    expect(paid).toMatchObject({ status: 'completed', amount_paid: order.total })
    await shop.runDueNow()
    const read = await shop.call('GET', `/v1/orders/${String(order.id)}`, { token: buyer.token })
    const receipt = await shop.call('GET', `/v1/orders/${String(order.id)}/receipt`, { token: buyer.token })
    const mails = shop.mailer.to(buyer.email).map(({ text }) => text)
    for (const shown of [JSON.stringify(read.body), JSON.stringify(receipt.body), mails.join()]) {
      expect(shown).toContain('$100.00 each')
      expect(shown).not.toContain(REASON)
      expect(shown).not.toContain('$229')
    }
    const file = await shop.call('GET', `/v1/orders/${String(order.id)}/file`, { token: colleague.token })
    expect(OrderFileReply.parse(file.body).file.history).toContainEqual({
      at: order.created_at,
      kind: 'money',
      text: `Price set to $100.00 for each seat, list price $229.00. Reason: ${REASON}`,
      by: 'Ida Lund',
    })
    const { rows } = await shop.deps.database.query(
      `select user_id, after from audit_log
        where resource = 'orders' and resource_id = $1 and action = 'create'`,
      [order.id],
    )
    expect(rows).toEqual([
      {
        user_id: clerk.userId,
        after: { staff_price: 100, list_price: LIST, staff_price_reason: REASON, given: 258 },
      },
    ])
    await expectSound()
  })

  test('gives back what was paid and never more', async () => {
    const order = await payAtCounter(await sold('back@example.com', priced(80)))
    const more = { refund: { order_id: order.id, amount: LIST, reason: 'Fog' } }
    expect((await post(admin, '/v1/refunds', more)).status).toBe(422)
    const refunded = await requestRefund(shop, admin.token, order.id)
    expect(refunded).toMatchObject({ status: 201, body: { refund: { amount: order.total } } })
    await shop.runDueNow()
    await expectSound()
  })

  test('is a whole aircraft’s price, and what gives nothing needs no limit', async () => {
    const more = priced(2_000, {
      order_item_seats_attributes: [],
      order_item_flights_attributes: [itemOf(await shop.nextFlight(), 3)],
    })
    const order = await sold('whole@example.com', more)
    expect(order).toMatchObject({ subtotal: 2_000, order_items: [{ kind: 'flight', unit_price: 2_000 }] })
    await payAtCounter(order)
    await expectSound()
  })

  test.each([
    ['no reason', { staff_price_reason: '  ' }, { staff_price_reason: ['This field is required'] }],
    ['no price', { staff_price: null }, { staff_price: ['This field is required'] }],
    ['a negative price', { staff_price: -5 }, { staff_price: ['Must be from 0 to 100,000'] }],
    [
      'a code',
      { discount_code_code: 'FLY15' },
      {
        discount_code_code: ['A code does not go with another price. Please take one of the two out.'],
      },
    ],
    [
      'a membership',
      { membership_plan_id: 1 },
      { membership_plan_id: ['A membership does not begin with a price that staff set'] },
    ],
    [
      'gift cards',
      {
        order_item_seats_attributes: [],
        order_item_gift_cards_attributes: [{ fare_id: 61, quantity: 1 }],
      },
      { staff_price: ['Gift cards are sold at the price of their fare'] },
    ],
    [
      'no customer',
      { customer: undefined, channel: undefined },
      { staff_price: ['Staff set a price for a customer, at the counter or on the phone'] },
    ],
  ])('is refused with %s, and nothing is held', async (_, wrong, fields) => {
    const before = await shop.count('select count(*)::int from holds')
    expect(await sell(clerk, 'wrong@example.com', priced(100, wrong))).toMatchObject({
      status: 422,
      body: fields,
    })
    expect(await shop.count('select count(*)::int from holds')).toBe(before)
  })

  test('is refused where what it gives is not what was seen, with the present quote', async () => {
    const wrong = await sell(clerk, 'seen@example.com', priced(100, { staff_price_given: 100 }))
    expect(wrong).toMatchObject({
      status: 409,
      body: {
        code: 'price_changed',
        quote: { list_price: LIST, staff_price_given: 129, staff_price_limit: 300 },
      },
    })
    await sold('seen@example.com', priced(100, { staff_price_given: 129 }))
  })
})

describe('who sets a price', () => {
  test('is staff; guests, customers and pilots are refused, whatever else they send', async () => {
    const guest = { token: await shop.guest('cheap@example.com') }
    const others = [guest, await openAccount(shop.deps), await openStaffMember(shop.deps, 'pilot')]
    for (const who of others) {
      const order = await saleOf('cheap@example.com', priced(1))
      const answers = [await post(who, '/v1/orders', { order }), await quote(who, { staff_price: 1 })]
      for (const answer of answers)
        expect(answer).toMatchObject({ status: 403, body: { error: 'Only staff set another price.' } })
    }
    expect(await quote(undefined, { staff_price: 1 })).toMatchObject({ status: 403 })
    expect(await soldTo('cheap@example.com')).toBe(0)
  })

  test('sets none below the list price for themselves', async () => {
    const own = { customer: { email: clerk.email } }
    expect(await sell(clerk, '', priced(100, own))).toMatchObject({
      status: 403,
      body: { code: 'forbidden', error: 'Nobody sets a lower price for themselves. Please ask an admin.' },
    })
    expect((await sell(clerk, '', priced(LIST + 1, own))).status).toBe(201)
  })

  test('goes to their limit of what is given of an order, and a seat for nothing counts', async () => {
    expect((await sell(clerk, 'free@example.com', priced(0))).status).toBe(201)
    const refused = await sell(clerk, 'two@example.com', priced(50), 2)
    expect(refused).toMatchObject({ status: 403, body: { code: 'approval_needed' } })
    expect(await soldTo('two@example.com')).toBe(0)
    expect((await sell(colleague, 'within@example.com', priced(50), 2)).status).toBe(201)
  })

  test('gives less else of the order', async () => {
    const { id } = await payAtCounter(await sold('both@example.com', priced(29)))
    const credit = (amount: number) => ({
      credit: { order_id: id, amount, credit_type: 'goodwill', reason: 'The wait' },
    })
    expect(await post(clerk, '/v1/credits', credit(101))).toMatchObject({
      status: 403,
      body: { code: 'approval_needed' },
    })
    expect((await post(clerk, '/v1/credits', credit(100))).status).toBe(201)
  })

  test('above the limit is a second person, who makes the sale once and stands as who set it', async () => {
    const order = await saleOf('asked@example.com', priced(50, { staff_price_given: 358 }), 2)
    const call = { method: 'POST', path: '/v1/orders', body: { order } }
    const asked = await post(clerk, '/v1/approvals', { approval: call })
    const id = ApprovalAskReply.parse(asked.body).approval?.id ?? 0
    expect(await soldTo('asked@example.com')).toBe(0)
    const seen = async (who: Account) =>
      ApprovalsReply.parse(
        (await shop.call('GET', '/v1/approvals', { token: who.token })).body,
      ).approvals.find((one) => one.id === id)
    expect(await seen(colleague)).toMatchObject({
      ...{ amount: 358, reason: REASON, deciders: 'higher_limit', may_decide: true },
    })
    expect(await seen(clerk)).toMatchObject({ may_decide: false })
    const approve = (who: Account) => post(who, `/v1/approvals/${String(id)}/approve`)
    expect((await approve(clerk)).status).toBe(403)
    expect((await approve(colleague)).status).toBe(200)
    expect((await approve(admin)).status).toBe(409)
    expect(await soldTo('asked@example.com')).toBe(1)
    expect(
      await shop.count(
        `select count(*)::int from staff_prices p join orders o on o.id = p.order_id
          where o.email = 'asked@example.com' and p.set_by = $1`,
        colleague.userId,
      ),
    ).toBe(1)
    const sale = await shop.count("select id from orders where email = 'asked@example.com'")
    const file = await shop.call('GET', `/v1/orders/${String(sale)}/file`, { token: clerk.token })
    const { history } = OrderFileReply.parse(file.body).file
    const by = `${await nameOf(clerk)} asked, ${await nameOf(colleague)} approved`
    expect(history.find(({ text }) => text.startsWith('Price set to'))?.by).toBe(by)
  })
})

describe('a flight that was sold at a price of staff', () => {
  const difference = async (order: Order, { departureId, departAt }: Flight) => {
    const to = { departure_id: departureId, depart_at: departAt }
    const answer = await post(clerk, `/v1/orders/${String(order.id)}/staff_reschedule_quotes`, to)
    return RescheduleQuoteReply.parse(answer.body).reschedule_quote.reschedule_price_difference
  }

  test('is rescheduled for the difference of the list prices', async () => {
    const { sellExpensiveFlight } = shop.nextWeek()
    for (const price of [20, 400]) {
      const order = await payAtCounter(await sold('moves@example.com', priced(price)))
      expect(await difference(order, await shop.nextFlight())).toBe(0)
      expect(await difference(order, await sellExpensiveFlight())).toBe(20)
    }
  })
})

test('an integrity check finds a seat that does not have the price that was set', async () => {
  const { id } = await sold('harmed@example.com', priced(100))
  const failing = [`orders_paid: staff_price_differs order ${String(id)}`]
  expect(await foundAfter([])).toEqual([])
  const item = sql`update order_item_seats set unit_price_cents = unit_price_cents + 1 where order_id = ${id}`
  expect(await foundAfter([item])).toEqual(failing)
  const line = sql`update order_lines set quantity = 2, amount_cents = amount_cents * 2
    where order_id = ${id} and kind = 'seat'`
  expect(await foundAfter([line])).toEqual(failing)
})
