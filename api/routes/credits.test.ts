import { afterAll, beforeAll, expect, test } from 'vitest'
import { CreditReply, CreditsReply } from '#contract/credit.ts'
import { BALANCED, bookErrors, openAccount } from '#tests/support/hand-out.ts'
import { logIn } from '#tests/support/shopper.ts'
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

test('staff give credit and take some back; the account sees both, and the books agree', async () => {
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
  expect(await bookErrors(shop.deps)).toEqual(BALANCED)
})

test('no more is taken back than is there', async () => {
  const { userId, token } = await openAccount(shop.deps)
  await give(staff, { user_id: userId, amount: 10 })
  const answer = await give(staff, { user_id: userId, amount: -10.01 })
  expect(answer).toMatchObject({ status: 422, body: { amount: ['There is $10.00 of credit to take back'] } })
  expect(await balanceOf(token)).toBe(10)
})

test.each([
  [{ user_id: 999_999, amount: 1 }, 'user_id'],
  [{ user_id: 1, amount: 0 }, 'credit.amount'],
  [{ user_id: 1, amount: 1.005 }, 'credit.amount'],
  [{ user_id: 1, amount: 1, reason: ' ' }, 'credit.reason'],
])('%j is refused', async (credit, field) => {
  const answer = await give(staff, credit)
  expect(answer.status).toBe(422)
  expect(answer.body).toHaveProperty([field])
})

test('nobody but staff gives credit; nobody sees somebody else’s; whoever is not proven sees none', async () => {
  const other = await openAccount(shop.deps)
  const { credit } = CreditReply.parse((await give(staff, { user_id: other.userId, amount: 5 })).body)
  const me = await openAccount(shop.deps)
  expect((await give(me.token, { user_id: me.userId, amount: 100 })).status).toBe(403)
  expect((await shop.call('GET', `/v1/credits/${String(credit.id)}`, { token: me.token })).status).toBe(404)
  const { body } = await shop.call('GET', `/v1/credits?user_id=${String(other.userId)}`, { token: me.token })
  expect(CreditsReply.parse(body).credits).toEqual([])
  const impostor = await openAccount(shop.deps, { proven: false })
  await give(staff, { user_id: impostor.userId, amount: 50 })
  expect(await balanceOf(impostor.token)).toBe(0)
})
