import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'
import { openShopPages } from '#tests/support/shop-pages.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 180_000, testTimeout: 60_000 })

let shop: TestApi
let html: string

beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
  const browser = await (await openShopPages(shop)).browser()
  const page = await browser.get('/style-guide')
  expect(page.status).toBe(200)
  html = page.html
})
afterAll(() => shop.close())

test('the style guide shows every part of the kit', () => {
  const guide = readdirSync('app/style-guide').map((file) => readFileSync(`app/style-guide/${file}`, 'utf8'))
  const parts = readdirSync('app/ui').filter((file) => /^[^.]+\.tsx$/.test(file))
  expect(parts.filter((file) => !guide.some((text) => text.includes(`ui/${file}`)))).toEqual([])
})

test.each([
  ['a pending button', 'aria-disabled="true"'],
  ['an invalid field', 'aria-invalid="true"'],
  ['a selected choice', 'checked=""'],
  ['a disabled choice', 'disabled=""'],
  ['an error message', 'There is a problem'],
  ['a paid order', '>paid<'],
  ['an unpaid order', '>unpaid<'],
  ['the last seats', 'seats few'],
  ['an empty list', 'class="empty"'],
  ['a picture at night', '-night-card-7.svg'],
])('the style guide shows %s', (_, sign) => {
  expect(html).toContain(sign)
})

test('the style guide shows every button variant of the style sheet', () => {
  const sheets = ['buttons', 'chips', 'notes'].map((name) => readFileSync(`app/styles/${name}.css`, 'utf8'))
  const variants = [...sheets.join('\n').matchAll(/^\.(btn|chip|alert)\.([\w-]+)/gm)]
  const missing = variants
    .map(([, part = '', variant = '']) => `${part} ${variant}`)
    .filter(
      (name) =>
        !new RegExp(`class="${name.split(' ')[0] ?? ''}[^"]*\\b${name.split(' ')[1] ?? ''}\\b`).test(html),
    )
  expect([...new Set(missing)]).toEqual([])
})
