import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'
import { testSettings } from '#tests/support/test-settings.ts'
import { sendMails } from '../../mails/send-mails.ts'

let shop: TestApi
beforeAll(async () => {
  shop = await createTestApi({ seeded: true, settings: testSettings({ signInMails: true }) })
})
afterAll(() => shop.close())
beforeEach(() => shop.deps.database.query('delete from known_devices', []))

const logIn = async (email: string, more: Record<string, unknown> = {}) => {
  const auth = { email, password: shop.deps.settings.demoPassword }
  expect((await shop.call('POST', '/v1/user_token', { body: { auth, ...more } })).status).toBe(201)
}
async function mailed(email: string) {
  await sendMails(shop.deps)
  return shop.mailer.to(email).filter(({ subject }) => subject.includes('A new device logged in'))
}

describe('a log-in from a new device', () => {
  test('is mailed once, and not for the first log-in of an account', async () => {
    const email = 'customer@example.com'
    const [mine, other] = [randomUUID(), randomUUID()]
    await logIn(email, { device_token: mine })
    await logIn(email, { device_token: mine })
    expect(await mailed(email)).toEqual([])
    await logIn(email, { device_token: other, shop_url: 'https://evil.test/account' })
    await logIn(email, { device_token: other })
    const [mail, ...more] = await mailed(email)
    expect(more).toEqual([])
    expect(mail?.text).toContain('http://shop.test/account?tab=reset#reset')
    expect(mail?.text).toMatch(/When: \w+ \d+, \d{4}/)
    expect(mail?.text).not.toContain('evil.test')
    await logIn(email, { device_token: mine })
    expect(await mailed(email)).toHaveLength(1)
  })

  test('without a name is mailed once a day', async () => {
    const email = 'pilot@example.com'
    await logIn(email, { device_token: randomUUID() })
    await logIn(email)
    await logIn(email)
    expect(await mailed(email)).toHaveLength(1)
    shop.clock.advance(24 * 60)
    await logIn(email)
    expect(await mailed(email)).toHaveLength(2)
  })

  test('is kept without the name of the browser', async () => {
    const name = randomUUID()
    await logIn('customer@example.com', { device_token: name })
    const { rows } = await shop.deps.database.query('select * from known_devices', [])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(name)
  })
})
