import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { checkPromises } from '#api/services/promises/check-promises.ts'
import { giveVoucher, openAccount } from '#tests/support/hand-out.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openShopPages, type Browser, type ShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'

// The whole shop is loaded once, on a machine that may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let pages: ShopPages
let staff: Browser
let staffToken: string
beforeAll(async () => {
  shop = await openPayingShop()
  pages = await openShopPages(shop)
  staffToken = await logIn(shop, 'staff@example.com')
  staff = await pages.browser({ token: staffToken })
})
afterAll(() => shop.close())

const mainOf = (html: string) =>
  (/<main.*<\/main>/s.exec(html)?.[0] ?? '').replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

const saleOf = async (more: Record<string, string> = {}) => {
  const { departureId, departAt } = await shop.nextFlight()
  const { kind = 'seat', ...rest } = more
  const page = `/staff/sell?product=6&kind=${kind}&date=${departAt.slice(0, 10)}`
  const party = { quantity: '2', names: 'Ada Lind, 150\nBo Lind', email: 'Walk.In@example.com', full_name: 'Ada Lind', phone: '' } // prettier-ignore
  const form = { departure: `${String(departureId)} ${departAt}`, ...party, channel: 'counter', ...rest }
  return { page, form }
}
/** As the desk does it: what it costs first, then what was seen. */
const sell = async (more: Record<string, string> = {}, by = staff) => {
  const { page, form } = await saleOf(more)
  const shown = await by.post(page, { ...form, intent: 'price' })
  const seen = typedIn(shown.html, 'seen')
  return seen === undefined ? shown : by.post(page, { ...form, intent: 'sell', seen })
}
const pathOf = (location: string | null) => (location ?? '').replace(/#.*/, '')
/** What stands in a field of a page. */
const typedIn = (html: string, name: string) =>
  / value="([^"]*)"/.exec(new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(html)?.[0] ?? '')?.[1]
const keyIn = (html: string) =>
  /name="key" value="([^"]+)"\/?><input type="hidden" name="seen"/.exec(html)?.[1]
const idOf = (path: string) => Number(path.split('/').at(-1))
const dueOf = async (path: string) =>
  /name="due" value="([^"]+)"/.exec((await staff.get(path)).html)?.[1] ?? ''
const ledger = (orderId: number, account: string) =>
  shop.count(
    'select coalesce(sum(e.amount_cents), 0)::int from ledger_entries e join ledger_transactions t on t.id = e.transaction_id where t.order_id = $1 and e.account = $2',
    orderId,
    account,
  )

/** What every promise counts: all of it is 0. */
async function brokenPromises(inMinutes = 0) {
  const now = new Date(shop.clock.now().getTime() + inMinutes * 60_000)
  const checked = await checkPromises(shop.deps.database.db, now)
  return checked.filter(({ failing }) => failing > 0).map(({ promise }) => promise)
}

describe('a sale at the counter', () => {
  let path: string

  test('shows what is open, and holds seats for a customer by their e-mail', async () => {
    const { departAt } = await shop.nextFlight()
    const page = await staff.get(`/staff/sell?product=6&date=${departAt.slice(0, 10)}`)
    expect(page.status).toBe(200)
    expect(page.html).toContain('name="departure"')
    expect(mainOf(page.html)).toMatch(/\d:\d\d [ap]m E[DS]T ?, \$/)
    const sold = await sell()
    expect(sold.status).toBe(303)
    path = pathOf(sold.location)
    expect(mainOf((await staff.get(path)).html)).toContain('At the counter')
    expect(await shop.count("select count(*) from orders where email = 'walk.in@example.com' and channel = 'counter'")).toBe(1) // prettier-ignore
    expect(await shop.count("select count(*) from passengers where full_name = 'Ada Lind' and weight_lbs = 150")).toBe(1) // prettier-ignore
    const wrong = await sell({ email: 'nobody', names: 'Ada <Lind>' })
    expect(wrong.status).toBe(422)
    expect(wrong.html).toContain('Ada &lt;Lind&gt;')
    const empty = { departure: '', quantity: '1', names: 'Bo <Lind>', email: 'bo@example.com', full_name: '', phone: '', channel: 'counter' } // prettier-ignore
    const full = await staff.post('/staff/sell?product=6&date=2020-01-01', empty)
    expect(full.status).toBe(422)
    expect(full.html).toContain('Bo &lt;Lind&gt;')
  })

  test('is one sale and one mail, however often its form is sent', async () => {
    const { departureId, departAt } = await shop.nextFlight()
    const { html } = await staff.get(`/staff/sell?product=6&date=${departAt.slice(0, 10)}`)
    const form = {
      ...{ key: typedIn(html, 'key') ?? '', departure: `${String(departureId)} ${departAt}` },
      ...{ email: 'twice@example.com', channel: 'phone' },
    }
    const [first, second] = [await sell(form), await sell(form)]
    expect([first.status, second.status]).toEqual([303, 303])
    expect(second.location).toBe(first.location)
    expect(await shop.count("select count(*) from orders where email = 'twice@example.com'")).toBe(1)
    await shop.runDueNow()
    expect(shop.mailer.to('twice@example.com')).toHaveLength(1)
    expect((await sell({ ...form, quantity: '1', names: '' })).location).not.toBe(first.location)
  })

  test('leaves nothing behind when it is refused: no seats, and no account for whom it was', async () => {
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

  test('takes cash only into an open drawer, and completes the order once', async () => {
    const due = await dueOf(path)
    const closed = await staff.post(path, { intent: 'cash', due, handed: '' })
    expect(closed.status).toBe(409)
    expect(mainOf(closed.html)).toContain('You have no open drawer')
    expect(await shop.count('select count(*) from payments where order_id = $1', idOf(path))).toBe(0)
    expect((await staff.post('/staff/drawer', { intent: 'open', opening: '100' })).status).toBe(303)
    const little = await staff.post(path, { intent: 'cash', due, handed: '5' })
    expect(little.status).toBe(422)
    expect(typedIn(little.html, 'handed')).toBe('5')
    const key = /name="key" value="(cash [^"]+)"/.exec(little.html)?.[1] ?? ''
    const cash = { intent: 'cash', due, handed: `$${(Number(due) + 47.65).toFixed(2)}`, key }
    for (let pressed = 0; pressed < 2; pressed++) expect((await staff.post(path, cash)).status).toBe(303)
    const said = 'Paid. Give $47.65 back.'
    expect(mainOf((await staff.get(path)).html)).toContain(said)
    expect(mainOf((await staff.get(path)).html)).not.toContain(said)
    expect((await staff.post(path, { intent: 'cash', due, handed: '' })).status).toBe(409)
    const cents = Math.round(Number(due) * 100)
    expect(await ledger(idOf(path), 'cash')).toBe(cents)
    expect(await ledger(idOf(path), 'stripe')).toBe(0)
    expect(await shop.count('select sum(amount_cents)::int from drawer_movements')).toBe(cents)
    expect(mainOf((await staff.get(path)).html)).toContain('Cash')
    expect(await brokenPromises()).toEqual([])
  })

  test('gives cash back by hand: written when it is handed out, out of the drawer', async () => {
    const before = await shop.count('select sum(amount_cents)::int from drawer_movements')
    const seen = await staff.post(path, { how: 'all', reason: 'Changed their mind', intent: 'preview' })
    const key = /name="key" value="([^"]+)"/.exec(seen.html)?.[1] ?? ''
    expect((await staff.post(path, { how: 'all', reason: 'Changed their mind', intent: 'refund', key })).status).toBe(303) // prettier-ignore
    expect(await ledger(idOf(path), 'cash')).toBe(before)
    const page = await staff.get(path)
    expect(mainOf(page.html)).toContain('To hand out')
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
    expect(await ledger(idOf(path), 'cash')).toBe(0)
    expect(await shop.count('select sum(amount_cents)::int from drawer_movements')).toBe(0)
    const other = await pages.browser({ token: await logIn(shop, 'admin@example.com') })
    const late = await other.post(path, { intent: 'hand_out', refund })
    expect(late.status).toBe(409)
    expect(mainOf(late.html)).toContain('Somebody else has handed this refund out already')
    const after = mainOf((await staff.get(path)).html)
    expect(after).not.toContain('To hand out')
    expect(after).toMatch(/\$[\d,]+\.\d\d handed out\./)
    expect(await brokenPromises()).toEqual([])
  })

  test('a refund that nobody fetches for three days is a task, closed once it is handed out', async () => {
    const path = pathOf((await sell({ email: 'away@example.com' })).location)
    expect((await staff.post(path, { intent: 'reader', due: await dueOf(path), slip: 'T-1' })).status).toBe(303) // prettier-ignore
    const body = { refund: { order_id: Number(idOf(path)), reason: 'Their wish' } }
    const token = await logIn(shop, 'staff@example.com')
    expect((await shop.call('POST', '/v1/refunds', { token, body })).status).toBe(201)
    const open = () => shop.count("select count(*) from staff_tasks where kind = 'refund_to_hand_out' and state = 'open' and order_id = $1", idOf(path)) // prettier-ignore
    const today = async () => mainOf((await staff.get('/staff')).html)
    await shop.runDueNow()
    expect(await open()).toBe(0)
    await shop.deps.database.query("update refunds set created_at = created_at - interval '3 days' where order_id = $1", [idOf(path)]) // prettier-ignore
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

  test('one slip of the card reader pays one order', async () => {
    const first = pathOf((await sell()).location)
    const second = pathOf((await sell({ email: 'other@example.com' })).location)
    const by = async (order: string) => staff.post(order, { intent: 'reader', due: await dueOf(order), slip: 'A-1042' }) // prettier-ignore
    expect((await by(first)).status).toBe(303)
    const again = await by(second)
    expect(again.status).toBe(422)
    expect(mainOf(again.html)).toContain('This slip has paid another order already')
    expect(typedIn(again.html, 'slip')).toBe('A-1042')
    expect(mainOf((await staff.get(first)).html)).toContain('Paid by the card reader.')
    expect((await staff.post(second, { intent: 'payment_link' })).status).toBe(303)
    expect(mainOf((await staff.get(second)).html)).toContain('A link to pay was mailed to other@example.com.')
    expect(await ledger(idOf(first), 'reader')).toBeGreaterThan(0)
    expect(await brokenPromises()).toEqual([])
  })

  test('the drawer is counted, and what differs is in the books', async () => {
    const page = await staff.get('/staff/drawer')
    expect(mainOf(page.html)).toMatch(/Should be in it \$100\.00/)
    const drawer = /name="drawer" value="(\d+)"/.exec(page.html)?.[1] ?? ''
    const admin = await pages.browser({ token: await logIn(shop, 'admin@example.com') })
    expect((await admin.post('/staff/drawer', { intent: 'count', drawer, counted: '0', note: '' })).status).toBe(404) // prettier-ignore
    const counted = { intent: 'count', drawer, counted: '98.50', note: 'One coin short' }
    const comma = await staff.post('/staff/drawer', { ...counted, counted: '98,50' })
    expect(comma.status).toBe(422)
    expect(mainOf(comma.html)).toContain('as 1250 or 12.50')
    expect(typedIn(comma.html, 'note')).toBe('One coin short')
    const much = await staff.post('/staff/drawer', { ...counted, counted: '200,000' })
    expect(mainOf(much.html)).toContain('Must be between 0 and 100,000')
    expect(typedIn(much.html, 'counted')).toBe('200,000')
    expect((await staff.post('/staff/drawer', counted)).status).toBe(303)
    expect(mainOf((await staff.get('/staff/drawer')).html)).toMatch(/\$98\.50 .*-?−?\$1\.50/)
    expect(await shop.count("select sum(amount_cents)::int from ledger_entries where account = 'cash'")).toBe(
      -150,
    )
    expect(await brokenPromises()).toEqual([])
  })

  test('a cent that no drawer has breaks the promise', async () => {
    await shop.deps.database.query('update drawers set counted_cents = counted_cents + 1')
    expect(await brokenPromises()).toContain('ledger_balance')
    await shop.deps.database.query('update drawers set counted_cents = counted_cents - 1')
  })
})

describe('what the desk sells', () => {
  test('has its price shown before anything is held, and another price is refused with the right one', async () => {
    const email = 'looks@example.com'
    const { page, form } = await saleOf({ email, kind: 'seat' })
    const shown = await staff.post(page, { ...form, intent: 'price' })
    expect(shown.status).toBe(200)
    expect(mainOf(shown.html)).toMatch(/\$[\d,]+\.\d\d to pay .*Nothing is held yet/)
    const unseen = await staff.post(page, { ...form, intent: 'sell' })
    expect(typedIn(unseen.html, 'seen')).toBe(typedIn(shown.html, 'seen'))
    const dear = await staff.post(page, { ...form, intent: 'sell', seen: '1' })
    expect(dear.status).toBe(409)
    expect(mainOf(dear.html)).toContain('The price is another one now')
    expect(typedIn(dear.html, 'seen')).toBe(typedIn(shown.html, 'seen'))
    expect(dear.html).toContain('Ada Lind, 150')
    expect(await shop.count('select count(*) from orders where email = $1', email)).toBe(0)
    const code = await staff.post(page, { ...form, intent: 'price', codes: 'NOSUCHCODE' })
    expect(code.status).toBe(422)
    expect(typedIn(code.html, 'seen')).toBeUndefined()
  })

  test('is a whole aircraft with an upgrade, too', async () => {
    const offered = await staff.get((await saleOf({ kind: 'flight' })).page)
    const upgrade = /name="upgrade" value="(\d+)"/.exec(offered.html)?.[1] ?? ''
    const [, departure = ''] = /name="departure"[^>]* value="([^"]+)"/.exec(offered.html) ?? []
    const whole = { kind: 'flight', departure, quantity: '3', upgrade, email: 'whole@example.com' }
    const path = pathOf((await sell(whole)).location)
    expect(await shop.count("select count(*) from order_item_upgrades where order_id = $1 and upgrade_id = $2", idOf(path), Number(upgrade))).toBe(1) // prettier-ignore
    expect(await shop.count("select count(*) from orders where id = $1 and quantity_type = 'flight' and quantity = 3", idOf(path))).toBe(1) // prettier-ignore
  })

  test('is gift cards: made once they are paid, their codes mailed to the buyer', async () => {
    const gifts = { kind: 'gift_card', quantity: '2', names: '', departure: '', email: 'giver@example.com' }
    const { page } = await saleOf(gifts)
    const fare = /name="fare" value="(\d+)"/.exec((await staff.get(page)).html)?.[1] ?? ''
    const path = pathOf((await sell({ ...gifts, fare })).location)
    const made = () => shop.count("select count(*) from gift_cards g join orders o on o.user_id = g.purchaser_id where o.id = $1", idOf(path)) // prettier-ignore
    expect(await made()).toBe(0)
    expect((await staff.post(path, { intent: 'reader', due: await dueOf(path), slip: 'G-1' })).status).toBe(
      303,
    )
    expect(await made()).toBe(2)
    await shop.runDueNow()
    expect(shop.mailer.to('giver@example.com').length).toBeGreaterThan(0)
    expect(await brokenPromises()).toEqual([])
  })

  test('is paid with a voucher and money, or with a gift card alone; nothing is taken before', async () => {
    const { code } = await giveVoucher(shop.deps, 1, { valueCents: 5000 })
    const sold = await sell({ email: 'paper@example.com', codes: code })
    const path = pathOf(sold.location)
    const full = await shop.count('select total_cents from orders where id = $1', idOf(path))
    const first = await staff.get(path)
    expect(typedIn(first.html, 'due')).toBe(((full - 5000) / 100).toString())
    expect(typedIn((await staff.get(path)).html, 'due')).toBe((full / 100).toString())
    const typed = await staff.post(path, { intent: 'codes', codes: code })
    const due = typedIn(typed.html, 'due') ?? ''
    expect(due).toBe(((full - 5000) / 100).toString())
    expect(await shop.count("select count(*) from order_tenders where order_id = $1", idOf(path))).toBe(0) // prettier-ignore
    const wrong = await staff.post(path, { intent: 'codes', codes: 'AAAA-BBBB-CCCC-DDDD' })
    expect([wrong.status, typedIn(wrong.html, 'codes')]).toEqual([422, 'AAAA-BBBB-CCCC-DDDD'])
    const paid = { intent: 'reader', slip: 'V-1', voucher_code: code }
    expect((await staff.post(path, { ...paid, due: String(full / 100) })).status).toBe(422)
    expect(await shop.count('select balance_cents from vouchers order by id desc limit 1')).toBe(5000)
    expect((await staff.post(path, { ...paid, due })).status).toBe(303)
    expect(await shop.count('select balance_cents from vouchers order by id desc limit 1')).toBe(0)
    expect(await ledger(idOf(path), 'reader')).toBe(full - 5000)
    const page = await staff.get(path)
    expect(page.html).toContain(`href="/orders/${String(idOf(path))}/receipt"`)
    expect((await staff.get(`/orders/${String(idOf(path))}/receipt`)).status).toBe(200)
    const { code: big } = await giveVoucher(shop.deps, 1, { valueCents: 500_000 })
    const free = pathOf((await sell({ email: 'all@example.com', codes: big })).location)
    expect(mainOf((await staff.get(free)).html)).toContain('Nothing is left to take')
    expect((await staff.post(free, { intent: 'codes_pay', voucher_code: big })).status).toBe(303)
    expect(await shop.count("select count(*) from orders where id = $1 and status = 'completed'", idOf(free))).toBe(1) // prettier-ignore
    expect(await brokenPromises()).toEqual([])
  })
})

describe('cancelling for the customer', () => {
  const paid = async (email: string) => {
    const path = pathOf((await sell({ email })).location)
    expect((await staff.post(path, { intent: 'reader', due: await dueOf(path), slip: `C ${email}` })).status).toBe(303) // prettier-ignore
    return path
  }
  const statusOf = (path: string, status: string) =>
    shop.count('select count(*) from orders where id = $1 and status = $2', idOf(path), status)
  const held = (path: string) => shop.count("select coalesce(sum(seats), 0)::int from holds where order_id = $1 and state = 'sold'", idOf(path)) // prettier-ignore

  test('shows what the rule gives back before anything is done, and does it once', async () => {
    const path = await paid('rule@example.com')
    const wish = { how: 'rule', reason: 'Broke a leg' }
    expect((await staff.post(path, { ...wish, reason: '', intent: 'cancel_preview' })).status).toBe(422)
    const seen = await staff.post(path, { ...wish, intent: 'cancel_preview' })
    expect(seen.status).toBe(200)
    expect(mainOf(seen.html)).toMatch(/This would come back .*Card at the counter.* \$504\.00/)
    expect(await statusOf(path, 'completed')).toBe(1)
    const [key = '', said = ''] = [keyIn(seen.html), typedIn(seen.html, 'seen')?.replaceAll('&quot;', '"')]
    for (let pressed = 0; pressed < 2; pressed++) {
      expect((await staff.post(path, { ...wish, intent: 'cancel', key, seen: said })).status).toBe(303)
    }
    expect(await statusOf(path, 'refunded')).toBe(1)
    expect(await held(path)).toBe(0)
    expect(await shop.count('select count(*) from order_refunds where order_id = $1', idOf(path))).toBe(1)
    const told =
      "select count(*) from audit_log where resource = 'orders' and resource_id = $1 and after->>'reason' = 'Broke a leg'"
    expect(await shop.count(told, idOf(path))).toBe(1)
    expect(mainOf((await staff.get(path)).html)).toContain('The order is cancelled.')
    expect(await brokenPromises()).toEqual([])
  })

  test('is refused while the bank disputes its payment, also when it is too late for the rule', async () => {
    const path = await paid('disputed@example.com')
    const { query } = shop.deps.database
    await query("update payments set dispute_state = 'open' where order_id = $1", [idOf(path)])
    // The rule's time is over long before this flight leaves.
    await query('update products set cancel_until_hours = 8760 where id = 6')
    const wish = { how: 'own', amount: '0', reason: 'They asked' }
    expect((await staff.post(path, { ...wish, intent: 'cancel_preview' })).status).toBe(409)
    expect(await statusOf(path, 'completed')).toBe(1)
    await query('update products set cancel_until_hours = 48 where id = 6')
    await query('update payments set dispute_state = null where order_id = $1', [idOf(path)])
  })

  test('gives another amount with a reason: all of it ends, the rest is kept', async () => {
    const path = await paid('part@example.com')
    const wish = { how: 'own', amount: '100', reason: 'Half a mistake of ours' }
    const much = await staff.post(path, { ...wish, amount: '504.01', intent: 'cancel_preview' })
    expect([much.status, much.html.includes('value="Half a mistake of ours"')]).toEqual([422, true])
    expect(mainOf(much.html)).toContain('There is $504.00 left to give back')
    const body = (cancellation: object) => ({ token: staffToken, body: { cancellation } })
    const call = `/v1/orders/${String(idOf(path))}/staff_cancellations`
    const other = await shop.call('POST', call, body({ amount: 100, expected_amount: 504, reason: 'x' }))
    expect(other).toMatchObject({ status: 409, body: { code: 'price_changed', cancellation: { amount: 100 } } }) // prettier-ignore
    const seen = await staff.post(path, { ...wish, intent: 'cancel_preview' })
    const said = typedIn(seen.html, 'seen')?.replaceAll('&quot;', '"') ?? ''
    expect((await staff.post(path, { ...wish, intent: 'cancel', key: keyIn(seen.html) ?? '', seen: said })).status).toBe(303) // prettier-ignore
    expect(await statusOf(path, 'cancelled')).toBe(1)
    expect(await held(path)).toBe(0)
    expect(await shop.count('select sum(amount_cents)::int from order_refunds where order_id = $1', idOf(path))).toBe(10_000) // prettier-ignore
    const again = await shop.call('POST', call, body({ amount: 1, expected_amount: 1, reason: 'x' }))
    expect(again.status).toBe(409)
    expect(await brokenPromises()).toEqual([])
  })

  test('is within the limit of who gives, and nobody else’s', async () => {
    const path = await paid('limit@example.com')
    await shop.deps.database.query(
      "insert into order_refunds (order_id, origin, actor, reason, lines, tenders, amount_cents, created_at) select $1, 'staff', 'user:2', 'before', '[]', $2, 0, now()",
      [idOf(path), JSON.stringify({ cardCents: 0, creditCents: 0, vouchers: [], giftCards: [{ id: 1, amountCents: 249_000 }] })], // prettier-ignore
    )
    const call = (to: string) => `/v1/orders/${String(idOf(path))}/${to}`
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

describe('cancelling what was never paid', () => {
  const link = async (email: string) => {
    await shop.runDueNow()
    return /\/pay\/[\w-]+/.exec(shop.mailer.to(email).at(-1)?.text ?? '')?.[0] ?? ''
  }
  const stateOf = (path: string, status: string) =>
    shop.count('select count(*) from orders where id = $1 and status = $2', idOf(path), status)
  const kept = (path: string) => shop.count("select coalesce(sum(seats), 0)::int from holds where order_id = $1 and state = 'held'", idOf(path)) // prettier-ignore

  test('frees its seats at once; the mailed link says that it is over, and its customer is told', async () => {
    const email = 'gone@example.com'
    const path = pathOf((await sell({ channel: 'phone', email })).location)
    const way = await link(email)
    // Somebody has its hosted page open already.
    const caller = await pages.browser()
    expect((await caller.post(way, {})).location).toContain('/sandbox/checkout/')
    expect(await kept(path)).toBe(2)
    const silent = await staff.post(path, { intent: 'withdraw', reason: '', key: 'w-1' })
    expect([silent.status, await stateOf(path, 'awaiting_payment')]).toEqual([422, 1])
    for (let pressed = 0; pressed < 2; pressed++) {
      expect((await staff.post(path, { intent: 'withdraw', reason: 'Will not come', key: 'w-2' })).status).toBe(303) // prettier-ignore
    }
    expect([await stateOf(path, 'cancelled'), await kept(path)]).toEqual([1, 0])
    expect(await shop.count("select count(*) from payment_attempts where order_id = $1 and state in ('created', 'open')", idOf(path))).toBe(0) // prettier-ignore
    const told = "select count(*) from audit_log where resource = 'orders' and resource_id = $1 and after->>'reason' = 'Will not come'" // prettier-ignore
    expect(await shop.count(told, idOf(path))).toBe(1)
    expect(mainOf((await staff.get(path)).html)).toContain('The order is cancelled. Nothing had been paid.')
    await shop.runDueNow()
    const mails = shop.mailer
      .to(email)
      .filter(({ subject }) => subject.startsWith('Your booking was cancelled'))
    expect(mails).toHaveLength(1)
    const late = await (await pages.browser()).post(way, {})
    expect(late.status).toBe(409)
    expect(mainOf(late.html)).toMatch(
      /This booking was cancelled and nothing was charged.*This booking is over/,
    )
    expect(late.html).not.toContain('See it and pay')
    expect(await brokenPromises()).toEqual([])
  })

  test('writes to nobody who got no link, and gives codes back', async () => {
    const email = 'counter.gone@example.com'
    const path = pathOf((await sell({ email })).location)
    expect((await staff.post(path, { intent: 'withdraw', reason: 'Ran away', key: 'w-3' })).status).toBe(303)
    await shop.runDueNow()
    expect(shop.mailer.to(email)).toEqual([])
    expect(await brokenPromises()).toEqual([])
  })

  test('never ends what was paid, and is nobody else’s', async () => {
    const path = pathOf((await sell({ email: 'faster@example.com' })).location)
    const call = `/v1/orders/${String(idOf(path))}/staff_cancellations`
    const body = { cancellation: { unpaid: true, expected_amount: 0, reason: 'x' } }
    for (const email of ['customer@example.com', 'pilot@example.com']) {
      expect((await shop.call('POST', call, { token: await logIn(shop, email), body })).status).toBe(403)
    }
    expect((await staff.post(path, { intent: 'reader', due: await dueOf(path), slip: 'W-1' })).status).toBe(303) // prettier-ignore
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

describe('a sale on the phone', () => {
  test('keeps the seats for two hours and mails a link that pays it', async () => {
    const path = pathOf((await sell({ channel: 'phone', email: 'caller@example.com' })).location)
    await shop.runDueNow()
    const mail = shop.mailer.to('caller@example.com').at(-1)
    const link = /\/pay\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
    shop.clock.advance(110)
    const caller = await pages.browser()
    expect((await caller.get(link)).status).toBe(200)
    expect(await shop.count('select count(*) from payment_attempts where order_id = $1', idOf(path))).toBe(0)
    const paid = await caller.post(link, {})
    expect(paid.status).toBe(303)
    expect(paid.location).toContain('/sandbox/checkout/')
    const forged = link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    const lost = await caller.post(forged, {})
    expect(lost.status).toBe(404)
    expect(mainOf(lost.html)).not.toContain('We keep the seats')
    expect(mail?.text).toContain('We keep the seats for two hours, and as long the link works.')
    const open = () => shop.count("select count(*) from payment_attempts where order_id = $1 and state = 'open'", idOf(path)) // prettier-ignore
    expect(await open()).toBe(1)
    const due = await dueOf(path)
    const refused = [
      await staff.post(path, { intent: 'reader', due: '1', slip: 'A-2000' }),
      await staff.post(path, { intent: 'reader', due, slip: 'A-1042' }),
      await staff.post(path, { intent: 'cash', due, handed: '' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 409])
    expect(await open()).toBe(1)
    shop.clock.advance(11)
    expect((await caller.post(link, {})).status).toBe(404)
  })

  test('is paid by its link without logging anybody out, whose ever order it is', async () => {
    const buyer = await openAccount(shop.deps)
    const other = await openAccount(shop.deps)
    await sell({ channel: 'phone', email: buyer.email })
    await shop.runDueNow()
    const link = /\/pay\/[\w-]+/.exec(shop.mailer.to(buyer.email).at(-1)?.text ?? '')?.[0] ?? ''
    const stranger = await pages.browser({ token: other.token })
    const paying = await stranger.post(link, {})
    expect(paying.location).toContain('/sandbox/checkout/')
    expect((await stranger.get('/account/details')).html).toContain(other.email)
    // Back from the provider: nothing of the order but that the ticket comes.
    const attempt = "select a.params::text as params from payment_attempts a join orders o on o.id = a.order_id where o.email = $1 order by a.id desc limit 1" // prettier-ignore
    const { rows } = await shop.deps.database.query(attempt, [buyer.email])
    expect(String(rows[0]?.['params'])).toContain(`${link}?paid=1`)
    const back = mainOf((await stranger.get(`${link}?paid=1`)).html)
    expect(back).toContain('the ticket comes to the mailbox this link was sent to')
    expect(back).not.toContain(buyer.email)
    const own = await pages.browser({ token: buyer.token })
    expect((await own.post(link, {})).location).toContain('/sandbox/checkout/')
    expect((await own.get('/account/details')).html).toContain(buyer.email)
  })
})

describe('for the customer of a paid order', () => {
  test('a voucher and credit are given once, with their reason, within the limit', async () => {
    await staff.post('/staff/drawer', { intent: 'open', opening: '0' })
    const path = pathOf((await sell({ email: 'kept@example.com' })).location)
    await staff.post(path, { intent: 'cash', due: await dueOf(path), handed: '' })
    const voucher = {
      intent: 'voucher',
      amount: '25',
      type: 'goodwill',
      description: 'Waited an hour',
      key: 'v 1',
    }
    for (let pressed = 0; pressed < 2; pressed++) expect((await staff.post(path, voucher)).status).toBe(303)
    expect(await shop.count('select count(*) from vouchers where order_id = $1', idOf(path))).toBe(1)
    expect(mainOf((await staff.get(path)).html)).toContain('A voucher of $25.00 was given.')
    const much = await staff.post(path, { ...voucher, type: 'weather', amount: '2500.01', key: 'v 2' })
    expect(much.status).toBe(403)
    expect(much.html).toMatch(/<details open[^>]*><summary>A voucher/)
    expect(much.html).toMatch(/<details><summary>Account credit/)
    expect(much.html).toMatch(/<option value="weather" selected/)
    expect(much.html).toMatch(/id="voucher-amount"[^>]* value="2500\.01"/)
    expect(typedIn(much.html, 'description')).toBe('Waited an hour')
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
    expect(mainOf((await staff.get(path)).html)).toContain('Credit of $10.00 was given.')
    expect(await shop.count('select count(*) from credits where order_id = $1', idOf(path))).toBe(1)
    expect((await staff.post(path, { intent: 'move_link' })).status).toBe(303)
    expect(mainOf((await staff.get(path)).html)).toContain(
      'to move the flight was mailed to kept@example.com.',
    )
    expect(await brokenPromises()).toEqual([])
  })
})

test('two of the desk sell the last seat: one has it', async () => {
  const { departureId, departAt } = await shop.nextFlight()
  const other = await pages.browser({ token: await logIn(shop, 'admin@example.com') })
  const day = await shop.call('GET', `/v1/availability/day?product_id=6&date=${departAt.slice(0, 10)}`)
  const { departures } = (day.body as { availability: { departures: { departure_id: number; seats_left: number }[] } }).availability // prettier-ignore
  const left = departures.find(({ departure_id: id }) => id === departureId)?.seats_left ?? 0
  const { page, form } = await saleOf({ names: '' })
  const priceOf = async (quantity: string) =>
    typedIn((await staff.post(page, { ...form, quantity, intent: 'price' })).html, 'seen') ?? ''
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

test('nobody but the desk sells, takes money, or hands it out', async () => {
  for (const email of ['customer@example.com', 'pilot@example.com']) {
    const token = await logIn(shop, email)
    const browser = await pages.browser({ token })
    for (const path of ['/staff/sell', '/staff/drawer'])
      expect((await browser.get(path)).status, path).toBe(404)
    const body = { counter_payment: { order_id: 1, method: 'cash', amount: 1 } }
    expect((await shop.call('POST', '/v1/counter_payments', { token, body })).status).toBe(403)
    expect((await shop.call('POST', '/v1/hand_outs', { token, body: { hand_out: { refund_id: 1 } } })).status).toBe(403) // prettier-ignore
  }
})
