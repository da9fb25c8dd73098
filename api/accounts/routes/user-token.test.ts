import { decodeJwt, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { JwtReply, UserReply } from '#contract/people.ts'
import { newestSecret } from '#settings/key-ring.ts'
import { authenticate } from '../../access/authenticate.ts'
import { createTestApi, TEST_NOW, type TestApi } from '#tests/support/test-api.ts'

let shop: TestApi
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
})
beforeEach(() => shop.clock.set(TEST_NOW))
afterAll(() => shop.close())

const logIn = (email: string, password = shop.deps.settings.demoPassword) =>
  shop.call('POST', '/v1/user_token', { body: { auth: { email, password } } })
const tokenOf = async (email: string) => JwtReply.parse((await logIn(email)).body).jwt
const me = (token: string) => shop.call('GET', '/v1/users/me', { token })

test('the right password logs in, and the account shows its roles', async () => {
  const { status, body } = await me(await tokenOf('Staff@Example.com'))
  expect(status).toBe(200)
  expect(UserReply.parse(body).user).toMatchObject({ id: 2, email: 'staff@example.com', role_ids: [2] })
})

test('staff, admins and pilots have the rights of customers before their second factor', async () => {
  for (const email of ['staff@example.com', 'admin@example.com', 'pilot@example.com']) {
    const token = await tokenOf(email)
    const caller = await authenticate(shop.deps, token)
    expect(caller).toMatchObject({ ok: true, caller: { kind: 'customer', roles: [] } })
    await shop.deps.database.query('update sessions set second_factor_at = created_at where id = $1', [
      decodeJwt(token).jti,
    ])
    const after = await authenticate(shop.deps, token)
    expect(after).toMatchObject({ ok: true, caller: { roles: [email.split('@')[0]] } })
  }
})

test('every login opens a session of its own', async () => {
  const [first, second] = [await tokenOf('customer@example.com'), await tokenOf('customer@example.com')]
  expect(decodeJwt(first).jti).not.toBe(decodeJwt(second).jti)
})

test('a wrong password and an unknown address get the same answer', async () => {
  const wrong = await logIn('customer@example.com', 'not the password')
  const unknown = await logIn('nobody@example.com', 'not the password')
  expect(wrong.status).toBe(401)
  expect(unknown).toMatchObject({ status: wrong.status, body: wrong.body })
})

test('an account without a password cannot log in with the password of the dummy hash', async () => {
  await shop.call('POST', '/v1/customers', { body: { customer: { email: 'plain@example.com' } } })
  expect((await logIn('plain@example.com', 'nobody has this password')).status).toBe(401)
})

describe('a token', () => {
  test('ends after an hour, and can be renewed before and after for the same session', async () => {
    const token = await tokenOf('customer@example.com')
    const renew = () => shop.call('POST', '/v1/user_token/renew', { token })
    shop.clock.advance(59)
    const before = await renew()
    expect(before.status).toBe(201)
    shop.clock.advance(2)
    expect((await me(token)).status).toBe(401)
    expect((await me(JwtReply.parse(before.body).jwt)).status).toBe(200)

    shop.clock.advance(20 * 24 * 60)
    const after = await renew()
    expect(after.status).toBe(201)
    expect(decodeJwt(JwtReply.parse(after.body).jwt).jti).toBe(decodeJwt(token).jti)
    expect((await me(JwtReply.parse(after.body).jwt)).status).toBe(200)
    shop.clock.advance(10 * 24 * 60)
    expect((await renew()).status).toBe(401)
  })

  test('cannot be renewed beyond thirty days', async () => {
    let token = await tokenOf('customer@example.com')
    let hours = 0
    for (; hours < 24 * 31; hours += 6) {
      shop.clock.advance(6 * 60)
      const { status, body } = await shop.call('POST', '/v1/user_token/renew', { token })
      if (status === 401) break
      token = JwtReply.parse(body).jwt
    }
    expect(hours).toBeGreaterThan(24 * 29)
    expect(hours).toBeLessThan(24 * 30)
  })

  test('of a guest is valid for twelve hours', async () => {
    const made = await shop.call('POST', '/v1/customers', {
      body: { customer: { email: 'g12@example.com' } },
    })
    const token = JwtReply.parse(made.body).jwt
    shop.clock.advance(12 * 60 - 1)
    expect((await me(token)).status).toBe(200)
    shop.clock.advance(1)
    expect((await me(token)).status).toBe(401)
  })

  test('is refused after logging out', async () => {
    const token = await tokenOf('customer@example.com')
    expect((await shop.call('DELETE', '/v1/user_token', { token })).status).toBe(204)
    expect((await me(token)).status).toBe(401)
    expect((await shop.call('POST', '/v1/user_token/renew', { token })).status).toBe(401)
  })

  test('is refused when it is forged, unsigned or has no session, also on public routes', async () => {
    const sign = (secret: string, jti: string) =>
      new SignJWT({ scope: 'customer' })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer('flight-shop')
        .setJti(jti)
        .setSubject('3')
        .setExpirationTime(new Date('2099-01-01'))
        .sign(new TextEncoder().encode(secret))
    const none = `${btoa('{"alg":"none"}')}.${btoa('{"iss":"flight-shop","jti":"x","exp":4070908800}')}.`
    const noSession = '11111111-2222-4333-8444-555555555555'
    const forged = [
      await sign('x'.repeat(32), noSession),
      await sign(newestSecret(shop.deps.settings.secrets.jwt), noSession),
      none,
      'rubbish',
    ]
    for (const token of forged) {
      expect((await me(token)).status).toBe(401)
      expect((await shop.call('GET', '/v1/roles', { token })).status).toBe(401)
    }
  })

  test('of an open session counts with our algorithm, issuer, secret and whole signature only', async () => {
    const { jti = '' } = decodeJwt(await tokenOf('customer@example.com'))
    const jwt = newestSecret(shop.deps.settings.secrets.jwt)
    const sign = async ({
      alg = 'HS256',
      issuer = 'flight-shop',
      secret = jwt,
      ends = '2099-01-01',
    } = {}) => {
      const claims = new SignJWT({ scope: 'customer' }).setProtectedHeader({ alg }).setIssuer(issuer)
      const lasting = claims.setJti(jti).setSubject('3').setExpirationTime(new Date(ends))
      return lasting.sign(new TextEncoder().encode(secret))
    }
    const right = await sign()
    const status = async (token: string) => (await me(token)).status
    expect(await status(right)).toBe(200)
    const [header = '', payload = '', signature = ''] = right.split('.')
    const raised = Buffer.from(JSON.stringify({ ...decodeJwt(right), sub: '1' })).toString('base64url')
    const refused = [
      await sign({ alg: 'HS512' }),
      await sign({ issuer: 'another-shop' }),
      await sign({ secret: 'x'.repeat(32) }),
      await sign({ ends: '2020-01-01' }),
      `${header}.${raised}.${signature}`,
      `${header}.${payload}.${signature.slice(0, -1)}`,
      `${right}.more`,
    ]
    for (const token of refused) expect(await status(token)).toBe(401)
  })
})

test('the list of roles can be read without a token', async () => {
  const { status, body } = await shop.call('GET', '/v1/roles')
  expect(status).toBe(200)
  expect(body).toEqual({
    roles: [
      { id: 1, name: 'admin' },
      { id: 2, name: 'staff' },
      { id: 3, name: 'pilot' },
      { id: 4, name: 'agent' },
    ],
  })
})
