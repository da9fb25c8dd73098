import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'

let shop: TestApi
let token: string
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
  token = (await openStaffMember(shop.deps, 'admin')).token
})
afterAll(() => shop.close())

/** Calls `/v1` as the shop's pages do, who take the value of a read. */
async function take(method: string, path: string, body?: string) {
  const taken: unknown[] = []
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(body ? { 'Content-Type': 'application/json' } : {}),
  }
  const request = new Request(`http://v1.internal${path}`, { method, headers, body: body ?? null })
  const response = await shop.api.fetch(request, { takeAnswer: (value) => taken.push(value) })
  return { status: response.status, taken, text: await response.text() }
}

const day = '2027-05-14'

test.each([
  `/v1/flight_days/${day}`,
  `/v1/flight_boards/${day}`,
  `/v1/staff_days/${day}`,
  '/v1/orders?page=1',
  '/v1/products/6',
  `/v1/report_overviews?from=2027-05-01&to=${day}`,
])('%s is handed over as a caller from outside would parse it', async (path) => {
  const outside = await shop.call('GET', path, { token })
  const { status, taken, text } = await take('GET', path)
  expect({ status, taken, text }).toEqual({ status: 200, taken: [outside.body], text: '' })
})

test('a refusal is handed over with its status', async () => {
  const { status, taken, text } = await take('GET', '/v1/orders/999999')
  expect({ status, text }).toEqual({ status: 404, text: '' })
  expect(taken).toEqual([expect.objectContaining({ code: 'not_found' })])
})

test('what is not JSON, and what writes, is sent', async () => {
  const page = await take('GET', '/v1/docs')
  expect(page).toMatchObject({ taken: [], text: expect.stringContaining('<html') as string })
  const write = await take('POST', '/v1/orders', '{}')
  expect(write).toMatchObject({ status: 422, taken: [] })
  expect(JSON.parse(write.text)).toBeInstanceOf(Object)
})
