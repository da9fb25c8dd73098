import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AvailabilityDayReply, AvailabilityMonthReply, NextDeparturesReply } from '#contract/availability.ts'
import { ProductReply, ProductsReply } from '#contract/catalogue.ts'
import { DraftReply } from '#contract/draft.ts'
import { OrderReply } from '#contract/order.ts'
import { OrdersReply } from '#contract/order-list.ts'
import { PaymentsReply } from '#contract/payment.ts'
import { JwtReply, UserReply } from '#contract/people.ts'
import { GiftCardsReply, VouchersReply } from '#contract/tenders.ts'
import { GiftShareReply } from '#contract/gift-share.ts'
import { QuoteReply } from '#contract/quote.ts'
import { expectData, shopAt } from '#tests/support/foreign-shop.ts'
import { FEE_PER_ORDER } from '#tests/support/section-seven-state.ts'
import { type SectionSevenStub, startSectionSevenStub } from '#tests/support/section-seven-stub.ts'

let stub: SectionSevenStub
beforeAll(async () => {
  stub = await startSectionSevenStub()
})
afterAll(() => stub.stop())

/** A Saturday far enough ahead, with two fixed departures and one at sunset. */
const DAY = nextSaturday()
function nextSaturday(): string {
  const day = new Date(Date.now() + 14 * 86_400_000)
  day.setUTCDate(day.getUTCDate() + ((6 - day.getUTCDay() + 7) % 7))
  // The demo shop is closed at Christmas, which may be a Saturday.
  if (day.toISOString().slice(5, 10) === '12-25') day.setUTCDate(day.getUTCDate() + 7)
  return day.toISOString().slice(0, 10)
}
const SUNSET = 163

const cartOf = async (client: ReturnType<ReturnType<typeof shopAt>>) => {
  const query = { product_id: 6, selling_brand_id: 1, date: DAY, quantity: 2, quantity_type: 'seat' }
  const { availability } = expectData(
    await client.get('/v1/availability/day', AvailabilityDayReply, { query }),
  )
  const departure = availability.departures.find((one) => one.departure_id === SUNSET)
  if (!departure) throw new Error('no sunset departure')
  return { departure_id: SUNSET, depart_at: departure.depart_at, quantity: 2 }
}
const quoteBody = (cart: { departure_id: number; depart_at: string; quantity: number }) => ({
  ...{ brand_id: 1, quantity_type: 'seat', upgrades: [{ upgrade_id: 71 }] },
  ...cart,
})

describe('service with only the specified calls', () => {
  test('completes products, found by id and by slug, with those shared by all brands', async () => {
    const client = shopAt(stub.origin)()
    const query = {
      brand_id: [1, 4],
      $published: 1,
      sort: 'publish_until',
      page_size: 100,
      selling_brand_id: 1,
    }
    const { products } = expectData(await client.get('/v1/products', ProductsReply, { query }))
    expect(products.map(({ id }) => id)).toEqual([6, 9])
    expect(products[1]).toMatchObject({ place: 'liberty', from_price_total: 149, tag_list: ['off-peak'] })
    const one = await client.get('/v1/products/statue-express', ProductReply, {
      query: { selling_brand_id: 1 },
    })
    expect(expectData(one).product.name).toBe('Statue Express')
    expect(await client.get('/v1/products/14', ProductReply)).toMatchObject({ ok: false, status: 404 })
  })

  test('lists and counts gift cards page by page, and sends them with the specified keys', async () => {
    const shop = shopAt(stub.origin)
    const customer = { email: 'gifts@example.com' }
    const { jwt } = expectData(await shop().post('/v1/customers', JwtReply, { body: { customer } }))
    const client = shop(jwt)
    const { user } = expectData(await client.get('/v1/users/me', UserReply))
    const list = async (query: Record<string, string | number>) =>
      expectData(
        await client.get('/v1/gift_cards', GiftCardsReply, { query: { sort: '-created_at', ...query } }),
      )
    const first = await list({ purchaser_id: user.id, page: 1, page_size: 3 })
    expect(first.meta.pagination).toMatchObject({ total_count: 5, total_pages: 2 })
    expect(first.gift_cards).toHaveLength(3)
    const all = await list({ purchaser_id: user.id, page: 1, page_size: 100 })
    const ids = all.gift_cards.map(({ id }) => id)
    expect(ids).toHaveLength(5)
    expect(all.gift_cards[0]).toMatchObject({
      status: 'available',
      code_tail: String(ids[0]).padStart(4, 'R'),
    })
    const body = {
      gift_card_ids: ids.slice(0, 2),
      voucher_ids: [],
      recipient: 'priya@example.com',
      message: null,
      send_on: null,
    }
    const sent = expectData(await client.post('/v1/gift_cards/share', GiftShareReply, { body }))
    expect(sent.gift_cards.map(({ last_emailed_to: to }) => to)).toEqual(Array(2).fill('priya@example.com'))
    expect(
      await client.post('/v1/gift_cards/share', GiftShareReply, { body: { ...body, gift_card_ids: [] } }),
    ).toMatchObject({ status: 422 })
    expect((await list({ last_emailed_to: 'priya@example.com' })).gift_cards).toHaveLength(2)
    expect(
      expectData(await client.get('/v1/vouchers', VouchersReply, { query: { user_id: user.id } })).vouchers,
    ).toEqual([])
    expect(stub.unexpectedCalls()).toEqual([])
  })

  test('derives days from the weekly rules in the terminal’s zone, with their prices', async () => {
    const client = shopAt(stub.origin)()
    const query = { product_id: 6, selling_brand_id: 1, date: DAY, quantity: 1, quantity_type: 'seat' }
    const { availability } = expectData(
      await client.get('/v1/availability/day', AvailabilityDayReply, { query }),
    )
    expect(availability.sunset_time).toBe('18:05')
    expect(availability.departures.map((one) => [one.local_time, one.seat_price, one.tags])).toEqual([
      ['10:00', 209, ['off-peak']],
      ['14:30', 229, []],
      ['18:05', 269, ['sunset']],
    ])
    const local = new Date(availability.departures[0]?.depart_at ?? '').toLocaleString('sv', {
      timeZone: 'America/New_York',
    })
    expect(local).toBe(`${DAY} 10:00:00`)
  })

  test('lists the flying days of a month with their lowest price, without closed and past days', async () => {
    const client = shopAt(stub.origin)()
    const query = {
      product_id: 6,
      selling_brand_id: 1,
      month: DAY.slice(0, 7),
      quantity: 1,
      quantity_type: 'seat',
    }
    const { availability } = expectData(
      await client.get('/v1/availability/month', AvailabilityMonthReply, { query }),
    )
    const day = availability.days.find(({ date }) => date === DAY)
    expect(day).toMatchObject({ status: 'open', departures: 3, from_price_total: 209 })
    const mondays = availability.days.filter(({ date }) => new Date(date).getUTCDay() === 1)
    expect(mondays.every(({ status }) => status === 'none' || status === 'past')).toBe(true)
    expect(availability.next_month).not.toBeNull()
    const before = { ...query, month: '2020-01' }
    const past = expectData(
      await client.get('/v1/availability/month', AvailabilityMonthReply, { query: before }),
    )
    expect(new Set(past.availability.days.map(({ status }) => status))).toEqual(new Set(['past']))
  })

  test('lists the soonest departures of all products in order', async () => {
    const client = shopAt(stub.origin)()
    const call = { query: { brand_id: 1, limit: 6 } }
    const { departures } = expectData(await client.get('/v1/availability/next', NextDeparturesReply, call))
    expect(departures).toHaveLength(6)
    const instants = departures.map((one) => one.depart_at)
    expect(instants).toEqual([...instants].sort())
    expect(new Set(departures.map((one) => one.product_id))).toEqual(new Set([6, 9]))
  })

  test('lets a guest buy after the service has named the amount, and one cart is one order', async () => {
    const shop = shopAt(stub.origin)
    const customer = {
      email: 'dana@example.com',
      set_password_url: 'http://shop.test/x',
      tag_list: ['website'],
      brand_id: 1,
    }
    const { jwt } = expectData(await shop().post('/v1/customers', JwtReply, { body: { customer } }))
    const client = shop(jwt)
    const cart = await cartOf(client)
    const quote = async () =>
      expectData(await client.post('/v1/quotes', QuoteReply, { body: quoteBody(cart) })).quote
    const before = await quote()
    expect(before).toMatchObject({ total: 578, fees: 0 })

    const ordersBefore = stub.orders().length
    const order = (claim: number) => ({
      ...{ brand_id: 1, tag_list: ['website', 'utm_source:mail'], terms_and_conditions: true },
      order_item_seats_attributes: [cart],
      order_item_upgrades_attributes: [{ upgrade_id: 71 }],
      passengers_attributes: [{ full_name: 'Dana Whitlock', weight: 148 }, { full_name: 'Priya Raman' }],
      ...{ total_price: claim, supersedes_order_id: null },
    })
    const first = await client.post('/v1/orders', OrderReply, { body: order(before.total) })
    expect(first).toMatchObject({ ok: false, status: 409, code: 'conflict' })
    expect(first.ok ? '' : first.message).toContain('$602.90')
    const after = await quote()
    expect(after).toMatchObject({ total: 578 + FEE_PER_ORDER, fees: FEE_PER_ORDER })
    expect(after.lines.reduce((sum, line) => sum + line.amount, 0)).toBeCloseTo(after.total, 5)

    const second = expectData(await client.post('/v1/orders', OrderReply, { body: order(after.total) })).order
    expect(stub.orders().length).toBe(ordersBefore + 1)
    expect(second).toMatchObject({ status: 'awaiting_payment', amount_due: 602.9, held_until: null })
    expect(stub.comments().at(-1)).toMatchObject({
      ...{ commentable_type: 'Order', commentable_id: second.id, public: false },
      body: 'Passengers: Dana Whitlock, 148 lbs; Priya Raman',
    })

    const pay = (source: Record<string, unknown>) =>
      client.post('/v1/payments', PaymentsReply, {
        body: {
          order_id: second.id,
          stripe_payment: { amount: second.amount_due, return_url: 'http://shop.test', ...source },
        },
      })
    expect(await pay({ hosted: true })).toMatchObject({ ok: false, status: 409, code: 'conflict' })
    const declined = await pay({ stripe_source: 'ctoken_declined' })
    expect(declined.ok ? {} : declined.errors).toEqual({
      credit_card: ['Your card was declined. (card_declined)'],
    })
    const paid = expectData(await pay({ stripe_source: 'ctoken_1' })).payments[0]
    expect(paid).toMatchObject({ status: 'succeeded', requires_action: false })

    const shown = expectData(await client.get(`/v1/orders/${String(second.id)}`, OrderReply)).order
    expect(shown).toMatchObject({
      status: 'completed',
      email: 'dana@example.com',
      total: 602.9,
      amount_due: null,
    })
    expect(shown.flights[0]).toMatchObject({
      product_name: 'Harbor Classic',
      local_date: DAY,
      local_time: '18:05',
    })
    expect(shown.passengers.map((one) => one.full_name)).toEqual(['Dana Whitlock', 'Priya Raman'])
    expect(shown.lines.reduce((sum, line) => sum + line.amount, 0)).toBeCloseTo(602.9, 5)

    const query = { status: ['completed'], page: 1, page_size: 10, sort: '-created_at' }
    expect(expectData(await client.get('/v1/orders', OrdersReply, { query }))).toMatchObject({
      orders: [{ id: second.id, status: 'completed', flights: [{ product_name: 'Harbor Classic' }] }],
      meta: { pagination: { current_page: 1, total_pages: 1 } },
    })

    const again = expectData(
      await client.post('/v1/orders', OrderReply, { body: { ...order(0), total_price: undefined } }),
    )
    expect(again.order.id).not.toBe(second.id)
    expect(await shop('nobody').get(`/v1/orders/${String(second.id)}`, OrderReply)).toMatchObject({
      status: 404,
    })
  })

  test('shows the order after a restart that lost the shop’s memory', async () => {
    const { jwt } = expectData(
      await shopAt(stub.origin)().post('/v1/customers', JwtReply, {
        body: { customer: { email: 'far@example.com' } },
      }),
    )
    const client = shopAt(stub.origin)(jwt)
    const cart = await cartOf(client)
    const body = { brand_id: 1, tag_list: [], order_item_seats_attributes: [cart] }
    const { order } = expectData(await client.post('/v1/orders', OrderReply, { body }))
    const other = expectData(
      await shopAt(stub.origin)(jwt).get(`/v1/orders/${String(order.id)}`, OrderReply),
    ).order
    expect(other).toMatchObject({ email: 'far@example.com', passengers: [], total: 562.9 })
  })

  test('keeps drafts in the shop', async () => {
    const client = shopAt(stub.origin)()
    const body = { draft: { fields: { email: 'dana@example.com' } } }
    const { draft } = expectData(await client.post('/v1/drafts', DraftReply, { body }))
    const path = `/v1/drafts/${draft.id}`
    expectData(
      await client.put(path, DraftReply, { body: { draft: { fields: { email: 'new@example.com' } } } }),
    )
    expect(expectData(await client.get(path, DraftReply)).draft.fields).toEqual({ email: 'new@example.com' })
    expect(await client.get('/v1/drafts/other', DraftReply)).toMatchObject({ ok: false, status: 404 })
  })

  test('receives only calls that section 7 specifies', () => {
    expect(stub.unexpectedCalls()).toEqual([])
  })
})

describe('service with the calls of this one', () => {
  const brands = [
    {
      ...{ id: 1, name: 'Loft & Rotor', slug: 'loft-and-rotor', tagline: '', time_zone: 'America/New_York' },
      ...{ phone: '', email: '', hosts: [], product_brand_ids: [1, 4], guest_checkout: true },
    },
  ]
  const meta = { pagination: { current_page: 1, total_pages: 1, total_count: 1, page_size: 100 } }

  test('receives the calls of the shop, and one for its brands per minute', async () => {
    const asked: string[] = []
    const client = shopAt('http://service.test', (request) => {
      const { pathname, search } = new URL(request.url)
      asked.push(`${request.method} ${pathname}${search}`)
      const known = pathname === '/v1/brands'
      return Promise.resolve(
        known
          ? Response.json({ brands, meta })
          : Response.json({ error: 'no', code: 'not_found' }, { status: 404 }),
      )
    })()
    const lost = await client.get('/v1/products/77', ProductReply, { query: { selling_brand_id: 1 } })
    expect(lost).toMatchObject({ ok: false, status: 404, code: 'not_found' })
    await client.post('/v1/quotes', QuoteReply, { body: { quantity: 0 } })
    expect(asked).toEqual([
      'GET /v1/brands?page_size=100',
      'GET /v1/products/77?selling_brand_id=1',
      'POST /v1/quotes',
    ])
  })
})
