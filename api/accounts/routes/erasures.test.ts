import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ErasureReply } from '#contract/account.ts'
import { OrderReply } from '#contract/order.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { cleanUp } from '#api/platform/clean-up.ts'
import { openAccountHelpers, PASSWORD } from '#tests/support/account-members.ts'
import {
  BALANCED_BOOKS,
  readBookErrors,
  giveCredit,
  giveGiftCard,
  giveVoucher,
} from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { signedTextWebhook } from '#tests/support/text-webhook.ts'
import { consentWords } from '#tests/support/texted-buyer.ts'
import { TEST_NOW } from '#tests/support/test-api.ts'

// Each test registers, logs in and checks passwords several times.
vi.setConfig({ testTimeout: 60_000 })

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
beforeEach(() => shop.clock.set(TEST_NOW))
afterAll(() => shop.close())

const { call, logIn, tokenOf, works, member, spend, flown, exported } = openAccountHelpers(() => shop)
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0'

describe('erasing an account', () => {
  const erase = (token: string, more: Record<string, unknown> = {}) =>
    call('POST', '/v1/users/me/erasure', { token, body: { erasure: { password: PASSWORD, ...more } } })
  const ahead = async (token: string) =>
    ErasureReply.parse((await call('GET', '/v1/users/me/erasure', { token })).body).erasure

  /** Every value of all tables, as text. */
  async function everything() {
    const { rows: tables } = await shop.deps.database.query(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    )
    const texts: string[] = []
    for (const { name } of tables) {
      const { rows } = await shop.deps.database.query(`select t::text as text from "${String(name)}" t`)
      texts.push(...rows.map(({ text }) => `${String(name)} ${String(text)}`))
    }
    return texts
  }

  async function buyGift(token: string, item: Record<string, unknown>): Promise<number> {
    const order = { brand_id: 1, order_item_gift_cards_attributes: [{ fare_id: 61, quantity: 1, ...item }] }
    const placed = OrderReply.parse((await call('POST', '/v1/orders', { token, body: { order } })).body).order
    await shop.payPage(await shop.hosted(token, placed))
    expect((await shop.read(token, placed)).status).toBe('completed')
    return placed.id
  }

  test('deletes consents to texts and the texts that wait, and keeps a STOP', async () => {
    const { token, userId } = await member()
    await shop.deps.database.query("update users set phone = '(201) 555-0177' where id = $1", [userId])
    const order = await shop.order(token, 2, undefined, { text_consent: await consentWords(shop) })
    await shop.deps.database.query("update orders set status = 'expired' where id = $1", [order.id])
    const stop = { MessageSid: 'SMstop', From: '+12015550177', To: '+12015550101', Body: 'STOP' }
    const path = '/v1/twilio/messages'
    await call('POST', path, await signedTextWebhook(shop.deps.settings, path, stop))
    await shop.deps.database.query(
      `insert into texts (event_key, kind, brand_id, order_id, "to", state, created_at, next_try_at)
        select 'erased:' || state, 'payment_link', 1, $1, '+12015550177', state, now(), now()
        from unnest(array['queued', 'sending', 'delivered']) state`,
      [order.id],
    )
    expect(await shop.count('select count(*) from text_consents where order_id = $1', order.id)).toBe(1)
    expect((await erase(token, { give_up_value: true })).status).toBe(204)
    expect(await shop.count('select count(*) from text_consents where order_id = $1', order.id)).toBe(0)
    const left = await shop.deps.database.query('select state, "to" from texts where order_id = $1', [
      order.id,
    ])
    expect(left.rows).toEqual([{ state: 'delivered', to: '' }])
    expect((await everything()).filter((text) => text.includes('5550177'))).toEqual([])
    expect(await shop.count('select count(*) from text_numbers where stopped_at is not null')).toBe(1)
  })

  test('leaves no personal data in any table, keeps the ledger right and frees the address', async () => {
    const made = await member({ lastName: 'Featherstonehaugh' })
    const { email: former, token, userId } = made
    const phone = made.phone.replace(/^.* /, '')
    const given = await buyGift(token, { recipient_email: 'friend.of@example.com', message: 'Dear friend' })
    await buyGift((await member()).token, { recipient_email: former })
    await shop.runDueNow()
    const email = `moved.${former}`
    const input = { email_change: { email, password: PASSWORD } }
    expect((await call('POST', '/v1/email_changes', { token, body: input })).status).toBe(201)
    expect((await spend(email, token)).status).toBe(204)
    await buyGift((await member()).token, { recipient_email: email })
    await shop.runDueNow()
    const card = { stripe_token: 'pm_card_visa' }
    await call('POST', `/v1/users/${String(userId)}/credit_cards`, { token, body: card })
    const order = await flown(token, ['Zebulon Featherstonehaugh', 'Philippa Featherstonehaugh'])
    await shop.deliverEvents()
    await shop.deps.database.query(
      "update passengers set boarding_note = 'Mother of Cordelia' where order_id = $1",
      [order.id],
    )
    await call('POST', '/v1/user_token', {
      body: { auth: { email, password: PASSWORD } },
      headers: { 'User-Agent': FIREFOX },
    })
    await giveCredit(shop.deps, userId, 20)
    const sent = await giveGiftCard(shop.deps, 1, { lastEmailedTo: email })
    shop.clock.set(new Date(new Date(order.flights[0]?.depart_at ?? '').getTime() + 86_400_000))
    const fresh = await tokenOf(email)
    expect(await ahead(fresh)).toMatchObject({ flights_ahead: [], credit: 20, gift_cards: 3, staff: false })
    expect(await erase(fresh)).toMatchObject({ status: 422, body: { give_up_value: [expect.any(String)] } })
    expect(await erase(fresh, { password: 'a guess', give_up_value: true })).toMatchObject({ status: 422 })
    expect((await everything()).some((text) => text.includes(email))).toBe(true)

    const problems = async () =>
      (await runIntegrityChecks(shop.deps.database.db, shop.clock.now())).flatMap(({ check, rows }) =>
        rows.map(({ kind, subject, id }) => `${check}: ${kind} ${subject} ${id}`),
      )
    const before = await problems()
    expect((await erase(fresh, { give_up_value: true })).status).toBe(204)
    expect(await works(fresh)).toBe(false)
    await shop.deliverEvents()
    await cleanUp(shop.deps)
    const traces = [former, email, 'Featherstonehaugh', phone, 'Philippa', 'Cordelia']
    expect((await everything()).filter((text) => traces.some((trace) => text.includes(trace)))).toEqual([])
    expect((await problems()).filter((one) => !before.includes(one))).toEqual([])
    expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
    expect(
      await shop.count(
        'select count(*) from order_item_gift_cards where order_id = $1 and message_sealed is not null',
        given,
      ),
    ).toBe(0)
    // What was paid is still in the books, of nobody.
    const { rows } = await shop.deps.database.query(
      'select status, email, amount_paid_cents > 0 as paid from orders where id = $1',
      [order.id],
    )
    expect(rows).toEqual([
      { status: 'completed', email: `erased-${String(userId)}@erased.invalid`, paid: true },
    ])
    const { rows: gift } = await shop.deps.database.query('select state from gift_cards where id = $1', [
      sent.id,
    ])
    expect(gift).toEqual([{ state: 'available' }])
    // The provider has neither the address nor the card any more.
    const known = await shop.deps.stripe.customers.list({ email })
    expect(known.data).toEqual([])
    expect((await logIn(email)).status).toBe(401)
    const user = {
      first_name: 'Zoe',
      last_name: 'Next',
      phone: '(212) 555-0100',
      email,
      password: PASSWORD,
    }
    expect((await call('POST', '/v1/users', { body: { user } })).status).toBe(201)
    expect((await exported(await tokenOf(email))).orders).toEqual([])
  })

  test('ends a membership at once, at the provider too', async () => {
    const { email, token } = await member()
    const order = await shop.order(token, 1, undefined, { membership_plan_id: 1 })
    const how = { stripe_source: 'pm_card_visa', return_url: 'http://shop.test/order-confirmation' }
    expect((await shop.pay(token, order, how)).status).toBe(201)
    await shop.runDueNow()
    const active = async () => (await shop.deps.stripe.subscriptions.list({ status: 'active' })).data.length
    expect(await active()).toBe(1)
    expect((await ahead(token)).memberships).toHaveLength(1)
    // A paid flight lies ahead: nothing ends for nothing.
    expect(await erase(token)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await active()).toBe(1)
    expect(
      (await call('POST', `/v1/orders/${String(order.id)}/cancellation`, { token, body: {} })).status,
    ).toBeLessThan(500)
    shop.clock.set(new Date(new Date(order.flights[0]?.depart_at ?? '').getTime() + 3_600_000))
    expect((await erase(await tokenOf(email), { give_up_value: true })).status).toBe(204)
    expect(await active()).toBe(0)
  })

  test('reveals nothing of a guest to somebody who only registered their address', async () => {
    const victim = `victim.of.${(await member()).email}`
    const guest = await shop.guest(victim)
    const how = { stripe_source: 'pm_card_visa', return_url: 'http://shop.test/order-confirmation' }
    const joined = await shop.order(guest, 1, undefined, { membership_plan_id: 1 })
    expect((await shop.pay(guest, joined, how)).status).toBe(201)
    await shop.hosted(guest, await shop.order(guest, 1))
    const { rows } = await shop.deps.database.query('select id from users where email = $1', [victim])
    await giveGiftCard(shop.deps, Number(rows[0]?.['id']))
    await giveVoucher(shop.deps, Number(rows[0]?.['id']))
    await shop.runDueNow()
    const user = {
      first_name: 'Eve',
      last_name: 'Evil',
      phone: '(212) 555-0100',
      email: victim,
      password: PASSWORD,
    }
    expect((await call('POST', '/v1/users', { body: { user } })).status).toBe(201)
    expect(await ahead(await tokenOf(victim))).toEqual({
      ...{ email_proven: false, staff: false, payment_under_way: false },
      ...{ flights_ahead: [], memberships: [], credit: 0, vouchers: 0, gift_cards: 0 },
    })
  })

  test('is refused with a flight ahead, an open payment, a role or an unproven e-mail', async () => {
    const { email, token, userId } = await member()
    await flown(token)
    expect(await erase(token)).toMatchObject({
      status: 409,
      body: {
        error: 'A flight you paid for lies ahead. Fly it or cancel it first; then your data can be erased.',
      },
    })
    expect((await ahead(token)).flights_ahead).toHaveLength(1)

    const payer = await member()
    await shop.hosted(payer.token, await shop.order(payer.token, 1))
    expect(await ahead(payer.token)).toMatchObject({ payment_under_way: true, flights_ahead: [] })
    expect((await erase(payer.token)).status).toBe(409)

    const staff = await member()
    await shop.deps.database.query('insert into user_roles (user_id, role_id) values ($1, 2)', [staff.userId])
    expect((await erase(staff.token)).status).toBe(409)

    const unproven = await member({ proven: false })
    expect((await erase(unproven.token)).status).toBe(409)
    for (const one of [email, payer.email, staff.email, unproven.email])
      expect((await logIn(one)).status).toBe(201)
    expect(userId).toBeGreaterThan(0)
  })
})
