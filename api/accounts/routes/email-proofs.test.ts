import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { EmailProofReply, JwtReply, UserReply } from '#contract/people.ts'
import { mailedLinks } from '#tests/support/mailed-link.ts'
import { guestToken } from '#tests/support/shopper.ts'
import { createTestApi, TEST_NOW, type TestApi } from '#tests/support/test-api.ts'

let shop: TestApi
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
})
beforeEach(() => shop.clock.set(TEST_NOW))
afterAll(() => shop.close())

let people = 0
/** Somebody who has just registered, their token, and the secret in their mail. */
async function registered() {
  people += 1
  const email = `proof${String(people)}@example.com`
  const user = { first_name: 'Ida', last_name: 'Lund', phone: '212 555 0100', email, password: 'heliport' }
  await shop.call('POST', '/v1/users', { body: { user } })
  return { email, token: await logIn(email), secret: (await mailedLinks(shop, email))[0]?.token ?? '' }
}
const logIn = async (email: string, password = 'heliport') =>
  JwtReply.parse((await shop.call('POST', '/v1/user_token', { body: { auth: { email, password } } })).body)
    .jwt
const prove = (secret: string, email: string, how: { token?: string; password?: string } = {}) =>
  shop.call('PUT', `/v1/email_proofs/${secret}`, {
    ...(how.token ? { token: how.token } : {}),
    body: { email, ...(how.password ? { user: { password: how.password } } : {}) },
  })
const look = (secret: string, email: string, token?: string) =>
  shop.call('GET', `/v1/email_proofs/${secret}?email=${encodeURIComponent(email)}`, token ? { token } : {})
const isProven = async (token: string) =>
  UserReply.parse((await shop.call('GET', '/v1/users/me', { token })).body).user.email_proven

test('opening a link does not use it up, and the account’s session proves the e-mail once', async () => {
  const { email, token, secret } = await registered()
  for (const known of [undefined, token, token]) {
    const { status, body } = await look(secret, email, known)
    expect(status).toBe(200)
    expect(EmailProofReply.parse(body).email_proof).toEqual({ email, needs_password: known === undefined })
  }
  expect(await isProven(token)).toBe(false)
  expect((await prove(secret, email, { token })).status).toBe(204)
  expect(await isProven(token)).toBe(true)
  expect((await prove(secret, email, { token })).status).toBe(404)
  expect((await look(secret, email, token)).status).toBe(404)
})

test('without the account’s session the link needs the account’s password', async () => {
  const { email, token, secret } = await registered()
  const stranger = await registered()
  const attempts = [
    {},
    { password: 'a guess' },
    { token: stranger.token },
    { token: await guestToken(shop, email) },
  ]
  for (const how of attempts) {
    expect(await prove(secret, email, how)).toMatchObject({
      status: 422,
      body: { password: ['This is not the password of this account'] },
    })
  }
  expect(await isProven(token)).toBe(false)
  expect((await prove(secret, email, { password: 'heliport' })).status).toBe(204)
  expect(await isProven(token)).toBe(true)
})

test('a link fails for another address, as a password link, after an hour, or guessed', async () => {
  const { email, token, secret } = await registered()
  const other = await registered()
  expect((await prove(secret, other.email, { token: other.token })).status).toBe(404)
  expect((await prove('guess', email, { token })).status).toBe(404)
  const asReset = { body: { email, user: { password: 'taken over' } } }
  expect((await shop.call('PUT', `/v1/password_resets/${secret}`, asReset)).status).toBe(404)
  shop.clock.advance(60)
  expect((await prove(secret, email, { token: await logIn(email) })).status).toBe(404)
})

test('setting a password by mail ends the access of somebody who only registered the address', async () => {
  const { email, token } = await registered()
  await shop.call('POST', '/v1/password_resets', { body: { password_reset: { email } } })
  const reset = (await mailedLinks(shop, email))[0]?.token ?? ''
  const body = { email, user: { password: 'the owner’s' } }
  expect((await shop.call('PUT', `/v1/password_resets/${reset}`, { body })).status).toBe(204)
  expect((await shop.call('GET', '/v1/users/me', { token })).status).toBe(401)
  expect(await isProven(await logIn(email, 'the owner’s'))).toBe(true)
})

test('the mail can be requested again five times an hour, and not for a proven address', async () => {
  const { email, token, secret } = await registered()
  const again = (redirect_uri?: string) =>
    shop.call('POST', '/v1/email_proofs', { token, body: { email_proof: { redirect_uri } } })
  expect(await again('https://evil.example/')).toMatchObject({
    status: 422,
    body: { redirect_uri: ['Must be an address of this shop'] },
  })
  for (let sent = 1; sent < 5; sent++) expect((await again()).status).toBe(201)
  expect(await again()).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  const links = await mailedLinks(shop, email)
  expect(links.map(({ kind }) => kind)).toEqual(Array(5).fill('prove_email'))
  // The first one still works, and then none does.
  expect((await prove(secret, email, { token })).status).toBe(204)
  expect((await prove(links[0]?.token ?? '', email, { token })).status).toBe(404)
  expect(await again()).toMatchObject({ status: 409, body: { code: 'conflict' } })
})
