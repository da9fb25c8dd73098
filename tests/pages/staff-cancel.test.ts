import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  createSellHelpers,
  readOrderId,
  readFormKey,
  readMainText,
  openStaffShop,
  readRedirectPath,
  readFieldValue,
} from '#tests/support/staff-sell.ts'
import { type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, type ShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let pages: ShopPages
let staff: Browser
let staffToken: string
beforeAll(async () => {
  ;({ shop, staff, pages, staffToken } = await openStaffShop())
})
afterAll(() => shop.close())

const { sell, dueOf, brokenPromises } = createSellHelpers(() => ({ shop, staff }))

describe('cancelling for the customer', () => {
  const paid = async (email: string) => {
    const path = readRedirectPath((await sell({ email })).location)
    expect(
      (await staff.post(path, { intent: 'reader', due: await dueOf(path), slip: `C ${email}` })).status,
    ).toBe(303)
    return path
  }
  const statusOf = (path: string, status: string) =>
    shop.count('select count(*) from orders where id = $1 and status = $2', readOrderId(path), status)
  const held = (path: string) =>
    shop.count(
      "select coalesce(sum(seats), 0)::int from holds where order_id = $1 and state = 'sold'",
      readOrderId(path),
    )

  test('staff see the refund of the rule first, and it is given once', async () => {
    const path = await paid('rule@example.com')
    const wish = { how: 'rule', reason: 'Broke a leg' }
    expect((await staff.post(path, { ...wish, reason: '', intent: 'cancel_preview' })).status).toBe(422)
    const seen = await staff.post(path, { ...wish, intent: 'cancel_preview' })
    expect(seen.status).toBe(200)
    expect(readMainText(seen.html)).toMatch(/This would come back .*Card at the counter.* \$504\.00/)
    expect(await statusOf(path, 'completed')).toBe(1)
    const [key = '', said = ''] = [
      readFormKey(seen.html),
      readFieldValue(seen.html, 'seen')?.replaceAll('&quot;', '"'),
    ]
    for (let pressed = 0; pressed < 2; pressed++) {
      expect((await staff.post(path, { ...wish, intent: 'cancel', key, seen: said })).status).toBe(303)
    }
    expect(await statusOf(path, 'refunded')).toBe(1)
    expect(await held(path)).toBe(0)
    expect(
      await shop.count('select count(*) from order_refunds where order_id = $1', readOrderId(path)),
    ).toBe(1)
    const told =
      "select count(*) from audit_log where resource = 'orders' and resource_id = $1 and " +
      "after->>'reason' = 'Broke a leg'"
    expect(await shop.count(told, readOrderId(path))).toBe(1)
    expect(readMainText((await staff.get(path)).html)).toContain('The order is cancelled.')
    expect(await brokenPromises()).toEqual([])
  })

  test('a disputed payment cannot be cancelled, even after the rule’s deadline', async () => {
    const path = await paid('disputed@example.com')
    const { query } = shop.deps.database
    await query("update payments set dispute_state = 'open' where order_id = $1", [readOrderId(path)])
    // The rule's deadline is long past before this flight leaves.
    await query('update products set cancel_until_hours = 8760 where id = 6')
    const wish = { how: 'own', amount: '0', reason: 'They asked' }
    expect((await staff.post(path, { ...wish, intent: 'cancel_preview' })).status).toBe(409)
    expect(await statusOf(path, 'completed')).toBe(1)
    await query('update products set cancel_until_hours = 48 where id = 6')
    await query('update payments set dispute_state = null where order_id = $1', [readOrderId(path)])
  })

  test('staff refund another amount with a reason, which cancels the order and keeps the rest', async () => {
    const path = await paid('part@example.com')
    const wish = { how: 'own', amount: '100', reason: 'Half a mistake of ours' }
    const much = await staff.post(path, { ...wish, amount: '504.01', intent: 'cancel_preview' })
    expect([much.status, much.html.includes('value="Half a mistake of ours"')]).toEqual([422, true])
    expect(readMainText(much.html)).toContain('There is $504.00 left to give back')
    const body = (cancellation: object) => ({ token: staffToken, body: { cancellation } })
    const call = `/v1/orders/${String(readOrderId(path))}/staff_cancellations`
    const other = await shop.call('POST', call, body({ amount: 100, expected_amount: 504, reason: 'x' }))
    expect(other).toMatchObject({
      status: 409,
      body: { code: 'price_changed', cancellation: { amount: 100 } },
    })
    const seen = await staff.post(path, { ...wish, intent: 'cancel_preview' })
    const said = readFieldValue(seen.html, 'seen')?.replaceAll('&quot;', '"') ?? ''
    expect(
      (await staff.post(path, { ...wish, intent: 'cancel', key: readFormKey(seen.html) ?? '', seen: said }))
        .status,
    ).toBe(303)
    expect(await statusOf(path, 'cancelled')).toBe(1)
    expect(await held(path)).toBe(0)
    expect(
      await shop.count(
        'select sum(amount_cents)::int from order_refunds where order_id = $1',
        readOrderId(path),
      ),
    ).toBe(10_000)
    const again = await shop.call('POST', call, body({ amount: 1, expected_amount: 1, reason: 'x' }))
    expect(again.status).toBe(409)
    expect(await brokenPromises()).toEqual([])
  })

  test('the refund limit of each role holds, and others cannot cancel', async () => {
    const path = await paid('limit@example.com')
    await shop.deps.database.query(
      'insert into order_refunds (order_id, origin, actor, reason, lines, tenders, ' +
        "amount_cents, created_at) select $1, 'staff', 'user:2', 'before', '[]', $2, 0, now()",
      [
        readOrderId(path),
        JSON.stringify({
          cardCents: 0,
          creditCents: 0,
          vouchers: [],
          giftCards: [{ id: 1, amountCents: 249_000 }],
        }),
      ],
    )
    const call = (to: string) => `/v1/orders/${String(readOrderId(path))}/${to}`
    const over = { cancellation: { amount: 400, expected_amount: 400, reason: 'x' } }
    for (const to of ['cancellation_previews', 'staff_cancellations']) {
      expect((await shop.call('POST', call(to), { token: staffToken, body: over })).status, to).toBe(403)
      for (const email of ['customer@example.com', 'pilot@example.com']) {
        const token = await logIn(shop, email)
        expect((await shop.call('POST', call(to), { token, body: over })).status, email).toBe(403)
      }
    }
    const token = await logIn(shop, 'admin@example.com')
    expect((await shop.call('POST', call('cancellation_previews'), { token, body: over })).status).toBe(200)
    await shop.deps.database.query("delete from order_refunds where reason = 'before'")
  })
})

describe('cancelling an unpaid order', () => {
  const link = async (email: string) => {
    await shop.runDueNow()
    return /\/pay\/[\w-]+/.exec(shop.mailer.to(email).at(-1)?.text ?? '')?.[0] ?? ''
  }
  const stateOf = (path: string, status: string) =>
    shop.count('select count(*) from orders where id = $1 and status = $2', readOrderId(path), status)
  const kept = (path: string) =>
    shop.count(
      "select coalesce(sum(seats), 0)::int from holds where order_id = $1 and state = 'held'",
      readOrderId(path),
    )

  test('cancelling an unpaid order frees its seats, ends its link and notifies the customer', async () => {
    const email = 'gone@example.com'
    const path = readRedirectPath((await sell({ pay: 'link', email })).location)
    const way = await link(email)
    // Another person already has the order's hosted page open.
    const caller = await pages.browser()
    expect((await caller.post(way, {})).location).toContain('/sandbox/checkout/')
    expect(await kept(path)).toBe(2)
    const silent = await staff.post(path, { intent: 'withdraw', reason: '', key: 'w-1' })
    expect([silent.status, await stateOf(path, 'awaiting_payment')]).toEqual([422, 1])
    for (let pressed = 0; pressed < 2; pressed++) {
      expect(
        (await staff.post(path, { intent: 'withdraw', reason: 'Will not come', key: 'w-2' })).status,
      ).toBe(303)
    }
    expect([await stateOf(path, 'cancelled'), await kept(path)]).toEqual([1, 0])
    expect(
      await shop.count(
        "select count(*) from payment_attempts where order_id = $1 and state in ('created', 'open')",
        readOrderId(path),
      ),
    ).toBe(0)
    const told =
      "select count(*) from audit_log where resource = 'orders' and resource_id = $1 and " +
      "after->>'reason' = 'Will not come'"
    expect(await shop.count(told, readOrderId(path))).toBe(1)
    expect(readMainText((await staff.get(path)).html)).toContain(
      'The order is cancelled. Nothing had been paid.',
    )
    await shop.runDueNow()
    const mails = shop.mailer
      .to(email)
      .filter(({ subject }) => subject.startsWith('Your booking was cancelled'))
    expect(mails).toHaveLength(1)
    const late = await (await pages.browser()).post(way, {})
    expect(late.status).toBe(409)
    expect(readMainText(late.html)).toMatch(
      /This booking was cancelled and nothing was charged.*This booking is over/,
    )
    expect(late.html).not.toContain('See it and pay')
    expect(await brokenPromises()).toEqual([])
  })

  test('no mail goes to a customer who got no link, and codes are returned', async () => {
    const email = 'counter.gone@example.com'
    const path = readRedirectPath((await sell({ email })).location)
    expect((await staff.post(path, { intent: 'withdraw', reason: 'Ran away', key: 'w-3' })).status).toBe(303)
    await shop.runDueNow()
    expect(shop.mailer.to(email)).toEqual([])
    expect(await brokenPromises()).toEqual([])
  })

  test('a paid order is not cancelled this way, and others cannot use it', async () => {
    const path = readRedirectPath((await sell({ email: 'faster@example.com' })).location)
    const call = `/v1/orders/${String(readOrderId(path))}/staff_cancellations`
    const body = { cancellation: { unpaid: true, expected_amount: 0, reason: 'x' } }
    for (const email of ['customer@example.com', 'pilot@example.com']) {
      expect((await shop.call('POST', call, { token: await logIn(shop, email), body })).status).toBe(403)
    }
    expect((await staff.post(path, { intent: 'reader', due: await dueOf(path), slip: 'W-1' })).status).toBe(
      303,
    )
    const late = await staff.post(path, { intent: 'withdraw', reason: 'Too late', key: 'w-4' })
    expect(late.status).toBe(409)
    expect(await stateOf(path, 'completed')).toBe(1)
    const shown = await shop.call('POST', call.replace('staff_cancellations', 'cancellation_previews'), {
      token: staffToken,
      body: { cancellation: { unpaid: true, reason: 'x' } },
    })
    expect(shown).toMatchObject({ status: 409, body: { code: 'already_paid' } })
  })
})
