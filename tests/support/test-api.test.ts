import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from './test-api.ts'

let shop: TestApi
beforeAll(async () => {
  shop = await createTestApi({ seeded: true, now: '2027-01-02T03:04:05Z' })
})
afterAll(() => shop.close())

test('the demo shop answers over HTTP', async () => {
  const { status, body } = await shop.call('GET', '/v1/nothing-here')
  expect(status).toBe(404)
  expect(body).toMatchObject({ code: 'not_found' })
  const { rows } = await shop.deps.database.query('select name from products where id = 6')
  expect(rows).toEqual([{ name: 'The New Yorker' }])
})

test('the clock stands still until a test advances it', () => {
  expect(shop.clock.now().toISOString()).toBe('2027-01-02T03:04:05.000Z')
  shop.clock.advance(15)
  expect(shop.clock.now().toISOString()).toBe('2027-01-02T03:19:05.000Z')
})
