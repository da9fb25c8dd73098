import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailedLinks } from '#tests/support/mailed-link.ts'
import { logIn, openShop } from '#tests/support/shopper.ts'
import { type TestApi } from '#tests/support/test-api.ts'

const EMAIL = 'customer@example.com'
const COMMON = 'sunshine1'
const OTHER = 'a quiet rotor at dawn'
let shop: TestApi
beforeAll(async () => {
  shop = (await openShop()).shop
})
afterAll(() => shop.close())

const refused = { status: 422, body: { password: [expect.stringContaining('lists of stolen ones')] } }

test('is refused for a new account, by a mailed link and when it is changed', async () => {
  const user = { first_name: 'Ada', last_name: 'Lind', phone: '2015550142', email: 'ada.common@example.com' }
  const register = (password: string) =>
    shop.call('POST', '/v1/users', { body: { user: { ...user, password } } })
  expect(await register(COMMON)).toMatchObject(refused)
  expect((await register(OTHER)).status).toBe(201)

  const token = await logIn(shop, EMAIL)
  const change = (password: string) =>
    shop.call('PUT', '/v1/users/me/password', {
      token,
      body: { user: { old_password: shop.deps.settings.demoPassword, password } },
    })
  expect(await change(COMMON)).toMatchObject(refused)
  expect((await change(OTHER)).status).toBe(204)

  await shop.call('POST', '/v1/password_resets', { body: { password_reset: { email: EMAIL } } })
  const link = (await mailedLinks(shop, EMAIL)).find(({ kind }) => kind === 'reset_password')
  const set = (password: string) =>
    shop.call('PUT', `/v1/password_resets/${link?.token ?? ''}`, {
      body: { email: EMAIL, user: { password } },
    })
  expect(await set(COMMON)).toMatchObject(refused)
  // The link is not used up by a refusal.
  expect((await set('another quiet rotor')).status).toBe(204)
})
