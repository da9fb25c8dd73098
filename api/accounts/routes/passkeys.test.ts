import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PasskeyChallengeReply, PasskeyReply, PasskeysReply } from '#contract/passkey.ts'
import { JwtReply } from '#contract/people.ts'
import { SecondFactorSecretReply } from '#contract/second-factor.ts'
import { getAuthenticatorCode } from '#tests/support/authenticator.ts'
import { createPasskeyDevice } from '#tests/support/passkey-device.ts'
import { logIn, openShop } from '#tests/support/shopper.ts'
import { type TestApi } from '#tests/support/test-api.ts'
import { sendMails } from '../../mails/send-mails.ts'

const EMAIL = 'staff@example.com'
let shop: TestApi
let token: string
let device: ReturnType<typeof createPasskeyDevice>
let passkeyId = 0

beforeAll(async () => {
  shop = (await openShop()).shop
  token = await logIn(shop, EMAIL, false)
  device = createPasskeyDevice(shop.deps.settings.publicUrl)
})
afterAll(() => shop.close())

async function challenge(purpose: 'register' | 'prove' | 'sign_in', as?: string) {
  const body = { passkey_challenge: { purpose } }
  const made = await shop.call('POST', '/v1/passkey_challenges', as ? { token: as, body } : { body })
  expect(made.status).toBe(201)
  return PasskeyChallengeReply.parse(made.body).passkey_challenge.options
}
const register = (credential: unknown, as = token) =>
  shop.call('POST', '/v1/passkeys', { token: as, body: { passkey: { name: 'Desk phone', credential } } })
const prove = (credential: unknown, as: string) =>
  shop.call('PUT', '/v1/second_factor/passkey', { token: as, body: { passkey: { credential } } })
const signIn = (credential: unknown) =>
  shop.call('POST', '/v1/user_token/passkey', { body: { passkey: { credential } } })
const mayRefund = async (as: string) => (await shop.call('GET', '/v1/refunds', { token: as })).status

describe('a passkey', () => {
  test('is made only in a session with a second factor', async () => {
    const body = { passkey_challenge: { purpose: 'register' } }
    expect((await shop.call('POST', '/v1/passkey_challenges', { token, body })).status).toBe(403)
    expect((await shop.call('POST', '/v1/passkey_challenges', { body })).status).toBe(401)
    const started = await shop.call('POST', '/v1/second_factor', { token })
    const { secret } = SecondFactorSecretReply.parse(started.body).second_factor
    const code = getAuthenticatorCode(secret, shop.clock.now())
    const shown = await shop.call('PUT', '/v1/second_factor', { token, body: { second_factor: { code } } })
    expect(shown.status).toBe(200)
  })

  test('of another site, or without finger, face or PIN, is refused', async () => {
    const foreign = device.create(await challenge('register', token), { origin: 'https://evil.test' })
    expect((await register(foreign)).status).toBe(422)
    const unverified = device.create(await challenge('register', token), { verified: false })
    expect((await register(unverified)).status).toBe(422)
  })

  test('is kept under its name for a challenge that counts once, soon, and in its session', async () => {
    const other = await logIn(shop, EMAIL)
    expect((await register(device.create(await challenge('register', other)))).status).toBe(422)
    const late = device.create(await challenge('register', token))
    shop.clock.advance(6)
    expect((await register(late)).status).toBe(422)
    const made = device.create(await challenge('register', token))
    const kept = await register(made)
    expect(kept.status).toBe(201)
    passkeyId = PasskeyReply.parse(kept.body).passkey.id
    expect((await register(made)).status).toBe(422)
    const listed = PasskeysReply.parse((await shop.call('GET', '/v1/passkeys', { token })).body).passkeys
    expect(listed).toMatchObject([{ id: passkeyId, name: 'Desk phone', last_used_at: null }])
    await sendMails(shop.deps)
    expect(shop.mailer.to(EMAIL).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('A passkey was added'),
    ])
  })
})

describe('signing in with it', () => {
  test('proves the second factor of the session that asked, once', async () => {
    const session = await logIn(shop, EMAIL, false)
    const other = await logIn(shop, EMAIL, false)
    const answer = device.answer(await challenge('prove', session))
    expect((await prove(answer, other)).status).toBe(422)
    const again = device.answer(await challenge('prove', session))
    expect((await prove(again, session)).status).toBe(200)
    expect(await mayRefund(session)).toBe(200)
    expect((await prove(again, session)).status).toBe(422)
    expect(await mayRefund(other)).toBe(403)
  })

  test('needs no password, and only finger, face or PIN at our own address', async () => {
    const unverified = device.answer(await challenge('sign_in'), { verified: false })
    expect((await signIn(unverified)).status).toBe(422)
    const foreign = device.answer(await challenge('sign_in'), { origin: 'http://shop.test.evil.test' })
    expect((await signIn(foreign)).status).toBe(422)
    const answer = device.answer(await challenge('sign_in'))
    const opened = await signIn(answer)
    expect(opened.status).toBe(201)
    expect(await mayRefund(JwtReply.parse(opened.body).jwt)).toBe(200)
    expect((await signIn(answer)).status).toBe(422)
    const proof = device.answer(await challenge('prove', token))
    expect((await signIn(proof)).status).toBe(422)
  })

  test('is refused when the counter shows a copy of the key', async () => {
    const copied = device.answer(await challenge('sign_in'), { counter: 1 })
    expect((await signIn(copied)).status).toBe(422)
    expect((await signIn(device.answer(await challenge('sign_in'), { counter: 90 }))).status).toBe(201)
  })

  test('is refused with the key of somebody else', async () => {
    const options = await challenge('sign_in')
    const stranger = createPasskeyDevice(shop.deps.settings.publicUrl).answer(options)
    expect((await signIn(stranger)).status).toBe(422)
    const { id, rawId } = device.answer(options)
    const forged = createPasskeyDevice(shop.deps.settings.publicUrl).answer(await challenge('sign_in'))
    expect((await signIn({ ...forged, id, rawId })).status).toBe(422)
  })

  test('is refused to a suspended person', async () => {
    const suspend = (at: string | null) =>
      shop.deps.database.query('update users set suspended_at = $1 where email = $2', [at, EMAIL])
    await suspend('2026-01-01T00:00:00Z')
    expect((await signIn(device.answer(await challenge('sign_in'), { counter: 91 }))).status).toBe(403)
    await suspend(null)
    expect((await signIn(device.answer(await challenge('sign_in'), { counter: 92 }))).status).toBe(201)
  })

  test('ends when it is removed, which only its owner does', async () => {
    const admin = await logIn(shop, 'admin@example.com')
    const path = `/v1/passkeys/${String(passkeyId)}`
    expect((await shop.call('DELETE', path, { token: admin })).status).toBe(404)
    expect((await shop.call('DELETE', path, { token })).status).toBe(204)
    expect((await signIn(device.answer(await challenge('sign_in'), { counter: 93 }))).status).toBe(422)
    expect((await shop.call('DELETE', path, { token })).status).toBe(404)
  })
})
