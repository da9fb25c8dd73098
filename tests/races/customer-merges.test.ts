import { afterAll, beforeAll, expect, test } from 'vitest'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import {
  BALANCED_BOOKS,
  readBookErrors,
  giveCredit,
  giveVoucher,
  logInAgain,
  openAccount,
} from '../support/give-tenders.ts'
import { type PayingShop } from '../support/paying-shop.ts'
import { openRacingShop } from '../support/racing-shop.ts'
import { openStaffMember } from '../support/staff-member.ts'

let shop: PayingShop
let close: () => Promise<void>
let staff: string
beforeAll(async () => {
  ;({ shop, close } = await openRacingShop())
  staff = (await openStaffMember(shop.deps)).token
})
afterAll(() => close())

const merge = (kept: number, merged: number) =>
  shop.call('POST', '/v1/customer_merges', {
    token: staff,
    body: { customer_merge: { kept_id: kept, merged_id: merged } },
  })
const broken = async () =>
  (await runIntegrityChecks(shop.deps.database.db, shop.clock.now())).flatMap(({ check, rows }) =>
    rows.map(({ kind, subject, id }) => `${check}: ${kind} ${subject} ${id}`),
  )
/** Counts everything that still refers to a merged account. */
const leftBehind = async (userId: number) =>
  shop.count(
    `select (select count(*) from orders where user_id = $1) + (select count(*) from credit_balances
      where user_id = $1)
      + (select count(*) from credits where user_id = $1) + (select count(*) from vouchers where user_id = $1)
      + (select count(*) from order_tenders where user_id = $1) as count`,
    userId,
  )

test('a merge during purchases, payments and gifts leaves nothing behind and loses no cent', async () => {
  const before = await broken()
  for (let round = 0; round < 6; round++) {
    const kept = await openAccount(shop.deps)
    const merged = await openAccount(shop.deps)
    await giveCredit(shop.deps, merged.userId, 40)
    await giveVoucher(shop.deps, merged.userId)
    const ready = await shop.order(merged.token, 1)
    const again = await logInAgain(shop.deps, merged.userId)
    const guest = await shop.guest(merged.email)
    const buy = (token: string) => shop.order(token, 1).catch(() => undefined)
    const grant = (amount: number) =>
      shop.call('POST', '/v1/credits', {
        token: staff,
        body: {
          credit: { user_id: merged.userId, amount, credit_type: 'goodwill', reason: 'For the wait' },
        },
      })
    const [done] = await Promise.all([
      merge(kept.userId, merged.userId),
      buy(again),
      buy(guest),
      shop.pay(merged.token, ready, { stripe_source: 'pm_card_visa' }),
      grant(3),
      grant(2),
    ])
    await shop.deliverEvents()
    // A merge during a payment is refused without changing anything, and can be repeated.
    if (done.status !== 201) {
      expect(done).toMatchObject({ status: 409 })
      await shop.deps.database.query(
        "update payment_attempts set state = 'failed' where state in ('created', 'open') and " +
          'order_id in (select id from orders where user_id = $1)',
        [merged.userId],
      )
      expect((await merge(kept.userId, merged.userId)).status).toBe(201)
    }
    expect(await leftBehind(merged.userId)).toBe(0)
    expect(
      await shop.count('select balance_cents as count from credit_balances where user_id = $1', kept.userId),
    ).toBe(4500)
  }
  expect((await broken()).filter((one) => !before.includes(one))).toEqual([])
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
})

test('of simultaneous merges in both directions, or into two accounts, one succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, other, third] = [
      await openAccount(shop.deps),
      await openAccount(shop.deps),
      await openAccount(shop.deps),
    ]
    await giveCredit(shop.deps, one.userId, 10)
    await giveCredit(shop.deps, other.userId, 10)
    const answers = await Promise.all([
      merge(one.userId, other.userId),
      merge(other.userId, one.userId),
      merge(third.userId, other.userId),
      merge(third.userId, other.userId),
    ])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.every((status) => status === 201 || status === 409)).toBe(true)
    const ids = [one, other, third].map(({ userId }) => userId).join(', ')
    // A merged account leads to one that is not merged itself.
    expect(
      await shop.count(
        `select count(*) from users m join users k on k.id = m.merged_into_id where m.id in (${ids})
          and k.merged_into_id is not null`,
      ),
    ).toBe(0)
    expect(
      await shop.count(`select count(*) from users where id in (${ids}) and merged_into_id is not null`),
    ).toBe(statuses.filter((status) => status === 201).length)
    expect(
      await shop.count(`select sum(balance_cents) as count from credit_balances where user_id in (${ids})`),
    ).toBe(2000)
  }
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
})
