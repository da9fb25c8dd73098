import { afterAll, beforeAll, expect, test } from 'vitest'
import { NextDeparturesReply } from '#contract/availability.ts'
import { ErrorBody, FieldErrors } from '#contract/errors.ts'
import { OrderReply, PriceChangedBody } from '#contract/order.ts'
import { JwtReply, UserReply } from '#contract/people.ts'
import { QuoteReply } from '#contract/quote.ts'
import { type ContractTarget, openContract } from '../support/open-contract.ts'

let target: ContractTarget
beforeAll(async () => {
  target = await openContract()
})
afterAll(() => target.close())

async function guest(): Promise<string> {
  const customer = { email: `contract-${crypto.randomUUID()}@example.com`, phone: '', tag_list: ['website'] }
  const { status, body } = await target.call('POST', '/v1/customers', { body: { customer } })
  expect(status).toBe(201)
  return JwtReply.parse(body).jwt
}

async function someDeparture() {
  const { body } = await target.call('GET', '/v1/availability/next?brand_id=1&quantity=2')
  const departure = NextDeparturesReply.parse(body).departures.find((one) => one.seat_price !== null)
  if (!departure) throw new Error('nothing can be bought')
  return { departure_id: departure.departure_id, depart_at: departure.depart_at }
}

const seats = (
  departure: { departure_id: number; depart_at: string },
  more: Record<string, unknown> = {},
) => ({
  brand_id: 1,
  order_item_seats_attributes: [{ ...departure, quantity: 2 }],
  passengers_attributes: [{ full_name: 'Ada Byron' }, { full_name: 'Grace Hopper' }],
  ...more,
})

test('a quote names the price of an order, wrapped or flat, and only its creator reads it', async () => {
  const [token, stranger, departure] = [await guest(), await guest(), await someDeparture()]
  const asked = { brand_id: 1, ...departure, quantity_type: 'seat', quantity: 2 }
  const { quote } = QuoteReply.parse((await target.call('POST', '/v1/quotes', { body: asked })).body)
  const lines = quote.lines.reduce((sum, line) => sum + Math.round(line.amount * 100), 0)
  expect(lines).toBe(Math.round(quote.total * 100))

  for (const body of [{ order: seats(departure) }, seats(departure)]) {
    const made = await target.call('POST', '/v1/orders', { token, body })
    expect(made.status).toBe(201)
    const { order } = OrderReply.parse(made.body)
    expect(order).toMatchObject({ status: 'awaiting_payment', total: quote.total, quantity: 2 })
    const path = `/v1/orders/${String(order.id)}`
    expect(OrderReply.parse((await target.call('GET', path, { token })).body).order.id).toBe(order.id)
    expect((await target.call('GET', path, { token: stranger })).status).toBe(404)
    expect((await target.call('GET', path)).status).toBeGreaterThanOrEqual(401)
  }
})

test('an order with an outdated total is refused with the right quote', async () => {
  const token = await guest()
  const body = { order: seats(await someDeparture(), { total_price: 1 }) }
  const refused = await target.call('POST', '/v1/orders', { token, body })
  expect(refused.status).toBe(409)
  expect(PriceChangedBody.parse(refused.body).quote.total).toBeGreaterThan(1)
})

test('a repeated idempotency key returns the same order; another body is a conflict', async () => {
  const [token, departure] = [await guest(), await someDeparture()]
  const headers = { 'Idempotency-Key': crypto.randomUUID() }
  const send = (more: Record<string, unknown> = {}) =>
    target.call('POST', '/v1/orders', { token, headers, body: { order: seats(departure, more) } })
  const first = await send()
  expect(first.status).toBe(201)
  expect((await send()).body).toEqual(first.body)
  expect((await send({ variant_type: 'other' })).status).toBe(409)
})

test('a payment without data is refused in the words of the contract', async () => {
  const token = await guest()
  const { status, body } = await target.call('POST', '/v1/payments', { token, body: {} })
  expect(status).toBe(422)
  expect(JSON.stringify(body)).toContain('payment data is required')
})

test('the token identifies the guest', async () => {
  const token = await guest()
  const { status, body } = await target.call('GET', '/v1/users/me', { token })
  expect(status).toBe(200)
  expect(UserReply.parse(body).user.email).toMatch(/^contract-/)
})

test('all refusals have one shape', async () => {
  const token = await guest()
  const malformed = await target.call('POST', '/v1/orders', { token, body: '{"order":' })
  expect(malformed.status).toBe(400)
  expect(ErrorBody.parse(malformed.body).code).toBe('malformed_json')

  const invalid = await target.call('POST', '/v1/customers', { body: { customer: { email: 'nobody' } } })
  expect(invalid.status).toBe(422)
  expect(FieldErrors.safeParse(invalid.body).success).toBe(true)

  const nobody = await target.call('POST', '/v1/orders', { body: { order: seats(await someDeparture()) } })
  expect(nobody.status).toBe(401)
  const forged = await target.call('GET', '/v1/users/me', { token: 'a.b.c' })
  expect(forged.status).toBe(401)
  expect(ErrorBody.safeParse(forged.body).success).toBe(true)
  expect((await target.call('GET', '/v1/no_such_thing')).status).toBe(404)
})
