import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  createSellHelpers,
  readOrderId,
  readMainText,
  openStaffShop,
  readRedirectPath,
  readFieldValue,
} from '#tests/support/staff-sell.ts'
import { giveVoucher } from '#tests/support/give-tenders.ts'
import { type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, type ShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import { consentWords } from '#tests/support/texted-buyer.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let pages: ShopPages
let staff: Browser
beforeAll(async () => {
  ;({ shop, staff, pages } = await openStaffShop())
})
afterAll(() => shop.close())

const { saleOf, sell, dueOf, ledger, brokenPromises } = createSellHelpers(() => ({ shop, staff }))

describe('a sale at the counter', () => {
  let path: string

  test('staff see open departures and hold seats for a customer by e-mail', async () => {
    const { departAt } = await shop.nextFlight()
    const page = await staff.get(`/staff/sell?product=6&date=${departAt.slice(0, 10)}`)
    expect(page.status).toBe(200)
    expect(page.html).toMatch(/name="choose" value="departure=/)
    expect(readMainText(page.html)).toMatch(/\d:\d\d [ap]m ?\d left ?[\d,]+ lb free ?\$/)
    const sold = await sell()
    expect(sold.status).toBe(303)
    path = readRedirectPath(sold.location)
    expect(readMainText((await staff.get(path)).html)).toContain('· sold at the counter ·')
    expect(
      await shop.count(
        "select count(*) from orders where email = 'walk.in@example.com' and channel = 'counter'",
      ),
    ).toBe(1)
    expect(
      await shop.count("select count(*) from passengers where full_name = 'Ada Lind' and weight_lbs = 150"),
    ).toBe(1)
    const wrong = await sell({ email: 'nobody', names: 'Ada <Lind>' })
    expect(wrong.status).toBe(422)
    expect(wrong.html).toContain('Ada &lt;Lind&gt;')
    const empty = {
      departure: '',
      quantity: '1',
      name_1: 'Bo <Lind>',
      email: 'bo@example.com',
      full_name: '',
      phone: '',
      pay: 'later',
    }
    const full = await staff.post('/staff/sell?product=6&date=2020-01-01', empty)
    expect(full.status).toBe(422)
    expect(full.html).toContain('Bo &lt;Lind&gt;')
  })

  test('a form sent several times makes one sale and one mail', async () => {
    const { departureId, departAt } = await shop.nextFlight()
    const { html } = await staff.get(`/staff/sell?product=6&date=${departAt.slice(0, 10)}`)
    const form = {
      ...{ key: readFieldValue(html, 'key') ?? '', departure: `${String(departureId)} ${departAt}` },
      ...{ email: 'twice@example.com', pay: 'link' },
    }
    const [first, second] = [await sell(form), await sell(form)]
    expect([first.status, second.status]).toEqual([303, 303])
    expect(second.location).toBe(first.location)
    expect(await shop.count("select count(*) from orders where email = 'twice@example.com'")).toBe(1)
    await shop.runDueNow()
    expect(shop.mailer.to('twice@example.com')).toHaveLength(1)
    expect((await sell({ ...form, quantity: '1', names: '' })).location).not.toBe(first.location)
  })

  test('the link to pay is texted to who said yes, and nothing is sold before they did', async () => {
    const texted = { email: 'by.text@example.com', phone: '(201) 555-0142', pay: 'text' }
    const sold = "select count(*) from orders where email = 'by.text@example.com'"
    const noPhone = await sell({ ...texted, phone: '' })
    expect(noPhone.status).toBe(422)
    expect(readMainText(noPhone.html)).toContain('Please type the phone number that the link goes to.')
    const noYes = await sell(texted)
    expect(noYes.status).toBe(422)
    expect(readMainText(noYes.html)).toContain('tick the box once they have said yes to texts')
    expect(readFieldValue(noYes.html, 'phone')).toBe('(201) 555-0142')
    expect(await shop.count(sold)).toBe(0)
    const done = await sell({ ...texted, text_consent: await consentWords(shop) })
    expect(done.status).toBe(303)
    const page = readMainText((await staff.get(readRedirectPath(done.location))).html)
    expect(page).toContain('A link to pay was texted to')
    expect(await shop.count(`${sold} and channel = 'phone'`)).toBe(1)
    expect(await shop.count("select count(*) from texts where kind = 'payment_link'")).toBe(1)
  })

  test('a refused sale holds no seats and creates no account', async () => {
    const known = "select count(*) from users where email = 'refused@example.com'"
    const email = 'Refused@example.com'
    expect((await sell({ email, quantity: '60' })).status).toBe(409)
    const code = { customer: { email, full_name: 'Ray Fuse' }, discount_code_code: 'NOSUCHCODE' }
    const { departureId, departAt } = await shop.nextFlight()
    const seats = [{ departure_id: departureId, depart_at: departAt, quantity: 1 }]
    const order = { brand_id: 1, ...code, order_item_seats_attributes: seats, terms_and_conditions: true }
    const token = await logIn(shop, 'staff@example.com')
    expect((await shop.call('POST', '/v1/orders', { token, body: { order } })).status).toBe(422)
    const right = { ...order, discount_code_code: null }
    const dear = { order: { ...right, total_price: 1 } }
    expect((await shop.call('POST', '/v1/orders', { token, body: dear })).status).toBe(409)
    expect(await shop.count(known)).toBe(0)
    expect((await shop.call('POST', '/v1/orders', { token, body: { order: right } })).status).toBe(201)
    expect(await shop.count(`${known} and first_name = 'Ray' and last_name = 'Fuse'`)).toBe(1)
  })

  test('cash needs an open drawer and completes the order once', async () => {
    const due = await dueOf(path)
    const closed = await staff.post(path, { intent: 'cash', due, handed: '' })
    expect(closed.status).toBe(409)
    expect(readMainText(closed.html)).toContain('You have no open drawer')
    expect(await shop.count('select count(*) from payments where order_id = $1', readOrderId(path))).toBe(0)
    expect((await staff.post('/staff/drawer', { intent: 'open', opening: '100' })).status).toBe(303)
    const little = await staff.post(path, { intent: 'cash', due, handed: '5' })
    expect(little.status).toBe(422)
    expect(readFieldValue(little.html, 'handed')).toBe('5')
    const key = /name="key" value="(cash [^"]+)"/.exec(little.html)?.[1] ?? ''
    const cash = { intent: 'cash', due, handed: `$${(Number(due) + 47.65).toFixed(2)}`, key }
    for (let pressed = 0; pressed < 2; pressed++) expect((await staff.post(path, cash)).status).toBe(303)
    const said = 'Paid. Give $47.65 back.'
    expect(readMainText((await staff.get(path)).html)).toContain(said)
    expect(readMainText((await staff.get(path)).html)).not.toContain(said)
    expect((await staff.post(path, { intent: 'cash', due, handed: '' })).status).toBe(409)
    const cents = Math.round(Number(due) * 100)
    expect(await ledger(readOrderId(path), 'cash')).toBe(cents)
    expect(await ledger(readOrderId(path), 'stripe')).toBe(0)
    expect(await shop.count('select sum(amount_cents)::int from drawer_movements')).toBe(cents)
    expect(readMainText((await staff.get(path)).html)).toContain('Cash')
    expect(await brokenPromises()).toEqual([])
  })

  test('a cash refund is recorded and leaves the drawer when it is paid out', async () => {
    const before = await shop.count('select sum(amount_cents)::int from drawer_movements')
    const seen = await staff.post(path, { how: 'all', reason: 'Changed their mind', intent: 'preview' })
    const key = /name="key" value="([^"]+)"/.exec(seen.html)?.[1] ?? ''
    expect(
      (await staff.post(path, { how: 'all', reason: 'Changed their mind', intent: 'refund', key })).status,
    ).toBe(303)
    expect(await ledger(readOrderId(path), 'cash')).toBe(before)
    const page = await staff.get(path)
    expect(readMainText(page.html)).toContain('To hand out')
    await shop.runDueNow()
    const mail = shop.mailer.to('walk.in@example.com').at(-1)
    expect(mail?.subject).toMatch(/^Your refund of /)
    expect(mail?.text).toContain('in cash waits for you at our desk')
    expect(mail?.text).not.toContain('Banks')
    expect(await brokenPromises(61)).not.toContain('owed_money')
    const refund = /name="refund" value="(\d+)"/.exec(page.html)?.[1] ?? ''
    for (let pressed = 0; pressed < 2; pressed++) {
      expect((await staff.post(path, { intent: 'hand_out', refund })).status).toBe(303)
    }
    expect(await ledger(readOrderId(path), 'cash')).toBe(0)
    expect(await shop.count('select sum(amount_cents)::int from drawer_movements')).toBe(0)
    const other = await pages.browser({ token: await logIn(shop, 'admin@example.com') })
    const late = await other.post(path, { intent: 'hand_out', refund })
    expect(late.status).toBe(409)
    expect(readMainText(late.html)).toContain('Somebody else has handed this refund out already')
    const after = readMainText((await staff.get(path)).html)
    expect(after).not.toContain('To hand out')
    expect(after).toMatch(/\$[\d,]+\.\d\d handed out\./)
    expect(await brokenPromises()).toEqual([])
  })

  test('a refund that is not collected within three days becomes a task until it is paid out', async () => {
    const path = readRedirectPath((await sell({ email: 'away@example.com' })).location)
    expect((await staff.post(path, { intent: 'reader', due: await dueOf(path), slip: 'T-1' })).status).toBe(
      303,
    )
    const body = { refund: { order_id: Number(readOrderId(path)), reason: 'Their wish' } }
    const token = await logIn(shop, 'staff@example.com')
    expect((await shop.call('POST', '/v1/refunds', { token, body })).status).toBe(201)
    const open = () =>
      shop.count(
        "select count(*) from staff_tasks where kind = 'refund_to_hand_out' and state = 'open' " +
          'and order_id = $1',
        readOrderId(path),
      )
    const today = async () => readMainText((await staff.get('/staff')).html)
    await shop.runDueNow()
    expect(await open()).toBe(0)
    await shop.deps.database.query(
      "update refunds set created_at = created_at - interval '3 days' where order_id = $1",
      [readOrderId(path)],
    )
    await shop.runDueNow()
    await shop.runDueNow()
    expect(await open()).toBe(1)
    expect(await today()).toContain('A refund that nobody fetched for days')
    const refund = /name="refund" value="(\d+)"/.exec((await staff.get(path)).html)?.[1] ?? ''
    expect((await staff.post(path, { intent: 'hand_out', refund })).status).toBe(303)
    expect(await open()).toBe(0)
    expect(await today()).not.toContain('A refund that nobody fetched for days')
    await shop.runDueNow()
    expect(await open()).toBe(0)
  })

  test('one slip of the card terminal pays one order', async () => {
    const first = readRedirectPath((await sell()).location)
    const second = readRedirectPath((await sell({ email: 'other@example.com' })).location)
    const by = async (order: string) =>
      staff.post(order, { intent: 'reader', due: await dueOf(order), slip: 'A-1042' })
    expect((await by(first)).status).toBe(303)
    const again = await by(second)
    expect(again.status).toBe(422)
    expect(readMainText(again.html)).toContain('This slip has paid another order already')
    expect(readFieldValue(again.html, 'slip')).toBe('A-1042')
    expect(readMainText((await staff.get(first)).html)).toContain('Paid by the card reader.')
    expect((await staff.post(second, { intent: 'payment_link' })).status).toBe(303)
    expect(readMainText((await staff.get(second)).html)).toContain(
      'A link to pay was mailed to other@example.com.',
    )
    const { html } = await staff.get(second)
    expect(readMainText(html)).toMatch(/The link to pay, to copy\s+Not opened yet\. It works until/)
    const link = readFieldValue(html, 'link_to_copy') ?? ''
    const visitor = await pages.browser()
    expect((await visitor.post(new URL(link).pathname, {})).status).toBe(303)
    expect(readMainText((await staff.get(second)).html)).toMatch(/to copy\s+Opened .* It works until/)
    expect(await ledger(readOrderId(first), 'reader')).toBeGreaterThan(0)
    expect(await brokenPromises()).toEqual([])
  })

  test('staff count the drawer, and a difference is posted to the ledger', async () => {
    const page = await staff.get('/staff/drawer')
    expect(readMainText(page.html)).toMatch(/Should be in it \$100\.00/)
    const drawer = /name="drawer" value="(\d+)"/.exec(page.html)?.[1] ?? ''
    const admin = await pages.browser({ token: await logIn(shop, 'admin@example.com') })
    expect(
      (await admin.post('/staff/drawer', { intent: 'count', drawer, counted: '0', note: '' })).status,
    ).toBe(404)
    const counted = { intent: 'count', drawer, counted: '98.50', note: 'One coin short' }
    const comma = await staff.post('/staff/drawer', { ...counted, counted: '98,50' })
    expect(comma.status).toBe(422)
    expect(readMainText(comma.html)).toContain('as 1250 or 12.50')
    expect(readFieldValue(comma.html, 'note')).toBe('One coin short')
    const much = await staff.post('/staff/drawer', { ...counted, counted: '200,000' })
    expect(readMainText(much.html)).toContain('Must be between 0 and 100,000')
    expect(readFieldValue(much.html, 'counted')).toBe('200,000')
    expect((await staff.post('/staff/drawer', counted)).status).toBe(303)
    expect(readMainText((await staff.get('/staff/drawer')).html)).toMatch(/\$98\.50 .*-?−?\$1\.50/)
    expect(await shop.count("select sum(amount_cents)::int from ledger_entries where account = 'cash'")).toBe(
      -150,
    )
    expect(await brokenPromises()).toEqual([])
  })

  test('a cash posting without a drawer fails the integrity check', async () => {
    await shop.deps.database.query('update drawers set counted_cents = counted_cents + 1')
    expect(await brokenPromises()).toContain('ledger_balance')
    await shop.deps.database.query('update drawers set counted_cents = counted_cents - 1')
  })
})

describe('products of a staff sale', () => {
  test('the price of a staff sale shows before seats are held; an outdated one is refused', async () => {
    const email = 'looks@example.com'
    const { page, form } = await saleOf({ email, kind: 'seat' })
    const shown = await staff.post(page, { ...form, intent: 'price' })
    expect(shown.status).toBe(200)
    expect(readMainText(shown.html)).toMatch(/Total \$[\d,]+\.\d\d/)
    const unseen = await staff.post(page, { ...form, intent: 'sell' })
    expect(readFieldValue(unseen.html, 'seen')).toBe(readFieldValue(shown.html, 'seen'))
    const dear = await staff.post(page, { ...form, intent: 'sell', seen: '1' })
    expect(dear.status).toBe(409)
    expect(readMainText(dear.html)).toContain('The price is another one now')
    expect(readFieldValue(dear.html, 'seen')).toBe(readFieldValue(shown.html, 'seen'))
    expect(readFieldValue(dear.html, 'name_1')).toBe('Ada Lind')
    expect(await shop.count('select count(*) from orders where email = $1', email)).toBe(0)
    const code = await staff.post(page, { ...form, intent: 'price', codes: 'NOSUCHCODE' })
    expect(code.status).toBe(422)
    expect(readFieldValue(code.html, 'seen')).toBeUndefined()
  })

  test('staff sell a whole aircraft with an upgrade', async () => {
    const offered = await staff.get((await saleOf({ kind: 'flight' })).page)
    const upgrade = /name="upgrade" value="(\d+)"/.exec(offered.html)?.[1] ?? ''
    const [, departure = ''] = /name="choose" value="departure=([^"]+)"/.exec(offered.html) ?? []
    const whole = {
      kind: 'flight',
      departure: decodeURIComponent(departure.replaceAll('+', ' ')),
      quantity: '3',
      upgrade,
      email: 'whole@example.com',
    }
    const path = readRedirectPath((await sell(whole)).location)
    expect(
      await shop.count(
        'select count(*) from order_item_upgrades where order_id = $1 and upgrade_id = $2',
        readOrderId(path),
        Number(upgrade),
      ),
    ).toBe(1)
    expect(
      await shop.count(
        "select count(*) from orders where id = $1 and quantity_type = 'flight' and quantity = 3",
        readOrderId(path),
      ),
    ).toBe(1)
  })

  test('gift cards are created when they are paid, and their codes are mailed to the buyer', async () => {
    const gifts = { kind: 'gift_card', quantity: '2', names: '', departure: '', email: 'giver@example.com' }
    const { page } = await saleOf(gifts)
    const fare = /name="fare" value="(\d+)"/.exec((await staff.get(page)).html)?.[1] ?? ''
    const path = readRedirectPath((await sell({ ...gifts, fare })).location)
    const made = () =>
      shop.count(
        'select count(*) from gift_cards g join orders o on o.user_id = g.purchaser_id where o.id = $1',
        readOrderId(path),
      )
    expect(await made()).toBe(0)
    expect((await staff.post(path, { intent: 'reader', due: await dueOf(path), slip: 'G-1' })).status).toBe(
      303,
    )
    expect(await made()).toBe(2)
    await shop.runDueNow()
    expect(shop.mailer.to('giver@example.com').length).toBeGreaterThan(0)
    expect(await brokenPromises()).toEqual([])
  })

  test('a voucher and money, or a gift card alone, pay; nothing is taken before', async () => {
    const { code } = await giveVoucher(shop.deps, 1, { valueCents: 5000 })
    const sold = await sell({ email: 'paper@example.com', codes: code })
    const path = readRedirectPath(sold.location)
    const full = await shop.count('select total_cents from orders where id = $1', readOrderId(path))
    const first = await staff.get(path)
    expect(readFieldValue(first.html, 'due')).toBe(((full - 5000) / 100).toString())
    expect(readFieldValue((await staff.get(path)).html, 'due')).toBe((full / 100).toString())
    const typed = await staff.post(path, { intent: 'codes', codes: code })
    const due = readFieldValue(typed.html, 'due') ?? ''
    expect(due).toBe(((full - 5000) / 100).toString())
    // The head of the page and the place where money is taken say the same.
    for (const { html } of [first, typed])
      expect(readMainText(html)).toContain(`$${((full - 5000) / 100).toFixed(2)} left to pay`)
    expect(
      await shop.count('select count(*) from order_tenders where order_id = $1', readOrderId(path)),
    ).toBe(0)
    const wrong = await staff.post(path, { intent: 'codes', codes: 'AAAA-BBBB-CCCC-DDDD' })
    expect([wrong.status, readFieldValue(wrong.html, 'codes')]).toEqual([422, 'AAAA-BBBB-CCCC-DDDD'])
    const paid = { intent: 'reader', slip: 'V-1', voucher_code: code }
    expect((await staff.post(path, { ...paid, due: String(full / 100) })).status).toBe(422)
    expect(await shop.count('select balance_cents from vouchers order by id desc limit 1')).toBe(5000)
    expect((await staff.post(path, { ...paid, due })).status).toBe(303)
    expect(await shop.count('select balance_cents from vouchers order by id desc limit 1')).toBe(0)
    expect(await ledger(readOrderId(path), 'reader')).toBe(full - 5000)
    const page = await staff.get(path)
    expect(page.html).toContain(`href="/orders/${String(readOrderId(path))}/receipt"`)
    expect((await staff.get(`/orders/${String(readOrderId(path))}/receipt`)).status).toBe(200)
    const { code: big } = await giveVoucher(shop.deps, 1, { valueCents: 500_000 })
    const free = readRedirectPath((await sell({ email: 'all@example.com', codes: big })).location)
    expect(readMainText((await staff.get(free)).html)).toContain('Nothing is left to take')
    expect((await staff.post(free, { intent: 'codes_pay', voucher_code: big })).status).toBe(303)
    expect(
      await shop.count(
        "select count(*) from orders where id = $1 and status = 'completed'",
        readOrderId(free),
      ),
    ).toBe(1)
    expect(await brokenPromises()).toEqual([])
  })
})

describe('goodwill for the customer of a paid order', () => {
  test('staff give a voucher and credit once, with a reason and within the limit', async () => {
    await staff.post('/staff/drawer', { intent: 'open', opening: '0' })
    const path = readRedirectPath((await sell({ email: 'kept@example.com' })).location)
    await staff.post(path, { intent: 'cash', due: await dueOf(path), handed: '' })
    const voucher = {
      intent: 'voucher',
      amount: '25',
      type: 'goodwill',
      description: 'Waited an hour',
      key: 'v 1',
    }
    for (let pressed = 0; pressed < 2; pressed++) expect((await staff.post(path, voucher)).status).toBe(303)
    expect(await shop.count('select count(*) from vouchers where order_id = $1', readOrderId(path))).toBe(1)
    expect(readMainText((await staff.get(path)).html)).toContain('A voucher of $25.00 was given.')
    const much = await staff.post(path, { ...voucher, type: 'weather', amount: '2500.01', key: 'v 2' })
    expect(much.status).toBe(403)
    expect(much.html).toMatch(/<details name="act" id="voucher" open=""/)
    expect(much.html).toMatch(/<details name="act" id="credit"><summary>Account credit/)
    expect(much.html).toMatch(/<option value="weather" selected/)
    expect(much.html).toMatch(/id="voucher-amount"[^>]* value="2500\.01"/)
    expect(readFieldValue(much.html, 'description')).toBe('Waited an hour')
    expect((await staff.post(path, { ...voucher, amount: '12,50', key: 'v 4' })).status).toBe(422)
    const none = await staff.post(path, { ...voucher, description: '', key: 'v 3' })
    expect(none.status).toBe(422)
    const credit = {
      intent: 'credit',
      amount: '10',
      type: 'goodwill',
      description: 'For the wait',
      key: 'c 1',
    }
    for (let pressed = 0; pressed < 2; pressed++) expect((await staff.post(path, credit)).status).toBe(303)
    expect(readMainText((await staff.get(path)).html)).toContain('Credit of $10.00 was given.')
    expect(await shop.count('select count(*) from credits where order_id = $1', readOrderId(path))).toBe(1)
    expect((await staff.post(path, { intent: 'move_link' })).status).toBe(303)
    expect(readMainText((await staff.get(path)).html)).toContain(
      'to move the flight was mailed to kept@example.com.',
    )
    expect(await brokenPromises()).toEqual([])
  })
})

test('when two staff members sell the last seat, one gets it', async () => {
  const { departureId, departAt } = await shop.nextFlight()
  const other = await pages.browser({ token: await logIn(shop, 'admin@example.com') })
  const day = await shop.call('GET', `/v1/availability/day?product_id=6&date=${departAt.slice(0, 10)}`)
  const { departures } = (
    day.body as { availability: { departures: { departure_id: number; seats_left: number }[] } }
  ).availability
  const left = departures.find(({ departure_id: id }) => id === departureId)?.seats_left ?? 0
  const { page, form } = await saleOf({ names: '' })
  const priceOf = async (quantity: string) =>
    readFieldValue((await staff.post(page, { ...form, quantity, intent: 'price' })).html, 'seen') ?? ''
  const all = { ...form, quantity: String(left - 1), email: 'first@example.com', intent: 'sell' }
  expect((await staff.post(page, { ...all, seen: await priceOf(all.quantity) })).status).toBe(303)
  const seen = await priceOf('1')
  const wish = (email: string) => ({ ...form, quantity: '1', email, intent: 'sell', seen })
  const both = await Promise.all([
    staff.post(page, wish('second@example.com')),
    other.post(page, wish('third@example.com')),
  ])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 409])
})

test('only staff sell, take money or pay it out', async () => {
  for (const email of ['customer@example.com', 'pilot@example.com']) {
    const token = await logIn(shop, email)
    const browser = await pages.browser({ token })
    for (const path of ['/staff/sell', '/staff/drawer'])
      expect((await browser.get(path)).status, path).toBe(404)
    const body = { counter_payment: { order_id: 1, method: 'cash', amount: 1 } }
    expect((await shop.call('POST', '/v1/counter_payments', { token, body })).status).toBe(403)
    expect(
      (await shop.call('POST', '/v1/hand_outs', { token, body: { hand_out: { refund_id: 1 } } })).status,
    ).toBe(403)
  }
})
