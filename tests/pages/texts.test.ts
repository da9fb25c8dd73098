import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSellHelpers, openStaffShop, readRedirectPath } from '#tests/support/staff-sell.ts'
import { type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, type ShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import { bookWithTexts, consentWords, PHONE } from '#tests/support/texted-buyer.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 180_000, testTimeout: 120_000 })

let shop: PayingShop
let pages: ShopPages
let staff: Browser
let words: string
beforeAll(async () => {
  ;({ shop, staff, pages } = await openStaffShop())
  words = await consentWords(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  for (const table of ['texts', 'text_numbers', 'sandbox.texts'])
    await shop.deps.database.query(`delete from ${table}`)
})

const { sell, saleOf } = createSellHelpers(() => ({ shop, staff }))
const rows = async (statement: string) => (await shop.deps.database.query(statement)).rows
const hidden = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
const mainOf = (html: string) =>
  (/<main.*<\/main>/s.exec(html)?.[0] ?? '')
    .replaceAll('<!-- -->', '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

describe('the checkout', () => {
  /** Opens the page "Who and pay" as a guest, and sends its form with these fields more. */
  async function buy(fields: Record<string, string>) {
    const guest = await pages.browser()
    const { departureId, departAt } = await shop.nextFlight()
    const path = `/checkout/6/pay?date=${departAt.slice(0, 10)}&departure=${String(departureId)}&quantity=1`
    const { html } = await guest.get(path)
    const form = {
      ...{ intent: 'purchase', form_key: hidden(html, 'form_key') },
      ...{ total: hidden(html, 'total'), due: hidden(html, 'due'), terms_and_conditions: 'on' },
      ...{ 'passengers[0].full_name': 'Ada Lind', 'passengers[0].weight': '150' },
    }
    return { html, sent: await guest.post(path, { ...form, ...fields }) }
  }
  const consents = () =>
    rows(`select c.phone, c.words, c.given_to, c.given_at::text as at, o.email from text_consents c
      join orders o on o.id = c.order_id where o.email like '%.opts@example.com' order by o.id`)

  it('asks where the phone number is given, and ticks nothing by itself', async () => {
    const { html, sent } = await buy({ email: 'no.opts@example.com', phone: '(201) 555-0142' })
    const box = /<input[^>]*name="text_consent"[^>]*>/.exec(html)?.[0] ?? ''
    expect(box).toContain('type="checkbox"')
    expect(box).not.toContain('checked')
    expect(html.indexOf('name="phone"')).toBeLessThan(html.indexOf('name="text_consent"'))
    expect(mainOf(html).replaceAll('&amp;', '&')).toContain(words)
    expect(sent.status).toBe(303)
    expect(await consents()).toEqual([])
  })

  it('keeps the number, the very words and the time of a consent', async () => {
    const fields = { email: 'yes.opts@example.com', phone: '(201) 555-0142', text_consent: words }
    expect((await buy(fields)).sent.status).toBe(303)
    expect(await consents()).toEqual([
      {
        ...{ phone: PHONE, words, given_to: 'shop', email: 'yes.opts@example.com' },
        at: expect.stringMatching(/^2027-05-12 /) as unknown,
      },
    ])
  })

  it('says at the phone field that texts need a number, and keeps what was typed', async () => {
    for (const phone of ['', '123-456-7890']) {
      const { sent } = await buy({ email: 'typed.opts@example.com', phone, text_consent: words })
      expect(sent.status, phone).toBe(422)
      expect(sent.html).toContain('To get texts, please give a phone number')
      expect(sent.html).toContain('value="typed.opts@example.com"')
      expect(sent.html).toContain('value="Ada Lind"')
    }
  })

  it('takes no words that the brand does not ask for', async () => {
    const fields = { email: 'forged.opts@example.com', phone: '(201) 555-0142', text_consent: 'Anything' }
    expect((await buy(fields)).sent.status).toBe(422)
  })
})

describe('a sale at the counter', () => {
  const consents = () => rows('select phone, words, given_to from text_consents')

  it('keeps the consent that staff heard, and has none unless they tick it', async () => {
    await shop.deps.database.query('delete from text_consents')
    await sell({ email: 'asked.not@example.com', phone: '(201) 555-0155' })
    expect(await consents()).toEqual([])
    await sell({ email: 'said.yes@example.com', phone: '(201) 555-0156', text_consent: words })
    expect(await consents()).toEqual([{ phone: '+12015550156', words, given_to: 'staff' }])
  })

  it('asks with an unticked box, and keeps the tick when something else is wrong', async () => {
    const { page, form } = await saleOf({ phone: '', text_consent: words })
    const { html } = await staff.get(page)
    expect(/<input[^>]*name="text_consent"[^>]*>/.exec(html)?.[0]).not.toContain('checked')
    const shown = await staff.post(page, { ...form, intent: 'price' })
    const seen = /name="seen"[^>]*value="([^"]*)"/.exec(shown.html)?.[1] ?? ''
    const refused = await staff.post(page, { ...form, intent: 'sell', seen })
    expect(refused.status).toBe(422)
    expect(refused.html).toContain('To get texts, please give a phone number')
    expect(/<input[^>]*name="text_consent"[^>]*>/.exec(refused.html)?.[0]).toContain('checked')
  })
})

describe('the page of an account’s details', () => {
  const PATH = '/account/details'
  const phoneOf = (number: string) =>
    shop.deps.database.query("update users set phone = $1 where email = 'customer@example.com'", [number])

  it('asks with an unticked box, shows since when the consent counts, and takes it back', async () => {
    const customer = await pages.browser({ token: await logIn(shop, 'customer@example.com') })
    await phoneOf('(201) 555-0157')
    const before = await customer.get(PATH)
    const box = /<input[^>]*name="words"[^>]*>/.exec(before.html)?.[0] ?? ''
    expect(box).toContain('type="checkbox"')
    expect(box).not.toContain('checked')
    const agreed = /value="([^"]*)"/.exec(box)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(agreed).toContain('Reply STOP to end texts')
    const unticked = await customer.post(PATH, { intent: 'texts' })
    expect(unticked.status).toBe(422)
    expect(unticked.html).toContain('Please tick the box to get texts')
    expect((await customer.post(PATH, { intent: 'texts', words: agreed })).status).toBe(303)
    expect(mainOf((await customer.get(PATH)).html)).toContain(
      'You agreed on 12 May 2027, for the number •••• 0157',
    )
    expect((await customer.post(PATH, { intent: 'texts', stop: 'yes' })).status).toBe(303)
    expect((await customer.get(PATH)).html).toContain('name="words"')
    expect(await rows('select * from account_text_consents')).toEqual([])
  })

  it('says that a number gets no texts instead of asking', async () => {
    const customer = await pages.browser({ token: await logIn(shop, 'customer@example.com') })
    await phoneOf('123-456-7890')
    const { html } = await customer.get(PATH)
    expect(html).not.toContain('name="words"')
    expect(mainOf(html)).toContain('The phone number above gets no texts.')
  })
})

describe('the form to register', () => {
  it('asks with an unticked box, and keeps the tick when something else is wrong', async () => {
    const visitor = await pages.browser()
    const { html } = await visitor.get('/account?tab=register')
    const box = /<input[^>]*name="text_consent"[^>]*>/.exec(html)?.[0] ?? ''
    expect(box).toContain('type="checkbox"')
    expect(box).not.toContain('checked')
    const said = /value="([^"]*)"/.exec(box)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const person = { first_name: 'Ada', last_name: 'Lind', phone: '(201) 555-0158', password: 'heliport' }
    const form = { ...person, intent: 'register', text_consent: said }
    const refused = await visitor.post('/account?tab=register', { ...form, email: 'nobody' })
    expect(refused.status).toBe(422)
    expect(/<input[^>]*name="text_consent"[^>]*>/.exec(refused.html)?.[0]).toContain('checked')
    const made = await visitor.post('/account?tab=register', { ...form, email: 'texted.ada@example.com' })
    expect(made.status).toBe(303)
    expect(await rows('select phone from account_text_consents')).toEqual([{ phone: '+12015550158' }])
  })
})

describe('a link to pay by text', () => {
  const links = async () => (await shop.sandbox.phone.list()).flatMap((text) => text.links)

  it('needs the customer’s consent, is texted then, and opens the booking', async () => {
    const sold = await sell({ channel: 'phone', email: 'bytext@example.com', phone: '(201) 555-0142' })
    const path = readRedirectPath(sold.location)
    const { html } = await staff.get(path)
    expect(mainOf(html)).toContain('Text •••• 0142 a link to pay')
    const refused = await staff.post(path, { intent: 'payment_text' })
    expect(refused.status).toBe(422)
    expect(refused.html).toContain('The customer must agree to texts first')
    const sent = await staff.post(path, { intent: 'payment_text', text_consent: words })
    expect(sent.status).toBe(303)
    const after = mainOf((await staff.get(path)).html)
    expect(after).toContain('A link to pay was texted to •••• 0142.')
    expect(after).toContain('payment link by text to •••• 0142')
    await shop.runDueNow()
    const [link = ''] = await links()
    const caller = await pages.browser()
    expect(mainOf((await caller.get(new URL(link).pathname)).html)).toContain('The New Yorker')
    // The next one needs no consent any more.
    shop.clock.advance(1)
    expect((await staff.post(path, { intent: 'payment_text' })).status).toBe(303)
  })

  it('is refused at night, and after STOP', async () => {
    const sold = await sell({ channel: 'phone', email: 'night@example.com', phone: '(201) 555-0143' })
    const path = readRedirectPath(sold.location)
    const before = shop.clock.now()
    shop.clock.set('2027-05-13T02:00:00Z')
    await shop.deps.database.query(
      "update holds set expires_at = '2027-05-13T04:00:00Z' where state = 'held'",
    )
    const late = await staff.post(path, { intent: 'payment_text', text_consent: words })
    shop.clock.set(before)
    expect(late.status).toBe(409)
    expect(late.html).toContain('It is night at the terminal')
    expect(await rows('select * from texts')).toEqual([])
  })
})

describe('the staff’s page of texts', () => {
  it('shows masked numbers and reasons, and sends a text that did not arrive again once', async () => {
    const { order } = await bookWithTexts(shop, { email: 'notarrived@example.com', phone: '(201) 555-0144' })
    await shop.deps.database.query(
      `insert into texts (event_key, kind, brand_id, order_id, "to", state, tries, error_code, created_at,
        next_try_at) values ('missing', 'ticket', 1, $1, '+12015550144', 'failed', 12, 30003,
        $2, $2)`,
      [order.id, shop.clock.now()],
    )
    const { html, status } = await staff.get('/staff/texts')
    expect(status).toBe(200)
    expect(mainOf(html)).toContain('•••• 0144')
    expect(html).not.toContain('5550144')
    expect(mainOf(html)).toContain('The phone is off or out of reach.')
    const form = { text: hidden(html, 'text'), key: hidden(html, 'key') }
    const sent = await staff.post('/staff/texts?state=failed', form)
    expect(sent).toMatchObject({ status: 303, location: '/staff/texts?state=failed&again=1' })
    const twice = await staff.post('/staff/texts?state=failed', { ...form, key: 'another' })
    expect(twice.status).toBe(409)
    expect(twice.html).toContain('This text cannot be sent again')
    expect(await rows("select state from texts where event_key like '%:copy:%'")).toEqual([
      { state: 'queued' },
    ])
    expect(mainOf((await staff.get('/staff/texts?state=queued')).html)).toContain('One text')
    expect((await staff.get('/staff/texts?state=nonsense')).status).toBe(200)
  })

  it('is for staff alone, and so are the calls behind it', async () => {
    const pilot = await pages.browser({ token: await logIn(shop, 'pilot@example.com') })
    const visitor = await pages.browser()
    expect((await pilot.get('/staff/texts')).status).toBe(404)
    expect((await visitor.get('/staff/texts')).status).not.toBe(200)
    const token = await logIn(shop, 'customer@example.com')
    expect((await shop.call('GET', '/v1/texts')).status).toBe(401)
    expect((await shop.call('GET', '/v1/texts', { token })).status).toBe(403)
    expect((await shop.call('POST', '/v1/texts/1/copies', { token })).status).toBe(403)
  })
})

describe('the pages of the test phone', () => {
  const open = (path: string, init?: RequestInit) =>
    shop.sandbox.pages(new Request(new URL(path, 'http://shop.test'), init))

  it('show texts with their links, and answer with STOP', async () => {
    const text = { from: '+12015550101', to: PHONE, body: 'Pay <now>: http://shop.test/pay/1', statusUrl: '' }
    await shop.sandbox.phone.send({ ...text, statusUrl: 'http://shop.test/v1/twilio/statuses?text=1' })
    const list = (await (await open('/sandbox/phone'))?.text()) ?? ''
    expect(list).toContain('Pay &lt;now&gt;')
    const number = encodeURIComponent(PHONE)
    expect(list).toContain(`href="/sandbox/phone?number=${number}"`)
    const phone = (await (await open(`/sandbox/phone?number=${number}`))?.text()) ?? ''
    expect(phone).toContain('href="http://shop.test/pay/1"')
    const body = new URLSearchParams({ number: PHONE, sender: '+12015550101', body: 'STOP' })
    const answered = await open('/sandbox/phone', { method: 'POST', body })
    expect(answered?.status).toBe(303)
    expect(await rows('select stopped_at is not null as stopped from text_numbers')).toEqual([
      { stopped: true },
    ])
    const json = (await (await open('/sandbox/phone.json'))?.json()) as unknown[]
    expect(json).toMatchObject([
      { from: PHONE, body: 'STOP', is_reply: true },
      { to: PHONE, links: ['http://shop.test/pay/1'], is_reply: false },
    ])
    const stranger = new URLSearchParams({ number: '+12015550199', sender: 'x', body: 'STOP' })
    expect((await open('/sandbox/phone', { method: 'POST', body: stranger }))?.status).toBe(422)
    expect((await open('/sandbox/mail', { method: 'POST', body }))?.status).toBe(405)
  })
})
