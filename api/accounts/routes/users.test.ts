import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { JwtReply, UserReply } from '#contract/people.ts'
import { mailedLinks } from '#tests/support/mailed-link.ts'
import { guestToken } from '#tests/support/shopper.ts'
import { createTestApi, TEST_NOW, type TestApi } from '#tests/support/test-api.ts'

let shop: TestApi
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
})
beforeEach(() => shop.clock.set(TEST_NOW))
afterAll(() => shop.close())

const mira = {
  first_name: 'Mira',
  last_name: 'Åkesson Díaz',
  phone: '+1 (212) 555-0110',
  email: 'mira@example.com',
  password: 'heliport',
}
const register = (user: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  shop.call('POST', '/v1/users', { body: { brand_id: 1, user, ...more } })
const logIn = (email: string, password: string) =>
  shop.call('POST', '/v1/user_token', { body: { auth: { email, password } } })

test('registering makes an account that can log in, and mails a link to prove its e-mail', async () => {
  const made = await register({ ...mira, email: ' Mira@Example.com', tag_list: ['utm_source:mail', 'vip'] })
  expect(made.status).toBe(201)
  expect(UserReply.parse(made.body).user).toMatchObject({
    email: 'mira@example.com',
    first_name: 'Mira',
    last_name: 'Åkesson Díaz',
    phone: '+1 (212) 555-0110',
    role_ids: [],
    tag_list: ['website', 'utm_source:mail'],
    email_proven: false,
  })
  expect(JSON.stringify(made.body)).not.toContain('argon2')
  expect((await logIn('mira@example.com', 'heliport')).status).toBe(201)
  const [mail, ...more] = await mailedLinks(shop, 'mira@example.com')
  expect(more).toEqual([])
  expect(mail?.kind).toBe('prove_email')
  expect(mail?.link.pathname).toBe('/account/prove-email')
})

test.each([
  ['first_name', '', 'This field is required'],
  ['first_name', 'R2D2', 'Must be letters only'],
  ['last_name', undefined, 'This field is required'],
  ['last_name', 'O’Brien', 'Must be letters only'],
  ['phone', '', 'This field is required'],
  ['phone', '555 0110', 'Length should be at least 10 characters'],
  ['phone', '212 555 0110 ext', 'Must be numbers or symbols only'],
  ['email', '', 'This field is required'],
  ['email', 'mira', 'Please input correct email format (mira)'],
  ['password', undefined, 'This field is required'],
  ['password', 'short', 'Length should be at least 6 characters'],
])('a registration whose %s is %j is refused with the message “%s”', async (field, value, message) => {
  const { status, body } = await register({ ...mira, email: 'rules@example.com', [field]: value })
  expect(status).toBe(422)
  expect(body).toEqual({ [field]: [message] })
  expect(await mailedLinks(shop, 'rules@example.com')).toEqual([])
})

describe('registering an address', () => {
  const taken = { status: 422, body: { email: ['This email already exists'] } }

  test('is refused when its account has a password or was registered before', async () => {
    expect(await register({ ...mira, email: 'Customer@example.com' })).toMatchObject(taken)
    await register({ ...mira, email: 'twice@example.com' })
    expect(await register({ ...mira, email: 'twice@example.com', password: 'another one' })).toMatchObject(
      taken,
    )
    expect((await logIn('twice@example.com', 'another one')).status).toBe(401)
    expect((await logIn('twice@example.com', 'heliport')).status).toBe(201)
  })

  test('succeeds for one of two people who do it at once', async () => {
    const user = { ...mira, email: 'race@example.com' }
    const both = await Promise.all([register(user), register({ ...user, password: 'the other' })])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
  })

  test('of a guest succeeds, and the guest’s token does not show the account', async () => {
    const token = await guestToken(shop, 'was.guest@example.com')
    expect((await register({ ...mira, email: 'was.guest@example.com' })).status).toBe(201)
    const { body } = await shop.call('GET', '/v1/users/me', { token })
    expect(UserReply.parse(body).user).toMatchObject({ first_name: null, email_proven: false })
  })
})

test('the mailed link leads only to pages of our own shops', async () => {
  const user = { ...mira, email: 'link@example.com' }
  const refused = await register(user, { prove_email_url: 'https://evil.example/account/prove-email' })
  expect(refused).toMatchObject({
    status: 422,
    body: { prove_email_url: ['Must be an address of this shop'] },
  })
  const url = new URL('/account/prove-email', shop.deps.settings.publicUrl)
  url.hostname = 'tidewater.localhost'
  expect((await register(user, { prove_email_url: url.href })).status).toBe(201)
  const [mail] = await mailedLinks(shop, 'link@example.com')
  expect(mail?.link.hostname).toBe('tidewater.localhost')
})

test('a new account can read itself', async () => {
  await register({ ...mira, email: 'me@example.com' })
  const token = JwtReply.parse((await logIn('me@example.com', 'heliport')).body).jwt
  const { body } = await shop.call('GET', '/v1/users/me', { token })
  expect(UserReply.parse(body).user).toMatchObject({ email: 'me@example.com', email_proven: false })
})
