import { eq } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { JwtReply, UserReply } from '#contract/people.ts'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'
import { mails } from '../../db/schema/platform.ts'
import { users } from '../../db/schema/people.ts'
import { unseal } from '../../gateways/sealed-text.ts'
import { MAIL_SECRET_USE } from '../../store/mails/mail-secret.ts'

let shop: TestApi
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
})
afterAll(() => shop.close())

const guest = (email: string, more: Record<string, unknown> = {}) =>
  shop.call('POST', '/v1/customers', { body: { customer: { email, ...more } } })

async function guestToken(email: string, more?: Record<string, unknown>) {
  const { status, body } = await guest(email, more)
  expect(status).toBe(201)
  return JwtReply.parse(body).jwt
}

const me = async (token: string) =>
  UserReply.parse((await shop.call('GET', '/v1/users/me', { token })).body).user

async function linksMailedTo(address: string) {
  const rows = await shop.deps.database.db.select().from(mails).where(eq(mails.to, address)).orderBy(mails.id)
  return rows.map(
    ({ sealed }) => new URL(unseal(shop.deps.settings.secrets.code, MAIL_SECRET_USE, sealed ?? Buffer.of())),
  )
}

test('a guest gets a token, and one password mail a day however often they come', async () => {
  const token = await guestToken('New.Guest@Example.com ', { phone: '(212) 555-0101' })
  expect(await me(token)).toMatchObject({ email: 'new.guest@example.com', phone: '(212) 555-0101' })
  await guestToken('new.guest@example.com')
  const [link, ...more] = await linksMailedTo('new.guest@example.com')
  expect(more).toEqual([])
  expect(link?.origin).toBe(new URL(shop.deps.settings.publicUrl).origin)
  expect(link?.pathname).toBe('/account/password-confirm')
  expect(link?.searchParams.get('email')).toBe('new.guest@example.com')

  shop.clock.advance(24 * 60 + 1)
  await guestToken('new.guest@example.com')
  expect(await linksMailedTo('new.guest@example.com')).toHaveLength(2)
})

test('a guest with the e-mail of an account gets neither its roles, its name nor a mail', async () => {
  const token = await guestToken('admin@example.com', { phone: '212 555 0102', tag_list: ['hacked'] })
  expect(await me(token)).toEqual({
    id: 3,
    email: 'admin@example.com',
    phone: '212 555 0102',
    first_name: null,
    last_name: null,
    role_ids: [],
    credit: 0,
    tag_list: [],
    email_proven: false,
  })
  const [admin] = await shop.deps.database.db.select().from(users).where(eq(users.id, 3))
  expect(admin).toMatchObject({ phone: null, tagList: [] })
  expect(await linksMailedTo('admin@example.com')).toEqual([])
})

test.each([
  ['a stranger’s site', 'http://evil.example/account/password-confirm'],
  ['a look-alike', 'http://shop.test.evil.example/'],
  ['a name in front', 'http://shop.test@evil.example/'],
  ['a name and a password in front', 'http://evil:pass@shop.test/'],
  ['another port', 'http://shop.test:9999/'],
  ['another scheme', 'https://shop.test/'],
  ['a script', 'javascript:alert(1)'],
  ['no address', 'password-confirm'],
])('a set_password_url at %s is refused', async (_name, url) => {
  const { status, body } = await guest('link@example.com', { set_password_url: url })
  expect(status).toBe(422)
  expect(body).toEqual({ set_password_url: ['Must be an address of this shop'] })
  expect(await linksMailedTo('link@example.com')).toEqual([])
})

test('a mailed link may lead to the host of a brand', async () => {
  const { publicUrl } = shop.deps.settings
  const url = new URL('/account/password-confirm?from=mail', publicUrl)
  url.hostname = 'tidewater.localhost'
  await guestToken('brand2@example.com', { set_password_url: url.href, brand_id: 2 })
  const [link] = await linksMailedTo('brand2@example.com')
  expect(link?.hostname).toBe('tidewater.localhost')
  expect(link?.searchParams.get('from')).toBe('mail')
})

test('guest checkout can be switched off for a brand', async () => {
  await shop.deps.database.query('update brands set guest_checkout = false where id = 4')
  const { status, body } = await guest('off@example.com', { brand_id: 4 })
  expect(status).toBe(403)
  expect(body).toMatchObject({ code: 'forbidden' })
})

test.each([
  [{ email: '' }, { email: ['This field is required'] }],
  [{ email: 'nobody' }, { email: ['Please input correct email format (nobody)'] }],
])('%j answers %j', async (customer, errors) => {
  const { status, body } = await shop.call('POST', '/v1/customers', { body: { customer } })
  expect(status).toBe(422)
  expect(body).toMatchObject(errors)
})

test('a form sent twice at once opens one guest session, and another e-mail opens another', async () => {
  const key = 'a-key-that-nobody-will-ever-guess-7f3a'
  const customer = { email: 'twice@example.com', phone: '(212) 555-0104' }
  const send = (body: unknown, headers: Record<string, string>) =>
    shop.call('POST', '/v1/customers', { body, headers })
  const twins = await Promise.all([0, 1].map(() => send({ customer }, { 'Idempotency-Key': key })))
  const other = await send(
    { customer: { ...customer, email: 'other@example.com' } },
    { 'Idempotency-Key': key },
  )
  const guessable = await send({ customer }, { 'Idempotency-Key': 'short' })
  const [first, second, third, fourth] = [...twins, other, guessable].map(({ body }) => sessionOf(body))
  expect(second).toBe(first)
  expect(new Set([first, third, fourth]).size).toBe(3)
})

test('a guest who corrects the e-mail keeps the session', async () => {
  const token = await guestToken('mistyped@example.com', { phone: '(212) 555-0105' })
  const corrected = await shop.call('POST', '/v1/customers', {
    body: { customer: { email: 'right@example.com' } },
    token,
  })
  const { jwt } = JwtReply.parse(corrected.body)
  expect(sessionOf(corrected.body)).toBe(sessionOf({ jwt: token }))
  expect(await me(jwt)).toMatchObject({ email: 'right@example.com', phone: null })
})

/** The session behind a token. */
function sessionOf(body: unknown): unknown {
  return decodeJwt(JwtReply.parse(body).jwt).jti
}
