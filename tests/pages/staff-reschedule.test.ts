import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { CARD, openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openShopPages, type Browser, type ShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let staff: Browser
let pages: ShopPages
let token: string
beforeAll(async () => {
  shop = await openPayingShop()
  pages = await openShopPages(shop)
  await enter()
})
afterAll(() => shop.close())

/** Signs staff in again, because a sign-in lasts an hour. */
async function enter() {
  token = await logIn(shop, 'staff@example.com')
  staff = await pages.browser({ token })
}

const mainOf = (html: string) =>
  (/<main.*<\/main>/s.exec(html)?.[0] ?? '').replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const typedIn = (html: string, name: string) =>
  / value="([^"]*)"/.exec(new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(html)?.[0] ?? '')?.[1]

let slips = 0
/** Sells an order at the counter, paid by the card terminal, whole or a part of it. */
async function sold(email: string, part?: number) {
  const { departureId, departAt } = await shop.nextFlight()
  const seats = [{ departure_id: departureId, depart_at: departAt, quantity: 2 }]
  const people = [
    { full_name: 'Ada Lind', weight: 150 },
    { full_name: 'Bo Lind', weight: 160 },
  ]
  const order = {
    brand_id: 1,
    customer: { email },
    order_item_seats_attributes: seats,
    passengers_attributes: people,
  }
  const placed = await shop.call('POST', '/v1/orders', {
    token,
    body: { order: { ...order, terms_and_conditions: true } },
  })
  const { id, amount_due: amount } = (placed.body as { order: { id: number; amount_due: number } }).order
  const shown = part === undefined ? { amount } : { amount: part, part: true }
  const paid = { order_id: id, method: 'reader', ...shown, reader_reference: `M-${String(++slips)}` }
  expect(
    (await shop.call('POST', '/v1/counter_payments', { token, body: { counter_payment: paid } })).status,
  ).toBe(201)
  const date = new Date(new Date(departAt).getTime() + 86_400_000).toISOString().slice(0, 10)
  const left = `${String(departureId)} ${departAt}`
  return { id, left, path: `/staff/orders/${String(id)}/move?date=${date}` }
}

/** Builds what the page's own form sends, with its first departure and everybody chosen. */
async function wishOn(path: string) {
  const { html } = await staff.get(path)
  const departure = / name="departure"[^>]* value="([^"]+)"/.exec(html)?.[1] ?? ''
  const [key, flight] = [typedIn(html, 'key') ?? '', typedIn(html, 'flight') ?? '']
  return { form: { key, flight, departure }, html }
}
const seenIn = (html: string) =>
  Object.fromEntries(['due', 'fee', 'difference', 'quote'].map((name) => [name, typedIn(html, name) ?? '']))
const flightsOf = (id: number) =>
  shop.count("select count(distinct flight_id) from holds where order_id = $1 and state = 'sold'", id)
const heldFor = (id: number) =>
  shop.count("select coalesce(sum(seats), 0)::int from holds where order_id = $1 and state = 'held'", id)
async function payAt(page: string) {
  const body = new URLSearchParams({ number: CARD, expiry: '12 / 30', cvc: '123', email: 'a@example.com' })
  const paid = await shop.sandbox.pages(new Request(page, { method: 'POST', body }))
  expect(paid?.status).toBe(303)
}
const movesOf = (id: number) =>
  shop.count(
    "select count(*) from order_changes where order_id = $1 and kind = 'reschedule' and state = 'completed'",
    id,
  )
const booked = (id: number, account: string) =>
  shop.count(
    'select coalesce(sum(e.amount_cents), 0)::int from ledger_entries e join ' +
      'ledger_transactions t on t.id = e.transaction_id where t.order_id = $1 and e.account = $2',
    id,
    account,
  )
const broken = async () =>
  (await runIntegrityChecks(shop.deps.database.db, shop.clock.now())).filter(({ failing }) => failing > 0)

describe('staff reschedule for the customer', () => {
  test('the current departure is not offered', async () => {
    const { id, left } = await sold('stays@example.com')
    const { html } = await staff.get(`/staff/orders/${String(id)}/move`)
    const at = (value: string) => {
      const [departure = '', departAt = ''] = value.split(' ')
      return { departure, at: Date.parse(departAt) }
    }
    const offered = [...html.matchAll(/ name="departure"[^>]* value="([^"]+)"/g)].map(([, value = '']) =>
      at(value),
    )
    expect(offered).not.toContainEqual(at(left))
    const sameDay = offered.filter((one) => Math.abs(one.at - at(left).at) < 12 * 3_600_000)
    expect(sameDay.length).toBeGreaterThan(0)
  })

  test('an order that is paid in part can be moved, and the page does not ask staff to call', async () => {
    const order = await sold('part@example.com', 100)
    const { form, html } = await wishOn(order.path)
    expect(form.departure).not.toBe('')
    expect(mainOf(html)).not.toContain('still to be paid')
    const asked = await staff.post(order.path, { ...form, intent: 'price' })
    expect(mainOf(asked.html)).not.toMatch(/call us|still to be paid/)
    expect(seenIn(asked.html).quote).not.toBe('')
  })

  test('staff see the price first, charge it by card terminal and reschedule once', async () => {
    const { id, path } = await sold('moves@example.com')
    const { form, html } = await wishOn(path)
    expect(mainOf(html)).toMatch(/Who moves .*Ada Lind.*Bo Lind/)
    const shown = await staff.post(path, { ...form, intent: 'price' })
    expect(mainOf(shown.html)).toContain('Rescheduling fee')
    expect(await movesOf(id)).toBe(0)
    const seen = seenIn(shown.html)
    const before = await booked(id, 'reader')
    const cash = await staff.post(path, { ...form, ...seen, intent: 'cash' })
    expect(cash.status).toBe(409)
    expect(mainOf(cash.html)).toContain('You have no open drawer')
    const little = await staff.post(path, { ...form, ...seen, due: '1', intent: 'reader', slip: 'X-1' })
    expect([little.status, typedIn(little.html, 'slip')]).toEqual([422, 'X-1'])
    const cheap = await staff.post(path, { ...form, ...seen, fee: '0', intent: 'reader', slip: 'X-1' })
    expect(cheap.status).toBe(409)
    expect([await movesOf(id), await booked(id, 'reader')]).toEqual([0, before])
    for (let pressed = 0; pressed < 2; pressed++) {
      const moved = await staff.post(path, { ...form, ...seen, intent: 'reader', slip: 'X-1' })
      expect(moved.status).toBe(303)
    }
    expect(await movesOf(id)).toBe(1)
    expect(await flightsOf(id)).toBe(1)
    expect(await booked(id, 'reader')).toBe(before + Math.round(Number(seen['due']) * 100))
    expect(await booked(id, 'stripe')).toBe(0)
    expect(mainOf((await staff.get(`/staff/orders/${String(id)}`)).html)).toContain('The flight is moved.')
    const told =
      "select count(*) from audit_log where resource = 'orders' and resource_id = $1 and after ? 'flight'"
    expect(await shop.count(told, id)).toBe(1)
    expect(await broken()).toEqual([])
  })

  test('another flight product is chosen by a plain form, with prices and reasons', async () => {
    const { id, path } = await sold('elsewhere@example.com')
    const own = await staff.get(path)
    expect(mainOf(own.html)).toMatch(
      /Move to another flight product The New Yorker, as now .*Manhattan Sunset/,
    )
    const other = `${path}&product=7`
    const { form, html } = await wishOn(other)
    expect(mainOf(html)).toMatch(/Manhattan Sunset, .* list price ?, \$[\d.]+ more a seat/)
    const product = typedIn(html, 'product') ?? ''
    const wish = { ...form, product }
    const shown = await staff.post(other, { ...wish, intent: 'price' })
    expect(mainOf(shown.html)).toMatch(/Price difference, 2 seats/)
    const moved = await staff.post(other, { ...wish, ...seenIn(shown.html), intent: 'reader', slip: 'P-1' })
    expect([moved.status, await movesOf(id)]).toEqual([303, 1])
    const back = (await staff.get(`/staff/orders/${String(id)}/move?product=11`)).html
    expect(mainOf(back)).toMatch(/Manhattan Sunset, as now .*Not possible: .*not sold by the seat/)
    expect(await broken()).toEqual([])
  })

  test('a mailed link holds the new seats and reschedules the flight once the customer pays', async () => {
    const email = 'pays@example.com'
    const { id, path } = await sold(email)
    const { form } = await wishOn(path)
    const shown = await staff.post(path, { ...form, intent: 'price' })
    const seen = seenIn(shown.html)
    expect(mainOf(shown.html)).toContain(`Mail ${email} a link to pay`)
    for (let pressed = 0; pressed < 2; pressed++) {
      expect((await staff.post(path, { ...form, ...seen, intent: 'link' })).status).toBe(303)
    }
    expect(mainOf((await staff.get(`/staff/orders/${String(id)}`)).html)).toMatch(
      /The new seats are kept until .*A link to pay \$[\d.]+ was mailed to pays@example\.com/,
    )
    expect([await movesOf(id), await heldFor(id)]).toEqual([0, 2])
    await shop.runDueNow()
    const mails = shop.mailer.to(email).filter(({ subject }) => subject.startsWith('Pay to move your flight'))
    expect(mails).toHaveLength(1)
    const link = /\/pay\/[\w-]+/.exec(mails[0]?.text ?? '')?.[0] ?? ''
    // This is longer than a customer's own page stays open.
    shop.clock.advance(100)
    await shop.runDueNow()
    const caller = await pages.browser()
    const page = mainOf((await caller.get(link)).html)
    for (const text of [page, mails[0]?.text ?? '']) {
      expect(text).toMatch(/The New Yorker.*2027.*\d{1,2}:\d\d [ap]m EDT.*People.*2.*To pay:? \$[\d.]+/is)
    }
    expect(page).toContain('We keep the new seats you agreed with us.')
    const led = await caller.post(link, {})
    expect([led.status, led.location]).toEqual([303, expect.stringContaining('/sandbox/checkout/')])
    await payAt(led.location ?? '')
    await shop.deliverEvents()
    expect([await movesOf(id), await heldFor(id)]).toEqual([1, 0])
    await enter()
    const after = await (await pages.browser()).post(link, {})
    expect(after.location).toContain(`/reschedule-flight-confirmation?order_id=${String(id)}`)
    expect(await broken()).toEqual([])
  })

  test('an unpaid link leaves the flight as it was and releases the new seats', async () => {
    const { id, path } = await sold('pays.not@example.com')
    const { form } = await wishOn(path)
    const seen = seenIn((await staff.post(path, { ...form, intent: 'price' })).html)
    const before = await flightsOf(id)
    expect((await staff.post(path, { ...form, ...seen, intent: 'link' })).status).toBe(303)
    await shop.runDueNow()
    const link = /\/pay\/[\w-]+/.exec(shop.mailer.to('pays.not@example.com').at(-1)?.text ?? '')?.[0] ?? ''
    shop.clock.advance(118)
    const { query } = shop.deps.database
    await query("update payment_attempts set hold_until = $2 where order_id = $1 and state = 'open'", [
      id,
      shop.clock.now().toISOString(),
    ])
    await shop.runDueNow()
    expect([await movesOf(id), await heldFor(id), await flightsOf(id)]).toEqual([0, 0, before])
    await enter()
    const late = await (await pages.browser()).post(link, {})
    expect(late.status).toBe(409)
    expect(mainOf(late.html)).toContain('You keep the flight you have')
    expect(await broken()).toEqual([])
  })

  test('the link opens a page of the shop that asks only for the amount due', async () => {
    const { id, path } = await sold('strange@example.com')
    const { form } = await wishOn(path)
    const { due, fee, difference } = seenIn((await staff.post(path, { ...form, intent: 'price' })).html)
    const [departure, depart_at = ''] = form.departure.split(' ')
    const send = (payment: object) => {
      const items = { reschedule_fee: Number(fee), reschedule_price_difference: Number(difference) }
      const reschedule = {
        departure_id: Number(departure),
        depart_at,
        items,
        payment: { method: 'link', amount: Number(due), ...payment },
      }
      return shop.call('POST', `/v1/orders/${String(id)}/staff_reschedules`, { token, body: { reschedule } })
    }
    const own = {
      url: `${shop.deps.settings.publicUrl}/pay`,
      return_url: `${shop.deps.settings.publicUrl}/x`,
    }
    for (const wrong of [
      {},
      { ...own, url: 'https://evil.example/pay' },
      { ...own, return_url: 'https://evil.example/' },
      { ...own, amount: 1 },
    ]) {
      expect((await send(wrong)).status, JSON.stringify(wrong)).toBe(422)
    }
    expect(await heldFor(id)).toBe(0)
  })

  test('staff reschedule a part of a party, waive the fee with a reason, and are audited', async () => {
    const { id, path } = await sold('waived@example.com')
    const { form, html } = await wishOn(path)
    const [who = ''] = [...html.matchAll(/name="who"[^>]* value="(\d+)"/g)].map(([, one = '']) => one)
    const wish = { ...form, who, waive: 'yes' }
    expect((await staff.post(path, { ...wish, intent: 'price' })).status).toBe(422)
    const shown = await staff.post(path, { ...wish, reason: 'Our mistake', intent: 'price' })
    expect(mainOf(shown.html)).not.toContain('Rescheduling fee $')
    const seen = seenIn(shown.html)
    expect(seen['fee']).toBe('0')
    const due = Number(seen['due'])
    const how: Record<string, string> = due > 0 ? { intent: 'reader', slip: 'X-2' } : { intent: 'move' }
    expect((await staff.post(path, { ...wish, ...seen, ...how, reason: 'Our mistake' })).status).toBe(303)
    expect(await flightsOf(id)).toBe(2)
    const told =
      "select count(*) from audit_log where resource = 'orders' and resource_id = $1 and " +
      "after->>'fee_waived' is not null and after->>'reason' = 'Our mistake'"
    expect(await shop.count(told, id)).toBe(1)
    expect(await broken()).toEqual([])
  })

  test('only staff reschedule here, and a waived fee needs a reason within the limit', async () => {
    const { id, path } = await sold('alone@example.com')
    const { form } = await wishOn(path)
    const [departure, depart_at = ''] = form.departure.split(' ')
    const to = { departure_id: Number(departure), depart_at }
    const quotes = `/v1/orders/${String(id)}/staff_reschedule_quotes`
    const shown = await shop.call('POST', quotes, { token, body: { ...to, waive_fee: true } })
    const { reschedule_price_difference, amount_due: amount } = (
      shown.body as { reschedule_quote: { reschedule_price_difference: number; amount_due: number | null } }
    ).reschedule_quote
    const payment = amount === null ? {} : { payment: { method: 'reader', amount, reader_reference: 'L-1' } }
    const items = { reschedule_fee: 0, reschedule_price_difference }
    const reschedule = { ...to, ...payment, waive_fee: true, reason: 'x', items }
    const call = `/v1/orders/${String(id)}/staff_reschedules`
    for (const email of ['customer@example.com', 'pilot@example.com']) {
      const other = await logIn(shop, email)
      expect((await shop.call('POST', call, { token: other, body: { reschedule } })).status).toBe(403)
      expect((await shop.call('POST', quotes, { token: other, body: to })).status).toBe(403)
    }
    const silent = await shop.call('POST', call, {
      token,
      body: { reschedule: { ...reschedule, reason: '' } },
    })
    expect(silent.status).toBe(422)
    await shop.deps.database.query(
      'insert into order_refunds (order_id, origin, actor, reason, lines, tenders, ' +
        "amount_cents, created_at) select $1, 'staff', 'user:2', 'before', '[]', $2, 0, now()",
      [
        id,
        JSON.stringify({
          cardCents: 0,
          creditCents: 0,
          vouchers: [],
          giftCards: [{ id: 1, amountCents: 249_000 }],
        }),
      ],
    )
    const over = await shop.call('POST', call, { token, body: { reschedule } })
    expect(over.status).toBe(403)
    expect(await movesOf(id)).toBe(0)
  })

  test('waived fees of an order count towards the limit of what staff may give', async () => {
    const { id, path } = await sold('counted@example.com')
    const { form } = await wishOn(path)
    const wish = { ...form, waive: 'yes', reason: 'Our mistake' }
    const seen = seenIn((await staff.post(path, { ...wish, intent: 'price' })).html)
    const how: Record<string, string> =
      Number(seen['due']) > 0 ? { intent: 'reader', slip: 'X-3' } : { intent: 'move' }
    expect((await staff.post(path, { ...wish, ...seen, ...how })).status).toBe(303)
    const waived = await shop.count(
      'select sum(waived_cents) as count from order_changes where order_id = $1',
      id,
    )
    expect(waived).toBeGreaterThan(0)
    const give = (cents: number) => {
      const credit = { order_id: id, amount: cents / 100, credit_type: 'goodwill', reason: 'Waited' }
      return shop.call('POST', '/v1/credits', { token, body: { credit } })
    }
    expect((await give(250_000 - waived + 1)).status).toBe(403)
    expect((await give(250_000 - waived)).status).toBe(201)
  })
})
