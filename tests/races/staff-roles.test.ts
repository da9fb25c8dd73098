import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PayingShop } from '../support/paying-shop.ts'
import { openRacingShop } from '../support/racing-shop.ts'
import { openStaffMember } from '../support/staff-member.ts'

let shop: PayingShop
let close: () => Promise<void>
beforeAll(async () => {
  ;({ shop, close } = await openRacingShop())
})
afterAll(() => close())

const admins = () =>
  shop.count(
    'select count(*) from user_roles r join users u on u.id = r.user_id where r.role_id = 1 ' +
      'and u.suspended_at is null',
  )

test('when admins demote or suspend each other at once, one succeeds and one admin is left', async () => {
  await shop.deps.database.query('delete from user_roles where role_id = 1')
  for (let round = 0; round < 8; round++) {
    const [one, other] = [
      await openStaffMember(shop.deps, 'admin'),
      await openStaffMember(shop.deps, 'admin'),
    ]
    const demote = (token: string, userId: number) =>
      shop.call('PATCH', `/v1/users/${String(userId)}`, { token, body: { user: { role_ids: [2] } } })
    const suspend = (token: string, userId: number) =>
      shop.call('PUT', `/v1/staff_members/${String(userId)}/suspension`, { token })
    const [first, second] = round % 2 === 0 ? [demote, demote] : [demote, suspend]
    const answers = await Promise.all([first(one.token, other.userId), second(other.token, one.userId)])
    const [won, lost = 0] = answers.map(({ status }) => status).sort((a, b) => a - b)
    expect(won).toBe(200)
    // Who is suspended before the call is looked at is not signed in any more.
    expect(second === suspend ? [401, 403] : [403]).toContain(lost)
    expect(await admins()).toBe(1)
    await shop.deps.database.query('delete from user_roles where role_id = 1')
  }
})
