import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { OrderPassengersReply } from '#contract/passenger.ts'
import { WAIVER_VERSION } from '#contract/waiver.ts'
import { openPayingShop, type PayingShop, RETURN_URL } from '#tests/support/paying-shop.ts'
import { openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 180_000, testTimeout: 120_000 })

let shop: PayingShop
let pages: ShopPages
beforeAll(async () => {
  shop = await openPayingShop()
  pages = await openShopPages(shop)
})
afterAll(() => shop.close())

const PATH = '/staff/content/1/faq'
const BODY = '## The sky\n\n### Is it blue?\n\nOn most days. {{brand}} knows the others.'
const typed = (more: Record<string, string> = {}) => ({
  title: 'What people ask',
  summary: 'Answers in a line.',
  body: BODY,
  note: 'Written anew',
  when: 'now',
  ...more,
})
const versions = () => shop.count('select count(*) from written_text_versions')

test('a saved text is what the shop shows, and typed text survives every refusal', async () => {
  const admin = await pages.browser({ token: await logIn(shop, 'admin@example.com') })
  const visitor = await pages.browser()
  const was = '1:0:0'
  expect((await visitor.get('/faq')).html).not.toContain('Is it blue?')
  expect((await admin.get(PATH)).html).toContain('name="was" value="1:0:0"')

  const wrong = typed({ body: `${BODY}\n\n<script>alert(1)</script>` })
  const refused = await admin.post(PATH, { ...wrong, was, intent: 'save' })
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('Text: Write no HTML: &lt;script&gt;')
  expect(refused.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;</textarea>')
  expect(refused.html).toContain('value="Written anew"')
  const long = await admin.post(PATH, { ...typed({ body: 'a'.repeat(20_001) }), was, intent: 'save' })
  expect(long.status).toBe(422)
  expect(long.html).toContain('a'.repeat(20_001))

  const preview = await admin.post(PATH, { ...typed({ note: '' }), was, intent: 'preview' })
  expect(preview.status).toBe(200)
  expect(preview.html).toContain('<summary>Is it blue?</summary>')
  expect(preview.html).toContain(`${BODY}</textarea>`)
  expect(await versions()).toBe(0)

  const saved = await admin.post(PATH, { ...typed(), was, intent: 'save' })
  expect([saved.status, saved.location]).toEqual([303, `${PATH}?done=1`])
  expect((await admin.get(`${PATH}?done=1`)).html).toContain('Version 1 is saved and shown.')
  const { html } = await visitor.get('/faq')
  expect(html).toContain('<summary>Is it blue?</summary>')
  // Search engines get the same answer.
  expect(html).toMatch(/"@type":"Question","name":"Is it blue\?".*"text":"On most days\./)
  const today = new Date(shop.clock.now()).toISOString().slice(0, 10)
  expect((await visitor.get('/sitemap.xml')).html).toMatch(
    new RegExp(`/faq</loc><lastmod>${today.slice(0, 7)}`),
  )

  // A colleague who saw the page before it was saved.
  const late = await admin.post(PATH, {
    ...typed({ body: BODY.replace('blue', 'gray') }),
    was,
    intent: 'save',
  })
  expect(late.status).toBe(409)
  expect(late.html).toContain('Somebody else saved this text meanwhile.')
  expect(late.html).toContain('### Is it gray?')
  expect(late.html).toMatch(/<del>.*blue\?<\/del><ins>.*gray\?<\/ins>/)
  expect(late.html).toContain('name="was" value="1:1:0"')
})

test('staff read the list and the text, and only admins get a form', async () => {
  const staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
  const pilot = await pages.browser({ token: await logIn(shop, 'pilot@example.com') })
  const list = (await staff.get('/staff/content')).html
  expect(list).toContain(`href="${PATH}"`)
  expect(list).toContain('Written anew')
  const text = (await staff.get(PATH)).html
  expect(text).not.toContain('<textarea')
  expect(text).toContain('Admins change it.')
  expect((await staff.post(PATH, { ...typed(), was: '1:1:0', intent: 'save' })).status).toBe(404)
  expect((await pilot.get('/staff/content')).status).toBe(404)
  expect((await staff.get('/staff/content/1/nothing')).status).toBe(404)
  expect((await staff.get('/staff/content/99/faq')).status).toBe(404)
})

describe('a text that is not shown yet', () => {
  const ABOUT = '/staff/content/1/about-us'
  const about = (more: Record<string, string> = {}) => ({
    ...{ title: 'About us', summary: 'Who we are.', body: 'We fly.', note: 'Shorter', when: 'now' },
    ...more,
  })
  const wasOf = (html: string) => /name="was" value="(1:[^"]+)"/.exec(html)?.[1] ?? ''
  /** The shop's clock, as the brand's zone reads it. */
  const local = (minutes: number) =>
    new Date(shop.clock.now().getTime() + minutes * 60_000)
      .toLocaleString('sv-SE', { timeZone: 'America/New_York' })
      .slice(0, 16)
      .replace(' ', 'T')

  test('is kept with a page that says so, and thrown away by a press', async () => {
    const admin = await pages.browser({ token: await logIn(shop, 'admin@example.com') })
    const staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
    const visitor = await pages.browser()
    const was = wasOf((await admin.get(ABOUT)).html)
    const half = about({ body: 'Half a {{sentence', note: '', when: 'draft' })
    const kept = await admin.post(ABOUT, { ...half, was, intent: 'save' })
    expect([kept.status, kept.location]).toEqual([303, `${ABOUT}?done=draft`])
    const { html } = await admin.get(`${ABOUT}?done=draft`)
    expect(html).toContain('The draft is kept. Nobody but staff sees it.')
    expect(html).toContain('Half a {{sentence</textarea>')
    expect(html).toMatch(/<input[^>]*type="radio"[^>]*checked=""[^>]*value="draft"/)
    expect((await visitor.get('/about-us')).html).not.toContain('Half a')
    const list = (await staff.get('/staff/content')).html
    expect(list).toContain('1 draft.')
    expect(list).toContain('Draft, nobody sees it')

    // A colleague who saw the page before it, and one after it.
    const late = await admin.post(ABOUT, { ...about({ body: 'Late' }), was, intent: 'save' })
    expect(late.status).toBe(409)
    expect(late.html).toContain('Somebody else saved a draft of this text meanwhile.')
    expect(late.html).toContain('<span class="vh">removed: </span>Half a {{sentence</del>')
    expect(late.html).toContain('Late</textarea>')
    const stale = await admin.post(ABOUT, { ...half, was, intent: 'drop' })
    expect([stale.status, stale.html.includes('Half a {{sentence</textarea>')]).toEqual([409, true])
    const gone = await admin.post(ABOUT, { ...half, was: wasOf(late.html), intent: 'drop' })
    expect(gone.location).toBe(`${ABOUT}?done=dropped`)
    expect((await admin.get(`${ABOUT}?done=dropped`)).html).toContain('The draft is thrown away.')
    expect((await staff.get('/staff/content')).html).not.toContain('nobody sees it')
  })

  test('becomes public at its time on the clock of the brand, by itself', async () => {
    const admin = await pages.browser({ token: await logIn(shop, 'admin@example.com') })
    const visitor = await pages.browser()
    const was = wasOf((await admin.get(ABOUT)).html)
    const without = await admin.post(ABOUT, { ...about({ when: 'at', publish_at: '' }), was, intent: 'save' })
    expect([without.status, without.html.includes('Public from: Choose a day and a time')]).toEqual([
      422,
      true,
    ])
    const past = { when: 'at', publish_at: local(-5) }
    const refused = await admin.post(ABOUT, { ...about(past), was, intent: 'save' })
    expect([refused.status, refused.html.includes('Public from: Choose a time that lies ahead')]).toEqual([
      422,
      true,
    ])
    expect(refused.html).toContain(`value="${past.publish_at}"`)

    const at = local(5)
    const plan = { ...about({ when: 'at', publish_at: at, body: 'We fly higher.' }), was, intent: 'save' }
    expect((await admin.post(ABOUT, plan)).location).toBe(`${ABOUT}?done=planned`)
    const { html } = await admin.get(`${ABOUT}?done=planned`)
    expect(html).toMatch(/It becomes public by itself: Wed 12 May, \d+:\d\d am\./)
    expect(html).toMatch(/Public from Wed 12 May, \d+:\d\d am/)
    expect(html).toContain(`value="${at}"`)
    expect((await admin.get('/staff/content')).html).toContain('1 waits for its time.')
    expect((await admin.get('/staff/office')).html).toContain('1 waits for its time')
    expect((await visitor.get('/about-us')).html).not.toContain('We fly higher.')
    shop.clock.advance(6)
    await shop.runDueNow()
    expect((await visitor.get('/about-us')).html).toContain('We fly higher.')
    const after = (await admin.get(ABOUT)).html
    expect(after).toContain('We fly higher.</textarea>')
    expect(after).not.toContain('Throw the draft away')
  })

  test('that met another version at its time says so on its page, in the list and the office', async () => {
    const admin = await pages.browser({ token: await logIn(shop, 'admin@example.com') })
    const was = wasOf((await admin.get(ABOUT)).html)
    const plan = { ...about({ when: 'at', publish_at: local(5), body: 'Planned.' }), was, intent: 'save' }
    expect((await admin.post(ABOUT, plan)).status).toBe(303)
    const other = await shop.call('POST', '/v1/written_text_versions', {
      token: await logIn(shop, 'admin@example.com'),
      body: {
        written_text: {
          ...about({ body: 'Other.' }),
          name: 'about-us',
          brands: [{ brand_id: 1, version_was: 1 }],
        },
      },
    })
    expect(other.status).toBe(201)
    shop.clock.advance(6)
    await shop.runDueNow()
    const { html } = await admin.get(ABOUT)
    expect(html).toContain('This did not become public at its time, Wed 12 May, ')
    expect(html).toContain('version 2 was saved after it was planned, and is not written over')
    expect(html).toContain('Planned.</textarea>')
    expect((await admin.get('/staff/content')).html).toContain('1 not published at its time')
    expect((await admin.get('/staff/office')).html).toContain('1 not published')
  })
})

test('the preview of a waiver counts who signed, and its tick asks them again', async () => {
  const admin = await pages.browser({ token: await logIn(shop, 'admin@example.com') })
  const path = '/staff/content/1/waiver'
  const guest = await shop.guest('signing@example.com')
  const order = await shop.order(guest, 1)
  expect(
    (await shop.pay(guest, order, { stripe_source: 'pm_card_visa', return_url: RETURN_URL })).status,
  ).toBe(201)
  const { body } = await shop.call('GET', `/v1/orders/${String(order.id)}/passengers`, { token: guest })
  const link = new URL(OrderPassengersReply.parse(body).passengers[0]?.link ?? '').pathname
  const visitor = await pages.browser()
  const signed = {
    full_name: 'Ada Lind',
    weight: '150',
    version: WAIVER_VERSION,
    waiver: 'on',
    signature: 'Ada Lind',
  }
  expect((await visitor.post(link, signed)).status).toBe(303)

  const words = { title: 'Waiver', summary: 'What you sign.', body: 'I fly.', note: 'Ours', when: 'now' }
  const was = '1:0:0'
  const asIs = (await admin.post(path, { ...words, was, intent: 'preview' })).html
  expect(asIs).toContain('1 signed copy of the words that come with the shop stays as it is.')
  expect(asIs).toContain('what they signed holds, and nobody signs again')
  const again = (await admin.post(path, { ...words, sign_again: 'on', was, intent: 'preview' })).html
  expect(again).toContain('1 guest who flies after that and signed already signs again')
  expect((await admin.post(path, { ...words, sign_again: 'on', was, intent: 'save' })).status).toBe(303)
  expect((await admin.get(path)).html).toContain('0 signed, signed again by whoever flies later')
  const { html } = await visitor.get(link)
  expect(html).toContain('You signed an older waiver, which was changed since.')
  expect(html).toContain('value="1.1"')
})
