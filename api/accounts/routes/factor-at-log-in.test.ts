import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { JwtReply } from '#contract/people.ts'
import { NewRecoveryCodesReply, SecondFactorReply, SecondFactorSecretReply } from '#contract/second-factor.ts'
import { getAuthenticatorCode } from '#tests/support/authenticator.ts'
import { departureAt, guestToken, logIn, placeOrder, seatOrder } from '#tests/support/shopper.ts'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'
import { testSettings } from '#tests/support/test-settings.ts'
import { sendMails } from '../../mails/send-mails.ts'

const EMAIL = 'customer@example.com'
const PATH = '/v1/second_factor'

let shop: TestApi
let token: string
let secret: string
beforeAll(async () => {
  shop = await createTestApi({
    seeded: true,
    settings: testSettings({ staffProofMinutes: 15, signInMails: true }),
  })
  await shop.deps.database.query('delete from departure_exceptions')
})
afterAll(() => shop.close())
/** Each test begins with the second factor on, and a time at which no code was used. */
beforeEach(async () => {
  await shop.deps.database.query('delete from second_factors', [])
  shop.clock.advance(20)
  token = await logIn(shop, EMAIL, false)
  secret = await turnOn(token)
  shop.clock.advance(1)
})

const password = () => shop.deps.settings.demoPassword
const codeOf = (key = secret) => getAuthenticatorCode(key, shop.clock.now())
const wrongCode = () => getAuthenticatorCode(secret, new Date(shop.clock.now().getTime() + 3_600_000))
const start = (as: string, second_factor: Record<string, unknown>) =>
  shop.call('POST', PATH, { token: as, body: { second_factor } })
const show = (code: string, as: string, more: Record<string, unknown> = {}) =>
  shop.call('PUT', PATH, { token: as, body: { second_factor: { code }, ...more } })
const recover = (recovery_code: string, as: string) =>
  shop.call('PUT', `${PATH}/recovery_codes`, { token: as, body: { recovery_code: { recovery_code } } })
const me = async (as: string) => (await shop.call('GET', '/v1/users/me', { token: as })).status
const stateOf = async (as: string) =>
  SecondFactorReply.parse((await shop.call('GET', PATH, { token: as })).body).second_factor

async function turnOn(as: string): Promise<string> {
  const started = await start(as, { password: password() })
  expect(started.status).toBe(201)
  const made = SecondFactorSecretReply.parse(started.body).second_factor.secret
  expect((await show(codeOf(made), as)).status).toBe(200)
  return made
}

/** The password alone: its session waits for the code. */
async function openWaiting(more: Record<string, unknown> = {}): Promise<string> {
  const auth = { email: EMAIL, password: password() }
  const answer = await shop.call('POST', '/v1/user_token', { body: { auth, ...more } })
  expect(answer).toMatchObject({ status: 403, body: { code: 'second_factor_needed' } })
  return JwtReply.parse(answer.body).jwt
}

async function makeCodes(as: string): Promise<string[]> {
  const made = await shop.call('POST', `${PATH}/recovery_codes`, { token: as, body: {} })
  expect(made.status).toBe(201)
  return NewRecoveryCodesReply.parse(made.body).recovery_codes.codes
}

async function readSubjects(): Promise<string[]> {
  await sendMails(shop.deps)
  return shop.mailer.to(EMAIL).map(({ subject }) => subject)
}

describe('turning it on', () => {
  test('asks for the password, so that an open browser is not enough to lock the owner out', async () => {
    await shop.deps.database.query('delete from second_factors', [])
    const wrong = await start(token, { password: 'not-the-password' })
    expect(wrong).toMatchObject({ status: 422, body: { password: [expect.any(String)] } })
    expect((await start(token, {})).status).toBe(422)
    expect((await shop.call('POST', PATH, { token })).status).toBe(422)
    expect((await start(token, { password: password() })).status).toBe(201)
    expect(await stateOf(token)).toMatchObject({ state: 'none', at_log_in: false })
    // Until a first code is right, nobody is asked for one.
    await logIn(shop, EMAIL, false)
  })

  test('names the brand of the shop it is turned on in, and leads nowhere else', async () => {
    await shop.deps.database.query('delete from second_factors', [])
    const foreign = await start(token, { password: password(), shop_url: 'https://evil.example' })
    expect(foreign).toMatchObject({ status: 422, body: { shop_url: [expect.any(String)] } })
    const { rows } = await shop.deps.database.query(
      'select h.host, b.name from brand_hosts h join brands b on b.id = h.brand_id where b.id = 2 limit 1',
      [],
    )
    const { protocol, port } = new URL(shop.deps.settings.publicUrl)
    const shop_url = `${protocol}//${String(rows[0]?.['host'])}${port && `:${port}`}`
    const started = SecondFactorSecretReply.parse(
      (await start(token, { password: password(), shop_url })).body,
    )
    expect(started.second_factor.uri).toContain(encodeURIComponent(String(rows[0]?.['name'])))
    await show(codeOf(started.second_factor.secret), token)
    await sendMails(shop.deps)
    expect(JSON.stringify(shop.mailer.to(EMAIL).at(-1))).toContain(`${shop_url}/account/details/sign-in`)
  })

  test('ends all other sessions, writes a mail, and keeps this one', async () => {
    await shop.deps.database.query('delete from second_factors', [])
    const [here, other] = [await logIn(shop, EMAIL, false), await logIn(shop, EMAIL, false)]
    await turnOn(here)
    expect([await me(here), await me(other)]).toEqual([200, 401])
    expect(await stateOf(here)).toMatchObject({ state: 'shown', roles: [], at_log_in: true })
    expect((await readSubjects()).at(-1)).toContain('Your account asks for a code now')
  })

  test('a second secret is refused while one is in use', async () => {
    expect((await start(token, { password: password() })).status).toBe(409)
  })

  test('the app of somebody who had a role once asks nobody at log-in, and is replaced', async () => {
    await shop.deps.database.query('update second_factors set at_log_in = false', [])
    const plain = await logIn(shop, EMAIL, false)
    expect((await show(codeOf(), plain)).status).toBe(409)
    await turnOn(plain)
    expect(await me(await openWaiting())).toBe(403)
  })
})

describe('a log-in', () => {
  test('opens nothing with the password alone and everything with the code', async () => {
    const waiting = await openWaiting()
    for (const [method, path, body] of [
      ['GET', '/v1/users/me'],
      ['GET', '/v1/orders'],
      ['GET', '/v1/products'],
      ['GET', '/v1/sessions'],
      ['GET', '/v1/users/me/export'],
      ['POST', '/v1/user_token/renew', {}],
      ['POST', PATH, { second_factor: { password: password() } }],
      ['DELETE', PATH],
      ['POST', `${PATH}/recovery_codes`, {}],
      ['PATCH', '/v1/users/me', { user: { first_name: 'Mallory' } }],
    ] as const) {
      const answer = await shop.call(method, path, { token: waiting, ...(body ? { body } : {}) })
      expect({ path, ...answer }).toMatchObject({
        path,
        status: 403,
        body: { code: 'second_factor_needed', error: 'Please enter the code of your authenticator app.' },
      })
    }
    expect(await stateOf(waiting)).toMatchObject({ state: 'to_show', at_log_in: true })
    expect((await show(codeOf(), waiting)).status).toBe(200)
    expect(await me(waiting)).toBe(200)
    // It lasts as long as any other session, by renewed tokens.
    shop.clock.advance(24 * 60)
    const renewed = await shop.call('POST', '/v1/user_token/renew', { token: waiting, body: {} })
    expect(await me(JwtReply.parse(renewed.body).jwt)).toBe(200)
  })

  test('a code opens one session: it is refused in another', async () => {
    const [first, second] = [await openWaiting(), await openWaiting()]
    const code = codeOf()
    expect((await show(code, first)).status).toBe(200)
    expect(await show(code, second)).toMatchObject({ status: 422, body: { code: [expect.any(String)] } })
    expect(await me(second)).toBe(403)
  })

  test('of one code that is typed in two sessions at once one opens', async () => {
    const waiting = [await openWaiting(), await openWaiting()]
    const code = codeOf()
    const answers = await Promise.all(waiting.map((as) => show(code, as)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await Promise.all(waiting.map(me))).sort()).toEqual([200, 403])
  })

  test('waits for the code half an hour, and is not among the sessions of the account', async () => {
    const waiting = await openWaiting()
    const listed = JSON.stringify((await shop.call('GET', '/v1/sessions', { token })).body)
    expect(listed).toContain(decodeJwt(token).jti)
    expect(listed).not.toContain(decodeJwt(waiting).jti)
    shop.clock.advance(31)
    expect((await show(codeOf(), waiting)).status).toBe(401)
    expect((await shop.call('POST', '/v1/user_token/renew', { token: waiting, body: {} })).status).toBe(401)
  })

  test('eight wrong codes lock the account for a quarter of an hour, in every session', async () => {
    const [paper = ''] = await makeCodes(token)
    const statuses: number[] = []
    for (let tried = 0; tried < 8; tried++)
      statuses.push((await show(wrongCode(), await openWaiting())).status)
    expect(statuses).toEqual([...Array<number>(7).fill(422), 429])
    expect((await show(codeOf(), await openWaiting())).status).toBe(429)
    expect((await recover(paper, await openWaiting())).status).toBe(429)
    shop.clock.advance(15)
    expect((await show(codeOf(), await openWaiting())).status).toBe(200)
  })

  test('a recovery code opens it once, and a mail says so', async () => {
    const [paper = ''] = await makeCodes(token)
    const [first, second] = [await openWaiting(), await openWaiting()]
    expect((await recover(paper, first)).status).toBe(200)
    expect(await me(first)).toBe(200)
    expect((await recover(paper, second)).status).toBe(422)
    expect(await me(second)).toBe(403)
    const subjects = await readSubjects()
    expect(subjects.at(-2)).toContain('You have new recovery codes')
    expect(subjects.at(-1)).toContain('A recovery code was used')
  })

  test('a new password set by mail does not open it', async () => {
    await shop.call('POST', '/v1/password_resets', { body: { password_reset: { email: EMAIL } } })
    await sendMails(shop.deps)
    const mail = JSON.stringify(shop.mailer.to(EMAIL).at(-1))
    const link = /token=([\w-]+)/.exec(mail)?.[1] ?? ''
    const body = { email: EMAIL, user: { password: 'a-quite-new-password' } }
    expect((await shop.call('PUT', `/v1/password_resets/${link}`, { body })).status).toBe(204)
    const auth = { email: EMAIL, password: 'a-quite-new-password' }
    const answer = await shop.call('POST', '/v1/user_token', { body: { auth } })
    expect(answer).toMatchObject({ status: 403, body: { code: 'second_factor_needed' } })
    const waiting = JwtReply.parse(answer.body).jwt
    expect(await me(waiting)).toBe(403)
    expect((await show(codeOf(), waiting)).status).toBe(200)
    const back = { user: { old_password: 'a-quite-new-password', password: password() } }
    expect((await shop.call('PUT', '/v1/users/me/password', { token: waiting, body: back })).status).toBe(204)
  })

  test('the unpaid order of a guest in the same browser joins the account with the code', async () => {
    const guest = await guestToken(shop)
    const order = await placeOrder(
      shop,
      guest,
      seatOrder(await departureAt(shop, 6, '2027-05-19', '14:30'), 1),
    )
    const path = `/v1/orders/${String(order.id)}`
    const waiting = await openWaiting({ guest_token: guest })
    expect((await shop.call('GET', path, { token: guest })).status).toBe(200)
    expect((await show(codeOf(), waiting, { guest_token: guest })).status).toBe(200)
    expect((await shop.call('GET', path, { token: waiting })).status).toBe(200)
  })

  test('of an account without a second factor answers as ever', async () => {
    const auth = { email: 'staff@example.com', password: password() }
    expect(await shop.call('POST', '/v1/user_token', { body: { auth } })).toEqual(
      expect.objectContaining({ status: 201, body: { jwt: expect.any(String) as string } }),
    )
    const wrong = { email: EMAIL, password: 'not-the-password' }
    expect(await shop.call('POST', '/v1/user_token', { body: { auth: wrong } })).toMatchObject({
      status: 401,
      body: { code: 'unauthorized' },
    })
  })

  test('on a new device is mailed with what was known there: the password alone', async () => {
    await openWaiting({ device_token: crypto.randomUUID() })
    expect((await readSubjects()).at(-1)).toContain('A new device has the password of your')
  })
})

describe('turning it off', () => {
  test('needs a code of the last quarter of an hour, ends the recovery codes and is mailed', async () => {
    await makeCodes(token)
    shop.clock.advance(16)
    const stale = await shop.call('DELETE', PATH, { token })
    expect(stale).toMatchObject({ status: 403, body: { code: 'proof_needed' } })
    const codes = await shop.call('POST', `${PATH}/recovery_codes`, { token, body: {} })
    expect(codes).toMatchObject({ status: 403, body: { code: 'proof_needed' } })
    expect((await show(codeOf(), token)).status).toBe(200)
    expect((await shop.call('DELETE', PATH, { token })).status).toBe(204)
    expect((await readSubjects()).at(-1)).toContain('Your account asks for no code any more')
    const left = await shop.deps.database.query('select count(*)::int as n from recovery_codes', [])
    expect(left.rows[0]?.['n']).toBe(0)
    expect(await me(await logIn(shop, EMAIL, false))).toBe(200)
    expect((await shop.call('DELETE', PATH, { token })).status).toBe(409)
  })

  test('is not for staff, whose role needs the app', async () => {
    const staff = await logIn(shop, 'staff@example.com', false)
    expect((await shop.call('DELETE', PATH, { token: staff })).status).toBe(409)
    expect((await shop.call('GET', `${PATH}/recovery_codes`, { token: staff })).status).toBe(403)
    expect((await shop.call('POST', `${PATH}/recovery_codes`, { token: staff, body: {} })).status).toBe(403)
  })
})

describe('an admin', () => {
  const removePath = async () => {
    const { rows } = await shop.deps.database.query('select id from users where email = $1', [EMAIL])
    return `/v1/customers/${String(rows[0]?.['id'])}/second_factor_removals`
  }
  const body = (reason: string) => ({ second_factor_removal: { reason } })

  test('takes it away with a reason for the audit log; all sessions end and a mail says so', async () => {
    const path = await removePath()
    const admin = await logIn(shop, 'admin@example.com')
    expect((await shop.call('POST', path, { token: admin, body: body(' ') })).status).toBe(422)
    const reason = 'Phone in the Hudson; passport seen at the desk'
    expect((await shop.call('POST', path, { token: admin, body: body(reason) })).status).toBe(204)
    expect(await me(token)).toBe(401)
    expect(await me(await logIn(shop, EMAIL, false))).toBe(200)
    expect((await readSubjects()).at(-1)).toContain('We took the code at log-in away')
    const { rows } = await shop.deps.database.query(
      `select before, after from audit_log where resource = 'users' order by id desc limit 1`,
      [],
    )
    expect(rows[0]).toEqual({
      before: { second_factor: true, reason: null },
      after: { second_factor: false, reason },
    })
    expect((await shop.call('POST', path, { token: admin, body: body(reason) })).status).toBe(409)
  })

  test('shows a code of their own first, and no other member of staff may do it', async () => {
    const path = await removePath()
    const staff = await logIn(shop, 'staff@example.com')
    expect((await shop.call('POST', path, { token: staff, body: body('Lost it') })).status).toBe(403)
    const admin = await logIn(shop, 'admin@example.com')
    shop.clock.advance(16)
    const stale = await shop.call('POST', path, { token: admin, body: body('Lost it') })
    expect(stale).toMatchObject({ status: 403, body: { code: 'proof_needed' } })
    expect(await me(token)).toBe(200)
  })

  test('takes no app of staff away here', async () => {
    const admin = await logIn(shop, 'admin@example.com')
    const { rows } = await shop.deps.database.query(
      `select id from users where email = 'staff@example.com'`,
      [],
    )
    const path = `/v1/customers/${String(rows[0]?.['id'])}/second_factor_removals`
    expect((await shop.call('POST', path, { token: admin, body: body('Lost it') })).status).toBe(409)
  })
})
