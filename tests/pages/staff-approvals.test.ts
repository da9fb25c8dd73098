import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import { sellOrder } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let admin: Browser
let staff: Browser
let colleague: Browser
let colleagueId: number
let orderId: number
beforeAll(async () => {
  shop = await openPayingShop()
  const pages = await openShopPages(shop)
  admin = await pages.browser({ token: await logIn(shop, 'admin@example.com') })
  staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
  const member = await openStaffMember(shop.deps)
  colleague = await pages.browser({ token: member.token })
  colleagueId = member.userId
  orderId = (await sellOrder(shop)).order.id
})
afterAll(() => shop.close())

const vouchers = () => shop.count('select count(*) from vouchers where order_id = $1', orderId)

test('a voucher above the limit is asked for with what was typed, and given by a colleague', async () => {
  const path = `/staff/orders/${String(orderId)}`
  const typed = { amount: '2600', type: 'goodwill', description: 'A day in the fog', key: 'voucher once' }
  const refused = await staff.post(path, { intent: 'voucher', ...typed })
  expect(refused.status).toBe(403)
  expect(refused.html).toMatch(/<button[^>]*value="ask_voucher"[^>]*>Ask for approval/)
  expect(refused.html).toContain('value="2600"')
  expect(refused.html).toContain('value="A day in the fog"')
  expect((await staff.get(path)).html).not.toContain('Ask for approval')

  const asked = await staff.post(path, { intent: 'ask_voucher', ...typed })
  expect(asked).toMatchObject({ status: 303, location: path })
  expect(await vouchers()).toBe(0)
  const queue = (await admin.get('/staff')).html
  expect(queue).toMatch(/Waits for approval[^]*Voucher, \$2,600.00[^]*A day in the fog[^]*As goodwill\./)
  expect(queue).toContain('aria-label="Approve: Voucher, $2,600.00"')
  const ownQueue = (await staff.get('/staff')).html
  expect(ownQueue).toContain('An admin decides, or a colleague with a higher limit.')
  expect(ownQueue).not.toContain('value="approve"')

  const own = await staff.get('/staff/approvals')
  expect(own.html).toContain('An admin decides, or a colleague with a higher limit.')
  expect(own.html).not.toContain('value="approve"')
  const shown = await admin.get('/staff/approvals')
  expect(shown.html).toContain('Voucher, $2,600.00')
  expect(shown.html).toContain('A day in the fog')
  const approval = /name="approval" value="(\d+)"/.exec(shown.html)?.[1] ?? ''

  const form = { approval, intent: 'approve' }
  expect(await admin.post('/staff/approvals', form)).toMatchObject({ status: 303 })
  expect(await vouchers()).toBe(1)
  const again = await admin.post('/staff/approvals', form)
  expect(again.status).toBe(409)
  expect(again.html).toContain('This was decided already')
  expect(await vouchers()).toBe(1)
})

test('a refund above the limit is asked for from its preview, and a colleague can refuse it', async () => {
  await shop.deps.database.query(
    "update users set staff_limit_cents = 1000 where email = 'staff@example.com'",
  )
  const order = (await sellOrder(shop)).order.id
  const path = `/staff/orders/${String(order)}`
  const typed = { how: 'amount', amount: '30', reason: 'Late' }
  const refused = await staff.post(path, { intent: 'preview', ...typed })
  expect(refused.status).toBe(403)
  expect(refused.html).toMatch(/<button[^>]*value="ask_refund"[^>]*>Ask for approval/)
  expect(await staff.post(path, { intent: 'ask_refund', ...typed })).toMatchObject({ status: 303 })
  const shown = await admin.get('/staff/approvals')
  expect(shown.html).toContain('Refund, $30.00')
  const approval = /name="approval" value="(\d+)"/.exec(shown.html)?.[1] ?? ''
  await admin.post('/staff/approvals', { approval, intent: 'refuse' })
  expect(await shop.count('select count(*) from order_refunds where order_id = $1', order)).toBe(0)
  expect((await admin.get('/staff/approvals')).html).toContain('Nothing waits for a second person.')
})

test('Today approves and refuses on the row, and says when a colleague was faster', async () => {
  const { userId } = (
    await shop.deps.database.query('select id as "userId" from users where email = \'customer@example.com\'')
  ).rows[0] as { userId: number }
  const token = await logIn(shop, 'staff@example.com')
  const ask = async (path: string, body: unknown) => {
    const approval = { method: 'POST', path, body }
    const asked = await shop.call('POST', '/v1/approvals', { token, body: { approval } })
    expect(asked.status).toBe(201)
    const { html } = await admin.get('/staff')
    return { html, id: /name="approval" value="(\d+)"/.exec(html)?.[1] ?? '' }
  }
  const credit = { user_id: userId, amount: 5000, credit_type: 'promotion', reason: 'A long wait' }
  const { html, id } = await ask('/v1/credits', { credit })
  expect(html).toContain('Account credit, $5,000.00')
  expect(html).toContain(`href="/staff/customers/${String(userId)}"`)
  expect(html).toContain('A long wait')
  expect(html).toContain('For a promotion.')
  for (const raw of ['credit type', 'user id', '5000', 'amount:']) expect(html).not.toContain(raw)

  expect(await admin.post('/staff', { approval: id, intent: 'approve' })).toMatchObject({
    status: 303,
    location: '/staff?decided=approve',
  })
  expect(await shop.count("select count(*) from credits where reason = 'A long wait'")).toBe(1)
  expect((await admin.get('/staff?decided=approve')).html).toContain('Approved and done.')
  const again = await admin.post('/staff', { approval: id, intent: 'refuse' })
  expect(again.status).toBe(409)
  expect(again.html).toContain('This was decided already')

  const second = await ask('/v1/credits', { credit: { ...credit, reason: 'Another wait' } })
  expect((await admin.post('/staff', { approval: second.id, intent: 'refuse' })).location).toBe(
    '/staff?decided=refuse',
  )
  expect(await shop.count("select count(*) from credits where reason = 'Another wait'")).toBe(0)
})

test('a price that waits is told by the words of its page, with a link to the row', async () => {
  const token = await logIn(shop, 'staff@example.com')
  const approval = { method: 'PATCH', path: '/v1/fares/61', body: { fare: { seat_price: 1 } } }
  expect((await shop.call('POST', '/v1/approvals', { token, body: { approval } })).status).toBe(201)
  const { html } = await admin.get('/staff/approvals')
  expect(html).toContain('<a href="/staff/catalogue/fares/61">Price of a fare</a>')
  expect(html).toContain('Seat price: $1.00.')
})

test('a clerk whose limit is too low as well reads who decides, and finds no buttons', async () => {
  const { query } = shop.deps.database
  await query("update users set staff_limit_cents = 1000 where email = 'staff@example.com'")
  const order = (await sellOrder(shop)).order.id
  const token = await logIn(shop, 'staff@example.com')
  for (const [method, path, body] of [
    ['POST', '/v1/refunds', { refund: { order_id: order, amount: 30, reason: 'Fog' } }],
    ['PATCH', '/v1/fares/61', { fare: { seat_price: 1 } }],
  ] as const) {
    const approval = { method, path, body }
    expect((await shop.call('POST', '/v1/approvals', { token, body: { approval } })).status).toBe(201)
  }
  const button = 'aria-label="Approve: Refund, $30.00"'
  for (const page of ['/staff', '/staff/approvals']) {
    await query('update users set staff_limit_cents = null where id = $1', [colleagueId])
    expect((await colleague.get(page)).html, page).toContain(button)
    await query('update users set staff_limit_cents = 2000 where id = $1', [colleagueId])
    const { html } = await colleague.get(page)
    expect(html, page).not.toContain(button)
    expect(html, page).toContain(
      'It is above your limit, too: an admin decides, or a colleague with a higher limit.',
    )
    expect(html, 'a price waits, too, and no clerk decides about it').toContain('An admin decides.')
    expect(html).not.toContain('value="approve"')
    expect((await admin.get(page)).html, page).toContain(button)
  }
})

test('a price and many codes above the limit are asked for from their own pages', async () => {
  const fare = '/staff/catalogue/fares/62'
  const refused = await staff.post(fare, { intent: 'save', seat_price: '1' })
  expect(refused.status).toBe(403)
  expect(refused.html).toMatch(/<button[^>]*value="ask"[^>]*>Ask for approval/)
  expect(refused.html).toMatch(/name="seat_price"[^>]*value="1"/)
  expect((await staff.get(fare)).html).not.toContain('Ask for approval')
  expect(await staff.post(fare, { intent: 'ask', seat_price: '1' })).toMatchObject({
    status: 303,
    location: `${fare}?asked=waits`,
  })
  expect((await staff.get(`${fare}?asked=waits`)).html).toContain('A colleague has to approve this now')
  expect((await admin.get('/staff/approvals')).html).toContain(`<a href="${fare}">Price of a fare</a>`)

  const discount = { name: 'Free', invoice_description: 'Free', publish_status: 'published', percent: 100 }
  const made = await shop.call('POST', '/v1/discounts', {
    token: await logIn(shop, 'admin@example.com'),
    body: { discount },
  })
  const { id } = (made.body as { discount: { id: number } }).discount
  const codes = '/staff/catalogue/codes'
  const typed = { discount_id: String(id), quantity: '3', prefix: 'FREE', redemption_limit: '1' }
  const tooMuch = await staff.post(codes, { ...typed, key: 'three codes' })
  expect(tooMuch.status).toBe(403)
  expect(tooMuch.html).toMatch(/<button[^>]*value="ask"[^>]*>Ask for approval/)
  expect(tooMuch.html).toContain('value="FREE"')
  // A second press asks for the same.
  for (let press = 1; press <= 2; press++) {
    expect(await staff.post(codes, { ...typed, key: 'three codes', intent: 'ask' })).toMatchObject({
      status: 303,
      location: `${codes}?asked=waits`,
    })
  }
  const asked = "select count(*) from approvals where path = '/v1/discount_code_batches'"
  expect(await shop.count(asked)).toBe(1)
  expect(await shop.count('select count(*) from discount_codes where discount_id = $1', id)).toBe(0)
})

test('cancelling above the limit is asked for with the amount of the rule', async () => {
  const { query } = shop.deps.database
  await query("update users set staff_limit_cents = 1000 where email = 'staff@example.com'")
  const order = (await sellOrder(shop)).order.id
  const path = `/staff/orders/${String(order)}`
  const typed = { how: 'rule', reason: 'Broke a leg' }
  const refused = await staff.post(path, { ...typed, intent: 'cancel_preview' })
  expect(refused.status).toBe(403)
  expect(refused.html).toMatch(/<button[^>]*value="ask_cancel"[^>]*>Ask for approval/)
  expect(refused.html).toContain('value="Broke a leg"')
  expect(await staff.post(path, { ...typed, intent: 'ask_cancel' })).toMatchObject({ status: 303 })
  const approval = `select id from approvals where path = '/v1/orders/${String(order)}/staff_cancellations'`
  const [waiting] = (await query(approval)).rows
  expect(
    await admin.post('/staff/approvals', { approval: String(waiting?.['id']), intent: 'approve' }),
  ).toMatchObject({ status: 303 })
  expect(await shop.count("select count(*) from orders where id = $1 and status = 'refunded'", order)).toBe(1)
})
