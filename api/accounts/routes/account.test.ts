import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { READ_ONLY } from '#api/rules/fields/read-only-fields.ts'
import { AccountSessionsReply } from '#contract/account.ts'
import { UserReply } from '#contract/people.ts'
import { openAccountHelpers, PASSWORD } from '#tests/support/account-members.ts'
import { figuresOf } from '#tests/support/figures-of.ts'
import { giveCredit, giveGiftCard, giveVoucher } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { TEST_NOW } from '#tests/support/test-api.ts'

// Each test registers, logs in and checks passwords several times.
vi.setConfig({ testTimeout: 60_000 })

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
beforeEach(() => shop.clock.set(TEST_NOW))
afterAll(() => shop.close())

const { call, logIn, tokenOf, works, member, newest, spend, flown, exported } = openAccountHelpers(() => shop)
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0'

describe('name and phone', () => {
  const change = (token: string, user: unknown) => call('PATCH', '/v1/users/me', { token, body: { user } })

  test('change by the rules of registering; e-mail, roles and credit cannot change with them', async () => {
    const { token, email } = await member()
    const user = { first_name: 'Åsa', last_name: 'Lund Berg', phone: '(212) 555-0199' }
    expect(
      await change(token, { ...user, email: 'other@example.com', role_ids: [1], credit: 500 }),
    ).toMatchObject({
      status: 422,
      body: { email: [READ_ONLY], role_ids: [READ_ONLY], credit: [READ_ONLY] },
    })
    const changed = await change(token, { ...user, email, role_ids: [], credit: 0 })
    expect(changed.status).toBe(200)
    expect(UserReply.parse(changed.body).user).toMatchObject({ ...user, email, role_ids: [], credit: 0 })
    expect(await change(token, { ...user, first_name: 'R2D2', phone: '555' })).toMatchObject({
      status: 422,
      body: {
        first_name: ['Must be letters only'],
        phone: ['Length should be at least 10 characters'],
      },
    })
  })
})

describe('changing the password', () => {
  const change = (token: string, old_password: string, password: string, more = {}) =>
    call('PUT', '/v1/users/me/password', { token, body: { user: { old_password, password }, ...more } })

  test('needs the old password, and ends the account’s other sessions and mailed links', async () => {
    const { email, token } = await member()
    const other = await tokenOf(email)
    const guest = await shop.guest(email)
    await call('POST', '/v1/password_resets', { body: { password_reset: { email } } })
    const link = await newest(email)
    expect(await change(token, 'not this', 'another one')).toMatchObject({
      status: 422,
      body: { old_password: ['This is not the password of this account'] },
    })
    expect(await change(token, PASSWORD, 'short')).toMatchObject({
      status: 422,
      body: { password: ['Length should be at least 6 characters'] },
    })
    expect(await works(other)).toBe(true)
    expect((await change(token, PASSWORD, 'another one')).status).toBe(204)
    expect(await works(token)).toBe(true)
    expect(await works(other)).toBe(false)
    // A guest with that e-mail is somebody else, as far as anybody knows.
    expect(await works(guest)).toBe(true)
    const path = `/v1/password_resets/${link.token}?email=${encodeURIComponent(email)}`
    expect((await call('GET', path)).status).toBe(404)
    expect((await logIn(email)).status).toBe(401)
    expect((await logIn(email, 'another one')).status).toBe(201)
  })

  test('is mailed from the shop of the change, even when the e-mail changes before it leaves', async () => {
    const { email, token, userId } = await member()
    const redirect_uri = 'https://evil.example/account'
    expect(await change(token, PASSWORD, 'another one', { redirect_uri })).toMatchObject({ status: 422 })
    expect((await newest(email)).kind).toBe('prove_email')
    const own = new URL('/account', shop.deps.settings.publicUrl)
    own.hostname = 'tidewater.localhost'
    expect((await change(token, PASSWORD, 'another one', { redirect_uri: own.href })).status).toBe(204)
    const { kind, link } = await newest(email)
    expect([kind, link.hostname, link.pathname, link.search, link.hash]).toEqual([
      'password_changed',
      own.hostname,
      '/account',
      '?tab=reset',
      '#reset',
    ])
    await call('POST', '/v1/email_changes', {
      token,
      body: { email_change: { email: `moved.${email}`, password: 'another one' } },
    })
    expect((await spend(`moved.${email}`, token)).status).toBe(204)
    const { rows } = await shop.deps.database.query(
      'select recipient from (select "to" as recipient from mails where user_id = $1 and kind ' +
        "= 'password_changed') told",
      [userId],
    )
    expect(rows).toEqual([{ recipient: email }])
  })

  test('is blocked after ten wrong guesses in an open session', async () => {
    const { token } = await member()
    const { limitFactor } = shop.deps.settings
    shop.deps.settings.limitFactor = 1
    try {
      for (let tries = 0; tries < 10; tries++) {
        expect((await change(token, 'a guess', 'mine now')).status).toBe(422)
      }
      expect((await change(token, PASSWORD, 'mine now')).status).toBe(429)
    } finally {
      shop.deps.settings.limitFactor = limitFactor
    }
  })
})

describe('sessions', () => {
  const list = async (token: string) =>
    AccountSessionsReply.parse((await call('GET', '/v1/sessions', { token })).body).sessions

  test('show time, place and which one is current, and can be ended one by one or all', async () => {
    const { email, token } = await member()
    shop.clock.advance(5)
    const phone = await tokenOf(email, PASSWORD, FIREFOX)
    await shop.guest(email)
    shop.clock.advance(5)
    await call('POST', '/v1/user_token/renew', { token, body: {} })
    const seen = await list(phone)
    expect(seen).toEqual([
      {
        id: decodeJwt(token).jti,
        device: null,
        created_at: '2027-05-12T14:00:00.000Z',
        last_seen_at: '2027-05-12T14:10:00.000Z',
        current: false,
      },
      {
        id: decodeJwt(phone).jti,
        device: 'Firefox on Linux',
        created_at: '2027-05-12T14:05:00.000Z',
        last_seen_at: '2027-05-12T14:05:00.000Z',
        current: true,
      },
    ])
    const end = (who: string, id: string) => call('DELETE', `/v1/sessions/${id}`, { token: who })
    const stranger = await member()
    expect((await end(stranger.token, seen[1]?.id ?? '')).status).toBe(404)
    expect((await end(token, 'not-an-id')).status).toBe(404)
    expect((await end(token, seen[1]?.id ?? '')).status).toBe(204)
    expect([await works(phone), await works(token)]).toEqual([false, true])
    expect((await list(token)).map(({ current }) => current)).toEqual([true])
    expect((await end(token, seen[1]?.id ?? '')).status).toBe(404)

    const again = await tokenOf(email)
    expect((await call('DELETE', '/v1/sessions', { token: again })).status).toBe(204)
    expect([await works(again), await works(token), await works(stranger.token)]).toEqual([
      false,
      false,
      true,
    ])
    // An expired token cannot be renewed either.
    expect((await call('POST', '/v1/user_token/renew', { token, body: {} })).status).toBe(401)
  })
})

test('the export has all data of an account, and of an unproven one only what it made itself', async () => {
  const { email, token, userId } = await member()
  const order = await flown(token)
  const gift = await giveGiftCard(shop.deps, userId)
  await giveVoucher(shop.deps, userId)
  await giveCredit(shop.deps, userId, 12.5)
  const all = await exported(token)
  expect(all).toMatchObject({ user: { id: userId, email, credit: 12.5 }, credits: [{ amount: 12.5 }] })
  expect(all.orders.map(({ id }) => id)).toEqual([order.id])
  expect(all.orders[0]?.passengers).toMatchObject([{ full_name: 'Zebulon Quimby' }])
  expect(all.gift_cards.map(({ id, code }) => [id, code])).toEqual([
    [gift.id, gift.code.replace(/(.{4})(?=.)/g, '$1-')],
  ])
  expect(all.vouchers).toHaveLength(1)
  expect(all.sessions).toHaveLength(1)
  expect(all.mails.map(({ kind }) => kind)).toContain('prove_email')
  expect(JSON.stringify(all)).not.toContain('argon2')
  expect(figuresOf(all)).not.toContain(171)

  const victim = `guest.of.${email}`
  await shop.order(await shop.guest(victim), 1)
  const user = {
    first_name: 'Eve',
    last_name: 'Evil',
    phone: '(212) 555-0100',
    email: victim,
    password: PASSWORD,
  }
  await call('POST', '/v1/users', { body: { user } })
  const thief = await exported(await tokenOf(victim))
  expect(thief).toMatchObject({ orders: [], gift_cards: [], vouchers: [], mails: [], waitlist_entries: [] })
})
