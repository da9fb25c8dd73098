import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  NewRecoveryCodesReply,
  RecoveryCodesReply,
  SecondFactorSecretReply,
} from '#contract/second-factor.ts'
import { getAuthenticatorCode } from '#tests/support/authenticator.ts'
import { sendMails } from '../../mails/send-mails.ts'
import { logIn, openShop } from '#tests/support/shopper.ts'
import { type TestApi } from '#tests/support/test-api.ts'

let shop: TestApi
let token: string
let codes: string[]
const PATH = '/v1/second_factor/recovery_codes'
const EMAIL = 'staff@example.com'

beforeAll(async () => {
  shop = (await openShop()).shop
  token = await logIn(shop, EMAIL, false)
})
afterAll(() => shop.close())

const enter = async (recovery_code: string, as: string) =>
  shop.call('PUT', PATH, { token: as, body: { recovery_code: { recovery_code } } })
const left = async () =>
  RecoveryCodesReply.parse((await shop.call('GET', PATH, { token })).body).recovery_codes.left
const count = async (sql: string) => Number((await shop.deps.database.query(sql, [])).rows[0]?.['count'])
/** The subjects of what was mailed about how the account signs in. */
async function readMails(): Promise<string[]> {
  await sendMails(shop.deps)
  return shop.mailer.to(EMAIL).map(({ subject }) => subject)
}

test('there are no recovery codes before the app, nor for a session without it', async () => {
  expect((await shop.call('POST', PATH, { token, body: {} })).status).toBe(403)
  expect((await enter('2A3C-4D5E-6F7G-9H2J', token)).status).toBe(409)
  const { secret } = SecondFactorSecretReply.parse(
    (await shop.call('POST', '/v1/second_factor', { token })).body,
  ).second_factor
  const body = { second_factor: { code: getAuthenticatorCode(secret, shop.clock.now()) } }
  expect((await shop.call('PUT', '/v1/second_factor', { token, body })).status).toBe(200)
  expect(await left()).toBe(0)
})

test('ten different codes are shown once and kept as hashes, and a mail says so', async () => {
  const made = await shop.call('POST', PATH, { token, body: {} })
  expect(made.status).toBe(201)
  codes = NewRecoveryCodesReply.parse(made.body).recovery_codes.codes
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[2-9A-Y]{4}(-[2-9A-Y]{4}){3}$/)
  const { rows } = await shop.deps.database.query('select * from recovery_codes', [])
  const kept = JSON.stringify(rows)
  for (const code of codes) {
    expect(kept).not.toContain(code)
    expect(kept).not.toContain(code.replaceAll('-', ''))
  }
  expect(await readMails()).toEqual([expect.stringContaining('You have new recovery codes')])
})

test('a code opens one session, however it is typed, and never a second one', async () => {
  const [code = ''] = codes
  const lost = await logIn(shop, EMAIL, false)
  expect((await shop.call('GET', '/v1/refunds', { token: lost })).status).toBe(403)
  expect((await enter(` ${code.toLowerCase().replaceAll('-', ' ')}`, lost)).status).toBe(200)
  expect((await shop.call('GET', '/v1/refunds', { token: lost })).status).toBe(200)
  const again = await enter(code, await logIn(shop, EMAIL, false))
  expect(again).toMatchObject({ status: 422, body: { recovery_code: [expect.any(String)] } })
  expect(await left()).toBe(9)
  expect(await readMails()).toEqual([
    expect.stringContaining('You have new recovery codes'),
    expect.stringContaining('A recovery code was used'),
  ])
  const used = await count(
    `select count(*) from audit_log where resource = 'users' and after = '{"recovery_codes": 9}'`,
  )
  expect(used).toBe(1)
})

test('of one code that is entered in two sessions at once one counts', async () => {
  const sessions = await Promise.all([logIn(shop, EMAIL, false), logIn(shop, EMAIL, false)])
  const answers = await Promise.all(sessions.map((as) => enter(codes[1] ?? '', as)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('the codes of somebody else open nothing', async () => {
  const other = await logIn(shop, 'admin@example.com', false)
  await shop.deps.database.query(
    `insert into second_factors (user_id, secret_sealed, created_at, confirmed_at)
     select u.id, f.secret_sealed, f.created_at, f.confirmed_at from users u, second_factors f
     where u.email = 'admin@example.com'`,
    [],
  )
  expect((await enter(codes[2] ?? '', other)).status).toBe(422)
  expect((await enter(codes[2] ?? '', await logIn(shop, EMAIL, false))).status).toBe(200)
})

test('new codes end the earlier ones', async () => {
  const made = await shop.call('POST', PATH, { token, body: {} })
  const fresh = NewRecoveryCodesReply.parse(made.body).recovery_codes.codes
  expect((await enter(codes[3] ?? '', await logIn(shop, EMAIL, false))).status).toBe(422)
  expect((await enter(fresh[0] ?? '', await logIn(shop, EMAIL, false))).status).toBe(200)
})

test('after eight wrong codes even a right one has to wait, in every session', async () => {
  const fresh = NewRecoveryCodesReply.parse((await shop.call('POST', PATH, { token, body: {} })).body)
  const statuses = []
  for (let tried = 0; tried < 8; tried++)
    statuses.push((await enter('2222-2222-2222-2222', await logIn(shop, EMAIL, false))).status)
  expect(statuses).toEqual([...Array<number>(7).fill(422), 429])
  const [code = ''] = fresh.recovery_codes.codes
  expect((await enter(code, await logIn(shop, EMAIL, false))).status).toBe(429)
  shop.clock.advance(15)
  expect((await enter(code, await logIn(shop, EMAIL, false))).status).toBe(200)
})

test('the codes end with the app that an admin takes away', async () => {
  const admin = await logIn(shop, 'admin@example.com')
  const { rows } = await shop.deps.database.query('select id from users where email = $1', [EMAIL])
  const path = `/v1/staff_members/${String(rows[0]?.['id'])}/second_factor`
  expect((await shop.call('DELETE', path, { token: admin })).status).toBe(204)
  expect(await count('select count(*) from recovery_codes')).toBe(0)
})
