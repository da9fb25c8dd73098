import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { OrderReply } from '#contract/order.ts'
import { RefundsReply } from '#contract/refund.ts'
import {
  type Account,
  BALANCED_BOOKS,
  readBookErrors,
  readRemainingTenders,
  openAccount,
} from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { requestRefund, type Mix, readRefund, sellOrder } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

/** What somebody reads who gives back more than staff may. */
const PAST_THE_LIMIT =
  'Staff give back at most $2,500.00 of an order, or what an admin allows them. ' + 'Please ask for approval.'

let shop: PayingShop
let staff: Account
beforeAll(async () => {
  shop = await openPayingShop()
  staff = await openStaffMember(shop.deps)
})
afterAll(() => shop.close())
/** After each test, the ledger and the tables agree. */
afterEach(async () => {
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
})

const seatsSold = (orderId: number) =>
  shop.count("select coalesce(sum(seats), 0) from holds where state = 'sold' and order_id = $1", orderId)
const balance = (orderId: number, account: string) =>
  shop.count(
    'select coalesce(sum(e.amount_cents), 0) from ledger_entries e join ledger_transactions t ' +
      'on t.id = e.transaction_id where t.order_id = $1 and e.account = $2',
    orderId,
    account,
  )

type Wish = Record<string, unknown>
const seat: Wish = { lines: [{ position: 0, quantity: 1 }] }
const upgrade: Wish = { lines: [{ position: 1 }] }
const whole: Wish = {}

interface Step {
  wish: Wish
  amount: number
  to: string[]
  status: string
  seats: number
}
interface Case {
  name: string
  mix: Mix
  steps: Step[]
  left: { giftCards?: string[]; vouchers?: number[]; credit?: number }
}

/** One seat costs 229 and 23 of fees (8.05 + 3.50 + 11.45); the photo set for two costs 49. */
const cases: Case[] = [
  {
    name: 'card only, whole',
    mix: { seats: 2, photos: true },
    steps: [{ wish: whole, amount: 553, to: ['card 553'], status: 'refunded', seats: 0 }],
    left: {},
  },
  {
    name: 'card only: the upgrade alone, a seat, an amount, the rest',
    mix: { seats: 2, photos: true },
    steps: [
      { wish: upgrade, amount: 49, to: ['card 49'], status: 'partially_refunded', seats: 2 },
      { wish: seat, amount: 252, to: ['card 252'], status: 'partially_refunded', seats: 1 },
      { wish: { amount: 100.5 }, amount: 100.5, to: ['card 100.5'], status: 'partially_refunded', seats: 1 },
      { wish: seat, amount: 151.5, to: ['card 151.5'], status: 'refunded', seats: 0 },
    ],
    left: {},
  },
  {
    name: 'code and card: each seat with its share of the discount',
    mix: { seats: 2, code: 'FLY15' },
    steps: [
      { wish: seat, amount: 217.65, to: ['card 217.65'], status: 'partially_refunded', seats: 1 },
      { wish: whole, amount: 217.65, to: ['card 217.65'], status: 'refunded', seats: 0 },
    ],
    left: {},
  },
  {
    name: 'voucher, gift and card, whole',
    mix: { seats: 2, gifts: [{}], vouchers: [10_000] },
    steps: [
      {
        wish: whole,
        amount: 275,
        to: ['card 175', 'voucher 100', 'gift_card 229'],
        status: 'refunded',
        seats: 0,
      },
    ],
    left: { giftCards: ['available'], vouchers: [10_000] },
  },
  {
    name: 'voucher, gift and card: the seat that money paid, then the one of the gift card',
    mix: { seats: 2, gifts: [{}], vouchers: [10_000] },
    steps: [
      { wish: seat, amount: 252, to: ['card 175', 'voucher 77'], status: 'partially_refunded', seats: 1 },
      { wish: seat, amount: 23, to: ['voucher 23', 'gift_card 229'], status: 'refunded', seats: 0 },
    ],
    left: { giftCards: ['available'], vouchers: [10_000] },
  },
  {
    name: 'voucher, gift and card: all the money, and the seat of the gift card stands',
    mix: { seats: 2, gifts: [{}], vouchers: [10_000] },
    steps: [
      {
        wish: { amount: 275 },
        amount: 275,
        to: ['card 175', 'voucher 100'],
        status: 'partially_refunded',
        seats: 2,
      },
    ],
    left: { giftCards: ['redeemed'], vouchers: [10_000] },
  },
  {
    name: 'credit and card: an amount beyond the card reaches the credit',
    mix: { credit: 60 },
    steps: [
      {
        wish: { amount: 200 },
        amount: 200,
        to: ['card 192', 'credit 8'],
        status: 'partially_refunded',
        seats: 1,
      },
      { wish: whole, amount: 52, to: ['credit 52'], status: 'refunded', seats: 0 },
    ],
    left: { credit: 6_000 },
  },
  {
    name: 'credit and card: an upgrade alone is the card’s',
    mix: { seats: 2, photos: true, credit: 60 },
    steps: [{ wish: upgrade, amount: 49, to: ['card 49'], status: 'partially_refunded', seats: 2 }],
    left: { credit: 0 },
  },
  {
    name: 'gift only: the card comes back whole',
    mix: { gifts: [{ waived: true }] },
    steps: [{ wish: whole, amount: 0, to: ['gift_card 229'], status: 'refunded', seats: 0 }],
    left: { giftCards: ['available'] },
  },
]

test.each(cases)('$name', async ({ mix, steps, left }) => {
  const { buyer, order } = await sellOrder(shop, mix)
  for (const { wish: input, amount, to, status, seats } of steps) {
    expect(readRefund(await requestRefund(shop, staff.token, order.id, input))).toMatchObject({ amount, to })
    expect(await shop.read(buyer.token, order)).toMatchObject({ status })
    expect(await seatsSold(order.id)).toBe(seats)
  }
  expect(await readRemainingTenders(shop.deps, buyer.userId)).toEqual({
    giftCards: [],
    vouchers: [],
    credit: 0,
    ...left,
  })
  await shop.deliverEvents()
  const after = await shop.read(buyer.token, order)
  expect(after.refunds.map(({ amount, state }) => [amount, state])).toEqual(
    steps.map(({ amount }) => [amount, 'succeeded']),
  )
  // The source of every dollar, and where it was refunded.
  const cents = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + Math.round(one * 100), 0)
  const returned = cents(after.tenders.map((tender) => tender.returned))
  expect(returned).toBe(cents(after.refunds.flatMap(({ to }) => to.map(({ amount }) => amount))))
  if (steps.at(-1)?.status === 'refunded') {
    expect(after.tenders.map(({ state }) => state)).toEqual(after.tenders.map(() => 'returned'))
    expect(await balance(order.id, 'stripe')).toBe(0)
  }
})

describe('refunds that are refused', () => {
  test('a second full refund, more than is left, and unknown lines are refused', async () => {
    const { order } = await sellOrder(shop, { seats: 2 })
    const ask = async (input: Wish) => {
      const { status, body } = await requestRefund(shop, staff.token, order.id, input)
      return [status, body]
    }
    expect(await ask({ amount: 504.01 })).toEqual([422, { amount: ['There is $504.00 left to give back'] }])
    expect(await ask({ amount: 0 })).toEqual([422, { amount: ['Please input an amount'] }])
    expect(await ask({ amount: 1, lines: [{ position: 0 }] })).toEqual([
      422,
      { amount: ['Please give an amount or lines, not both'] },
    ])
    expect(await ask({ lines: [{ position: 9 }] })).toEqual([
      422,
      { lines: ['There is no line that could come back at this position'] },
    ])
    expect(await ask({ lines: [{ position: 1 }] })).toEqual([
      422,
      { lines: ['There is no line that could come back at this position'] },
    ])
    expect(await ask({ lines: [{ position: 0, quantity: 3 }] })).toEqual([
      422,
      { lines: ['There is less left of a line than this'] },
    ])
    expect(await ask({ reason: ' ' })).toEqual([422, { reason: ['This field is required'] }])
    expect((await ask(whole))[0]).toBe(201)
    expect(await ask(whole)).toEqual([
      409,
      { code: 'conflict', error: 'Everything of this order has been given back already.' },
    ])
    expect(await shop.count('select count(*) from order_refunds where order_id = $1', order.id)).toBe(1)
  })

  test('an unpaid order and an unknown order cannot be refunded', async () => {
    const token = await shop.guest()
    const order = await shop.order(token, 1)
    expect(await requestRefund(shop, staff.token, order.id)).toMatchObject({
      status: 409,
      body: { error: 'This order is not paid: there is nothing to give back.' },
    })
    expect(await requestRefund(shop, staff.token, 999_999)).toMatchObject({
      status: 422,
      body: { order_id: ['There is no such order'] },
    })
  })

  test('a disputed payment cannot be refunded, nor can tenders beside it', async () => {
    const { order, buyer } = await sellOrder(shop, { credit: 60 })
    await shop.deps.database.query("update payments set dispute_state = 'open' where order_id = $1", [
      order.id,
    ])
    expect(await requestRefund(shop, staff.token, order.id)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('disputes this payment') },
    })
    expect((await readRemainingTenders(shop.deps, buyer.userId)).credit).toBe(0)
  })

  test('only staff refund, up to $2,500.00 of an order in all, and admins without limit', async () => {
    const { order, buyer } = await sellOrder(shop, { seats: 2 })
    for (const [token, status] of [
      [buyer.token, 403],
      [undefined, 401],
      [(await openStaffMember(shop.deps, 'pilot')).token, 403],
    ] as const) {
      const body = { refund: { order_id: order.id, reason: 'x' } }
      expect((await shop.call('POST', '/v1/refunds', { ...(token ? { token } : {}), body })).status).toBe(
        status,
      )
    }
    const earlier = { cardCents: 249_000, creditCents: 0, vouchers: [], giftCards: [] }
    await shop.deps.database.query(
      'insert into order_refunds (order_id, origin, actor, reason, lines, tenders, ' +
        "amount_cents, created_at) values ($1, 'staff', 'user:2', 'x', '[]', $2, 0, now())",
      [order.id, JSON.stringify(earlier)],
    )
    expect((await requestRefund(shop, staff.token, order.id, { amount: 10 })).status).toBe(201)
    expect(await requestRefund(shop, staff.token, order.id, { amount: 0.01 })).toMatchObject({
      status: 403,
      body: {
        code: 'approval_needed',
        error: PAST_THE_LIMIT,
      },
    })
    const admin = await openStaffMember(shop.deps, 'admin')
    expect((await requestRefund(shop, admin.token, order.id, { amount: 400 })).status).toBe(201)
  })
})

test(
  'what staff give of an order counts together: refunds, vouchers and credit; nobody gives ' +
    'themselves any',
  async () => {
    const { order, buyer } = await sellOrder(shop, { seats: 2 })
    const admin = await openStaffMember(shop.deps, 'admin')
    const voucher = (value: number, { token } = staff, order_id = order.id) =>
      shop.call('POST', '/v1/vouchers', {
        token,
        body: { voucher: { order_id, value, reason_type: 'goodwill', reason_description: 'Waited' } },
      })
    const credit = (amount: number, to: Record<string, number> = { order_id: order.id }, { token } = staff) =>
      shop.call('POST', '/v1/credits', {
        token,
        body: { credit: { ...to, amount, credit_type: 'goodwill', reason: 'Waited' } },
      })
    expect((await voucher(1_000)).status).toBe(201)
    expect((await credit(1_000)).status).toBe(201)
    expect((await voucher(500.01)).status).toBe(403)
    expect((await credit(500.01)).status).toBe(403)
    expect((await requestRefund(shop, staff.token, order.id)).status).toBe(403)
    expect((await requestRefund(shop, staff.token, order.id, { amount: 500 })).status).toBe(201)
    expect(await credit(0.01)).toMatchObject({
      status: 403,
      body: {
        code: 'approval_needed',
        error: PAST_THE_LIMIT,
      },
    })
    expect((await credit(-1_000)).status).toBe(201)
    expect((await credit(1_000)).status).toBe(201)
    expect((await voucher(3_000, admin)).status).toBe(201)
    expect((await credit(3_000, { order_id: order.id }, admin)).status).toBe(201)
    expect((await credit(2_500.01, { user_id: buyer.userId })).status).toBe(403)
    expect((await credit(2_500.01, { user_id: buyer.userId }, admin)).status).toBe(201)
    const own = await shop.order(staff.token, 1)
    expect(await voucher(1, staff, own.id)).toMatchObject({
      status: 403,
      body: { error: 'Nobody gives themselves a voucher or credit. Please ask an admin.' },
    })
    expect((await credit(1, { user_id: staff.userId })).status).toBe(403)
    expect((await credit(1, { order_id: own.id })).status).toBe(403)
    expect((await credit(1, { user_id: admin.userId }, admin)).status).toBe(201)
  },
)

test('the same key gives the same refund, also when the first answer was lost', async () => {
  const { order } = await sellOrder(shop, { seats: 2 })
  const key = { 'Idempotency-Key': `refund-${String(order.id)}` }
  const first = await requestRefund(shop, staff.token, order.id, { amount: 10 }, key)
  await shop.deps.database.query('delete from idempotency_keys')
  const again = await requestRefund(shop, staff.token, order.id, { amount: 10 }, key)
  expect([again.status, again.body]).toEqual([first.status, first.body])
  const other = { 'Idempotency-Key': `another-${String(order.id)}` }
  expect((await requestRefund(shop, staff.token, order.id, { amount: 10 }, other)).status).toBe(201)
  expect(await shop.count('select refunded_cents from payments where order_id = $1', order.id)).toBe(2_000)
})

test('the refund equals the preview, or nothing is refunded', async () => {
  const { order } = await sellOrder(shop, { seats: 2, photos: true })
  const other = await requestRefund(shop, staff.token, order.id, { expected_amount: 500 })
  expect([other.status, other.body]).toEqual([
    409,
    {
      code: 'price_changed',
      error: 'What would come back has changed. Please look at it once more before you give it back.',
    },
  ])
  expect(await shop.count('select count(*) from order_refunds where order_id = $1', order.id)).toBe(0)
  expect((await requestRefund(shop, staff.token, order.id, { expected_amount: 553 })).status).toBe(201)
})

test('only staff list refunds, and the order’s history and its buyer show them', async () => {
  const { buyer, order } = await sellOrder(shop, { seats: 2, gifts: [{}], vouchers: [10_000] })
  const { refund } = readRefund(
    await requestRefund(shop, staff.token, order.id, { ...seat, reason: 'One of two is ill' }),
  )
  expect(refund).toMatchObject({
    reason: 'One of two is ill',
    origin: 'staff',
    by: `user:${String(staff.userId)}`,
    state: 'succeeded',
    lines: [{ position: 0, label: '2 seats', quantity: 1, amount: 229 }, { quantity: 0 }, {}, {}],
  })
  const list = await shop.call('GET', `/v1/refunds?order_id=${String(order.id)}`, { token: staff.token })
  expect(RefundsReply.parse(list.body).refunds).toEqual([refund])
  expect(await shop.call('GET', `/v1/refunds/${String(refund.id)}`, { token: staff.token })).toMatchObject({
    body: { refund },
  })
  expect((await shop.call('GET', '/v1/refunds', { token: buyer.token })).status).toBe(403)
  const { rows } = await shop.deps.database.query(
    'select actor, reason, to_status from order_events where order_id = $1 order by id desc limit 1',
    [order.id],
  )
  expect(rows).toEqual([
    { actor: `user:${String(staff.userId)}`, reason: 'One of two is ill', to_status: 'partially_refunded' },
  ])
  await shop.runDueNow()
  const mail = shop.mailer.to(order.email ?? '').at(-1)
  expect(mail?.subject).toBe(`We have sent $252.00 back to you (${order.number})`)
  expect(mail?.text).toContain('$175.00 to Visa ending 4242')
  expect(mail?.text).toContain('$77.00 to Voucher')
  expect(mail?.text).toContain('your flight stands for the rest of your party')
})

describe('refunds without the expected answer of the provider', () => {
  test(
    'a refund without an answer is pending, returns tenders once, and the ' + 'sweeper completes it',
    async () => {
      const { buyer, order } = await sellOrder(shop, { credit: 60 })
      shop.sandbox.control.failNext('lost', 'POST /v1/refunds')
      expect(readRefund(await requestRefund(shop, staff.token, order.id)).refund.state).toBe('pending')
      expect((await readRemainingTenders(shop.deps, buyer.userId)).credit).toBe(6_000)
      shop.clock.advance(10)
      await shop.deliverEvents()
      await shop.runDueNow()
      expect((await shop.read(buyer.token, order)).refunds).toMatchObject([
        { state: 'succeeded', amount: 252 },
      ])
      expect((await readRemainingTenders(shop.deps, buyer.userId)).credit).toBe(6_000)
      expect(await balance(order.id, 'stripe')).toBe(0)
    },
  )

  test(
    'a card’s part that its bank sends back may be given again; what went to the credit stays ' + 'there',
    async () => {
      const { buyer, order } = await sellOrder(shop, { credit: 60, card: 'pm_card_refundFail' })
      await requestRefund(shop, staff.token, order.id)
      await shop.deliverEvents()
      shop.clock.advance(2)
      await shop.sandbox.tick()
      await shop.deliverEvents(2)
      expect(await shop.read(buyer.token, order)).toMatchObject({
        status: 'refunded',
        refunds: [{ state: 'failed' }],
        tenders: [
          { kind: 'credit', returned: 60 },
          { kind: 'card', returned: 0 },
        ],
      })
      expect(readRefund(await requestRefund(shop, staff.token, order.id))).toMatchObject({ to: ['card 192'] })
      expect((await readRemainingTenders(shop.deps, buyer.userId)).credit).toBe(6_000)
    },
  )

  test(
    'given on the provider’s own pages: a refund of the order like any other, and the credit ' +
      'is still to come',
    async () => {
      const { buyer, order } = await sellOrder(shop, { credit: 60 })
      const { rows } = await shop.deps.database.query(
        'select payment_intent from payments where order_id = $1',
        [order.id],
      )
      await shop.deps.stripe.refunds.create({ payment_intent: String(rows[0]?.['payment_intent']) })
      await shop.deliverEvents(2)
      expect(await shop.read(buyer.token, order)).toMatchObject({
        status: 'partially_refunded',
        refunds: [{ amount: 192 }],
      })
      expect(await seatsSold(order.id)).toBe(1)
      expect(readRefund(await requestRefund(shop, staff.token, order.id))).toMatchObject({
        to: ['credit 60'],
      })
      expect(await shop.read(buyer.token, order)).toMatchObject({ status: 'refunded' })
    },
  )
})

describe('bought gift cards', () => {
  /** Two gift cards for a seat of "The New Yorker"; the second one is sent away. */
  async function purchase() {
    const who = await openAccount(shop.deps)
    const gifts = [{ fare_id: 61, quantity: 2 }]
    const placed = await shop.call('POST', '/v1/orders', {
      token: who.token,
      body: { order: { brand_id: 1, order_item_gift_cards_attributes: gifts } },
    })
    const { order } = OrderReply.parse(placed.body)
    expect((await shop.pay(who.token, order, { stripe_source: 'pm_card_visa' })).status).toBe(201)
    const { rows } = await shop.deps.database.query(
      'select id from gift_cards where purchaser_order_id = $1 order by id',
      [order.id],
    )
    const [first = 0, second = 0] = rows.map(({ id }) => Number(id))
    await shop.deps.database.query("update gift_cards set last_emailed_to = 'bo@example.com' where id = $1", [
      second,
    ])
    return { who, order, cards: [{ id: first }, { id: second }] }
  }
  const spend = async (who: Account, id: number) => {
    const order = await shop.order(who.token, 1)
    const stripe_payment = { stripe_source: 'pm_card_visa', return_url: 'http://shop.test/' }
    const body = { payment: { order_id: order.id, gift_cards: [id], stripe_payment } }
    return { order, paid: await shop.call('POST', '/v1/payments', { token: who.token, body }) }
  }

  test('they are void when their purchase is refunded, and cannot be used', async () => {
    const { who, order, cards } = await purchase()
    expect(readRefund(await requestRefund(shop, staff.token, order.id)).to).toEqual([
      `card ${String(order.total)}`,
    ])
    expect(await shop.read(who.token, order)).toMatchObject({ status: 'refunded' })
    expect((await readRemainingTenders(shop.deps, who.userId)).giftCards).toEqual(['void', 'void'])
    expect(await balance(order.id, 'gifts')).toBe(0)
    expect((await spend(who, cards[0]?.id ?? 0)).paid.status).toBe(422)
  })

  test('a refund of one of two voids the one that was not sent away', async () => {
    const { who, order } = await purchase()
    expect(readRefund(await requestRefund(shop, staff.token, order.id, seat))).toMatchObject({
      to: ['card 311.5'],
    })
    expect((await readRemainingTenders(shop.deps, who.userId)).giftCards).toEqual(['void', 'available'])
  })

  test('a spent card is not returned, and the other one is', async () => {
    const { who, order, cards } = await purchase()
    expect((await spend(who, cards[0]?.id ?? 0)).paid.status).toBe(201)
    const refused = await requestRefund(shop, staff.token, order.id)
    expect(refused).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('It cannot come back') },
    })
    expect(await shop.count('select refunded_cents from payments where order_id = $1', order.id)).toBe(0)
    expect((await requestRefund(shop, staff.token, order.id, seat)).status).toBe(201)
    expect((await readRemainingTenders(shop.deps, who.userId)).giftCards).toEqual(['redeemed', 'void'])
  })

  test(
    'a dispute freezes the unspent ones, also one that comes back ' + 'later; won, they are free again',
    async () => {
      const { who, order, cards } = await purchase()
      const { order: flown } = await spend(who, cards[0]?.id ?? 0)
      const { rows } = await shop.deps.database.query(
        'select payment_intent from payments where order_id = $1',
        [order.id],
      )
      const intent = String(rows[0]?.['payment_intent'])
      const dispute = await shop.sandbox.control.disputes.open(intent)
      await shop.deliverEvents(2)
      expect((await readRemainingTenders(shop.deps, who.userId)).giftCards).toEqual(['redeemed', 'frozen'])
      readRefund(await requestRefund(shop, staff.token, flown.id))
      expect((await readRemainingTenders(shop.deps, who.userId)).giftCards).toEqual(['frozen', 'frozen'])
      await shop.sandbox.control.disputes.decide(dispute, 'won')
      await shop.deliverEvents(2)
      expect((await readRemainingTenders(shop.deps, who.userId)).giftCards).toEqual([
        'available',
        'available',
      ])
    },
  )
})
