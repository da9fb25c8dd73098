import { afterAll, beforeAll, expect, test } from 'vitest'
import { SaleDayReply } from '#contract/sale-day.ts'
import { occupySeats } from '#tests/support/reserve-seats.ts'
import { logIn } from '#tests/support/shopper.ts'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'

/** Wednesday 12 May 2027, ten in the morning in New York. */
const NOW = '2027-05-12T14:00:00Z'
let shop: TestApi
let token: string
beforeAll(async () => {
  shop = await createTestApi({ seeded: true, now: NOW })
  token = await logIn(shop, 'staff@example.com')
})
afterAll(() => shop.close())

async function read(more: Record<string, unknown>) {
  const body = { sale_day: { product_id: 6, ...more } }
  const reply = await shop.call('POST', '/v1/sale_days', { token, body })
  expect(reply.status).toBe(200)
  return SaleDayReply.parse(reply.body).sale_day
}

test('a day lists departures with seats and pounds, and the days around it with what is left', async () => {
  const day = await read({ date: '2027-05-26', from_date: '2027-05-24', quantity: 3 })
  expect(day.days).toHaveLength(8)
  expect(day.days[0]).toEqual({ date: '2027-05-24', status: 'none', left: 0 })
  expect(day.days[2]).toEqual({ date: '2027-05-26', status: 'open', left: 16 })
  expect(day.party_lbs).toBe(570)
  expect(day.departures.map(({ payload_left_lbs: lbs }) => lbs)).toEqual([900, 900, 900, 900])
  await occupySeats(shop, day.departures[1], { seats: 2, state: 'sold' })
  const after = await read({ date: '2027-05-26', from_date: '2027-05-24', quantity: 3 })
  expect(after.departures[1]).toMatchObject({ status: 'too_few', seats_left: 2, over_lbs: 0 })
  expect(after.days[2]?.left).toBe(14)
})

test('a party that is too heavy is told by how much, in the steps in which weight is sold', async () => {
  const weights = [320, 320, 320]
  const { departures } = await read({ date: '2027-05-27', quantity: 3, weights })
  const [first] = departures
  expect(first?.payload_left_lbs).toBe(900)
  const light = await read({ date: '2027-05-27', quantity: 3, weights: [150, null, null] })
  expect(light.party_lbs).toBe(530)
  expect(light.departures.every(({ over_lbs: over }) => over === 0)).toBe(true)
  const heavy = await read({ date: '2027-05-27', quantity: 4, weights: [230, 230, 230, 230] })
  expect(heavy.departures[0]).toMatchObject({ status: 'too_heavy', over_lbs: 20 })
})

test('the past and what lies beyond the sales window have nothing left', async () => {
  const past = await read({ date: '2027-05-11', from_date: '2027-05-10' })
  expect(past.departures).toEqual([])
  expect(past.days.slice(0, 2).map(({ status }) => status)).toEqual(['past', 'past'])
  const far = await read({ date: '2030-01-01' })
  expect(far.days.every(({ left }) => left === 0)).toBe(true)
  const body = { sale_day: { product_id: 999_999, date: '2027-05-26' } }
  expect((await shop.call('POST', '/v1/sale_days', { token, body })).status).toBe(404)
})

test('when nobody chose a day, the first one that is still sold to the party is listed', async () => {
  const span = { date: '2027-05-24', from_date: '2027-05-22' }
  const first = await read({ ...span, quantity: 3, first_open: true })
  expect(first.days.find(({ date }) => date === '2027-05-24')?.status).toBe('none')
  const open = first.days.find(({ date, status }) => date >= '2027-05-24' && status === 'open')
  expect(first.date).toBe(open?.date)
  expect(first.departures).toEqual((await read({ date: first.date, quantity: 3 })).departures)
  // Nothing is sold to sixty people, so the day stays the one that was asked for.
  expect((await read({ ...span, quantity: 60, first_open: true })).date).toBe('2027-05-24')
})

test('only staff read it', async () => {
  const body = { sale_day: { product_id: 6, date: '2027-05-26' } }
  const customer = await logIn(shop, 'customer@example.com')
  expect((await shop.call('POST', '/v1/sale_days', { token: customer, body })).status).toBe(403)
  expect((await shop.call('POST', '/v1/sale_days', { body })).status).toBe(401)
})
