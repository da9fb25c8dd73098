import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
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
  ...more,
})
const versions = () => shop.count('select count(*) from written_text_versions')

test('a saved text is what the shop shows, and typed text survives every refusal', async () => {
  const admin = await pages.browser({ token: await logIn(shop, 'admin@example.com') })
  const visitor = await pages.browser()
  const was = '1:0'
  expect((await visitor.get('/faq')).html).not.toContain('Is it blue?')
  expect((await admin.get(PATH)).html).toContain('name="was" value="1:0"')

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
  expect(late.html).toContain('name="was" value="1:1"')
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
  expect((await staff.post(PATH, { ...typed(), was: '1:1', intent: 'save' })).status).toBe(404)
  expect((await pilot.get('/staff/content')).status).toBe(404)
  expect((await staff.get('/staff/content/1/nothing')).status).toBe(404)
  expect((await staff.get('/staff/content/99/faq')).status).toBe(404)
})
