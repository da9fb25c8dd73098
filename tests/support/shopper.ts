import { decodeJwt } from 'jose'
import { expect } from 'vitest'
import { type Order, OrderReply } from '#contract/order.ts'
import { JwtReply } from '#contract/people.ts'
import { type Database } from '#api/db/client.ts'
import { addDays, dayOfWeek, instantOf } from '#api/rules/time/local-time.ts'
import { type Answer, createTestApi, type TestApi } from './test-api.ts'

/** A departure of the demo shop on a day, as an order names it. */
export type ChosenDeparture = {
  departure_id: number
  depart_at: string
}

/** Finds the demo departure at this wall-clock time in New York on this day. */
export async function departureAt(
  shop: { deps: { database: Pick<Database, 'query'> } },
  productId: number,
  localDate: string,
  time: string,
): Promise<ChosenDeparture> {
  const { rows } = await shop.deps.database.query(
    'select id from departures where product_id = $1 and time = $2 and day_of_week = $3',
    [productId, time, new Date(`${localDate}T12:00:00Z`).getUTCDay()],
  )
  const id = rows[0]?.['id']
  if (typeof id !== 'number') throw new Error(`Nothing flies ${localDate} ${time}`)
  return { departure_id: id, depart_at: instantOf(localDate, time, 'America/New_York').toISOString() }
}

let guests = 0
/** Returns the token of a new guest, or of one with the given e-mail. */
export async function guestToken(shop: TestApi, email?: string): Promise<string> {
  guests += 1
  const customer = { email: email ?? `guest${String(guests)}@example.com` }
  const { status, body } = await shop.call('POST', '/v1/customers', { body: { customer } })
  expect(status).toBe(201)
  return JwtReply.parse(body).jwt
}

/**
 * Logs in with the demo password; roles count as after a second factor unless the caller says
 * otherwise.
 */
export async function logIn(shop: TestApi, email: string, secondFactor = true): Promise<string> {
  const auth = { email, password: shop.deps.settings.demoPassword }
  const { status, body } = await shop.call('POST', '/v1/user_token', { body: { auth } })
  expect(status).toBe(201)
  const { jwt } = JwtReply.parse(body)
  if (secondFactor) {
    await shop.deps.database.query('update sessions set second_factor_at = created_at where id = $1', [
      decodeJwt(jwt).jti,
    ])
  }
  return jwt
}

/** The body of an order for seats of brand 1. */
export function seatOrder(
  departure: ChosenDeparture,
  quantity: number,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return { brand_id: 1, order_item_seats_attributes: [{ ...departure, quantity }], ...more }
}

/** The body of an order for a whole flight of brand 1. */
export function flightOrder(
  departure: ChosenDeparture,
  quantity: number,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return { brand_id: 1, order_item_flights_attributes: [{ ...departure, quantity }], ...more }
}

export function postOrder(
  shop: TestApi,
  token: string,
  order: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return shop.call('POST', '/v1/orders', { token, body: { order }, headers })
}

/** Places an order that must succeed. */
export async function placeOrder(
  shop: TestApi,
  token: string,
  order: Record<string, unknown>,
): Promise<Order> {
  const { status, body } = await postOrder(shop, token, order)
  expect({ status, body }).toMatchObject({ status: 201 })
  return OrderReply.parse(body).order
}

export async function readOrder(shop: TestApi, token: string, id: number): Promise<Order> {
  const { status, body } = await shop.call('GET', `/v1/orders/${String(id)}`, { token })
  expect(status).toBe(200)
  return OrderReply.parse(body).order
}

/**
 * Counts the sold and held seats of the flights of one calendar day in New York, in the order of
 * their creation.
 */
export async function flightCounters(shop: TestApi, localDate: string) {
  const { rows } = await shop.deps.database.query(
    `select seats_sold, seats_held, capacity, aircraft_id from flights
     where (depart_at at time zone 'America/New_York')::date = $1::date order by id`,
    [localDate],
  )
  return rows
}

/**
 * The demo shop without closed days, and a fresh day for every test: Mondays to Thursdays, on which
 * the same departures fly at the same prices.
 */
export async function openShop(): Promise<{ shop: TestApi; nextDay: () => string }> {
  const shop = await createTestApi({ seeded: true })
  await shop.deps.database.query('delete from departure_exceptions')
  let day = '2027-05-12'
  const nextDay = () => {
    do day = addDays(day, 1)
    while (![1, 2, 3, 4].includes(dayOfWeek(day)))
    return day
  }
  return { shop, nextDay }
}
