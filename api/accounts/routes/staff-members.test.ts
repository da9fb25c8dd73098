import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { StaffMemberReply, StaffMembersReply } from '#contract/staff-member.ts'
import { openAccountHelpers, PASSWORD } from '#tests/support/account-members.ts'
import { getAuthenticatorCode } from '#tests/support/authenticator.ts'
import { type Account } from '#tests/support/give-tenders.ts'
import { mailedLinks } from '#tests/support/mailed-link.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

// Each test registers, logs in and checks passwords several times.
vi.setConfig({ testTimeout: 60_000 })

let shop: PayingShop
let admin: Account
beforeAll(async () => {
  shop = await openPayingShop()
  admin = await openStaffMember(shop.deps, 'admin')
})
afterAll(() => shop.close())

const { call, logIn, member, tokenOf, works } = openAccountHelpers(() => shop)
const PATH = '/v1/staff_members'
const invite = (email: string, role_ids: number[] = [2], token = admin.token) =>
  call('POST', PATH, { token, body: { staff_member: { email, first_name: 'Una', role_ids } } })
const memberOf = (body: unknown) => StaffMemberReply.parse(body).staff_member
const all = async () =>
  StaffMembersReply.parse((await call('GET', PATH, { token: admin.token })).body).staff_members
const setUp = async (token: string) => {
  const { body } = await call('POST', '/v1/second_factor', { token })
  const { secret } = (body as { second_factor: { secret: string } }).second_factor
  const code = getAuthenticatorCode(secret, shop.clock.now())
  return call('PUT', '/v1/second_factor', { token, body: { second_factor: { code } } })
}

describe('an invitation', () => {
  test('gives the role after a password and an authenticator app were set up, and works once', async () => {
    const email = 'una.okafor@example.com'
    const invited = await invite(email)
    expect(invited.status).toBe(201)
    expect(memberOf(invited.body)).toMatchObject({ role_ids: [2], joined: false, second_factor: false })
    const [mail] = await mailedLinks(shop, email)
    expect(mail?.kind).toBe('staff_invited')
    const body = { email, user: { password: PASSWORD } }
    expect((await call('PUT', `/v1/password_resets/${mail?.token ?? ''}`, { body })).status).toBe(204)
    const token = await tokenOf(email)
    expect((await call('GET', '/v1/customers', { token })).status).toBe(403)
    expect((await setUp(token)).status).toBe(200)
    expect((await call('GET', '/v1/customers', { token })).status).toBe(200)
    expect((await all()).find((one) => one.email === email)).toMatchObject({
      joined: true,
      second_factor: true,
    })
    expect(await invite(email)).toMatchObject({ status: 422, body: { email: [expect.any(String)] } })
  })

  test('ends the access of a person who registered the address without its mailbox', async () => {
    const stranger = await member({ proven: false })
    expect((await invite(stranger.email, [1])).status).toBe(201)
    expect(await works(stranger.token)).toBe(false)
    expect((await logIn(stranger.email)).status).toBe(401)
  })

  test('to a proven account gives the role at once and mails it', async () => {
    const known = await member()
    expect(memberOf((await invite(known.email)).body)).toMatchObject({ joined: true })
    expect(await works(known.token)).toBe(true)
    const { rows } = await shop.deps.database.query(
      'select kind from mails where "to" = $1 and kind = \'staff_invited\'',
      [known.email],
    )
    expect(rows).toHaveLength(1)
  })

  test('can be mailed again until it is accepted, five times an hour at most', async () => {
    const email = 'forgetful@example.com'
    for (let times = 0; times < 5; times++) expect((await invite(email)).status).toBe(201)
    expect((await invite(email)).status).toBe(409)
  })

  test('is refused for an invalid e-mail, role or address to return to', async () => {
    expect((await invite('nobody')).status).toBe(422)
    expect((await invite('no.role@example.com', [])).status).toBe(422)
    expect((await invite('odd.role@example.com', [9])).status).toBe(422)
    const body = {
      staff_member: { email: 'a@example.com', role_ids: [2], redirect_uri: 'https://elsewhere.example/' },
    }
    expect((await call('POST', PATH, { token: admin.token, body })).status).toBe(422)
  })
})

describe('the administration of staff', () => {
  test('is closed to staff and pilots, and admins cannot change themselves', async () => {
    for (const role of ['staff', 'pilot'] as const) {
      const { token, userId } = await openStaffMember(shop.deps, role)
      for (const [method, path] of [
        ['GET', PATH],
        ['PUT', `${PATH}/${String(admin.userId)}/suspension`],
        ['DELETE', `${PATH}/${String(userId)}/suspension`],
        ['DELETE', `${PATH}/${String(userId)}/second_factor`],
      ] as const) {
        expect((await call(method, path, { token })).status, `${role} ${path}`).toBe(403)
      }
      expect((await invite('friend@example.com', [1], token)).status).toBe(403)
      const roles = { user: { role_ids: [1] } }
      expect((await call('PATCH', `/v1/users/${String(userId)}`, { token, body: roles })).status).toBe(403)
    }
    const own = `${PATH}/${String(admin.userId)}`
    for (const path of [`${own}/suspension`, `${own}/second_factor`]) {
      expect((await call('DELETE', path, { token: admin.token })).status).toBe(403)
    }
    expect((await call('PUT', `${own}/suspension`, { token: admin.token })).status).toBe(403)
    expect(
      (
        await call('PATCH', `/v1/users/${String(admin.userId)}`, {
          token: admin.token,
          body: { user: { role_ids: [] } },
        })
      ).status,
    ).toBe(403)
  })
})

describe('a suspended member of staff', () => {
  test('is logged out at once, cannot log in, and can be restored with the same roles', async () => {
    const who = await member()
    await invite(who.email)
    const path = `${PATH}/${String(who.userId)}/suspension`
    expect(memberOf((await call('PUT', path, { token: admin.token })).body).suspended_at).not.toBeNull()
    expect(await works(who.token)).toBe(false)
    expect(await logIn(who.email)).toMatchObject({
      status: 403,
      body: { error: 'This account is suspended. Please ask an admin.' },
    })
    expect((await logIn(who.email, 'a guess')).status).toBe(401)
    expect((await call('DELETE', path, { token: admin.token })).status).toBe(204)
    expect((await all()).find(({ id }) => id === who.userId)).toMatchObject({
      suspended_at: null,
      role_ids: [2],
    })
    expect(await works(await tokenOf(who.email))).toBe(true)
    expect((await call('PUT', `${PATH}/999999/suspension`, { token: admin.token })).status).toBe(404)
    const { rows } = await shop.deps.database.query(
      "select count(*)::int as lines from audit_log where resource = 'users' and resource_id = " +
        '$1 and user_id = $2',
      [who.userId, admin.userId],
    )
    expect(rows).toEqual([{ lines: 3 }])
  })
})

describe('a lost authenticator app', () => {
  test('is removed by another admin, which ends sessions, sends a mail and allows another app', async () => {
    const who = await member()
    await invite(who.email)
    expect((await setUp(who.token)).status).toBe(200)
    const path = `${PATH}/${String(who.userId)}/second_factor`
    expect((await call('DELETE', path, { token: admin.token })).status).toBe(204)
    expect((await all()).find(({ id }) => id === who.userId)?.second_factor).toBe(false)
    expect(await works(who.token)).toBe(false)
    const { rows } = await shop.deps.database.query(
      'select "to" from mails where kind = \'second_factor_reset\' and user_id = $1',
      [who.userId],
    )
    expect(rows).toEqual([{ to: who.email }])
    const token = await tokenOf(who.email)
    expect((await call('GET', '/v1/customers', { token })).status).toBe(403)
    expect((await setUp(token)).status).toBe(200)
    expect((await call('GET', '/v1/customers', { token })).status).toBe(200)
    expect((await call('DELETE', path, { token: admin.token })).status).toBe(204)
    expect((await call('DELETE', path, { token: admin.token })).status).toBe(409)
  })
})
