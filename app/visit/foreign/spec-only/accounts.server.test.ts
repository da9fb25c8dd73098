import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { JwtReply, PasswordResetReply, UserReply } from '#contract/people.ts'
import { expectData, shopAt } from '#tests/support/foreign-shop.ts'
import { type SectionSevenStub, startSectionSevenStub } from '#tests/support/section-seven-stub.ts'

let stub: SectionSevenStub
beforeAll(async () => {
  stub = await startSectionSevenStub()
})
afterAll(() => stub.stop())

test('accounts are registered and log in, and an expired token is not renewed', async () => {
  const shop = shopAt(stub.origin)
  const user = {
    first_name: 'Ana',
    last_name: 'Ruiz',
    phone: '2015550142',
    email: 'ana@example.com',
    password: 'secret',
  }
  const body = { brand_id: 1, user, prove_email_url: 'http://shop.test/account' }
  expect(expectData(await shop().post('/v1/users', UserReply, { body })).user.email).toBe('ana@example.com')
  const twice = await shop().post('/v1/users', UserReply, { body })
  expect(twice.ok ? {} : twice.errors).toHaveProperty('email')
  const auth = { email: user.email, password: user.password }
  const login = { body: { auth, guest_token: 'x' } }
  const { jwt } = expectData(await shop().post('/v1/user_token', JwtReply, login))
  expect(expectData(await shop(jwt).get('/v1/users/me', UserReply)).user).toMatchObject({
    first_name: 'Ana',
    credit: 0,
  })
  const renewed = await shop(jwt).post('/v1/user_token/renew', JwtReply, { body: {} })
  expect(renewed).toMatchObject({ ok: false, status: 404 })
})

test('a forgotten password is set by the mailed link, once', async () => {
  const client = shopAt(stub.origin)()
  const email = 'ana@example.com'
  const asked = { password_reset: { email, redirect_uri: 'http://shop.test/account/password-confirm' } }
  expectData(await client.post('/v1/password_resets', PasswordResetReply, { body: asked }))
  const path = `/v1/password_resets/${stub.resetToken(email) ?? ''}`
  const look = () => client.get(path, PasswordResetReply, { query: { email } })
  expect(expectData(await look())).toEqual({ password_reset: { email } })
  const body = { email, user: { password: 'heliport' } }
  expect(await client.put(path, z.undefined(), { body })).toMatchObject({ ok: true })
  expect(await look()).toMatchObject({ ok: false, status: 404 })
  const login = { body: { auth: { email, password: 'heliport' } } }
  expect(await client.post('/v1/user_token', JwtReply, login)).toMatchObject({ ok: true })
})

test('the service received only calls that section 7 specifies', () => {
  expect(stub.unexpectedCalls()).toEqual([])
})
