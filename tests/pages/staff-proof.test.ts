import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { SecondFactorSecretReply } from '#contract/second-factor.ts'
import { getAuthenticatorCode } from '#tests/support/authenticator.ts'
import { type Browser, openShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'
import { testSettings } from '#tests/support/test-settings.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: TestApi
let browser: Browser
let secret: string
beforeAll(async () => {
  shop = await createTestApi({
    seeded: true,
    settings: testSettings({ staffProofMinutes: 15, staffIdleMinutes: 60 }),
  })
  const token = await logIn(shop, 'admin@example.com', false)
  const started = await shop.call('POST', '/v1/second_factor', { token })
  secret = SecondFactorSecretReply.parse(started.body).second_factor.secret
  const code = getAuthenticatorCode(secret, shop.clock.now())
  await shop.call('PUT', '/v1/second_factor', { token, body: { second_factor: { code } } })
  browser = await (await openShopPages(shop)).browser({ token })
})
afterAll(() => shop.close())

describe('an act that changes who may do what', () => {
  const path = '/staff/people'
  const typed = { intent: 'invite', email: 'una.okafor@example.com', first_name: 'Una', role_ids: '2' }
  const invited = async () => {
    const sql = "select count(*) from users where email = 'una.okafor@example.com'"
    return Number((await shop.deps.database.query(sql, [])).rows[0]?.['count'])
  }

  test('asks for a code after a while, and then does what was typed', async () => {
    shop.clock.advance(20)
    const asked = await browser.post(path, typed)
    expect(asked.status).toBe(403)
    expect(asked.html).toContain('Is it still you?')
    for (const [name, value] of Object.entries(typed))
      expect(asked.html).toContain(`<input type="hidden" name="${name}" value="${value}"/>`)
    expect(await invited()).toBe(0)

    const wrong = await browser.post(path, { ...typed, proof_code: '12' })
    expect(wrong.status).toBe(422)
    expect(wrong.html).toContain('Please type the six digits of your app')
    expect(wrong.html).toContain('value="una.okafor@example.com"')

    const proof_code = getAuthenticatorCode(secret, shop.clock.now())
    const done = await browser.post(path, { ...typed, proof_code })
    expect(done).toMatchObject({ status: 303, location: '/staff/people?done=invited' })
    expect(await invited()).toBe(1)
  })

  test('asks on the pages of keys, of one’s own sign-in and of a brand’s hosts, too', async () => {
    shop.clock.advance(20)
    const key = await browser.post('/staff/integrations', {
      intent: 'make_key',
      name: 'Till',
      scopes: 'orders:read',
    })
    expect(key.status).toBe(403)
    expect(key.html).toContain('value="Till"')
    const codes = await browser.post('/staff/security', { intent: 'codes' })
    expect(codes.status).toBe(403)
    expect(codes.html).toContain('Is it still you?')
    expect((await browser.get('/staff/security')).status).toBe(200)
    const brand = await browser.post('/staff/catalogue/brands/1', {
      hosts: 'evil.example.com',
      intent: 'save',
    })
    expect(brand.status).toBe(403)
    expect(brand.html).toContain('name="hosts" value="evil.example.com"')
  })
})

describe('a form that is sent after a long break', () => {
  const path = '/staff/people'
  const typed = { intent: 'invite', email: 'kofi.mensah@example.com', first_name: 'Kofi', role_ids: '2' }
  const invited = async () => {
    const sql = "select count(*) from users where email = 'kofi.mensah@example.com'"
    return Number((await shop.deps.database.query(sql, [])).rows[0]?.['count'])
  }

  test('waits at the sign-in with all that was typed, and goes on with the right code', async () => {
    shop.clock.advance(61)
    const led = await browser.post(path, typed)
    const address = '/staff/sign-in?next=%2Fstaff%2Fpeople&kept=1'
    expect(led).toMatchObject({ status: 307, location: address })
    const asked = await browser.post(address, typed)
    expect(asked.status).toBe(403)
    expect(asked.html).toContain('What you typed is kept')
    for (const [name, value] of Object.entries(typed))
      expect(asked.html).toContain(`<input type="hidden" name="${name}" value="${value}"/>`)

    const empty = await browser.post(address, { ...typed, sign_in_code: '' })
    expect(empty.status).toBe(422)
    const wrong = await browser.post(address, { ...typed, sign_in_code: '000000' })
    expect(wrong.status).toBe(422)
    expect(wrong.html).toContain('value="kofi.mensah@example.com"')
    expect(await invited()).toBe(0)

    const sign_in_code = getAuthenticatorCode(secret, shop.clock.now())
    const sent = await browser.post(address, { ...typed, sign_in_code })
    expect(sent).toMatchObject({ status: 307, location: path })
    const done = await browser.post(path, { ...typed, sign_in_code })
    expect(done).toMatchObject({ status: 303, location: '/staff/people?done=invited' })
    expect(await invited()).toBe(1)
    expect(await browser.post(address, typed)).toMatchObject({ status: 307, location: path })
  })

  test('is never sent on to an address outside the desk', async () => {
    for (const next of ['https://evil.example/', '//evil.example', '/account/details']) {
      const address = `/staff/sign-in?${new URLSearchParams({ next, kept: '1' }).toString()}`
      expect(await browser.post(address, typed)).toMatchObject({ status: 307, location: '/staff' })
    }
  })
})
