import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AvailabilityDayReply } from '#contract/availability.ts'
import { PrizesReply } from '#contract/prize.ts'
import { DiscountCodeReply } from '#contract/promotions.ts'
import { type Quote, QuoteReply } from '#contract/quote.ts'
import {
  type ChosenDeparture,
  departureAt,
  flightOrder,
  guestToken,
  logIn,
  openShop,
  placeOrder,
  postOrder,
  readOrder,
  seatOrder,
} from '#tests/support/shopper.ts'
import { TEST_NOW, type TestApi } from '#tests/support/test-api.ts'

let shop: TestApi
let nextDay: () => string
let day: string
let half: ChosenDeparture
beforeAll(async () => {
  ;({ shop, nextDay } = await openShop())
})
beforeEach(async () => {
  shop.clock.set(TEST_NOW)
  day = nextDay()
  half = await departureAt(shop, 6, day, '14:30')
})
afterAll(() => shop.close())

const read = (code: string) => shop.call('GET', `/v1/discount_codes/${code}?brand_id=1`)

async function quote(
  code: string | null,
  more: Record<string, unknown> = {},
  token?: string,
): Promise<Quote> {
  const cart = { brand_id: 1, ...half, quantity_type: 'seat', quantity: 2, discount_code_code: code, ...more }
  const { status, body } = await shop.call('POST', '/v1/quotes', { body: cart, ...(token ? { token } : {}) })
  expect({ status, body }).toMatchObject({ status: 201 })
  return QuoteReply.parse(body).quote
}

async function sunsetOf(productId: number): Promise<ChosenDeparture> {
  const path = `/v1/availability/day?product_id=${String(productId)}&date=${day}`
  const { departures } = AvailabilityDayReply.parse((await shop.call('GET', path)).body).availability
  const { departure_id, depart_at } = departures.find(({ tags }) => tags.includes('sunset')) ?? half
  return { departure_id, depart_at }
}

const usesOf = async (code: string) => {
  const { rows } = await shop.deps.database.query(
    `select u.order_id, u.state from discount_code_uses u join discount_codes c on c.id = u.discount_code_id
     where c.code = $1 order by u.order_id`,
    [code],
  )
  return rows.map((row) => [row['order_id'], row['state']])
}
const limit = (code: string, to: number | null) =>
  shop.deps.database.query('update discount_codes set redemption_limit = $2 where code = $1', [code, to])

describe('looking a code up', () => {
  test('it is found by its letters, with its discount', async () => {
    const { status, body } = await read('fly15')
    expect(status).toBe(200)
    expect(DiscountCodeReply.parse(body).discount_code).toMatchObject({
      code: 'FLY15',
      redeemable: true,
      redemption_limit: null,
      discount: { percent: 15, amount: null, brand_id: null, product_ids: [] },
    })
  })

  test('it is no longer found once its limit or its time is over', async () => {
    for (const code of ['SPENT', 'OLDNEWS']) {
      expect((await read(code)).body).toMatchObject({ discount_code: { code, redeemable: false } })
    }
  })

  test('anybody finds it, but not an unknown one or one that only the shop applies', async () => {
    await shop.deps.database.query("update discount_codes set internal = true where code = 'TENOFF'")
    for (const code of ['NOSUCH', 'TENOFF', '%20']) {
      expect(await read(code)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    await shop.deps.database.query("update discount_codes set internal = false where code = 'TENOFF'")
  })
})

describe('a price with a code', () => {
  test('the quote applies it, and the order pays the quoted price', async () => {
    const asked = await quote('FLY15')
    expect(asked).toMatchObject({ subtotal: 458, discount: 68.7, fees: 46, total: 435.3 })
    expect(asked.discount_code).toEqual({ code: 'FLY15', applied: true, message: null, reason: null })
    const order = await placeOrder(
      shop,
      await guestToken(shop),
      seatOrder(half, 2, { discount_code_code: 'FLY15', total_price: 435.3 }),
    )
    expect(order).toMatchObject({ discount_code: 'FLY15', total: 435.3, amount_due: 435.3 })
    expect(order.lines).toEqual(asked.lines)
    const { rows } = await shop.deps.database.query(
      `select o.pricing -> 'cart' -> 'discount' ->> 'code' as code, o.pricing -> 'facts' -> 'product'
        ->> 'name' as product,
         (select l.subject_id from order_lines l where l.order_id = o.id and l.kind = 'discount') as subject
       from orders o where o.id = $1`,
      [order.id],
    )
    expect(rows).toEqual([{ code: 'FLY15', product: 'The New Yorker', subject: 1 }])
  })

  test('case and spaces in it do not matter, and an empty one is ignored', async () => {
    expect((await quote('  fly15 ')).total).toBe(435.3)
    for (const empty of ['', '   ', null]) {
      expect(await quote(empty)).toMatchObject({ total: 504, discount_code: null })
    }
    const order = await placeOrder(
      shop,
      await guestToken(shop),
      seatOrder(half, 2, { discount_code_code: ' ' }),
    )
    expect(order).toMatchObject({ discount_code: null, total: 504 })
  })

  test('the same seats with and without it are two orders', async () => {
    const token = await guestToken(shop)
    const first = await placeOrder(shop, token, seatOrder(half, 1))
    const second = await placeOrder(shop, token, seatOrder(half, 1, { discount_code_code: 'FLY15' }))
    const again = await placeOrder(shop, token, seatOrder(half, 1, { discount_code_code: 'fly15' }))
    expect([second.id === first.id, again.id === second.id]).toEqual([false, true])
  })
})

describe('a refused code', () => {
  const sunset = 'sunset reservations'
  test.each([
    ['NOSUCH', {}, 'NOSUCH is not a valid code'],
    ['nosuch', {}, 'nosuch is not a valid code'],
    ['SPENT', {}, 'SPENT is an invalid discount code'],
    ['OLDNEWS', {}, 'OLDNEWS is an invalid discount code'],
    ['TIDEWATER', {}, 'TIDEWATER is not valid for this brand'],
    ['FLIGHTSONLY', {}, 'FLIGHTSONLY is not valid for seats'],
    ['seatsonly', { quantity_type: 'flight', quantity: 1 }, 'SEATSONLY is not valid for flights'],
  ])('the code %s leaves the price as it is and makes no order', async (code, more, sentence) => {
    const without = await quote(null, more)
    const asked = await quote(code, more)
    expect(asked).toEqual({ ...without, discount_code: asked.discount_code })
    expect(asked.discount_code).toMatchObject({ applied: false, message: sentence })
    expect(asked.discount_code?.reason).toMatch(/^[A-Z].*\.$/)
    const body = 'quantity' in more ? flightOrder(half, 1) : seatOrder(half, 2)
    const answer = await postOrder(shop, await guestToken(shop), { ...body, discount_code_code: code })
    expect(answer).toMatchObject({ status: 422, body: { discount_code_code: [sentence] } })
    const { rows } = await shop.deps.database.query(
      'select count(*)::int as held from holds h join flights f on f.id = h.flight_id where ' +
        'f.depart_at = $1::timestamptz',
      [half.depart_at],
    )
    expect(rows).toEqual([{ held: 0 }])
  })

  test(`codes do not apply to ${sunset}, focus flights or products that they exclude`, async () => {
    const evening = await sunsetOf(7)
    expect((await quote('FLY15', evening)).discount_code?.message).toBe(`FLY15 is not valid for ${sunset}`)
    expect((await quote('GOLDENHOUR', evening)).discount_code?.applied).toBe(true)
    expect((await quote('NEWYORKER', evening)).discount_code?.message).toBe(
      'NEWYORKER is not valid for this product',
    )
    const path = `/v1/availability/day?product_id=10&date=${day}`
    const { departures } = AvailabilityDayReply.parse((await shop.call('GET', path)).body).availability
    const focus = departures.find(({ tags }) => !tags.includes('sunset'))
    const { departure_id, depart_at } = focus ?? half
    const hour = { departure_id, depart_at, quantity: 1 }
    expect((await quote('FLY15', hour)).discount_code?.message).toBe('FLY15 is not valid for focus flights')
    expect((await quote('GOLDENHOUR', hour)).discount_code?.applied).toBe(true)
  })

  test('a caller who guesses has to wait, and still gets the price', async () => {
    shop.deps.settings.limitFactor = 1
    const token = await guestToken(shop)
    for (let tried = 1; tried <= 10; tried++) await quote(`GUESS${String(tried)}`, {}, token)
    const asked = await quote('FLY15', {}, token)
    expect(asked).toMatchObject({ total: 504, discount_code: { applied: false } })
    expect(asked.discount_code?.message).toMatch(/^Too many tries\./)
    expect((await quote('FLY15')).discount_code?.applied).toBe(true)
    shop.deps.settings.limitFactor = 1000
  })
})

describe('a limited code', () => {
  const withLast = (seats = 1) => seatOrder(half, seats, { discount_code_code: 'LASTONE' })
  beforeEach(async () => {
    await shop.deps.database.query('delete from discount_code_uses')
    await limit('LASTONE', 1)
  })
  const used = { status: 422, body: { discount_code_code: ['LASTONE is an invalid discount code'] } }

  test('it is used up by an order, and free again when another order replaces that one', async () => {
    const [one, other] = [await guestToken(shop), await guestToken(shop)]
    const order = await placeOrder(shop, one, withLast())
    expect(await usesOf('LASTONE')).toEqual([[order.id, 'reserved']])
    expect(await postOrder(shop, other, withLast())).toMatchObject(used)
    expect((await quote('LASTONE')).discount_code?.applied).toBe(false)
    // One's own use is no obstacle: the same cart, a larger party, and the price of it.
    expect((await placeOrder(shop, one, withLast())).id).toBe(order.id)
    expect((await quote('LASTONE', {}, one)).discount_code?.applied).toBe(true)
    const more = await placeOrder(shop, one, { ...withLast(2), supersedes_order_id: order.id })
    expect(await usesOf('LASTONE')).toEqual([
      [order.id, 'released'],
      [more.id, 'reserved'],
    ])
    const plain = await placeOrder(shop, one, { ...seatOrder(half, 1), supersedes_order_id: more.id })
    expect(plain.discount_code).toBeNull()
    expect((await placeOrder(shop, other, withLast())).discount_code).toBe('LASTONE')
  })

  test('it is free again as soon as the hold of the order expires', async () => {
    const order = await placeOrder(shop, await guestToken(shop), withLast())
    shop.clock.advance(14)
    expect(await postOrder(shop, await guestToken(shop), withLast())).toMatchObject(used)
    shop.clock.advance(2)
    const next = await placeOrder(shop, await guestToken(shop), withLast())
    expect(next.id).not.toBe(order.id)
  })

  test('it is not charged with a renewed hold when another buyer has taken it', async () => {
    const [slow, quick] = [await guestToken(shop), await guestToken(shop)]
    const order = await placeOrder(shop, slow, withLast())
    shop.clock.advance(16)
    await placeOrder(shop, quick, withLast())
    const payment = { order_id: order.id, stripe_payment: { stripe_source: 'pm_card_visa' } }
    expect(await shop.call('POST', '/v1/payments', { token: slow, body: { payment } })).toMatchObject(used)
    expect(await postOrder(shop, slow, withLast())).toMatchObject(used)
    expect((await readOrder(shop, slow, order.id)).status).toBe('expired')
  })

  test('it is used up for good by a paid order, also by one with nothing to pay', async () => {
    await shop.deps.database.query(
      "update discounts set amount_cents = null, percent_bps = 10000 where name = 'LASTONE'",
    )
    await shop.deps.database.query('update fees set enabled = false')
    const token = await guestToken(shop)
    const order = await placeOrder(shop, token, withLast())
    expect(order).toMatchObject({ total: 0, amount_due: null })
    const paid = await shop.call('POST', '/v1/payments', { token, body: { payment: { order_id: order.id } } })
    expect(paid).toMatchObject({ status: 201, body: { payments: [] } })
    expect(await usesOf('LASTONE')).toEqual([[order.id, 'captured']])
    shop.clock.advance(60)
    expect(await postOrder(shop, await guestToken(shop), withLast())).toMatchObject(used)
    await shop.deps.database.query(
      "update discounts set amount_cents = 5000, percent_bps = null where name = 'LASTONE'",
    )
    await shop.deps.database.query('update fees set enabled = true')
  })
})

describe('a prize', () => {
  const photo = [{ upgrade_id: 1 }]
  const won = (prize_id: number) => seatOrder(half, 2, { prize_id, order_item_upgrades_attributes: photo })
  async function give(userId: number): Promise<number> {
    const { rows } = await shop.deps.database.query(
      `insert into prizes (upgrade_id, user_id, name, created_at) values (1, $1, 'A photo set', now())
        returning id`,
      [userId],
    )
    return Number(rows[0]?.['id'])
  }
  async function shown(token: string): Promise<number[]> {
    const { body } = await shop.call('GET', '/v1/prizes', { token })
    return PrizesReply.parse(body).prizes.map(({ id }) => id)
  }

  test('it makes its upgrade free once, for its own winner', async () => {
    const prize = await give(1)
    const token = await logIn(shop, 'customer@example.com')
    expect(await quote(null, { prize_id: prize, upgrades: photo }, token)).toMatchObject({ discount: 49 })
    const order = await placeOrder(shop, token, won(prize))
    expect(order).toMatchObject({ discount: 49, total: 504 })
    expect(await shown(token)).toEqual([prize])
    // In another session of the same person it is taken meanwhile.
    const elsewhere = await logIn(shop, 'customer@example.com')
    expect(await shown(elsewhere)).toEqual([])
    expect(await placeOrder(shop, elsewhere, won(prize))).toMatchObject({ discount: 0, total: 553 })
    await shop.deps.database.query('update orders set status = $2 where id = $1', [order.id, 'cancelled'])
    half = await departureAt(shop, 6, nextDay(), '14:30')
    expect((await placeOrder(shop, elsewhere, won(prize))).discount).toBe(49)
    await shop.deps.database.query('update prizes set used_at = now() where id = $1', [prize])
    expect(await shown(elsewhere)).toEqual([])
  })

  test('it is ignored for other people and for guests', async () => {
    const prize = await give(1)
    expect((await placeOrder(shop, await guestToken(shop), won(prize))).discount).toBe(0)
    const guest = await guestToken(shop, 'customer@example.com')
    expect((await placeOrder(shop, guest, won(prize))).discount).toBe(0)
    expect(await shop.call('GET', '/v1/prizes', { token: guest })).toMatchObject({ status: 403 })
  })
})
