import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { SecondFactorSecretReply } from '#contract/second-factor.ts'
import { sendMails } from '#api/mails/send-mails.ts'
import { getAuthenticatorCode } from '#tests/support/authenticator.ts'
import { type Browser, openShopPages, type Page, type ShopPages } from '#tests/support/shop-pages.ts'
import { departureAt, guestToken, logIn, placeOrder, seatOrder } from '#tests/support/shopper.ts'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'
import { testSettings } from '#tests/support/test-settings.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 180_000, testTimeout: 120_000 })

const EMAIL = 'customer@example.com'
const PATH = '/account/details/sign-in'

let shop: TestApi
let pages: ShopPages
let password: string
let secret: string
let customer: number
beforeAll(async () => {
  shop = await createTestApi({ seeded: true, settings: testSettings({ staffProofMinutes: 15 }) })
  await shop.deps.database.query('delete from departure_exceptions')
  pages = await openShopPages(shop)
  password = shop.deps.settings.demoPassword
  const { rows } = await shop.deps.database.query('select id from users where email = $1', [EMAIL])
  customer = Number(rows[0]?.['id'])
})
afterAll(() => shop.close())

/** Each test begins with the code at log-in turned on, and a time at which no code was used. */
beforeEach(async () => {
  await shop.deps.database.query('delete from second_factors', [])
  shop.clock.advance(20)
  const token = await logIn(shop, EMAIL, false)
  const body = { second_factor: { password } }
  const started = await shop.call('POST', '/v1/second_factor', { token, body })
  secret = SecondFactorSecretReply.parse(started.body).second_factor.secret
  await shop.call('PUT', '/v1/second_factor', { token, body: { second_factor: { code: code() } } })
  shop.clock.advance(1)
})

const code = () => getAuthenticatorCode(secret, shop.clock.now())
const isLoggedIn = async (browser: Browser) => (await browser.get('/account/details')).status === 200
const textOf = ({ html }: Page) => html.replace(/<(script|style).*?<\/\1>/gs, '').replace(/<[^>]+>/g, ' ')
const keyOf = ({ html }: Page) => /name="secret" value="([A-Z2-7]+)"/.exec(html)?.[1] ?? ''
const codesOf = ({ html }: Page) => html.match(/[2-9A-Y]{4}(?:-[2-9A-Y]{4}){3}/g) ?? []

describe('in the account', () => {
  test('it is turned on with the password and a first code, and shows ten codes on paper once', async () => {
    await shop.deps.database.query('delete from second_factors', [])
    const browser = await pages.browser()
    await browser.logIn(EMAIL, password)
    expect(textOf(await browser.get('/account/details'))).toContain('It is off: your password alone')
    expect(textOf(await browser.get(PATH))).toContain('It is off.')
    const wrong = await browser.post(PATH, { intent: 'start', password: 'not-this' })
    expect(wrong.status).toBe(422)
    expect(wrong.html).toContain('This is not the password of this account')
    const started = await browser.post(PATH, { intent: 'start', password })
    expect(started.status).toBe(200)
    expect(started.html).toContain('class="qr"')
    secret = keyOf(started)
    const uri = /name="uri" value="([^"]+)"/.exec(started.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(uri).toContain(`secret=${secret}`)
    // A slip loses neither the key nor its drawing.
    const slip = await browser.post(PATH, { intent: 'confirm', secret, uri, code: '12' })
    expect([slip.status, keyOf(slip)]).toEqual([422, secret])
    expect(slip.html).toContain('class="qr"')
    const on = await browser.post(PATH, { intent: 'confirm', secret, uri, code: code() })
    expect(on.status).toBe(200)
    expect(textOf(on)).toContain('It is on: each log-in asks for a code of your app.')
    expect(new Set(codesOf(on)).size).toBe(10)
    const again = await browser.get(PATH)
    expect(codesOf(again)).toEqual([])
    expect(textOf(again)).toContain('10 codes are left of those made')
    expect(textOf(await browser.get('/account/details'))).toContain('It is on: each log-in asks')
  })

  test('new codes and turning it off ask for a code of the app or one on paper', async () => {
    const browser = await pages.browser()
    await browser.logIn(EMAIL, password)
    await browser.post('/account/code', { intent: 'code', code: code() })
    const refused = await browser.post(PATH, { intent: 'codes', code: '000000' })
    expect(refused.status).toBe(422)
    expect(refused.html).toContain('id="codes-code-error"')
    shop.clock.advance(1)
    const [paper = ''] = codesOf(await browser.post(PATH, { intent: 'codes', code: code() }))
    expect(paper).not.toBe('')
    const unknown = await browser.post(PATH, { intent: 'off', code: '2222-2222-2222-2222' })
    expect(unknown.status).toBe(422)
    expect(unknown.html).toContain('id="off-code-error"')
    const off = await browser.post(PATH, { intent: 'off', code: paper })
    expect([off.status, off.location]).toEqual([303, '/account/details?done=code_off#main'])
    const other = await pages.browser()
    await other.logIn(EMAIL, password)
    expect(await isLoggedIn(other)).toBe(true)
  })

  test('staff read where their role’s app is looked after', async () => {
    const staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
    expect((await staff.get(PATH)).html).toContain('href="/staff/security"')
    expect((await staff.get('/account/details')).html).toContain('The desk asks you for a code of your app.')
  })

  test('nobody who is not logged in sees the page', async () => {
    const visitor = await pages.browser()
    const away = '/account?next=%2Faccount%2Fdetails%2Fsign-in'
    expect(await visitor.get(PATH)).toMatchObject({ status: 303, location: away })
    expect(await visitor.post(PATH, { intent: 'off', code: '123456' })).toMatchObject({ location: away })
    expect(await visitor.get('/account/code')).toMatchObject({ status: 303 })
  })
})

describe('a log-in', () => {
  test('opens nothing before the code, and then leads on to where it was going', async () => {
    const browser = await pages.browser()
    const next = '/checkout/6/pay?date=2027-06-01&departure=3#details'
    const query = new URLSearchParams({ next }).toString()
    const sent = await browser.post(`/account?tab=login&${query}`, {
      intent: 'login',
      email: EMAIL,
      password,
    })
    expect(sent).toMatchObject({ status: 303, location: `/account/code?${query}#main` })
    expect(await isLoggedIn(browser)).toBe(false)
    const asked = await browser.get(`/account/code?${query}`)
    expect(asked.headers.get('Cache-Control')).toBe('private, no-store')
    expect(asked.html).toContain('autoComplete="one-time-code"')
    const wrong = await browser.post(`/account/code?${query}`, { intent: 'code', code: '000000' })
    expect(wrong.status).toBe(422)
    expect(wrong.html).toContain('This is not the code your app shows now')
    expect(wrong.html.replaceAll('&amp;', '&')).toContain(`action="/account/code?${query}"`)
    expect(await isLoggedIn(browser)).toBe(false)
    const right = await browser.post(`/account/code?${query}`, { intent: 'code', code: code() })
    expect(right).toMatchObject({ status: 303, location: next })
    expect(await isLoggedIn(browser)).toBe(true)
    // Used up: the page leads back to the account.
    expect((await browser.get('/account/code')).status).toBe(303)
  })

  test('inside a checkout keeps the guest’s unpaid order until the code is right', async () => {
    const guest = await guestToken(shop, 'guest@example.com')
    const order = await placeOrder(
      shop,
      guest,
      seatOrder(await departureAt(shop, 6, '2027-05-19', '14:30'), 1),
    )
    const path = `/account/orders/${String(order.id)}`
    const browser = await pages.browser({ token: guest, guest: true })
    const next = '/checkout/6/pay?date=2027-06-01&departure=3'
    const query = new URLSearchParams({ next }).toString()
    await browser.post(`/account?tab=login&${query}`, { intent: 'login', email: EMAIL, password })
    await browser.post(`/account/code?${query}`, { intent: 'code', code: '000000' })
    const status = async (token: string) =>
      (await shop.call('GET', `/v1/orders/${String(order.id)}`, { token })).status
    expect(await status(guest)).toBe(200)
    await browser.post(`/account/code?${query}`, { intent: 'code', code: code() })
    expect((await browser.get(path)).status).toBe(200)
    expect(await status(guest)).toBe(404)
  })

  test('takes a recovery code once, on a page of its own', async () => {
    const first = await pages.browser()
    await first.logIn(EMAIL, password)
    await first.post('/account/code', { intent: 'code', code: code() })
    shop.clock.advance(1)
    const [paper = ''] = codesOf(await first.post(PATH, { intent: 'codes', code: code() }))
    const browser = await pages.browser()
    await browser.logIn(EMAIL, password)
    const asked = await browser.get('/account/code?recovery=1')
    expect(textOf(asked)).toContain('Both are lost?')
    const wrong = await browser.post('/account/code?recovery=1', { intent: 'recovery', recovery_code: 'no' })
    expect(wrong.status).toBe(422)
    expect(wrong.html).toContain('This is none of your codes')
    const done = await browser.post('/account/code?recovery=1', { intent: 'recovery', recovery_code: paper })
    expect(done).toMatchObject({ status: 303, location: '/account#main' })
    expect(await isLoggedIn(browser)).toBe(true)
  })

  test('that waited too long asks for the password again, at the same place', async () => {
    const browser = await pages.browser()
    await browser.logIn(EMAIL, password)
    shop.clock.advance(31)
    const late = await browser.post('/account/code?next=%2Fgift', { intent: 'code', code: code() })
    expect(late).toMatchObject({ status: 303, location: '/account?late=1&tab=login&next=%2Fgift#login' })
    expect(textOf(await browser.get('/account?late=1&tab=login'))).toContain('asked for too long ago')
  })

  test('after eight wrong codes says how long to wait', async () => {
    const browser = await pages.browser()
    await browser.logIn(EMAIL, password)
    const pressed = []
    for (let tried = 0; tried < 9; tried++)
      pressed.push(await browser.post('/account/code', { intent: 'code', code: '000000' }))
    expect(pressed.at(-1)).toMatchObject({ status: 429 })
    expect(textOf(pressed.at(-1) as Page)).toContain('Please wait a quarter of an hour')
    expect(await isLoggedIn(browser)).toBe(false)
  })

  test('by a new password from a mailed link asks for the code as well, in both shops', async () => {
    const { rows } = await shop.deps.database.query('select host from brand_hosts where brand_id = 2', [])
    const { protocol, port } = new URL(shop.deps.settings.publicUrl)
    const second = `${protocol}//${String(rows[0]?.['host'])}${port && `:${port}`}`
    for (const origin of [shop.deps.settings.publicUrl, second]) {
      const browser = await pages.browser(undefined, origin)
      await browser.post('/account?tab=reset', { intent: 'reset', email: EMAIL })
      await sendMails(shop.deps)
      const mail = shop.mailer.to(EMAIL).at(-1)?.text ?? ''
      const link = /\/account\/password-confirm\S+/.exec(mail)?.[0] ?? ''
      const saved = await browser.post(link, { password: 'quite-another-password' })
      expect(saved, origin).toMatchObject({ status: 303, location: '/account/code?saved=1#main' })
      expect(textOf(await browser.get('/account/code?saved=1'))).toContain('Your new password is saved.')
      expect(await isLoggedIn(browser)).toBe(false)
      await browser.post('/account/code', { intent: 'code', code: code() })
      expect(await isLoggedIn(browser)).toBe(true)
      shop.clock.advance(1)
    }
    // The other tests log in with the password of the demo.
    await shop.deps.database.query(
      `update users set password_hash = (select password_hash from users where email = 'staff@example.com')
       where email = $1`,
      [EMAIL],
    )
  })
})

test('an admin takes it away on the customer’s page; the reason outlasts the proof', async () => {
  const path = `/staff/customers/${String(customer)}`
  const staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
  expect(textOf(await staff.get(path))).toContain('on since')
  expect((await staff.get(path)).html).not.toContain('Phone and codes are lost')
  const token = await logIn(shop, 'admin@example.com')
  const admin = await pages.browser({ token })
  const own = SecondFactorSecretReply.parse((await shop.call('POST', '/v1/second_factor', { token })).body)
  const ownCode = () => getAuthenticatorCode(own.second_factor.secret, shop.clock.now())
  await shop.call('PUT', '/v1/second_factor', { token, body: { second_factor: { code: ownCode() } } })
  expect((await admin.get(path)).html).toContain('Phone and codes are lost')
  const empty = await admin.post(path, { intent: 'remove_factor', reason: '' })
  expect(empty.status).toBe(422)
  expect(empty.html).toContain('id="factor-reason-error"')
  const typed = { intent: 'remove_factor', reason: 'Passport seen at the desk' }
  shop.clock.advance(16)
  const asked = await admin.post(path, typed)
  expect(asked.status).toBe(403)
  expect(asked.html).toContain('<input type="hidden" name="reason" value="Passport seen at the desk"/>')
  const done = await admin.post(path, { ...typed, proof_code: ownCode() })
  expect(done).toMatchObject({ status: 303, location: `${path}?factor=1` })
  expect(textOf(await admin.get(`${path}?factor=1`))).toContain('The code at log-in is taken away.')
  const again = await admin.post(path, { intent: 'remove_factor', reason: 'Once more' })
  expect(again.status).toBe(409)
  expect(again.html).toContain('asks for no second factor any more')
  const browser = await pages.browser()
  await browser.logIn(EMAIL, password)
  expect(await isLoggedIn(browser)).toBe(true)
})
