import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { SchedulesReply } from '#contract/catalogue.ts'
import { OrderReply } from '#contract/order.ts'
import { createOutsideClient, type OutsideClient } from '../support/outside-client.ts'
import { type ContractTarget, openContract } from '../support/open-contract.ts'

const Row = z.looseObject({ id: z.number() })
type Row = z.infer<typeof Row>
const Lists = z.record(z.string(), z.unknown())
const Flights = z.object({ flights: z.array(z.object({ flight_id: z.number() })) })

let target: ContractTarget
let client: OutsideClient
let admin: string
let buyer: string
let adminId: number
beforeAll(async () => {
  target = await openContract()
  client = createOutsideClient(target)
  admin = await client.admin()
  buyer = await client.guest()
  adminId = (await one(admin, 'GET', 'users/me', 'user')).id
})
afterAll(() => target.close())

const ask = (token: string | undefined, method: string, path: string, body?: unknown) =>
  target.call(method, `/v1/${path}`, {
    ...(token === undefined ? {} : { token }),
    ...(body === undefined ? {} : { body }),
  })

/** Returns one row of an answer and fails when it is missing. */
async function one(
  token: string,
  method: string,
  path: string,
  singular: string,
  fields?: unknown,
): Promise<Row> {
  const { status, body } = await ask(
    token,
    method,
    path,
    fields === undefined ? undefined : { [singular]: fields },
  )
  expect(status, `${method} ${path}: ${JSON.stringify(body)}`).toBeLessThan(300)
  return Row.parse(Lists.parse(body)[singular])
}

async function rowsOf(token: string | undefined, path: string): Promise<Row[]> {
  const { status, body } = await ask(token, 'GET', path)
  expect(status, `GET ${path}: ${JSON.stringify(body)}`).toBe(200)
  return z.array(Row).parse(Lists.parse(body)[path.replace(/\?.*/, '')])
}

const first = async (path: string): Promise<Row> => {
  const [row] = await rowsOf(admin, path)
  if (!row) throw new Error(`Nothing is in ${path}`)
  return row
}

const mark = () => crypto.randomUUID().slice(0, 8)

/** Bodies with the fields of section 3 alone, for the calls that create and change a row. */
const bodies: Readonly<
  Record<string, { singular: string; fields: () => Promise<object> | object; change?: object }>
> = {
  terminals: {
    singular: 'terminal',
    fields: () => ({
      name: `Pier ${mark()}`,
      subtitle: 'By the river',
      code: mark().toUpperCase(),
      street: '1 Pier',
      city: 'Chicago',
      state: 'IL',
      zip_code: '60601',
      airport: false,
      timezone: 'America/Chicago',
    }),
    change: { subtitle: 'Gate 2' },
  },
  upgrades: {
    singular: 'upgrade',
    fields: () => ({
      name: `Photos ${mark()}`,
      price: 25,
      selected: false,
      meta: { question: 'Which song?' },
    }),
    change: { price: 26 },
  },
  product_categories: {
    singular: 'product_category',
    fields: () => ({ name: `Evening ${mark()}` }),
    change: { name: `Night ${mark()}` },
  },
  brands: { singular: 'brand', fields: () => ({ name: `Wings ${mark()}` }), change: { tagline: 'Up' } },
  campaigns: {
    singular: 'campaign',
    fields: () => ({
      brand_id: 1,
      start_at: '2031-05-01T04:00:00Z',
      end_at: '2031-06-01T04:00:00Z',
      discount_code: null,
      discount_percent_off: 30,
      auto_fill_code: false,
      countdown_enabled: false,
      countdown_text: '',
      banner_color: '#a63a12',
      banner_image: null,
      banner_link_to: '/checkout/6',
      disabled: true,
    }),
    change: { discount_percent_off: 20 },
  },
  fees: {
    singular: 'fee',
    fields: () => ({
      name: `Landing ${mark()}`,
      description: 'At the pier',
      price: 5,
      percent: null,
      enabled: false,
      brand_id: 1,
      postpone_until_gift_card_redemption: false,
    }),
    change: { price: 6 },
  },
  fares: {
    singular: 'fare',
    fields: async () => ({
      product_id: (await first('products')).id,
      name: `Dawn ${mark()}`,
      seat_price: 199,
      flight_price: null,
      giftable: false,
    }),
    change: { seat_price: 200 },
  },
  aircraft_types: {
    singular: 'aircraft_type',
    fields: () => ({ name: `Light twin ${mark()}`, max_passengers: 4, max_weight_lbs: 900 }),
    change: { max_passengers: 5 },
  },
  products: {
    singular: 'product',
    fields: async () => ({
      name: `River Loop ${mark()}`,
      subtitle: '12 minutes',
      enable_bnsl: false,
      brand_id: 1,
      seat_price: 150,
      flight_price: null,
      aircraft_type_id: (await first('aircraft_types')).id,
      departure_terminal_id: (await first('terminals')).id,
      flight_duration_mins: 12,
      description: 'Up and down',
      publish_at: null,
      publish_until: null,
      images: [],
      tag_list: ['night'],
      upgrade_ids: [],
    }),
    change: { subtitle: '13 minutes' },
  },
  departures: {
    singular: 'departure',
    fields: async () => ({
      product_id: (await first('products')).id,
      day_of_week: 2,
      time: '09:45',
      offset_in_mins: null,
      fare_id: null,
      seat_price: null,
      flight_price: null,
      publish_at: null,
      publish_until: null,
      tag_list: ['off-peak'],
    }),
    change: { seat_price: 180 },
  },
  discounts: {
    singular: 'discount',
    fields: () => ({
      name: `Spring ${mark()}`,
      invoice_description: 'Spring',
      amount: null,
      percent: 10,
      publish_at: null,
      publish_until: null,
      disable_for_seats: false,
      disable_for_flights: false,
      brand_id: 1,
      product_ids: [],
    }),
    change: { percent: 11 },
  },
  discount_codes: {
    singular: 'discount_code',
    fields: async () => ({
      code: `SPRING-${mark()}`.toUpperCase(),
      discount_id: (await first('discounts')).id,
      redeemable: true,
      redemption_limit: 5,
    }),
    change: { redemption_limit: 6 },
  },
  comments: {
    singular: 'comment',
    fields: async () => ({
      commentable_type: 'Order',
      commentable_id: (await client.order(buyer)).id,
      body: 'Rang',
    }),
    change: { body: 'Rang twice' },
  },
  credits: {
    singular: 'credit',
    fields: () => ({ user_id: adminId, amount: 5, reason: 'A late start' }),
  },
  refunds: {
    singular: 'refund',
    fields: async () => ({ order_id: (await client.paidOrder(await client.guest())).id }),
  },
  vouchers: {
    singular: 'voucher',
    fields: async () => ({
      order_id: (await client.paidOrder(await client.guest())).id,
      value: 20,
      reason_description: 'Rain',
    }),
    change: { reason_description: 'Rain and wind' },
  },
  gift_cards: {
    singular: 'gift_card',
    fields: async () => {
      const { id } = await first('fares')
      return {
        name: 'For a friend',
        good_for_fare_id: id,
        good_for_fare_ids: [id],
        expires_at: '2035-01-01T00:00:00Z',
      }
    },
    change: { name: 'For two friends' },
  },
  prizes: {
    singular: 'prize',
    fields: async () => ({ upgrade_id: (await first('upgrades')).id }),
    change: { name: 'First prize' },
  },
}

const keysOf = (row: object) => Object.keys(row).toSorted()
const made: { path: string }[] = []

describe('a resource', () => {
  it.each(Object.entries(bodies))(
    '%s are created from the specification’s fields, and POST, PATCH and GET return the same fields',
    async (plural, { singular, fields, change }) => {
      const created = await one(admin, 'POST', plural, singular, await fields())
      const path = `${plural}/${String(created.id)}`
      made.push({ path })
      const read = await one(admin, 'GET', path, singular)
      expect(keysOf(created)).toEqual(keysOf(read))
      const [listed] = (await rowsOf(admin, `${plural}?sort=-id&page_size=1`)) as [Row]
      expect(keysOf(listed)).toEqual(keysOf(read))
      if (change) {
        const changed = await one(admin, 'PATCH', path, singular, change)
        expect(keysOf(changed)).toEqual(keysOf(read))
        expect(changed).toMatchObject(change)
        // PATCH accepts everything that GET returned; only timestamps may differ.
        const again = await one(admin, 'GET', path, singular)
        expect(keysOf(await one(admin, 'PATCH', path, singular, again))).toEqual(keysOf(read))
      }
      // A brand without a host would answer for every unknown host, so it is deleted before the
      // next call.
      if (plural === 'brands') expect((await ask(admin, 'DELETE', path)).status).toBe(204)
    },
  )

  it('PATCH and GET return the same fields of a resource that is not created by hand', async () => {
    const order = await client.paidOrder(buyer)
    const path = `orders/${String(order.id)}`
    const read = keysOf(await one(admin, 'GET', path, 'order'))
    expect(keysOf(await one(admin, 'PATCH', path, 'order', { variant_type: 'b' }))).toEqual(read)
    const flight = `flights/${String(order.flights[0]?.flight_id)}`
    const flown = keysOf(await one(admin, 'GET', flight, 'flight'))
    expect(keysOf(await one(admin, 'PATCH', flight, 'flight', { color: '#a63a12' }))).toEqual(flown)
    const [passenger] = await rowsOf(admin, `passengers?order_id=${String(order.id)}`)
    expect(keysOf(passenger ?? {})).toContain('seating')
  })
})

describe('sort', () => {
  /**
   * Some columns hold objects, one holds an encrypted code, and three are sentences built from
   * several columns.
   */
  const notSorted = [
    'code',
    'good_for_label',
    'text_consent',
    'account_text_consent',
    'share',
    'fare',
    'before',
    'after',
    'gift',
    'buyer',
    'meta',
    'eligibility',
    'minimum',
  ]
  const isSingle = ([name, value]: [string, unknown]) =>
    !notSorted.includes(name) && (value === null || typeof value !== 'object')

  it.each([
    'brands',
    'campaigns',
    'comments',
    'credits',
    'orders',
    'payments',
    'refunds',
    'product_categories',
    'terminals',
    'discount_codes',
    'upgrades',
    'order_item_seats',
    'order_item_gift_cards',
    'products',
    'fares',
    'fees',
    'departures',
    'discounts',
    'aircraft_types',
    'aircraft',
    'flights',
    'passengers',
    'prizes',
    'gift_cards',
    'vouchers',
    'users',
  ])('every shown column of %s is sortable', async (plural) => {
    await client.paidOrder(buyer)
    const rows = await rowsOf(admin, `${plural}?page_size=100`)
    const names = [
      ...new Set(
        rows.flatMap((row) =>
          Object.entries(row)
            .filter(isSingle)
            .map(([name]) => name),
        ),
      ),
      // A list or an object that some rows lack is no single value.
    ].filter((name) => rows.every((row) => isSingle([name, row[name]])))
    for (const name of names) {
      for (const sort of [name, `-${name}`]) {
        const sorted = await rowsOf(admin, `${plural}?sort=${sort}&page_size=100`)
        const values = sorted.map((row) => row[name]).filter((value) => value !== null && value !== undefined)
        // Texts sort by the rules of a language; numbers and instants sort by value.
        if (!values.every((value) => typeof value === 'number' || isInstant(value))) continue
        const sizes = values.map((value) => (typeof value === 'number' ? value : Date.parse(String(value))))
        const right = sizes.toSorted((a, b) => (sort.startsWith('-') ? b - a : a - b))
        expect(sizes, `${plural} by ${sort}`).toEqual(right)
      }
    }
  })

  it('the lists of one’s own orders, comments and prizes sort by the same columns', async () => {
    await client.paidOrder(buyer)
    for (const sort of ['total', '-status', 'user_id', 'prize_id', 'held_until', 'quantity', '-completed_at'])
      expect((await ask(buyer, 'GET', `orders?sort=${sort}`)).status, sort).toBe(200)
    for (const sort of ['body', '-public', 'updated_at'])
      expect((await ask(buyer, 'GET', `comments?sort=${sort}`)).status, sort).toBe(200)
    expect((await ask(buyer, 'GET', 'flights?sort=-product_name')).status).toBe(200)
    expect((await ask(buyer, 'GET', 'orders?sort=password')).status).toBe(422)
  })

  const isInstant = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
})

describe('staff', () => {
  it('staff list the orders, flights, prizes and comments of all customers by default', async () => {
    const order = await client.paidOrder(await client.guest())
    const mine = (rows: Row[]) => rows.some(({ id }) => id === order.id)
    expect(mine(await rowsOf(admin, 'orders?sort=-id&page_size=5'))).toBe(true)
    expect(mine(await rowsOf(admin, `orders?user_id=${String(order.user_id)}`))).toBe(true)
    expect(mine(await rowsOf(admin, 'orders?everybody=0'))).toBe(false)
    const flightId = order.flights[0]?.flight_id ?? 0
    expect((await rowsOf(admin, 'flights?sort=-id&page_size=100')).map(({ id }) => id)).toContain(flightId)
    const { upgrade_id } = await one(admin, 'POST', 'prizes', 'prize', {
      upgrade_id: (await first('upgrades')).id,
    })
    expect((await rowsOf(admin, 'prizes?sort=-id')).map((row) => row['upgrade_id'])).toContain(upgrade_id)
    const comment = { commentable_type: 'Order', commentable_id: order.id, body: 'Only for us' }
    const { id } = await one(admin, 'POST', 'comments', 'comment', comment)
    expect((await rowsOf(admin, 'comments')).map((row) => row.id)).toContain(id)
  })

  it('data of staff does not appear in the lists of a customer', async () => {
    const [token, order] = [await client.guest(), await client.paidOrder(buyer)]
    expect(await rowsOf(token, 'orders?everybody=1')).toEqual([])
    const { body } = await ask(buyer, 'GET', 'flights?everybody=1')
    expect(Flights.parse(body).flights.map((one) => one.flight_id)).toContain(order.flights[0]?.flight_id)
  })
})

describe('fields that section 3 names', () => {
  it('an order has user_id and prize_id', async () => {
    const order = await client.order(buyer)
    const { id } = await one(buyer, 'GET', 'users/me', 'user')
    expect(order).toMatchObject({ user_id: id, prize_id: null })
    const [listed] = await rowsOf(buyer, 'orders?sort=-id&page_size=1')
    expect(listed).toMatchObject({ id: order.id, user_id: id, prize_id: null })
  })

  it('vouchers have reason_description, discount codes discount, subscriptions plan_id', async () => {
    const order = await client.paidOrder(buyer)
    const fields = { order_id: order.id, value: 10, reason_type: 'weather', reason_description: 'Fog' }
    expect(await one(admin, 'POST', 'vouchers', 'voucher', fields)).toMatchObject(fields)
    expect((await first('discount_codes'))['discount']).toMatchObject({ id: expect.any(Number) as number })
    const subscribed = await one(buyer, 'POST', 'subscriptions', 'subscription', { plan_id: 1 })
    expect(subscribed['plan_id']).toBe(1)
  })

  it('a departure has depart_at, by itself and in the schedule', async () => {
    const departures = await rowsOf(admin, 'departures?page_size=100&sort=depart_at')
    const times = departures.flatMap((row) =>
      typeof row['depart_at'] === 'string' ? [row['depart_at']] : [],
    )
    expect(times.length).toBeGreaterThan(0)
    expect(times.every((at) => Date.parse(at) > target.now().getTime())).toBe(true)
    const { schedule } = SchedulesReply.parse((await ask(undefined, 'GET', 'schedules')).body)
    const scheduled = schedule.flatMap((day) => day.departures)
    const same = scheduled.find(({ id }) => id === departures[0]?.id)
    expect(same?.depart_at ?? departures[0]?.['depart_at']).toBe(departures[0]?.['depart_at'])
    expect(scheduled.some(({ depart_at: at }) => at !== null)).toBe(true)
  })

  it('a day has sunset_time, and beside it the sunset at each terminal', async () => {
    const { schedule } = SchedulesReply.parse((await ask(undefined, 'GET', 'schedules')).body)
    for (const day of schedule) {
      expect(day.sunset_time).toMatch(/^\d\d:\d\d$/)
      const [own, ...others] = day.sunset_times ?? []
      expect(own?.sunset_time).toBe(day.sunset_time)
      expect(others.length).toBeGreaterThan(0)
    }
    const terminals = new Set(schedule[1]?.departures.map((one) => one.departure_terminal_id))
    const told = schedule[1]?.sunset_times?.map((one) => one.terminal_id)
    expect(told).toEqual(expect.arrayContaining([...terminals]))
  })

  it('payments[0].reference is the wallet’s client secret', async () => {
    const order = await client.order(buyer)
    const payment = { order_id: order.id, stripe_payment: { amount: order.amount_due, payment_intent: true } }
    const { status, body } = await ask(buyer, 'POST', 'payments', { payment })
    expect(status).toBe(201)
    const { payments } = z
      .object({ payments: z.tuple([z.looseObject({ reference: z.string() })]) })
      .parse(body)
    expect(payments[0].reference).toMatch(/^pi_\w+_secret_\w+$/)
    expect(OrderReply.parse((await ask(buyer, 'GET', `orders/${String(order.id)}`)).body).order.status).toBe(
      'awaiting_payment',
    )
  })
})
