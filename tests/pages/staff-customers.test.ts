import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { giveCredit, giveGiftCard, openAccount } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages } from '#tests/support/shop-pages.ts'
import { sellOrder } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let staff: Browser
let customer: Browser
let admin: Browser
beforeAll(async () => {
  shop = await openPayingShop()
  const pages = await openShopPages(shop)
  staff = await pages.browser({ token: (await openStaffMember(shop.deps)).token })
  admin = await pages.browser({ token: (await openStaffMember(shop.deps, 'admin')).token })
  customer = await pages.browser({ token: (await openAccount(shop.deps)).token })
})
afterAll(() => shop.close())

const mainOf = (html: string) =>
  (/<main.*<\/main>/s.exec(html)?.[0] ?? '').replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const pageOf = (userId: number) => `/staff/customers/${String(userId)}`

describe('customers on the staff side', () => {
  test('staff find and see customers without their codes', async () => {
    const who = await openAccount(shop.deps)
    const gift = await giveGiftCard(shop.deps, who.userId)
    await giveCredit(shop.deps, who.userId, 12)
    const found = await staff.get(`/staff/customers?q=${encodeURIComponent(who.email)}`)
    expect(found.html).toContain(`href="${pageOf(who.userId)}"`)
    const { status, html } = await staff.get(pageOf(who.userId))
    expect(status).toBe(200)
    expect(mainOf(html)).toContain('$12.00')
    expect(html).not.toContain(gift.code)
    const none = mainOf((await staff.get('/staff/customers?q=nobody-at-all')).html)
    expect(none).toContain('0 people')
    expect(none).toContain('Nobody fits. The beginning of a name')
    expect((await staff.get('/staff/customers/999999')).status).toBe(404)
  })

  test('the page shows what is to come, what was paid for, and the history with names', async () => {
    const { order, buyer } = await sellOrder(shop, { seats: 2 })
    const { html } = await staff.get(pageOf(buyer.userId))
    const main = mainOf(html)
    expect(main).toMatch(new RegExp(`To come .*O-${String(order.id)}.* Flown and past None so far`))
    expect(main).toContain(`Ordered O-${String(order.id)} on the web`)
    expect(main).toContain('Only the customer can say yes to news.')
    expect(mainOf((await staff.get(`${pageOf(buyer.userId)}?show=notes`)).html)).toContain(
      'Nothing noted yet.',
    )
  })

  test('credit is given once on the page, with the giver in the history, and bad input stays', async () => {
    const who = await openAccount(shop.deps)
    const path = pageOf(who.userId)
    const form = { intent: 'credit', key: crypto.randomUUID(), type: 'goodwill' }
    const wrong = await staff.post(path, { ...form, amount: 'some', description: 'Waited two hours' })
    expect(wrong.status).toBe(422)
    expect(mainOf(wrong.html)).toContain('Please type an amount in dollars')
    expect(wrong.html).toContain('value="Waited two hours"')
    const right = { ...form, amount: '40', description: 'Waited two hours' }
    for (let sent = 0; sent < 2; sent += 1)
      expect(await staff.post(path, right)).toMatchObject({ status: 303, location: `${path}?credit=1` })
    const main = mainOf((await staff.get(`${path}?credit=1`)).html)
    expect(main).toContain('The credit is on the account.')
    expect(main).toContain('There are $40.00 on the account.')
    expect(main).toMatch(/\$40\.00 of credit given\. Reason: Waited two hours Ida Lund/)
    expect((await customer.post(path, right)).status).toBe(404)
  })

  test('two accounts are merged once, after a preview', async () => {
    const [kept, merged] = [await openAccount(shop.deps), await openAccount(shop.deps)]
    await giveCredit(shop.deps, merged.userId, 30)
    const lost = await staff.get(`${pageOf(kept.userId)}/merge?other=nobody@example.com`)
    expect(lost).toMatchObject({
      status: 303,
      location: `${pageOf(kept.userId)}?other=nobody%40example.com#merge`,
    })
    expect(mainOf((await staff.get(lost.location ?? '')).html)).toContain('Nobody has this address')
    const path = `${pageOf(kept.userId)}/merge?other=${encodeURIComponent(merged.email)}`
    const seen = await staff.get(path)
    expect(mainOf(seen.html)).toContain('$30.00 of credit')
    const form = { merged: String(merged.userId), key: 'a-key' }
    expect(await staff.post(path, form)).toMatchObject({
      status: 303,
      location: `${pageOf(kept.userId)}?merged=1`,
    })
    expect((await staff.post(path, form)).status).toBe(303)
    expect(mainOf((await staff.get(`${pageOf(kept.userId)}?merged=1`)).html)).toContain(
      `The account of ${merged.email} was put together with this one. Ida Lund`,
    )
    expect(await staff.get(pageOf(merged.userId))).toMatchObject({
      status: 303,
      location: pageOf(kept.userId),
    })
    const again = await staff.get(`${pageOf(kept.userId)}/merge?other=${encodeURIComponent(merged.email)}`)
    expect(mainOf(again.html)).toContain('These are one account already.')
    expect(again.html).not.toContain('Put them together</button>')
  })

  test('only staff see customers', async () => {
    for (const path of ['/staff/customers', '/staff/customers/1', '/staff/customers/1/merge?other=a@b.co']) {
      expect((await customer.get(path)).status, path).toBe(404)
    }
  })
})

describe('staff and roles', () => {
  test('an admin invites, changes, suspends and restores staff, and nobody else sees the page', async () => {
    const PATH = '/staff/people'
    const wrong = await admin.post(PATH, {
      intent: 'invite',
      email: 'nobody',
      first_name: 'Una',
      role_ids: '2',
    })
    expect(wrong.status).toBe(422)
    expect(wrong.html).toContain('value="nobody"')
    const wish = {
      intent: 'invite',
      email: 'una@example.com',
      first_name: 'Una',
      last_name: 'Okafor',
      role_ids: '2',
    }
    expect(await admin.post(PATH, wish)).toMatchObject({ status: 303, location: `${PATH}?done=invited` })
    const page = await admin.get(`${PATH}?done=invited`)
    expect(mainOf(page.html)).toContain('The invitation is in the mail.')
    expect(mainOf(page.html)).toContain('Una Okafor una@example.com · Staff Invited')
    const { rows } = await shop.deps.database.query("select id from users where email = 'una@example.com'")
    const id = String(rows[0]?.['id'])
    const unclear = await admin.post(PATH, { intent: 'limit', id, staff_limit: 'much' })
    expect(unclear.status).toBe(422)
    expect(mainOf(unclear.html)).toContain('Please type an amount in dollars')
    expect(unclear.html).toContain('value="much"')
    expect((await admin.post(PATH, { intent: 'limit', id, staff_limit: '$1,250.50' })).location).toBe(
      `${PATH}?done=limited&id=${id}`,
    )
    const limited = mainOf((await admin.get(`${PATH}?done=limited&id=${id}`)).html)
    expect(limited).toContain('The limit of Una Okafor is changed.')
    expect(limited).toContain('Gives at most $1,250.50')
    await admin.post(PATH, { intent: 'limit', id, staff_limit: '' })
    expect(mainOf((await admin.get(PATH)).html)).toContain('Limit of everybody')
    expect((await admin.post(PATH, { intent: 'roles', id, role_ids: '3' })).location).toBe(
      `${PATH}?done=changed&id=${id}`,
    )
    expect((await admin.post(PATH, { intent: 'suspend', id })).location).toBe(
      `${PATH}?done=suspended&id=${id}`,
    )
    expect(mainOf((await admin.get(PATH)).html)).toContain('Una Okafor una@example.com · Pilot Suspended')
    expect((await admin.post(PATH, { intent: 'restore', id })).location).toBe(
      `${PATH}?done=restored&id=${id}`,
    )
    const missing = await admin.post(PATH, { intent: 'reset', id })
    expect(missing.status).toBe(409)
    expect(mainOf(missing.html)).toContain('No app is set up for this account yet.')
    for (const other of [staff, customer]) {
      expect((await other.get(PATH)).status).toBe(404)
      expect((await other.post(PATH, wish)).status).toBe(404)
    }
  })
})
