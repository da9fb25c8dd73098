import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import { sellOrder } from '#tests/support/sold-order.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let admin: Browser
const ids: Record<string, string> = {}
beforeAll(async () => {
  shop = await openPayingShop()
  const { order } = await sellOrder(shop, { seats: 2 })
  const [flight] = order.flights
  ids['order'] = String(order.id)
  ids['flight'] = String(flight?.flight_id)
  ids['passenger'] = String(order.passengers[0]?.id)
  shop.clock.set(new Date(Date.parse(flight?.depart_at ?? '') - 2 * 3_600_000))
  const pages = await openShopPages(shop)
  admin = await pages.browser({ token: await logIn(shop, 'admin@example.com') })
})
afterAll(() => shop.close())

/** Replaces placeholders such as `{order}` in paths and texts by the records of this shop. */
const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')

const tagOf = (html: string, id: string) =>
  new RegExp(`<(?:input|select|textarea)[^>]* id="${id}"[^>]*>`).exec(html)?.[0] ?? ''

describe('a refused form of the staff side', () => {
  test.each<[string, Record<string, string>, string, string]>([
    [
      '/staff/orders/{order}',
      { intent: 'preview', how: 'amount', amount: '12,50', reason: 'Late' },
      'amount',
      'Please type an amount in dollars, as 1250 or 12.50.',
    ],
    [
      '/staff/orders/{order}',
      { intent: 'cancel_preview', how: 'own', amount: 'all', reason: 'Ill' },
      'cancel-amount',
      'Please type an amount in dollars, as 1250 or 12.50.',
    ],
    [
      '/staff/orders/{order}',
      { intent: 'voucher', amount: '25', type: 'weather', description: ' ' },
      'voucher-description',
      'This field is required',
    ],
    ['/staff/orders/{order}', { intent: 'comment', body: ' ' }, 'body', 'This field is required'],
    [
      '/staff/orders/{order}/move',
      { intent: 'price', departure: '1 2027-06-04T18:30:00Z', waive: 'yes', reason: '' },
      'reason',
      'Please say why no fee is taken.',
    ],
    [
      '/staff/flights/{flight}',
      { correct: '{passenger}', order: '{order}', full_name: 'Ada Lind', weight: 'much' },
      'weight-{passenger}',
      'Please input a weight in pounds',
    ],
    ['/staff/flights/{flight}', { aircraft: '' }, 'aircraft', 'Please choose an aircraft.'],
    [
      '/staff/drawer',
      { intent: 'open', opening: '98,50' },
      'opening',
      'Please type an amount in dollars, as 1250 or 12.50.',
    ],
    [
      '/staff/people',
      { intent: 'invite', email: 'una', role_ids: '2' },
      'email',
      'Please input correct email format (una)',
    ],
    [
      '/staff/integrations',
      { intent: 'make_key', scopes: 'orders:read' },
      'key-name',
      'This field is required',
    ],
    [
      '/staff/catalogue/week',
      { intent: 'preview', product_id: '6', days: '1', from: '2027-06-07', until: '', times: '6:10' },
      'until',
      'Must be a date like 2026-12-24',
    ],
    [
      '/staff/catalogue/fees/new',
      { intent: 'save', name: 'Landing', price: 'a lot', brand_id: '' },
      'price',
      'Must be a number',
    ],
  ])(
    'says at %s with %j what is wrong beside the field, which has the focus',
    async (path, form, field, why) => {
      const typed = Object.fromEntries(Object.entries(form).map(([name, text]) => [name, filled(text)]))
      const id = filled(field)
      const { status, html } = await admin.post(filled(path), typed)
      expect(status).toBe(422)
      const error = new RegExp(`id="${id}-error"[^>]*><span><span class="vh">Error: </span>([^<]*)<`).exec(
        html,
      )
      expect(error?.[1]).toBe(why)
      expect(html).toMatch(new RegExp(`<a href="#${id}">[^<]*${why.replace(/[.()]/g, String.raw`\$&`)}</a>`))
      const tag = tagOf(html, id)
      expect(tag).toContain('aria-invalid="true"')
      expect(tag).toContain(`${id}-error`)
      expect(tag).toContain('autofocus=""')
      expect(html.match(/autofocus=""/g)).toHaveLength(1)
      // Browsers do not follow `autofocus` where the address names a part of the page.
      const around = html.slice(html.lastIndexOf('<form', html.indexOf(tag))).split('>')[0]
      expect(around).not.toMatch(/action="[^"]*#/)
      expect(around).toContain('novalidate=""')
    },
  )
})
