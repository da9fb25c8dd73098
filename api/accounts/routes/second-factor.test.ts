import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SecondFactorReply, SecondFactorSecretReply } from '#contract/second-factor.ts'
import { getAuthenticatorCode } from '#tests/support/authenticator.ts'
import { logIn, openShop } from '#tests/support/shopper.ts'
import { type TestApi } from '#tests/support/test-api.ts'

let shop: TestApi
let token: string
let secret: string
beforeAll(async () => {
  shop = (await openShop()).shop
  token = await logIn(shop, 'staff@example.com', false)
})
afterAll(() => shop.close())

const PATH = '/v1/second_factor'
const show = (code: string, as = token) =>
  shop.call('PUT', PATH, { token: as, body: { second_factor: { code } } })
const stateOf = async (as = token) =>
  SecondFactorReply.parse((await shop.call('GET', PATH, { token: as })).body).second_factor.state
const mayRefund = async (as = token) => (await shop.call('GET', '/v1/refunds', { token: as })).status

describe('staff who logged in with a password only', () => {
  test('have the rights of customers until they enter a code of their authenticator app', async () => {
    expect(await stateOf()).toBe('to_set_up')
    expect(await mayRefund()).toBe(403)
    expect((await show('123456')).status).toBe(409)
    const started = await shop.call('POST', PATH, { token })
    expect(started.status).toBe(201)
    secret = SecondFactorSecretReply.parse(started.body).second_factor.secret
    expect(await mayRefund()).toBe(403)
    const wrong = getAuthenticatorCode(secret, new Date(shop.clock.now().getTime() + 3_600_000))
    expect(await show(wrong)).toMatchObject({
      status: 422,
      body: { code: [expect.any(String)] },
    })
    expect((await show(getAuthenticatorCode(secret, shop.clock.now()))).status).toBe(200)
    expect(await stateOf()).toBe('shown')
    expect(await mayRefund()).toBe(200)
  })

  test('can set up the app only once, so a stolen password gives no second secret', async () => {
    const other = await logIn(shop, 'staff@example.com', false)
    expect(await stateOf(other)).toBe('to_show')
    expect((await shop.call('POST', PATH, { token: other })).status).toBe(409)
  })

  test('enter a code in each session, and no code works twice', async () => {
    const other = await logIn(shop, 'staff@example.com', false)
    expect((await show(getAuthenticatorCode(secret, shop.clock.now()), other)).status).toBe(422)
    expect(await mayRefund(other)).toBe(403)
    shop.clock.advance(1)
    expect((await show(getAuthenticatorCode(secret, shop.clock.now()), other)).status).toBe(200)
    expect(await mayRefund(other)).toBe(200)
  })
})

test('after wrong codes even the right code has to wait, in every session', async () => {
  shop.clock.advance(1)
  const wrong = getAuthenticatorCode(secret, new Date(shop.clock.now().getTime() + 3_600_000))
  const statuses = []
  for (let tried = 0; tried < 8; tried++) {
    const as = await logIn(shop, 'staff@example.com', false)
    statuses.push((await show(wrong, as)).status)
  }
  expect(statuses).toEqual([...Array<number>(7).fill(422), 429])
  const as = await logIn(shop, 'staff@example.com', false)
  expect((await show(getAuthenticatorCode(secret, shop.clock.now()), as)).status).toBe(429)
})

test('an account without a role has none, and sets one up with its password only', async () => {
  const customer = await logIn(shop, 'customer@example.com', false)
  expect(await stateOf(customer)).toBe('none')
  const refused = await shop.call('POST', PATH, { token: customer })
  expect(refused).toMatchObject({ status: 422, body: { password: [expect.any(String)] } })
  expect((await show('123456', customer)).status).toBe(409)
})
