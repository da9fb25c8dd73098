import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FormName } from '#contract/form-entry.ts'
import { sendMails } from '#api/mails/send-mails.ts'
import { openAccount } from '#tests/support/give-tenders.ts'
import { openShopPages, type Page, type ShopPages } from '#tests/support/shop-pages.ts'
import { createTestApi, TEST_NOW, type TestApi } from '#tests/support/test-api.ts'

// The test loads the whole shop, and the machine may be busy.
vi.setConfig({ hookTimeout: 180_000, testTimeout: 60_000 })

let shop: TestApi
let pages: ShopPages
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
  pages = await openShopPages(shop)
})
beforeEach(async () => {
  shop.clock.set(TEST_NOW)
  shop.mailer.sent.length = 0
  shop.deps.settings.limitFactor = 1000
  for (const table of ['form_entries', 'newsletter_subscribers', 'mails']) {
    await shop.deps.database.query(`delete from ${table}`)
  }
})
afterAll(() => shop.close())

const stampIn = ({ html }: Page) => /name="stamp" value="([^"]+)"/.exec(html)?.[1] ?? ''
const kept = async () => (await shop.deps.database.query('select * from form_entries order by id')).rows
const wait = () => shop.clock.advance(4 / 60)

const SENDER = { name: 'Nora Quist', email: 'nora@example.com', phone: '(212) 555-0117' }
const FILLED: Record<FormName, Record<string, string>> = {
  contact: { ...SENDER, topic: 'lost', message: 'A red glove.' },
  rentals: { ...SENDER, occasion: 'film', message: 'Two hours, doors off.', date: '2027-07-01' },
  careers: { ...SENDER, opening: 'line-pilot', message: 'I fly already.' },
  contest: { name: SENDER.name, email: SENDER.email, consent: 'on', contest_id: '1' },
  survey: { score: '10', liked: 'All of it.' },
}
const NAMES = Object.keys(FILLED) as FormName[]

describe.each(NAMES)('/%s', (form) => {
  test('the form accepts a message once and thanks for it', async () => {
    const browser = await pages.browser()
    const page = await browser.get(`/${form}`)
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    wait()
    const typed = { ...FILLED[form], stamp: stampIn(page) }
    const sent = await browser.post(`/${form}`, typed)
    expect([sent.status, sent.location]).toEqual([303, `/thank-you?for=${form}#main`])
    expect((await browser.post(`/${form}`, typed)).location).toBe(`/thank-you?for=${form}#main`)
    expect(await kept()).toHaveLength(1)
    const thanks = await browser.get(`/thank-you?for=${form}`)
    expect(thanks.status).toBe(200)
    expect(thanks.html).not.toContain(SENDER.email)
  })

  test('the form marks required fields, including consents and scores', async () => {
    const { html } = await (await pages.browser()).get(`/${form}`)
    const main = (/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '').replaceAll('<!-- -->', '')
    const told = main.match(/\((?:required|optional)\)/g) ?? []
    const asked =
      main.match(/<(?:input|select|textarea)(?! type="hidden")[^>]*name="(?!website|q\b)[^>]*>/g) ?? []
    const names = new Set(asked.map((tag) => /name="([^"]*)"/.exec(tag)?.[1]))
    expect(told).toHaveLength(names.size)
    const needed = told.filter((word) => word === '(required)')
    const marked = asked.filter((tag) => /aria-required="true"|\srequired=""/.test(tag))
    expect(new Set(marked.map((tag) => /name="([^"]*)"/.exec(tag)?.[1])).size).toBe(needed.length)
  })

  test('a refused form keeps what was typed and shows errors at the fields and in a summary', async () => {
    const browser = await pages.browser()
    const stamp = stampIn(await browser.get(`/${form}`))
    wait()
    const typed = { ...FILLED[form], stamp, name: 'Nora Quist https://spam.example' }
    const refused = await browser.post(`/${form}`, typed)
    expect(refused.status).toBe(422)
    expect(refused.html).toContain('<div class="esum" id="errors" tabindex="-1">')
    expect(refused.html.match(/<[^>]*autofocus=""[^>]*>/g)?.join()).toMatch(/^<input[^>]*id="name"[^>]*>$/)
    expect(refused.html).toContain('href="#name">Full name: Please leave out the link</a>')
    expect(refused.html).toMatch(/id="name-error"[^]*Please leave out the link/)
    expect(refused.html).toContain('value="Nora Quist https://spam.example"')
    expect(stampIn(refused)).toBe(stamp)
    for (const value of Object.values(FILLED[form]).filter((one) => one.length > 12)) {
      expect(refused.html).toContain(value)
    }
    expect((await browser.post(`/${form}`, { ...typed, name: 'Nora Quist' })).status).toBe(303)
  })

  test('the form refuses what is sent too soon, too late, by a bot or too often', async () => {
    const browser = await pages.browser()
    const stamp = stampIn(await browser.get(`/${form}`))
    const typed = { ...FILLED[form], stamp }
    const soon = await browser.post(`/${form}`, typed)
    expect([soon.status, stampIn(soon)]).toEqual([409, stamp])
    expect(soon.html).toContain('That was quicker than we can read.')
    wait()
    const machine = await browser.post(`/${form}`, { ...typed, website: 'https://spam.example' })
    expect(machine.status).toBe(422)
    expect(machine.html).toContain('Website: Please leave this field empty')
    shop.clock.advance(24 * 60)
    const late = await browser.post(`/${form}`, typed)
    expect(late.status).toBe(409)
    expect(stampIn(late)).not.toBe(stamp)
    expect(await kept()).toEqual([])
    shop.deps.settings.limitFactor = 0.01
    wait()
    const again = { ...typed, stamp: stampIn(late) }
    await browser.post(`/${form}`, again)
    const often = await browser.post(`/${form}`, again)
    expect(often.status).toBe(429)
    expect(often.html).toContain('Too many tries. Please wait')
    expect(often.html).toContain('nothing is lost')
  })
})

test('a logged-in customer’s name, e-mail and phone are filled in', async () => {
  const { token, email } = await openAccount(shop.deps)
  const { html } = await (await pages.browser({ token })).get('/contact')
  expect(html).toContain(`value="${email}"`)
  expect(html).toContain('value="Ida Lund"')
})

test('each brand lists its own job openings and its own contest', async () => {
  const browser = await pages.browser()
  expect((await browser.get('/careers')).html).not.toContain('Pilot, beaches and bay')
  expect((await browser.get('/contest')).html).toContain('A word over the harbor')
})

test('a contest that is over says so and shows no form', async () => {
  shop.clock.set('2027-09-01T12:00:00Z')
  const { html } = await (await pages.browser()).get('/contest')
  expect(html).toContain('This one is over')
  expect(html).not.toContain('name="contest_id"')
})

describe('newsletter', () => {
  async function mailed(path: RegExp) {
    await sendMails(shop.deps)
    return path.exec(shop.mailer.sent.at(-1)?.text ?? '')?.[0] ?? ''
  }
  async function subscribed() {
    const browser = await pages.browser()
    // The box in the footer has no timestamp, and sends the address of its page along.
    const box = await browser.post('/subscribe', { email: 'ruth@example.com', list: 'news' })
    expect([box.status, await mailed(/./)]).toEqual([200, ''])
    expect(box.html).toContain('value="ruth@example.com"')
    expect(box.html).toContain('<p role="status">One step is left: tick the box and press the button.</p>')
    wait()
    const form = { email: 'ruth@example.com', list: 'news', consent: 'on', stamp: stampIn(box) }
    expect((await browser.post('/subscribe', { ...form, consent: '' })).html).toContain(
      'Please agree to be mailed',
    )
    const sent = await browser.post('/subscribe', form)
    expect([sent.status, sent.location]).toEqual([303, '/thank-you?for=newsletter#main'])
    const link = await mailed(/\/subscribe\/[\w-]{32}(?=\n)/)
    expect((await browser.get(link)).html).toContain('One more press')
    expect((await browser.post(link, {})).location).toBe('/ThankYou#main')
    expect((await browser.get('/ThankYou')).html).toContain('You are on the list')
    return mailed(/\/subscribe\/[\w-]{32}\/stop/)
  }
  const state = async () =>
    (await shop.deps.database.query('select state from newsletter_subscribers')).rows[0]?.['state']

  test('one button confirms the subscription and another one declines it', async () => {
    const stop = await subscribed()
    const stranger = await pages.browser()
    expect((await stranger.get(stop)).html).toContain('Press the button, and the address')
    expect(await state()).toBe('confirmed')
    const stopped = await stranger.post(stop, {})
    expect([stopped.status, await state()]).toEqual([200, 'ended'])
    expect(stopped.html).toContain('No more news')
  })

  test('a mail program unsubscribes with one POST without cookies (RFC 8058)', async () => {
    await subscribed()
    const head = shop.mailer.sent.at(-1)?.headers ?? {}
    expect(head['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const { pathname } = new URL(/^<(.+)>$/.exec(head['List-Unsubscribe'] ?? '')?.[1] ?? '')
    const program = await pages.browser()
    expect((await program.post(pathname, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200)
    expect(await state()).toBe('ended')
  })

  test('the Miami page’s newsletter form subscribes to its own list', async () => {
    const browser = await pages.browser()
    const page = await browser.get('/campaigns/subscribe-to-miami')
    expect(page.html).toMatch(/<option value="miami" selected="">/)
    wait()
    const form = { email: 'ruth@example.com', list: 'miami', consent: 'on', stamp: stampIn(page) }
    expect((await browser.post('/subscribe', form)).status).toBe(303)
    expect((await shop.deps.database.query('select list from newsletter_subscribers')).rows).toEqual([
      { list: 'miami' },
    ])
  })

  test('an invalid link answers 404, and an expired one says so and leads on', async () => {
    const browser = await pages.browser()
    expect((await browser.get('/subscribe/short')).status).toBe(404)
    const made = `/subscribe/0000000001${'A'.repeat(22)}`
    const refused = await browser.post(made, {})
    expect([refused.status, await state()]).toEqual([404, undefined])
    expect(refused.html).toContain('Sign up once more')
    expect((await browser.post(`${made}/stop`, {})).status).toBe(200)
  })
})
