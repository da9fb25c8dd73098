import { afterAll, beforeAll, expect, test } from 'vitest'
import { CreditReply, CreditsReply } from '#contract/credit.ts'
import { BALANCED_BOOKS, readBookErrors, logInAgain, openAccount } from '#tests/support/give-tenders.ts'
import { logIn } from '#tests/support/shopper.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'

let shop: TestApi
let staff: string
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
  staff = await logIn(shop, 'staff@example.com')
})
afterAll(() => shop.close())

const give = (token: string, credit: Record<string, unknown>) =>
  shop.call('POST', '/v1/credits', {
    token,
    body: { credit: { credit_type: 'goodwill', reason: 'A late departure', ...credit } },
  })
const balanceOf = async (token: string) => {
  const { body } = await shop.call('GET', '/v1/users/me', { token })
  return (body as { user: { credit: number } }).user.credit
}

test('staff grant credit and take some back, the account sees both, and the ledger balances', async () => {
  const { userId, token } = await openAccount(shop.deps)
  expect(await balanceOf(token)).toBe(0)
  const given = await give(staff, { user_id: userId, amount: 40.5 })
  expect(given.status).toBe(201)
  const { credit } = CreditReply.parse(given.body)
  expect(credit).toMatchObject({
    user_id: userId,
    amount: 40.5,
    credit_type: 'goodwill',
    reason: 'A late departure',
  })
  await give(staff, { user_id: userId, amount: -10, credit_type: 'correction' })
  expect(await balanceOf(token)).toBe(30.5)
  const { body } = await shop.call('GET', `/v1/credits?user_id=${String(userId)}&sort=created_at`, { token })
  expect(CreditsReply.parse(body).credits.map(({ amount }) => amount)).toEqual([40.5, -10])
  const one = await shop.call('GET', `/v1/credits/${String(credit.id)}`, { token })
  expect(CreditReply.parse(one.body).credit).toEqual(credit)
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
})

test('not more than the balance can be taken back', async () => {
  const { userId, token } = await openAccount(shop.deps)
  await give(staff, { user_id: userId, amount: 10 })
  const answer = await give(staff, { user_id: userId, amount: -10.01 })
  expect(answer).toMatchObject({ status: 422, body: { amount: ['There is $10.00 of credit to take back'] } })
  expect(await balanceOf(token)).toBe(10)
})

test.each([
  [{ user_id: 999_999, amount: 1 }, 'user_id'],
  [{ user_id: 1, amount: 0 }, 'amount'],
  [{ user_id: 1, amount: 1.005 }, 'amount'],
  [{ user_id: 1, amount: 1, reason: ' ' }, 'reason'],
])('credit with %j is refused', async (credit, field) => {
  const answer = await give(staff, credit)
  expect(answer.status).toBe(422)
  expect(answer.body).toHaveProperty([field])
})

test('only staff grant credit, and only its confirmed owner reads it', async () => {
  const other = await openAccount(shop.deps)
  const { credit } = CreditReply.parse((await give(staff, { user_id: other.userId, amount: 5 })).body)
  const me = await openAccount(shop.deps)
  expect((await give(me.token, { user_id: me.userId, amount: 100 })).status).toBe(403)
  expect((await shop.call('GET', `/v1/credits/${String(credit.id)}`, { token: me.token })).status).toBe(404)
  const { body } = await shop.call('GET', `/v1/credits?user_id=${String(other.userId)}`, {
    token: me.token,
  })
  expect(CreditsReply.parse(body).credits).toEqual([])
  const impostor = await openAccount(shop.deps, { proven: false })
  await give(staff, { user_id: impostor.userId, amount: 50 })
  expect(await balanceOf(impostor.token)).toBe(0)
})

test('without an order, staff grant credit up to a limit in 24 hours', async () => {
  const [ida, bo, cy] = [
    await openAccount(shop.deps),
    await openAccount(shop.deps),
    await openAccount(shop.deps),
  ]
  const [one, other, admin] = [
    await openStaffMember(shop.deps),
    await openStaffMember(shop.deps),
    await openStaffMember(shop.deps, 'admin'),
  ]
  const to = async (who: { userId: number }, amount: number, by = one) =>
    (await give(by.token, { user_id: who.userId, amount })).status
  expect(await to(ida, 2_000)).toBe(201)
  expect(await to(bo, 500)).toBe(201)
  expect(await give(one.token, { user_id: cy.userId, amount: 0.01 })).toMatchObject({
    status: 403,
    body: {
      error:
        'Credit and prizes for no order: staff give at most $2,500.00 in 24 hours, or what an admin allows ' +
        'them, and a customer gets no more than that. Please name the order, or ask for approval.',
    },
  })
  expect(await to(ida, 500.01, other)).toBe(403)
  expect(await to(ida, 500, other)).toBe(201)
  expect(await to(cy, 2_000, other)).toBe(201)
  // Credit taken back does not make room for other grants.
  expect(await to(ida, -100)).toBe(201)
  expect(await to(bo, 1)).toBe(403)
  expect(await to(ida, 5_000, admin)).toBe(201)
  shop.clock.advance(25 * 60)
  const again = await logInAgain(shop.deps, one.userId)
  await shop.deps.database.query('update sessions set second_factor_at = $1 where user_id = $2', [
    shop.clock.now(),
    one.userId,
  ])
  expect((await give(again, { user_id: bo.userId, amount: 2_500 })).status).toBe(201)
})
