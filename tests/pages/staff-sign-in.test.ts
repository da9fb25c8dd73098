import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { staffShapes } from '#contract/resources/catalogue-desk.ts'
import { rowTag } from '#contract/resources/row-tag.ts'
import { getAuthenticatorCode } from '#tests/support/authenticator.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openShopPages, type Browser, type ShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import { sellOrder } from '#tests/support/sold-order.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let pages: ShopPages
let staff: Browser
let orderId: number
let email: string
beforeAll(async () => {
  shop = await openPayingShop()
  const sold = await sellOrder(shop, { seats: 2, photos: true })
  orderId = sold.order.id
  email = sold.buyer.email
  pages = await openShopPages(shop)
  staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
})
afterAll(() => shop.close())

/**
 * Builds what a browser would send of the page's last form, with one value per name; the caller
 * adds lists of several.
 */
function fieldsOf(html: string): Record<string, string> {
  const form = /<form method="post" class="form row-form".*?<\/form>/s.exec(html)?.[0] ?? ''
  const plain = (text: string) =>
    text
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'")
      .replaceAll('&amp;', '&')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
  const fields: Record<string, string> = {}
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const name = / name="([^"]+)"/.exec(tag)?.[1] ?? ''
    if (tag.includes('type="checkbox"') && !tag.includes(' checked')) continue
    fields[name] = plain(/ value="([^"]*)"/.exec(tag)?.[1] ?? '')
  }
  for (const [, name = '', text = ''] of form.matchAll(
    /<textarea[^>]* name="([^"]+)"[^>]*>(.*?)<\/textarea>/gs,
  ))
    fields[name] = plain(text)
  for (const [, name = '', options = ''] of form.matchAll(
    /<select[^>]* name="([^"]+)"[^>]*>(.*?)<\/select>/gs,
  )) {
    fields[name] =
      /<option[^>]*value="([^"]*)"[^>]*selected=""/.exec(options)?.[1] ??
      /<option selected="" value="([^"]*)"/.exec(options)?.[1] ??
      ''
  }
  return fields
}

const mainOf = (html: string) => (/<main.*<\/main>/s.exec(html)?.[0] ?? '').replace(/<[^>]+>/g, ' ')

describe('the staff sign-in', () => {
  const PAGES = ['/staff', '/staff/orders', '/staff/sign-in']

  test('visitors are sent to the login and back', async () => {
    const visitor = await pages.browser()
    for (const path of PAGES) {
      expect(await visitor.get(path)).toMatchObject({
        status: 303,
        location: `/account?${new URLSearchParams({ next: path }).toString()}`,
      })
    }
  })

  test('customers get a 404, and pilots only the sign-in', async () => {
    const customer = await pages.browser({ token: await logIn(shop, 'customer@example.com') })
    for (const path of PAGES) expect((await customer.get(path)).status, path).toBe(404)
    const pilot = await pages.browser({ token: await logIn(shop, 'pilot@example.com') })
    expect((await pilot.get('/staff/orders')).status).toBe(404)
  })

  test('staff need a second factor and set it up on the way', async () => {
    const browser = await pages.browser({ token: await logIn(shop, 'admin@example.com', false) })
    const led = await browser.get('/staff/orders?q=ida')
    expect(led).toMatchObject({ status: 303, location: '/staff/sign-in?next=%2Fstaff%2Forders%3Fq%3Dida' })
    const path = led.location ?? ''
    expect(mainOf((await browser.get(path)).html)).toContain('Set up an authenticator app')
    const told = await browser.post(path, { intent: 'set_up', next: '/staff/orders?q=ida' })
    const secret = /class="secret">([A-Z2-7 ]+)</.exec(told.html)?.[1] ?? ''
    expect(told.html).toContain('role="img" aria-label="The key below, to be scanned"')
    expect(told.html).toMatch(/<form method="post" action="\/sandbox\/authenticator" target="_blank"/)
    expect(told.html).toContain('name="account" value="admin@example.com"')
    const wrong = await browser.post(path, {
      intent: 'show',
      next: '/staff/orders?q=ida',
      code: '12',
      secret,
    })
    expect(wrong.status).toBe(422)
    expect(mainOf(wrong.html)).toContain('Please type the six digits of your app')
    const code = getAuthenticatorCode(secret, shop.clock.now())
    const entered = await browser.post(path, { intent: 'show', next: '/staff/orders?q=ida', code })
    expect(entered).toMatchObject({ status: 303, location: '/staff/orders?q=ida' })
    expect((await browser.get('/staff/orders?q=ida')).status).toBe(200)
    expect((await browser.get('/staff/sign-in')).location).toBe('/staff')
  })

  test('somebody without the phone uses a code from the paper', async () => {
    const browser = await pages.browser({ token: await logIn(shop, 'admin@example.com') })
    const none = await browser.get('/staff/security')
    expect(mainOf(none.html)).toContain('You have none.')
    const made = await browser.post('/staff/security', { intent: 'codes' })
    expect(made.status).toBe(200)
    expect(made.headers.get('Cache-Control')).toBe('private, no-store')
    const codes = [...made.html.matchAll(/<li>([2-9A-Y]{4}(?:-[2-9A-Y]{4}){3})<\/li>/g)].map(([, one]) => one)
    expect(codes).toHaveLength(10)
    expect(made.html).toContain('data-print')
    const kept = await browser.get('/staff/security')
    expect(mainOf(kept.html)).toContain('10 codes are left')
    expect(kept.html).not.toContain(codes[0])

    const lost = await pages.browser({ token: await logIn(shop, 'admin@example.com', false) })
    const asked = await lost.get('/staff/sign-in?next=%2Fstaff%2Forders')
    const [, link = ''] = /href="([^"]+recovery=yes)"/.exec(asked.html) ?? []
    const path = link.replaceAll('&amp;', '&')
    expect((await lost.get(path)).html).toContain('name="recovery_code"')
    const sent = { intent: 'recover', next: '/staff/orders' }
    const wrong = await lost.post(path, { ...sent, recovery_code: '2222-2222-2222-2222' })
    expect(wrong.status).toBe(422)
    expect(mainOf(wrong.html)).toContain('This is none of your codes, or it was used already')
    expect(wrong.html).toContain('value="2222-2222-2222-2222"')
    const right = await lost.post(path, { ...sent, recovery_code: codes[0] ?? '' })
    expect(right).toMatchObject({ status: 303, location: '/staff/orders' })
    expect(mainOf((await lost.get('/staff/security')).html)).toContain('9 codes are left')
  })

  test('a passkey is asked for at one host, and whatever is no passkey is refused', async () => {
    const path = '/staff/passkey?next=%2Fstaff%2Forders'
    const visitor = await pages.browser()
    const asked = await visitor.get(path)
    expect(asked.status).toBe(200)
    expect(asked.html).toMatch(/<form[^>]* data-passkey="sign_in" hidden=""/)
    expect(asked.html).toContain('href="/account?next=%2Fstaff%2Forders"')
    for (const credential of ['', 'no json', '{}']) {
      const refused = await visitor.post(path, { next: '/staff/orders', credential })
      expect(refused.status, credential).toBe(422)
    }
    const elsewhere = await pages.browser(undefined, 'http://tidewater.localhost')
    expect(await elsewhere.get(path)).toMatchObject({ status: 303, location: `http://shop.test${path}` })
    expect((await visitor.get('/staff/passkey-challenge')).status).toBe(404)
    expect((await visitor.get('/account?next=%2Fstaff%2Forders')).html).toContain(`href="${path}"`)
    expect((await visitor.get('/account?next=%2Faccount%2Forders')).html).not.toContain('/staff/passkey')
  })

  test('the sign-in redirects only to staff pages', async () => {
    for (const next of ['//evil.example', '/account/orders', '/staffx', '/staff/sign-in']) {
      expect((await staff.get(`/staff/sign-in?next=${encodeURIComponent(next)}`)).location).toBe('/staff')
    }
  })
})

test('staff find orders by what a caller says, page by page', async () => {
  const all = await staff.get('/staff/orders')
  expect(all.status).toBe(200)
  expect(all.headers.get('Cache-Control')).toBe('private, no-store')
  expect(all.html).toContain(`href="/staff/orders/${String(orderId)}"`)
  const found = await staff.get(`/staff/orders?q=${encodeURIComponent(email)}`)
  expect(mainOf(found.html)).toContain('One order')
  const none = await staff.get('/staff/orders?q=%3Cb%3Enobody%3C%2Fb%3E')
  expect(mainOf(none.html)).toContain('0 orders')
  expect(none.html).not.toContain('<b>nobody')
})

describe('an order on the staff side', () => {
  const path = () => `/staff/orders/${String(orderId)}`

  test('the page shows the customer, the price with its reasons, and every payment', async () => {
    const page = await staff.get(path())
    expect(page.status).toBe(200)
    const text = mainOf(page.html)
    for (const part of [
      email,
      'The New Yorker',
      '$553.00',
      'Why this price',
      'sales flights',
      'order confirmation',
    ]) {
      expect(text, part).toContain(part)
    }
    expect((await staff.get('/staff/orders/999999')).status).toBe(404)
    expect((await staff.get('/staff/orders/x')).status).toBe(404)
  })

  test('staff write internal comments and comments for the customer', async () => {
    await staff.post(path(), { intent: 'comment', body: 'Rang twice <script>' })
    await staff.post(path(), { intent: 'comment', body: 'We moved your check-in.', public: 'yes' })
    const { html } = await staff.get(path())
    expect(html).toContain('Rang twice &lt;script&gt;')
    expect(mainOf(html)).toMatch(/We moved your check-in\.\s+[^<]*The customer reads it/)
    const empty = await staff.post(path(), { intent: 'comment', body: '  ' })
    expect(empty.status).toBe(422)
    expect(mainOf(empty.html)).toContain('This field is required')
  })

  test('a refund is previewed and then given once', async () => {
    const wish = { how: 'lines', line: '1', reason: 'The camera failed' }
    const seen = await staff.post(path(), { ...wish, intent: 'preview' })
    expect(seen.status).toBe(200)
    expect(mainOf(seen.html)).toMatch(/In money\s+\$49\.00/)
    expect(await shop.count('select count(*) from order_refunds where order_id = $1', orderId)).toBe(0)
    const key = /name="key" value="([^"]+)"/.exec(seen.html)?.[1] ?? ''
    for (let pressed = 0; pressed < 2; pressed++) {
      expect((await staff.post(path(), { ...wish, intent: 'refund', key })).status).toBe(303)
    }
    expect(await shop.count('select count(*) from order_refunds where order_id = $1', orderId)).toBe(1)
    expect(mainOf((await staff.get(path())).html)).toContain('What came back')
  })

  test('some units of a line are refunded, never more than are left', async () => {
    const sold = await sellOrder(shop, { seats: 3 })
    const order = `/staff/orders/${String(sold.order.id)}`
    const page = await staff.get(order)
    expect(page.html).toMatch(/<select[^>]* name="quantity-0" aria-label="How many of /)
    const [who] = sold.order.passengers
    const wish = {
      how: 'lines',
      line: '0',
      'quantity-0': '1',
      stays: String(who?.id),
      reason: 'One of them is ill',
    }
    const seen = await staff.post(order, { ...wish, intent: 'preview' })
    expect(seen.status).toBe(200)
    expect(mainOf(seen.html)).toMatch(/1 of 3 seats\s*:\s*\$229\.00.*Refund\s*\$252\.00/s)
    const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(seen.html)?.[1] ?? ''
    expect(hidden('quantity-0')).toBe('1')
    const given = {
      ...wish,
      key: hidden('key'),
      seen: hidden('seen').replaceAll('&quot;', '"'),
      intent: 'refund',
    }
    expect((await staff.post(order, given)).status).toBe(303)
    expect(
      await shop.count("select sum(seats) from holds where order_id = $1 and state = 'sold'", sold.order.id),
    ).toBe(2)
    const again = await staff.get(order)
    expect(mainOf(again.html)).toContain('all 2 left')
    const left = { ...wish, stays: String(sold.order.passengers[1]?.id) }
    const much = await staff.post(order, { ...left, 'quantity-0': '3', intent: 'preview' })
    expect(much.status).toBe(422)
    expect(mainOf(much.html)).toContain('There is less left of a line than this')
    expect(much.html).toMatch(
      /name="line"[^>]*checked=""[^>]*value="0"|name="line"[^>]*value="0"[^>]*checked=""/,
    )
    const few = await shop.call('POST', '/v1/refund_previews', {
      token: await logIn(shop, 'staff@example.com'),
      body: { refund: { order_id: sold.order.id, reason: 'x', lines: [{ position: 0, quantity: 2 }] } },
    })
    expect(few.status).toBe(200)
  })

  test('after an unclear answer the same refund is repeated and never exceeds the preview', async () => {
    const wish = { how: 'amount', amount: '5', reason: 'Late' }
    const given = () => shop.count('select count(*) from order_refunds where order_id = $1', orderId)
    const before = await given()
    let lost = 0
    const unsure = await openShopPages({
      deps: shop.deps,
      api: {
        ...shop.api,
        fetch: async (request, from) => {
          const answer = await shop.api.fetch(request, from)
          if (!request.url.endsWith('/v1/refunds') || request.method !== 'POST' || lost++ > 0) return answer
          return Response.json({ code: 'internal', error: 'Nobody knows.' }, { status: 503 })
        },
      },
    })
    const browser = await unsure.browser({ token: await logIn(shop, 'staff@example.com') })
    const hidden = (html: string) => {
      const of = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? ''
      return { key: of('key'), seen: of('seen').replaceAll('&quot;', '"').replaceAll('&#x27;', "'") }
    }
    const preview = hidden((await browser.post(path(), { ...wish, intent: 'preview' })).html)
    const unclear = await browser.post(path(), { ...wish, ...preview, intent: 'refund' })
    expect(unclear.status).toBe(503)
    expect(mainOf(unclear.html)).toMatch(/In money\s+\$5\.00/)
    expect(hidden(unclear.html)).toEqual(preview)
    expect((await browser.post(path(), { ...wish, ...preview, intent: 'refund' })).status).toBe(303)
    expect(await given()).toBe(before + 1)

    const all = { how: 'all', reason: 'All of it' }
    const shown = hidden((await staff.post(path(), { ...all, intent: 'preview' })).html)
    const first = hidden((await staff.post(path(), { ...wish, intent: 'preview' })).html)
    expect((await staff.post(path(), { ...wish, ...first, intent: 'refund' })).status).toBe(303)
    const changed = await staff.post(path(), { ...all, ...shown, intent: 'refund' })
    expect(changed.status).toBe(409)
    expect(mainOf(changed.html)).toContain('What would come back has changed.')
    expect(changed.html).toContain('See what would come back')
    expect(await given()).toBe(before + 2)
  })

  test('an excessive refund is refused and keeps what was typed', async () => {
    const refused = await staff.post(path(), {
      how: 'amount',
      amount: '5000',
      reason: 'Much',
      intent: 'preview',
    })
    expect(refused.status).toBe(422)
    expect(refused.html).toContain('value="5000"')
    const nothing = await staff.post(path(), { how: 'amount', amount: 'x', reason: '', intent: 'preview' })
    expect(nothing.status).toBe(422)
  })

  test('staff resend the confirmation up to three times an hour, and the log names them', async () => {
    await shop.runDueNow()
    const { html } = await staff.get(path())
    const mail = /name="mail" value="(\d+)"/.exec(html)?.[1] ?? ''
    const statuses = []
    for (let pressed = 0; pressed < 4; pressed++) {
      shop.clock.advance(1)
      statuses.push((await staff.post(path(), { intent: 'mail', mail })).status)
    }
    expect(statuses).toEqual([303, 303, 303, 429])
    await shop.runDueNow()
    expect(
      await shop.count(
        "select count(*) from mails where order_id = $1 and kind = 'order_confirmation' and state = 'sent'",
        orderId,
      ),
    ).toBe(4)
    expect(await shop.count("select count(*) from audit_log where resource = 'mails'")).toBe(3)
  })
})

describe('the catalogue on the staff side', () => {
  test('every stored resource is listed and shown from its declaration', async () => {
    for (const { plural } of staffShapes) {
      const list = await staff.get(`/staff/catalogue/${plural}`)
      expect(list.status, plural).toBe(200)
      expect((await staff.get(`/staff/catalogue/${plural}/new`)).status, plural).toBe(200)
      const [, id] = new RegExp(`href="/staff/catalogue/${plural}/(\\d+)"`).exec(list.html) ?? []
      if (id !== undefined)
        expect((await staff.get(`/staff/catalogue/${plural}/${id}`)).status, plural).toBe(200)
    }
    expect((await staff.get('/staff/catalogue/payments')).status).toBe(404)
    expect((await staff.get('/staff/catalogue/terminals/999999')).status).toBe(404)
  })

  const fee = {
    name: 'Winter <fee>',
    description: '',
    price: '4.50',
    percent: '',
    per_seat: 'yes',
    brand_id: '',
  }

  test('staff create, change and delete a row, and errors stand beside their fields', async () => {
    const refused = await staff.post('/staff/catalogue/fees/new', { ...fee, price: 'a lot' })
    expect(refused.status).toBe(422)
    expect(refused.html).toContain('value="a lot"')
    expect(refused.html).toContain('id="price-error"')
    const made = await staff.post('/staff/catalogue/fees/new', { ...fee, intent: 'save' })
    expect(made.status).toBe(303)
    const path = (made.location ?? '').replace('?saved=1', '')
    const shown = await staff.get(path)
    expect(shown.html).toContain('value="4.5"')
    expect(shown.html).toContain('Winter &lt;fee&gt;')
    expect((await staff.post(path, { ...fee, price: '5', intent: 'save' })).status).toBe(303)
    expect((await staff.get(path)).html).toContain('value="5"')
    expect(await staff.post(path, { intent: 'remove' })).toMatchObject({
      status: 303,
      location: '/staff/catalogue/fees',
    })
    expect((await staff.get(path)).status).toBe(404)
  })

  test('a form offers all choices and keeps a chosen value that is not listed', async () => {
    await shop.deps.database.query(
      "insert into product_categories (name, slug, position) select 'Many ' || n, 'many-' || " +
        'n, 900 + n from generate_series(1, 120) n',
    )
    const { html } = await staff.get('/staff/catalogue/products/new')
    await shop.deps.database.query("delete from product_categories where slug like 'many-%'")
    for (const name of ['Many 1', 'Many 120']) expect(html).toContain(`>${name}</label>`)
    const refused = await staff.post('/staff/catalogue/fees/new', { ...fee, price: 'a lot', brand_id: '999' })
    expect(refused.html).toMatch(/<option value="999" selected="">number 999</)
  })

  test('many codes are created at once, and all codes of a discount download as a file', async () => {
    const path = '/staff/catalogue/codes'
    const typed = { discount_id: '1', quantity: '3', prefix: 'fest', redemption_limit: '1' }
    const refused = await staff.post(path, { ...typed, quantity: 'many', prefix: '' })
    expect(refused.status).toBe(422)
    expect(refused.html).toContain('id="quantity-error"')
    expect(refused.html).toContain('id="prefix-error"')
    const made = await staff.post(path, typed)
    expect(made).toMatchObject({ status: 303, location: `${path}?discount=1&made=3` })
    expect((await staff.get(made.location ?? '')).html).toContain('Made: 3 codes.')
    await shop.deps.database.query(
      "insert into discount_codes (code, discount_id) values ('=HYPERLINK(1)', 1)",
    )
    const file = await staff.get(`${path}/csv?discount=1`)
    await shop.deps.database.query("delete from discount_codes where code = '=HYPERLINK(1)'")
    expect(file.headers.get('Content-Type')).toContain('text/csv')
    expect(file.html.match(/FEST-\w{8},yes,1\r\n/g)).toHaveLength(3)
    expect(file.html).toContain("'=HYPERLINK(1),yes,without limit")
    expect((await staff.get(`${path}/csv?discount=x`)).status).toBe(404)
  })

  test('a sale is stopped only as it was seen, and a change in between is shown first', async () => {
    const path = '/staff/catalogue/products/6'
    const seen = fieldsOf((await staff.get(path)).html)
    await shop.deps.database.query("update products set subtitle = 'Somebody else’s' where id = 6")
    await shop.deps.database.query('select 1')
    const late = await staff.post(path, { tag: seen['tag'] ?? '', intent: 'stop' })
    expect(late.status).toBe(409)
    expect(late.html).toContain('Somebody else saved this product')
    expect(await shop.count("select count(*) from products where id = 6 and availability = 'paused'")).toBe(0)
    const now = fieldsOf(late.html)
    expect((await staff.post(path, { tag: now['tag'] ?? '', intent: 'stop' })).status).toBe(303)
    expect(await shop.count("select count(*) from products where id = 6 and availability = 'paused'")).toBe(1)
    expect((await staff.post(path, { intent: 'sell' })).status).toBe(303)
  })

  test('the preview of a campaign’s banner looks as in the shop and saves nothing', async () => {
    const path = '/staff/catalogue/campaigns/new'
    const typed = {
      brand_id: '1',
      name: 'Autumn',
      start_at: '2020-01-01T00:00',
      end_at: '2098-01-01T00:00',
      discount_percent_off: '20',
      countdown_text: 'Leaves turn <red>',
      banner_color: '#a63a12',
      banner_link_to: '/checkout/6',
      intent: 'preview',
    }
    const campaigns = 'select count(*) from campaigns'
    const before = await shop.count(campaigns)
    const seen = await staff.post(path, typed)
    expect(seen.status).toBe(200)
    expect(seen.html).toMatch(/class="banner running"/)
    expect(seen.html).toContain('Leaves turn &lt;red&gt;')
    expect(seen.html).toContain('ground=a63a12')
    expect(seen.html).toMatch(/\d\.\d to 1/)
    expect(seen.html).toContain('value="#a63a12"')
    const unfit = await staff.post(path, { ...typed, banner_color: 'red' })
    expect(unfit.status).toBe(422)
    expect(unfit.html).toContain('id="banner_color-error"')
    expect(await shop.count(campaigns)).toBe(before)
  })

  test('a shop in maintenance says when to come back while staff keep working', async () => {
    await shop.deps.database.query('update brands set maintenance = true where id = 1')
    // Brands are cached for a minute, and a newly opened shop has no cache yet.
    const visitor = await (await openShopPages(shop)).browser()
    for (const path of ['/', '/product/6', '/checkout/6', '/faq']) {
      const closed = await visitor.get(path)
      expect(closed.status, path).toBe(503)
      expect(closed.html).toContain('Back in a little while')
      expect(Number(closed.headers.get('Retry-After'))).toBeGreaterThan(0)
      expect(closed.headers.get('Cache-Control')).toBe('no-store')
    }
    expect((await visitor.post('/checkout/6/pay', { intent: 'purchase' })).status).toBe(503)
    // Shoppers whose bank check has begun still get its result, and whoever reopens the shop can
    // log in.
    expect((await visitor.post('/checkout/6/pay', { intent: 'settle' })).status).not.toBe(503)
    for (const path of ['/account?next=%2Fstaff', '/account/password-confirm', '/subscribe/unknown/stop']) {
      expect((await visitor.get(path)).status, path).not.toBe(503)
    }
    const desk = await staff.get('/staff/catalogue/brands/1')
    expect(desk.status).toBe(200)
    expect(desk.html).toContain('The shop is closed for maintenance')
    await shop.deps.database.query('update brands set maintenance = false where id = 1')
    expect((await (await (await openShopPages(shop)).browser()).get('/')).status).toBe(200)
  })

  test('an unchanged form saves no change', async () => {
    const before = await shop.count('select count(*) from audit_log')
    for (const path of [
      '/staff/catalogue/terminals/1',
      '/staff/catalogue/fees/1',
      '/staff/catalogue/upgrades/1',
    ]) {
      const { html } = await staff.get(path)
      const form = fieldsOf(html)
      expect((await staff.post(path, { ...form, intent: 'save' })).status, path).toBe(303)
    }
    expect(await shop.count('select count(*) from audit_log')).toBe(before)
  })

  test('a resource in use cannot be deleted, and the page says why', async () => {
    const kept = await staff.post('/staff/catalogue/terminals/1', { intent: 'remove' })
    expect(kept.status).toBe(409)
    expect(mainOf(kept.html)).toContain('This terminal is in use and stays')
  })

  test('only admins edit brands', async () => {
    const refused = await staff.post('/staff/catalogue/brands/1', { name: 'Mine', intent: 'save' })
    expect(refused.status).toBe(403)
  })

  test('the second of two simultaneous edits is refused and keeps what was typed', async () => {
    const path = '/staff/catalogue/fees/1'
    const [first, second] = [fieldsOf((await staff.get(path)).html), fieldsOf((await staff.get(path)).html)]
    expect((await staff.post(path, { ...first, name: 'Rooftop fee', intent: 'save' })).status).toBe(303)
    const told = await staff.post(path, { ...second, description: 'Landing <rights>', intent: 'save' })
    expect(told.status).toBe(409)
    expect(mainOf(told.html)).toContain(
      'Somebody else saved this fee while you had it open and changed: Name',
    )
    const again = fieldsOf(told.html)
    expect(again).toMatchObject({ name: 'Rooftop fee', description: 'Landing <rights>' })
    expect((await staff.post(path, { ...again, intent: 'save' })).status).toBe(303)
    expect(fieldsOf((await staff.get(path)).html)).toMatchObject({
      name: 'Rooftop fee',
      description: 'Landing <rights>',
    })
    const [line] = (
      await shop.deps.database.query(
        "select before, after from audit_log where resource = 'fees' order by id desc limit 1",
      )
    ).rows
    expect(Object.keys(Object(line?.['after']))).toEqual(['description'])
    const both = await staff.post(path, { ...first, name: 'Mine', intent: 'save' })
    expect(both.html).toContain('Somebody else wrote: Rooftop fee')
  })

  test('times are typed and shown in the shop’s time zone, in summer and winter', async () => {
    const path = '/staff/catalogue/products/6'
    const form = fieldsOf((await staff.get(path)).html)
    const typed = { publish_at: '2026-07-01T09:00', publish_until: '2027-12-01T09:00' }
    expect((await staff.post(path, { ...form, ...typed, intent: 'save' })).status).toBe(303)
    const [row] = (
      await shop.deps.database.query('select publish_at, publish_until from products where id = 6')
    ).rows
    expect(new Date(String(row?.['publish_at'])).toISOString()).toBe('2026-07-01T13:00:00.000Z')
    expect(new Date(String(row?.['publish_until'])).toISOString()).toBe('2027-12-01T14:00:00.000Z')
    const { html } = await staff.get(path)
    expect(fieldsOf(html)).toMatchObject(typed)
    expect(mainOf(html)).toContain('The clock of New York (America/New_York).')
    const cleared = { ...fieldsOf(html), publish_at: '', publish_until: '', intent: 'save' }
    expect((await staff.post(path, cleared)).status).toBe(303)
    const emptied = await staff.post(path, {
      ...fieldsOf((await staff.get(path)).html),
      position: '',
      intent: 'save',
    })
    expect(mainOf(emptied.html)).toContain('Position: This field is required')
  })

  test('a change of any kind of row uses the version that the list returned', async () => {
    const token = await logIn(shop, 'admin@example.com')
    for (const shape of staffShapes) {
      const { body } = await shop.call('GET', `/v1/${shape.plural}?page_size=100`, { token })
      for (const row of z.record(z.string(), z.unknown()).parse(body)[shape.plural] as { id: number }[]) {
        const send = (tag: string) =>
          shop.call('PATCH', `/v1/${shape.plural}/${String(row.id)}`, {
            token,
            body: { [shape.singular]: {} },
            headers: { 'If-Match': tag },
          })
        const answer = await send(rowTag(shape, row))
        expect(answer.status, `${shape.plural} ${String(row.id)} ${JSON.stringify(answer.body)}`).toBe(200)
        expect(answer.headers.get('etag')).toBe(rowTag(shape, row))
        expect((await send('"another"')).status).toBe(412)
        break
      }
    }
  })

  test('a week is drawn, previewed and created, and errors stand beside their fields', async () => {
    const path = '/staff/catalogue/week'
    expect((await staff.get(`${path}?product=6`)).html).toContain('<option value="6" selected="">')
    const week = {
      product_id: '6',
      days: '1',
      times: '6:10, 07:10',
      from: '2027-06-07',
      until: '2027-06-13',
      at_sunset: 'yes',
    }
    const before = await shop.count('select count(*) from departures')
    const refused = await staff.post(path, { ...week, until: '2027-06-01', intent: 'preview' })
    expect(refused.status).toBe(422)
    expect(refused.html).toContain('id="until-error"')
    expect(refused.html).toContain('value="6:10, 07:10"')
    const seen = await staff.post(path, { ...week, intent: 'preview' })
    expect(mainOf(seen.html)).toMatch(/Make\s+2\s+departures\s+a week/)
    expect(await shop.count('select count(*) from departures')).toBe(before)
    const made = await staff.post(path, { ...week, intent: 'make', key: 'painted-once' })
    expect(mainOf(made.html)).toContain('Made: 2 departures a week')
    await staff.post(path, { ...week, intent: 'make', key: 'painted-once' })
    expect(await shop.count('select count(*) from departures')).toBe(before + 2)
  })

  test('a new product leads to its fare and week; a change since the preview shows again', async () => {
    const product = await staff.get('/staff/catalogue/products/6')
    for (const to of [
      'week?product=6',
      'departures?product_id=6',
      'fares?product_id=6',
      'fares/new?product_id=6',
    ]) {
      expect(product.html, to).toContain(`href="/staff/catalogue/${to}"`)
    }
    expect((await staff.get('/staff/catalogue/fares/new?product_id=6')).html).toMatch(
      /<option[^>]*value="6"[^>]*selected=""|<option selected="" value="6"/,
    )
    const rows = mainOf((await staff.get('/staff/catalogue/departures?product_id=6')).html)
    expect(rows).toMatch(/Of\s+The New Yorker\s+alone/)
    expect(rows).not.toContain('Heli Tour')
    const path = '/staff/catalogue/week?product=6&fare=61'
    const { html } = await staff.get(path)
    expect(html).toContain('<option value="61" selected="">')
    const week = {
      product_id: '6',
      days: '2',
      times: '6:20',
      from: '2027-06-07',
      until: '2027-06-20',
      fare_id: '61',
      seat_price: '',
      left_out_dates: '2027-06-08',
      publish_at: '2027-05-30T09:00',
      publish_status: 'published',
    }
    const refused = await staff.post(path, { ...week, left_out_dates: 'Tuesday', intent: 'preview' })
    expect(refused.status).toBe(422)
    expect(mainOf(refused.html)).toContain('Must be a date like 2026-12-24')
    const seen = await staff.post(path, { ...week, intent: 'preview' })
    expect(mainOf(seen.html)).toMatch(/1 departure from 1 weekly rule, on Tuesday 15 June\. 1 day left out\./)
    expect(mainOf(seen.html)).toMatch(/Flown by\s+N/)
    const said = / name="seen" value="([^"]*)"/.exec(seen.html)?.[1]?.replaceAll('&quot;', '"') ?? ''
    const before = await shop.count('select count(*) from departures')
    const make = { intent: 'make', key: 'changed-after', seen: said }
    const changed = await staff.post(path, { ...week, ...make, left_out_dates: '' })
    expect(changed.status).toBe(409)
    expect(mainOf(changed.html)).toMatch(/Nothing is made yet.*2 departures from 1 weekly rule/s)
    expect(await shop.count('select count(*) from departures')).toBe(before)
    const made = await staff.post(path, { ...week, ...make })
    expect(mainOf(made.html)).toContain('They go on sale when you said.')
    expect(
      await shop.count(
        "select count(*) from departures where fare_id = 61 and time = '06:20' and publish_at " +
          "= '2027-05-30T13:00:00Z'",
      ),
    ).toBe(1)
  })

  test('the page says that the product of a coloured week is not on sale itself', async () => {
    const { query } = shop.deps.database
    await query("update products set publish_status = 'draft' where id = 6")
    const week = {
      product_id: '6',
      days: '3',
      times: '6:20',
      from: '2027-06-07',
      until: '2027-06-13',
      publish_status: 'published',
    }
    const made = await staff.post('/staff/catalogue/week', { ...week, intent: 'make', key: 'hidden' })
    expect(mainOf(made.html)).toMatch(/Made: 1 departure a week\. The product itself is not published yet\./)
    expect(mainOf(made.html)).not.toContain('They are on sale')
    await query("update products set publish_status = 'published' where id = 6")
  })

  test('with scripts a campaign’s form and preview follow the typing and list what is missing', async () => {
    const path = '/staff/catalogue/campaigns/new'
    expect((await staff.get(path)).html).toMatch(/<form[^>]* data-live="preview" data-script="/)
    const begun = await staff.post(path, { brand_id: '1', name: 'Half off', intent: 'preview' })
    expect(begun.status).toBe(422)
    // A preview that is requested while somebody types never counts as an error.
    const typing = await staff.post(path, { brand_id: '1', intent: 'preview', live: 'yes' })
    expect(typing.status).toBe(200)
    const live = /id="campaign-preview" data-live-part="".*?<\/div>/s.exec(begun.html)?.[0] ?? ''
    expect(live).toMatch(/data-live-words="">Nothing to show yet\. Look at: .*Banner link to/)
  })

  test('a brand’s settings are grouped and explained, and changes are versioned and audited', async () => {
    for (const shape of staffShapes.filter(({ groups }) => groups)) {
      const keys = shape.groups?.map(({ key }) => key)
      expect(Object.entries(shape.fields).filter(([, { group }]) => !keys?.includes(group ?? ''))).toEqual([])
    }
    const admin = await pages.browser({ token: await logIn(shop, 'admin@example.com') })
    const path = '/staff/catalogue/brands/2'
    const { html } = await admin.get(path)
    const shown = mainOf(html)
    for (const words of [
      'Who it is',
      'Moving and cancelling',
      'Once, however many move',
      '$50, or $75 in the last 48 hours',
      'Its fees',
      'Who changed this brand',
    ]) {
      expect(shown, words).toContain(words)
    }
    expect(html).toContain('http://tidewater.localhost')
    expect(html).toContain('href="/staff/catalogue/fees?brand_id=2"')
    const form = fieldsOf(html)
    const saved = await admin.post(path, {
      ...form,
      product_brand_ids: '2',
      tagline: 'Over the water',
      intent: 'save',
    })
    expect(saved.status).toBe(303)
    const late = await admin.post(path, {
      ...form,
      product_brand_ids: '2',
      tagline: 'Another',
      intent: 'save',
    })
    expect(late.status).toBe(409)
    expect(mainOf(late.html)).toContain('Somebody else wrote: Over the water')
    expect(
      await shop.count(
        "select count(*) from audit_log where resource = 'brands' and resource_id = 2 and " +
          "after->>'tagline' = 'Over the water'",
      ),
    ).toBe(1)
    const again = { ...fieldsOf((await admin.get(path)).html), product_brand_ids: '2', intent: 'save' }
    for (const hosts of ['https://sea.example.com', 'Sea.example.com', 'sea.example.com:8080', '127.0.0.1']) {
      const refused = await admin.post(path, { ...again, hosts })
      expect([refused.status, hosts]).toEqual([422, hosts])
      expect(mainOf(refused.html)).toContain('Write names like shop.example.com')
    }
    expect((await admin.post(path, { ...again, hosts: 'tidewater.localhost\nsea.example.com' })).status).toBe(
      303,
    )
    const taken = await shop.call('PATCH', '/v1/brands/1', {
      token: await logIn(shop, 'admin@example.com'),
      body: { brand: { hosts: ['sea.example.com'] } },
    })
    expect([taken.status, taken.body]).toEqual([422, { hosts: ['sea.example.com leads to another brand'] }])
    const { rows: known } = await shop.deps.database.query(
      'select host from brand_hosts where brand_id = 2 order by host',
    )
    expect(known.map(({ host }) => host)).toEqual(['sea.example.com', 'tidewater.localhost'])
    const fees = await admin.get('/staff/catalogue/fees?brand_id=2')
    expect(fees.status).toBe(200)
    expect(mainOf(fees.html)).toMatch(/Of\s+\S.*alone/)
  })

  test('a sale is stopped and opened with one press, and a link leads to its day', async () => {
    const sold = () => shop.count("select count(*) from products where id = 6 and availability = 'available'")
    const path = '/staff/catalogue/products/6'
    expect((await staff.get(path)).html).toContain('action="/checkout/6"')
    expect((await staff.post(path, { intent: 'stop' })).status).toBe(303)
    expect(await sold()).toBe(0)
    expect(mainOf((await staff.get(path)).html)).toContain('Not on sale.')
    expect((await staff.post(path, { intent: 'sell' })).status).toBe(303)
    expect(await sold()).toBe(1)
    const { rows } = await shop.deps.database.query(
      'select min(id) as id from departures where product_id = 6',
    )
    const rule = `/staff/catalogue/departures/${String(rows[0]?.['id'])}`
    await staff.post(rule, { intent: 'stop' })
    expect(mainOf((await staff.get(rule)).html)).toContain('Sell again')
    await staff.post(rule, { intent: 'sell' })
    expect(mainOf((await staff.get(rule)).html)).toContain('Stop the sale now')
  })
})
