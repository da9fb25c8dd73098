import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SharedPostgres, sharedPostgres } from '../support/shared-postgres.ts'
import { seatOrder } from '../support/shopper.ts'
import {
  createGuestToken,
  openTwoProcessShop,
  type TwoProcessShop,
  weekdayFlight,
} from './two-process-shop.ts'

let postgres: SharedPostgres
let shop: TwoProcessShop
beforeAll(async () => {
  postgres = sharedPostgres()
  shop = await openTwoProcessShop(postgres)
})
afterAll(async () => {
  await shop.close()
})

const weighing = (...weights: number[]) => ({
  passengers_attributes: weights.map((weight, at) => ({ full_name: `Passenger ${String(at + 1)}`, weight })),
})

test('eight buyers at once never overload an aircraft that has two heavy people on board', async () => {
  const flight = await weekdayFlight(shop, 2)
  const order = async (email: string, ...weights: number[]) => {
    const token = await createGuestToken(shop, email)
    const body = seatOrder(flight, weights.length, weighing(...weights))
    return shop.services.call('POST', '/v1/orders', { token, body })
  }
  expect((await order('first@example.com', 270, 270)).status).toBe(201)
  // Two seats and 360 lb are left: each of these people fits alone, but no two of them fit
  // together.
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, buyer) => order(`heavy${String(buyer)}@example.com`, 220 + buyer)),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const lost = answers.filter(({ status }) => status !== 201)
  expect(lost.map(({ status, body }) => [status, (body as { code: string }).code])).toEqual(
    Array(7).fill([409, 'too_heavy']),
  )
  const { rows } = await shop.database.query(
    "select sum(weight_lbs)::int as weight, sum(seats)::int as seats from holds where state = 'held'",
  )
  expect(rows[0]?.['seats']).toBe(3)
  expect(Number(rows[0]?.['weight'])).toBeLessThanOrEqual(900)
})
