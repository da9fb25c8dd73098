import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ErrorBody, FieldErrors } from '#contract/errors.ts'
import { JwtReply } from '#contract/people.ts'
import { type ContractTarget, openContract } from '../support/open-contract.ts'
import { LIBRARY_TEXT } from '../support/library-text.ts'

let target: ContractTarget
beforeAll(async () => {
  target = await openContract()
})
afterAll(() => target.close())

const newEmail = () => `wire-${crypto.randomUUID()}@example.com`

async function guest(): Promise<string> {
  const { status, body } = await target.call('POST', '/v1/customers', {
    body: { customer: { email: newEmail() } },
  })
  expect(status).toBe(201)
  return JwtReply.parse(body).jwt
}

const Departures = z.object({
  departures: z.array(
    z.looseObject({ departure_id: z.number(), depart_at: z.string(), seat_price: z.number().nullable() }),
  ),
})
const AnyOrder = z.object({
  order: z.looseObject({ id: z.number(), amount_due: z.number(), status: z.string() }),
})
const AnyPayment = z.looseObject({
  id: z.number(),
  order_id: z.number(),
  amount: z.number(),
  status: z.string(),
})

async function unpaidOrder(token: string) {
  const { body } = await target.call('GET', '/v1/availability/next?brand_id=1&quantity=1')
  const found = Departures.parse(body).departures.find((one) => one.seat_price !== null)
  if (!found) throw new Error('nothing can be bought')
  const { departure_id, depart_at } = found
  const seats = [{ departure_id, depart_at, quantity: 1 }]
  const order = {
    brand_id: 1,
    order_item_seats_attributes: seats,
    passengers_attributes: [{ full_name: 'Ada' }],
  }
  const made = await target.call('POST', '/v1/orders', { token, body: { order } })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return AnyOrder.parse(made.body).order
}

describe('payments', () => {
  test('an amount of null is refused while something is due, and no payment begins', async () => {
    const token = await guest()
    const order = await unpaidOrder(token)
    const stripe_payment = { amount: null, payment_intent: true }
    const refused = await target.call('POST', '/v1/payments', {
      token,
      body: { payment: { order_id: order.id, stripe_payment } },
    })
    expect(refused.status).toBe(422)
    expect(FieldErrors.parse(refused.body)).toEqual({
      amount: [expect.stringContaining('The amount to pay is $')],
    })
    const read = await target.call('GET', `/v1/orders/${String(order.id)}`, { token })
    expect(AnyOrder.parse(read.body).order).toMatchObject({
      status: 'awaiting_payment',
      amount_due: order.amount_due,
    })
  })

  test('only the payer reads a payment, by the id that its creation returned', async () => {
    const [token, stranger] = [await guest(), await guest()]
    const order = await unpaidOrder(token)
    const stripe_payment = { amount: order.amount_due, payment_intent: true }
    const begun = await target.call('POST', '/v1/payments', {
      token,
      body: { payment: { order_id: order.id, stripe_payment } },
    })
    expect(begun.status, JSON.stringify(begun.body)).toBe(201)
    const [payment] = z.object({ payments: z.array(AnyPayment) }).parse(begun.body).payments
    const path = `/v1/payments/${String(payment?.id)}`
    const read = await target.call('GET', path, { token })
    expect(read.status).toBe(200)
    expect(z.object({ payment: AnyPayment }).parse(read.body).payment).toMatchObject({
      id: payment?.id,
      order_id: order.id,
      amount: order.amount_due,
      status: 'open',
    })
    expect((await target.call('GET', path, { token: stranger })).status).toBe(404)
  })
})

describe('field names of a 422', () => {
  const registration = { first_name: 'R2D2', last_name: '', phone: '555', email: 'nobody', password: 'short' }

  test('a field of a wrapped body has its bare name and a message of the shop', async () => {
    const { status, body } = await target.call('POST', '/v1/users', {
      body: { brand_id: 1, user: registration },
    })
    expect(status).toBe(422)
    expect(body).toEqual({
      first_name: ['Must be letters only'],
      last_name: ['This field is required'],
      phone: ['Length should be at least 10 characters'],
      email: ['Please input correct email format (nobody)'],
      password: ['Length should be at least 6 characters'],
    })
  })

  test('a registered e-mail address is refused with the specification’s sentence', async () => {
    const user = {
      ...registration,
      first_name: 'Ada',
      last_name: 'Byron',
      phone: '(212) 555-0100',
      email: newEmail(),
      password: 'a long one',
    }
    const send = () => target.call('POST', '/v1/users', { body: { brand_id: 1, user } })
    expect((await send()).status).toBe(201)
    expect(await send()).toMatchObject({ status: 422, body: { email: ['This email already exists'] } })
  })

  test.each([true, false])('a field in a list is named by list and index, wrapped: %s', async (wrapped) => {
    const token = await guest()
    const order = {
      brand_id: 1,
      order_item_seats_attributes: [{ departure_id: 1, depart_at: 'tomorrow', quantity: 0 }],
    }
    const { status, body } = await target.call('POST', '/v1/orders', {
      token,
      body: wrapped ? { order } : order,
    })
    expect(status).toBe(422)
    expect(Object.keys(FieldErrors.parse(body)).sort()).toEqual([
      'order_item_seats_attributes.0.depart_at',
      'order_item_seats_attributes.0.quantity',
    ])
    expect(JSON.stringify(body)).not.toMatch(LIBRARY_TEXT)
  })

  test('a time without a departure is refused at the same field as an invalid time', async () => {
    const token = await guest()
    const [first] = Departures.parse(
      (await target.call('GET', '/v1/availability/next?brand_id=1')).body,
    ).departures
    const seats = [{ departure_id: first?.departure_id, depart_at: '2031-01-01T03:33:00Z', quantity: 1 }]
    const body = { order: { brand_id: 1, order_item_seats_attributes: seats } }
    const refused = await target.call('POST', '/v1/orders', { token, body })
    expect(refused.status).toBe(422)
    expect(Object.keys(FieldErrors.parse(refused.body))).toEqual(['order_item_seats_attributes.0.depart_at'])
  })

  test('a payment without its order is refused at the order, wrapped or flat', async () => {
    const token = await guest()
    for (const body of [
      { payment: { stripe_payment: { amount: 'all' } } },
      { stripe_payment: { amount: 'all' } },
    ]) {
      const refused = await target.call('POST', '/v1/payments', { token, body })
      expect(refused).toMatchObject({
        status: 422,
        body: { order_id: ['This field is required'], amount: ['Must be a number'] },
      })
    }
  })
})

describe('request bodies', () => {
  const json = JSON.stringify({ customer: { email: 'wire@example.com' } })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'multipart/form-data; boundary=x',
  ])('a body sent as %s is refused with 415 and a message', async (type) => {
    const { status, body } = await target.call('POST', '/v1/customers', {
      body: json,
      headers: { 'Content-Type': type },
    })
    expect(status).toBe(415)
    expect(ErrorBody.parse(body)).toMatchObject({
      code: 'unsupported_media_type',
      error: expect.stringContaining('application/json') as string,
    })
  })

  test('a JSON body with a charset is accepted', async () => {
    const headers = { 'Content-Type': 'Application/JSON; charset=utf-8' }
    const body = JSON.stringify({ customer: { email: newEmail() } })
    expect((await target.call('POST', '/v1/customers', { body, headers })).status).toBe(201)
  })

  test.each(['{"customer":', '{customer: 1}', '[1,]', "{'a':1}"])(
    'a body that is no JSON (%s) is refused with 400 and a message',
    async (body) => {
      const refused = await target.call('POST', '/v1/customers', { body })
      expect(refused).toMatchObject({
        status: 400,
        body: { code: 'malformed_json', error: 'The body is not valid JSON.' },
      })
    },
  )

  test.each([
    ['GET', '/v1/products/99999999999999999999', undefined, 404],
    ['GET', '/v1/products/%00', undefined, 404],
    ['GET', '/v1/products?brand_id=99999999999', undefined, 422],
    ['GET', '/v1/fares?id[]=18446744073709551616', undefined, 422],
    ['GET', '/v1/discount_codes/a%00b?brand_id=1', undefined, 404],
    ['GET', '/v1/availability/day?product_id=6&date=2027-02-30', undefined, 422],
    ['GET', '/v1/availability/month?product_id=6&month=0000-01', undefined, 422],
    ['POST', '/v1/user_token', { auth: { email: 'a\u0000@example.com', password: 'x' } }, 422],
    [
      'POST',
      '/v1/quotes',
      {
        brand_id: 2 ** 53,
        departure_id: 2 ** 31,
        depart_at: '2027-05-14T18:00:00Z',
        quantity_type: 'seat',
        quantity: 1,
      },
      422,
    ],
    [
      'POST',
      '/v1/quotes',
      { brand_id: 1, departure_id: 1, depart_at: '0000-01-01T00:00:00Z', quantity_type: 'seat', quantity: 1 },
      422,
    ],
  ])('%s %s with an extreme number, text or date %j answers %i', async (method, path, body, expected) => {
    const { status } = await target.call(method, path, { ...(body === undefined ? {} : { body }) })
    expect(status).toBe(expected)
  })
})
