import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SecondFactorReply } from '#contract/second-factor.ts'
import { logIn } from '#tests/support/shopper.ts'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'
import { testSettings } from '#tests/support/test-settings.ts'

const LIMITS = { staffSessionMinutes: 720, staffIdleMinutes: 60, staffProofMinutes: 15 }
let shop: TestApi
beforeAll(async () => {
  shop = await createTestApi({ seeded: true, settings: testSettings(LIMITS) })
})
afterAll(() => shop.close())

const read = async (token: string) => (await shop.call('GET', '/v1/staff_members', { token })).status
const renew = async (token: string) => {
  const { body } = await shop.call('POST', '/v1/user_token/renew', { token })
  return (body as { jwt: string }).jwt
}
const stateOf = async (token: string) =>
  SecondFactorReply.parse((await shop.call('GET', '/v1/second_factor', { token })).body).second_factor.state

describe('a session of staff', () => {
  test('keeps its roles through a day of use, and loses them after twelve hours', async () => {
    let token = await logIn(shop, 'admin@example.com')
    for (let minutes = 0; minutes < 700; minutes += 50) {
      shop.clock.advance(50)
      token = await renew(token)
      expect(await read(token), String(minutes)).toBe(200)
    }
    shop.clock.advance(20)
    token = await renew(token)
    expect(await read(token)).toBe(403)
    expect(await stateOf(token)).not.toBe('shown')
  })

  test('loses its roles when nobody used it for an hour, and stays logged in', async () => {
    const token = await logIn(shop, 'admin@example.com')
    shop.clock.advance(59)
    expect(await read(token)).toBe(200)
    const later = await renew(token)
    shop.clock.advance(59)
    expect(await read(later)).toBe(200)
    const last = await renew(later)
    shop.clock.advance(60)
    const again = await renew(last)
    expect(await read(again)).toBe(403)
    expect(await stateOf(again)).not.toBe('shown')
    expect((await shop.call('GET', '/v1/users/me', { token: again })).status).toBe(200)
  })
})

test('who may do what changes only soon after a second factor, and is read at any time', async () => {
  const token = await logIn(shop, 'admin@example.com')
  const invite = (email: string) =>
    shop.call('POST', '/v1/staff_members', { token, body: { staff_member: { email, role_ids: [2] } } })
  expect((await invite('soon@example.com')).status).toBe(201)
  shop.clock.advance(15)
  expect(await invite('late@example.com')).toMatchObject({ status: 403, body: { code: 'proof_needed' } })
  expect(await read(token)).toBe(200)
  await shop.deps.database.query('update sessions set second_factor_at = $1', [shop.clock.now()])
  expect((await invite('late@example.com')).status).toBe(201)
})
