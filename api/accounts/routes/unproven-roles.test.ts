import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '#api/db/schema/people.ts'
import { eq } from 'drizzle-orm'
import { openAccount } from '#tests/support/give-tenders.ts'
import { type ReschedulingShop, openReschedulingShop } from '#tests/support/reschedule-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: ReschedulingShop
let admin: string
beforeAll(async () => {
  shop = await openReschedulingShop()
  admin = (await openStaffMember(shop.deps, 'admin')).token
})
afterAll(() => shop.close())

const give = (userId: number, role_ids: number[]) =>
  shop.call('PATCH', `/v1/users/${String(userId)}`, { token: admin, body: { user: { role_ids } } })
const prove = (userId: number, emailProvenAt: Date | null) =>
  shop.deps.database.db.update(users).set({ emailProvenAt }).where(eq(users.id, userId))

test('a role is given only to an account with a proven e-mail, and can be taken from any', async () => {
  const who = await openAccount(shop.deps, { proven: false })
  expect(await give(who.userId, [2])).toMatchObject({
    status: 409,
    body: { error: 'This mailbox is not proven yet.' },
  })
  await prove(who.userId, shop.clock.now())
  expect((await give(who.userId, [2])).status).toBe(200)
  await prove(who.userId, null)
  expect((await shop.call('POST', '/v1/second_factor', { token: who.token })).status).toBe(409)
  expect((await give(who.userId, [])).status).toBe(200)
})

test('a list refuses a filter with a value that its field cannot hold', async () => {
  const listed = async (path: string) => (await shop.call('GET', path, { token: admin })).status
  expect(await listed('/v1/departure_exceptions?date=x')).toBe(422)
  expect(await listed('/v1/users?email=a%00b')).toBe(422)
  expect(await listed('/v1/departure_exceptions?date=2027-03-01')).toBe(200)
})
