import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { JwtReply } from '#contract/people.ts'
import { countQueries } from '#tests/support/count-queries.ts'
import { mailedLinks } from '#tests/support/mailed-link.ts'
import { createTestApi, TEST_NOW, type TestApi } from '#tests/support/test-api.ts'
import { mails } from '../../db/schema/platform.ts'
import { accountTokens, users } from '../../db/schema/people.ts'
import { unseal } from '../../gateways/sealed-text.ts'
import { MAIL_SECRET_USE } from '../../store/mails/mail-secret.ts'

let shop: TestApi
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
})
beforeEach(() => shop.clock.set(TEST_NOW))
afterAll(() => shop.close())

let people = 0
/** A guest who got the mail, and the secret in it. */
async function invited() {
  people += 1
  const email = `invited${String(people)}@example.com`
  const { body } = await shop.call('POST', '/v1/customers', { body: { customer: { email } } })
  const [mail] = await shop.deps.database.db.select().from(mails).where(eq(mails.to, email))
  const link = new URL(unseal(shop.deps.settings.secrets.code, MAIL_SECRET_USE, mail?.sealed ?? Buffer.of()))
  return { email, token: link.searchParams.get('token') ?? '', guest: JwtReply.parse(body).jwt }
}

const check = (token: string, email: string) =>
  shop.call('GET', `/v1/password_resets/${token}?email=${encodeURIComponent(email)}`)
const spend = (token: string, email: string, password: string) =>
  shop.call('PUT', `/v1/password_resets/${token}`, { body: { email, user: { password } } })
const logIn = (email: string, password: string) =>
  shop.call('POST', '/v1/user_token', { body: { auth: { email, password } } })

const REFUSED = { error: 'Your reset token is either expired or invalid.', code: 'not_found' }

test('a link can be opened repeatedly, sets a password once and proves the e-mail', async () => {
  const { email, token, guest } = await invited()
  const good = { status: 200, body: { password_reset: { email } } }
  expect(await check(token, email)).toMatchObject(good)
  expect(await check(token, email)).toMatchObject(good)
  const [before] = await shop.deps.database.db.select().from(users).where(eq(users.email, email))
  expect(before?.emailProvenAt).toBeNull()

  expect((await spend(token, email, 'heliport')).status).toBe(204)
  const [after] = await shop.deps.database.db.select().from(users).where(eq(users.email, email))
  expect(after?.emailProvenAt).toEqual(new Date(TEST_NOW))
  expect(after?.passwordHash).toMatch(/^\$argon2id\$/)
  expect((await logIn(email, 'heliport')).status).toBe(201)
  // It was the first one: nobody needs telling.
  expect((await mailedLinks(shop, email)).map(({ kind }) => kind)).not.toContain('password_changed')

  expect(await spend(token, email, 'something else')).toMatchObject({ status: 404, body: REFUSED })
  expect(await check(token, email)).toMatchObject({ status: 404, body: REFUSED })
  // The buyer's own page stays open; it reaches only what it made.
  expect((await shop.call('GET', '/v1/users/me', { token: guest })).status).toBe(200)
})

test('setting a password ends the sessions of the account', async () => {
  const first = await invited()
  await spend(first.token, first.email, 'old password')
  const old = JwtReply.parse((await logIn(first.email, 'old password')).body).jwt
  shop.clock.advance(25 * 60)
  await shop.deps.database.db.update(users).set({ passwordHash: null }).where(eq(users.email, first.email))
  await shop.call('POST', '/v1/customers', { body: { customer: { email: first.email } } })
  shop.clock.set(TEST_NOW)
  const rows = await shop.deps.database.db
    .select()
    .from(mails)
    .where(eq(mails.to, first.email))
    .orderBy(mails.id)
  const sealed = rows.at(-1)?.sealed ?? Buffer.of()
  const link = new URL(unseal(shop.deps.settings.secrets.code, MAIL_SECRET_USE, sealed))
  expect((await shop.call('GET', '/v1/users/me', { token: old })).status).toBe(200)
  expect((await spend(link.searchParams.get('token') ?? '', first.email, 'new password')).status).toBe(204)
  expect((await shop.call('GET', '/v1/users/me', { token: old })).status).toBe(401)
})

test('a link does not work for another address, after seven days, or with a guessed token', async () => {
  const { email, token } = await invited()
  const other = await invited()
  expect((await check(token, other.email)).status).toBe(404)
  expect((await spend(token, other.email, 'heliport')).status).toBe(404)
  expect((await check('guess', email)).status).toBe(404)
  shop.clock.advance(7 * 24 * 60)
  expect((await check(token, email)).status).toBe(404)
  expect((await spend(token, email, 'heliport')).status).toBe(404)
})

test('a short password is refused and the link stays valid', async () => {
  const { email, token } = await invited()
  expect(await spend(token, email, 'short')).toMatchObject({
    status: 422,
    body: { password: ['Length should be at least 6 characters'] },
  })
  expect((await check(token, email)).status).toBe(200)
})

test('the token of a link is not stored in the clear', async () => {
  const { token } = await invited()
  const rows = await shop.deps.database.db.select().from(accountTokens)
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(token)
})

describe('requesting a password link', () => {
  const ask = (email: string, more: Record<string, unknown> = {}) =>
    shop.call('POST', '/v1/password_resets', { body: { password_reset: { email, brand_id: 1, ...more } } })

  test('gives the same answer for an unknown address and stores nothing', async () => {
    const known = await ask('customer@example.com')
    const unknown = await ask('nobody.here@example.com')
    expect(known.status).toBe(201)
    expect(unknown.status).toBe(known.status)
    expect(known.body).toEqual({ password_reset: { email: 'customer@example.com' } })
    expect(unknown.body).toEqual({ password_reset: { email: 'nobody.here@example.com' } })
    const made = await shop.deps.database.db
      .select()
      .from(users)
      .where(eq(users.email, 'nobody.here@example.com'))
    expect(made).toEqual([])
    expect(await mailedLinks(shop, 'nobody.here@example.com')).toEqual([])
  })

  test('takes as much work for an unknown address as for a known one', async () => {
    const { database } = shop.deps
    const known = await countQueries(database, () => ask('pilot@example.com'))
    const unknown = await countQueries(database, () => ask('nobody.at.all@example.com'))
    expect(known.some((text) => text.startsWith('insert into "account_tokens"'))).toBe(true)
    // The made-up account is the one statement more.
    expect(unknown.filter((text) => !text.startsWith('insert into "users"'))).toEqual(known)
  })

  test('mails a link that works once within an hour and ends all sessions when it is used', async () => {
    const old = JwtReply.parse((await logIn('staff@example.com', shop.deps.settings.demoPassword)).body).jwt
    await ask('Staff@example.com')
    const [mail] = await mailedLinks(shop, 'staff@example.com')
    expect(mail?.kind).toBe('reset_password')
    expect((await check(mail?.token ?? '', 'staff@example.com')).status).toBe(200)
    expect((await spend(mail?.token ?? '', 'staff@example.com', 'a new one')).status).toBe(204)
    expect((await shop.call('GET', '/v1/users/me', { token: old })).status).toBe(401)
    expect((await spend(mail?.token ?? '', 'staff@example.com', 'once again')).status).toBe(404)
    const told = (await mailedLinks(shop, 'staff@example.com')).map(({ kind }) => kind)
    expect(told.filter((kind) => kind === 'password_changed')).toHaveLength(1)

    await ask('staff@example.com')
    const [late] = await mailedLinks(shop, 'staff@example.com')
    shop.clock.advance(60)
    expect((await check(late?.token ?? '', 'staff@example.com')).status).toBe(404)
    shop.clock.set(TEST_NOW)
  })

  test('mails at most five links an hour and always gives the same answer', async () => {
    for (let asked = 0; asked < 7; asked++) expect((await ask('admin@example.com')).status).toBe(201)
    expect(await mailedLinks(shop, 'admin@example.com')).toHaveLength(5)
  })

  test.each(['https://evil.example/account/password-confirm', 'http://shop.test.evil.example/'])(
    'refuses to lead to %s',
    async (redirect_uri) => {
      expect(await ask('customer@example.com', { redirect_uri })).toMatchObject({
        status: 422,
        body: { redirect_uri: ['Must be an address of this shop'] },
      })
    },
  )

  test.each([
    ['', 'This field is required'],
    ['nobody', 'Please input correct email format (nobody)'],
  ])('%j: %s', async (email, message) => {
    expect(await ask(email)).toMatchObject({ status: 422, body: { email: [message] } })
  })
})
