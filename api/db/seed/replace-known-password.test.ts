import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'
import { replaceKnownPassword } from './replace-known-password.ts'

let shop: TestApi
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
})
afterAll(() => shop.close())

const logIn = async (email: string, password: string) =>
  (await shop.call('POST', '/v1/user_token', { body: { auth: { email, password } } })).status

test('the publicly known password is replaced, and a changed one stays', async () => {
  const { db } = shop.deps.database
  const known = shop.deps.settings.demoPassword
  expect(await logIn('admin@example.com', known)).toBe(201)
  expect(await replaceKnownPassword(db, { known, wanted: 'nobody-knows-it' })).toBe(4)
  expect(await logIn('admin@example.com', known)).toBe(401)
  expect(await logIn('admin@example.com', 'nobody-knows-it')).toBe(201)
  expect(await replaceKnownPassword(db, { known, wanted: 'another-one' })).toBe(0)
})
