import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CustomerMergeReply, CustomerReply, CustomersReply } from '#contract/customer.ts'
import { getTableName } from 'drizzle-orm'
import { MERGE_SENTENCES } from '#api/accounts/customers/check-merge.ts'
import { TRANSFERRED_REFERENCES, OTHER_REFERENCES } from '#api/store/account-references.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { openAccountHelpers, PASSWORD } from '#tests/support/account-members.ts'
import {
  BALANCED_BOOKS,
  readBookErrors,
  giveCredit,
  giveGiftCard,
  giveVoucher,
  readRemainingTenders,
} from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

// Each test registers, logs in and checks passwords several times.
vi.setConfig({ testTimeout: 60_000 })

let shop: PayingShop
let staff: string
beforeAll(async () => {
  shop = await openPayingShop()
  staff = (await openStaffMember(shop.deps)).token
})
afterAll(() => shop.close())

const { call, flown, logIn, member, works } = openAccountHelpers(() => shop)

const asked = (kept: number, merged: number) => ({ customer_merge: { kept_id: kept, merged_id: merged } })
const merge = (kept: number, merged: number, more: Parameters<PayingShop['call']>[2] = {}) =>
  call('POST', '/v1/customer_merges', { token: staff, body: asked(kept, merged), ...more })
const preview = async (kept: number, merged: number) =>
  CustomerMergeReply.parse(
    (await call('POST', '/v1/customer_merge_previews', { token: staff, body: asked(kept, merged) })).body,
  ).customer_merge
const find = async (q: string) =>
  CustomersReply.parse((await call('GET', `/v1/customers?q=${encodeURIComponent(q)}`, { token: staff })).body)
    .customers
const seen = async (id: number) =>
  CustomerReply.parse((await call('GET', `/v1/customers/${String(id)}`, { token: staff })).body).customer
const problems = async () =>
  (await runIntegrityChecks(shop.deps.database.db, shop.clock.now())).flatMap(({ check, rows }) =>
    rows.map(({ kind, subject, id }) => `${check}: ${kind} ${subject} ${id}`),
  )

test('every column that refers to a person is known to the merge', async () => {
  const { rows } = await shop.deps.database.query(`
    select c.conrelid::regclass::text || '.' || a.attname as name from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'users'::regclass`)
  const moved = TRANSFERRED_REFERENCES.map(({ table, column }) => `${getTableName(table)}.${column.name}`)
  expect([...moved, ...Object.keys(OTHER_REFERENCES)].sort()).toEqual(
    rows.map(({ name }) => String(name)).sort(),
  )
})

describe('two accounts of one person', () => {
  test('become one with all orders, codes and credit, exactly as the preview said', async () => {
    const kept = await member()
    const merged = await member()
    const order = await flown(merged.token)
    await giveCredit(shop.deps, kept.userId, 5)
    await giveCredit(shop.deps, merged.userId, 20)
    await giveGiftCard(shop.deps, merged.userId)
    await giveVoucher(shop.deps, merged.userId)
    await giveGiftCard(shop.deps, 1, { lastEmailedTo: merged.email })
    const before = await problems()
    const told = await preview(kept.userId, merged.userId)
    expect(told).toMatchObject({
      moves: { orders: 1, gift_cards: 1, vouchers: 1, voucher_balance: 100, credit: 20 },
      ends: { sessions: 1, password: true },
      refusals: [],
    })
    const done = await merge(kept.userId, merged.userId)
    expect(done.status).toBe(201)
    expect(CustomerMergeReply.parse(done.body).customer_merge).toEqual(told)

    expect(await works(merged.token)).toBe(false)
    expect((await logIn(merged.email)).status).toBe(401)
    expect(await readRemainingTenders(shop.deps, kept.userId)).toMatchObject({
      credit: 2500,
      vouchers: [10_000],
    })
    expect(await readRemainingTenders(shop.deps, merged.userId)).toEqual({
      giftCards: [],
      vouchers: [],
      credit: 0,
    })
    const mine = await call('GET', `/v1/orders/${String(order.id)}`, { token: kept.token })
    expect(mine).toMatchObject({ status: 200, body: { order: { email: kept.email } } })
    expect(await shop.count('select count(*) from gift_cards where last_emailed_to = $1', kept.email)).toBe(1)
    // Whoever could log in with it learns that they cannot any more.
    const ended = 'select count(*) from mails where kind = \'email_changed\' and "to" = $1'
    expect(await shop.count(ended, merged.email)).toBe(1)
    expect((await problems()).filter((one) => !before.includes(one))).toEqual([])
    expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
    const { rows } = await shop.deps.database.query(
      "select after->>'merged_id' as merged, after->>'orders' as orders from audit_log where " +
        "resource = 'customer_merges' and resource_id = $1",
      [kept.userId],
    )
    expect(rows).toEqual([{ merged: String(merged.userId), orders: '1' }])
  })

  test('keep apart what was mailed to an unproven address, and consent to the newsletter', async () => {
    const kept = await member()
    const merged = await member()
    await shop.deps.database.query('update users set email_proven_at = null where id = $1', [merged.userId])
    await giveGiftCard(shop.deps, 1, { lastEmailedTo: merged.email })
    const reader = `insert into newsletter_subscribers (brand_id, list, email, state, asked_at,
      confirmed_at, created_at)
      values (1, 'news', $1, 'confirmed', now(), now(), now())`
    await shop.deps.database.query(reader, [merged.email])
    expect((await merge(kept.userId, merged.userId)).status).toBe(201)
    expect(await shop.count('select count(*) from gift_cards where last_emailed_to = $1', merged.email)).toBe(
      1,
    )
    expect(await shop.count('select count(*) from newsletter_subscribers where email = $1', kept.email)).toBe(
      0,
    )
  })

  test('keep the merged address, which leads to the kept account and nobody else can register', async () => {
    const kept = await member()
    const merged = await member()
    expect((await merge(kept.userId, merged.userId)).status).toBe(201)
    expect((await find(merged.email)).map(({ id }) => id)).toEqual([kept.userId])
    expect(await seen(kept.userId)).toMatchObject({ former_emails: [merged.email], merged_into_id: null })
    expect(await seen(merged.userId)).toMatchObject({ merged_into_id: kept.userId, has_password: false })
    const user = {
      first_name: 'Eve',
      last_name: 'Lund',
      phone: merged.phone,
      email: merged.email,
      password: PASSWORD,
    }
    expect((await call('POST', '/v1/users', { body: { user } })).status).toBe(422)
    // A link to set a password goes to the mailbox of the account there is.
    const reset = { password_reset: { email: merged.email } }
    expect((await call('POST', '/v1/password_resets', { body: reset })).status).toBe(201)
    const { rows } = await shop.deps.database.query(
      'select "to" from mails where kind = \'reset_password\' order by id desc limit 1',
    )
    expect(rows).toEqual([{ to: kept.email }])
    // Who buys with it as a guest buys for the same person, and is mailed where they typed.
    const order = await shop.order(await shop.guest(merged.email), 1)
    expect(
      await shop.count(
        'select count(*) from orders where id = $1 and user_id = $2 and email = $3',
        order.id,
        kept.userId,
        merged.email,
      ),
    ).toBe(1)
    await giveCredit(shop.deps, merged.userId, 7)
    expect(await readRemainingTenders(shop.deps, kept.userId)).toMatchObject({ credit: 700 })
    expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
  })

  test('can be merged into a third one together with earlier merges', async () => {
    const [first, second, third] = [await member(), await member(), await member()]
    expect((await merge(second.userId, first.userId)).status).toBe(201)
    expect((await merge(third.userId, second.userId)).status).toBe(201)
    expect((await find(first.email)).map(({ id }) => id)).toEqual([third.userId])
  })

  test('are merged once when the form is sent twice', async () => {
    const kept = await member()
    const merged = await member()
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    expect((await merge(kept.userId, merged.userId, { headers })).status).toBe(201)
    expect((await merge(kept.userId, merged.userId, { headers })).status).toBe(201)
    expect(await merge(kept.userId, merged.userId)).toMatchObject({
      status: 409,
      body: { error: MERGE_SENTENCES.merged },
    })
  })
})

describe('a merge is refused and changes nothing', () => {
  const subscribe = (userId: number, email: string, status = 'active') =>
    shop.deps.database.query(
      'insert into subscriptions (plan_id, user_id, brand_id, email, status, reference, ' +
        'created_at) values (1, $1, 1, $2, $3, $4, now())',
      [userId, email, status, `sub_${crypto.randomUUID()}`],
    )
  const isRefused = async (kept: number, merged: number, error: string) => {
    expect((await preview(kept, merged)).refusals).toContain(error)
    expect(await merge(kept, merged)).toMatchObject({ status: 409, body: { error } })
    expect(await shop.count('select count(*) from users where merged_into_id = $1', kept)).toBe(0)
  }

  test('when it names one account twice or an unknown one, or a customer asks for it', async () => {
    const one = await member()
    const other = await member()
    await isRefused(one.userId, one.userId, MERGE_SENTENCES.same)
    expect((await merge(one.userId, 999_999)).status).toBe(404)
    expect((await merge(one.userId, other.userId, { token: one.token })).status).toBe(403)
    expect((await call('GET', '/v1/customers', { token: one.token })).status).toBe(403)
    expect((await call('GET', `/v1/customers/${String(other.userId)}`, { token: one.token })).status).toBe(
      403,
    )
  })

  test('when one of the accounts has a role', async () => {
    const one = await member()
    const { userId } = await openStaffMember(shop.deps, 'pilot')
    await isRefused(one.userId, userId, MERGE_SENTENCES.staff)
    await isRefused(userId, one.userId, MERGE_SENTENCES.staff)
  })

  test('when an unproven account would get the data of a proven one', async () => {
    const proven = await member()
    const unproven = await member({ proven: false })
    await isRefused(unproven.userId, proven.userId, MERGE_SENTENCES.unproven)
    expect((await merge(proven.userId, unproven.userId)).status).toBe(201)
  })

  test('when both have a membership, one is starting, or its card cannot be transferred', async () => {
    const [one, other] = [await member(), await member()]
    await subscribe(one.userId, one.email)
    await subscribe(other.userId, other.email)
    await isRefused(one.userId, other.userId, MERGE_SENTENCES.memberships)
    const [kept, merged] = [await member(), await member()]
    await subscribe(merged.userId, merged.email, 'starting')
    await isRefused(kept.userId, merged.userId, MERGE_SENTENCES.starting)
    await shop.deps.database.query("update subscriptions set status = 'active' where user_id = $1", [
      merged.userId,
    ])
    await shop.deps.database.query(
      "insert into provider_customers (user_id, reference, created_at) values ($1, 'cus_a', now())",
      [kept.userId],
    )
    await isRefused(kept.userId, merged.userId, MERGE_SENTENCES.membershipCard)
    expect((await merge(merged.userId, kept.userId)).status).toBe(201)
    expect(
      await shop.count('select count(*) from provider_customers where user_id = $1', merged.userId),
    ).toBe(1)
  })

  test('while a payment is in progress', async () => {
    const [kept, merged] = [await member(), await member()]
    const order = await shop.order(merged.token, 1)
    const page = await shop.hosted(merged.token, order)
    await isRefused(kept.userId, merged.userId, MERGE_SENTENCES.payment)
    await shop.payPage(page)
    await shop.deliverEvents()
    expect((await merge(kept.userId, merged.userId)).status).toBe(201)
  })
})

test('customers are found by name, e-mail, phone, and the phone of their orders', async () => {
  const { email, userId, phone } = await member({ lastName: 'Marchbanks' })
  for (const text of ['march', 'zebulon marchb', email.slice(0, -4), phone]) {
    expect((await find(text)).map(({ id }) => id)).toContain(userId)
  }
  expect(await find('nobody-has-this@example.com')).toEqual([])
  expect(await find('%')).toEqual([])
  const page = await call('GET', '/v1/customers?page_size=1', { token: staff })
  expect(CustomersReply.parse(page.body).customers).toHaveLength(1)
})

test('a guest is listed with the first passenger of the newest order', async () => {
  const email = 'unnamed@example.com'
  const token = await shop.guest(email)
  const people = ['Ada Lind', 'Bo Lind'].map((full_name) => ({ full_name, weight: 150 }))
  await shop.order(token, 1, undefined, { passengers_attributes: people.slice(1) })
  expect((await find(email)).map((one) => one.first_passenger)).toEqual(['Bo Lind'])
  shop.clock.set(new Date(shop.clock.now().getTime() + 60_000))
  await shop.order(token, 2, undefined, { passengers_attributes: people })
  shop.clock.set(new Date(shop.clock.now().getTime() + 60_000))
  await shop.order(await shop.guest('another@example.com'), 1)
  expect((await find(email)).map((one) => one.first_passenger)).toEqual(['Ada Lind'])
})

test('saved cards are transferred unless the kept account has its own', async () => {
  const [kept, merged, third] = [await member(), await member(), await member()]
  const save = (who: typeof kept) =>
    call('POST', `/v1/users/${String(who.userId)}/credit_cards`, {
      token: who.token,
      body: { stripe_token: 'pm_card_visa' },
    })
  expect((await save(merged)).status).toBe(201)
  expect((await save(third)).status).toBe(201)
  expect((await preview(kept.userId, merged.userId)).moves.cards).toBe(1)
  expect((await merge(kept.userId, merged.userId)).status).toBe(201)
  const { cards } = await seen(kept.userId)
  expect(cards).toMatchObject([{ last4: '4242' }])
  expect((await preview(kept.userId, third.userId)).ends.cards).toBe(1)
  expect((await merge(kept.userId, third.userId)).status).toBe(201)
  expect((await seen(kept.userId)).cards).toHaveLength(1)
  const order = await shop.order(kept.token, 1)
  const list = await call('GET', `/v1/users/${String(kept.userId)}/credit_cards`, { token: kept.token })
  const [card] = (list.body as { credit_cards: { id: number }[] }).credit_cards
  expect((await shop.pay(kept.token, order, { stripe_source: card?.id })).status).toBe(201)
})
