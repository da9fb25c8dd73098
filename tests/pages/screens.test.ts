import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { AvailabilityMonthReply } from '#contract/availability.ts'
import { cardHolder } from '#tests/support/card-holder.ts'
import { openReschedulingShop, type ReschedulingShop } from '#tests/support/reschedule-shop.ts'
import { openShopPages, type Browser, type ShopPages } from '#tests/support/shop-pages.ts'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'

// The test loads the whole shop, and the machine may be busy.
vi.setConfig({ hookTimeout: 180_000, testTimeout: 120_000 })

let shop: ReschedulingShop
let pages: ShopPages
beforeAll(async () => {
  shop = await openReschedulingShop()
  pages = await openShopPages(shop)
})
afterAll(() => shop.close())

async function bought(seats = 1) {
  const holder = await cardHolder(shop)
  const placed = await shop.order(holder.token, seats)
  await shop.pay(holder.token, placed, { stripe_source: 'pm_card_visa' })
  const order = await shop.read(holder.token, placed)
  return { holder, order, browser: await pages.browser({ token: holder.token }) }
}

/** Finds the one element that has the focus when a page without a script opens. */
const focused = (html: string) => html.match(/<[^>]*autofocus=""[^>]*>/g) ?? []

/** Lists the entries of the error summary. */
const summaryOf = (html: string) => {
  const box = /<div class="esum".*?<\/ul>/s.exec(html)?.[0] ?? ''
  return [...box.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item = '']) => item.replace(/<[^>]+>/g, ''))
}

const EMPTY_FORMS: [path: string, form: Record<string, string>, field: RegExp][] = [
  ['/account?tab=register', { intent: 'register' }, /id="register-first-name"/],
  ['/account?tab=login', { intent: 'login' }, /id="login-email"/],
  ['/account?tab=reset', { intent: 'reset' }, /id="reset-email"/],
  ['/reschedule-flight', {}, /id="order_number"/],
  ['/reschedule-credits/claim', {}, /id="order_number"/],
  ['/redeem-voucher', {}, /id="code"/],
  ['/checkout/6/gift', { intent: 'purchase' }, /name="fare"/],
  ['/resume', {}, /id="code"/],
]

test.each(EMPTY_FORMS)(
  'a refused form without a script shows the summary and focuses its first field in error: %s',
  async (path, form, field) => {
    const { status, html } = await (await pages.browser()).post(path, form)
    expect([path, status]).toEqual([path, 422])
    expect(summaryOf(html)).not.toEqual([])
    expect(focused(html)).toEqual([expect.stringMatching(field)])
  },
)

test('Continue without a time shows the summary and focuses the first departure', async () => {
  const { html } = await (await pages.browser()).get('/checkout/6?intent=continue')
  expect(summaryOf(html)).toEqual(['Please check you selected the date and time'])
  expect(focused(html)).toEqual([expect.stringMatching(/type="radio" id="departure-/)])
})

test('terms are links without a script and open a dialog with one', async () => {
  const { html } = await (await pages.browser()).get('/checkout/6/gift?fare=61')
  for (const [path, title] of [
    ['/terms-conditions', 'Terms &amp; Conditions'],
    ['/privacy-policy', 'Privacy Policy'],
  ] as const) {
    const link = new RegExp(
      `<a href="${path}" target="_blank" rel="noopener" data-dialog="[^"]+"[^>]*>${title}`,
    )
    expect(html).toMatch(link)
    expect((await (await pages.browser()).get(path)).html).toContain('data-dialog-text=""')
  }
})

test('the "See the price" button of upgrades reports that nothing is chosen', async () => {
  const { order, browser } = await bought()
  const path = `/account/orders/${String(order.id)}`
  const plain = (await browser.get(path)).html
  expect(plain).toMatch(/name="intent" value="price"[^>]*>See the price/)
  expect(summaryOf(plain)).toEqual([])
  const { html } = await browser.get(`${path}?intent=price`)
  expect(summaryOf(html)).toEqual(['Please choose at least one upgrade'])
  expect(focused(html)).toEqual([expect.stringMatching(/type="checkbox" id="add-/)])
})

test('the "See the price" button of another date reports that nothing is chosen', async () => {
  const { order, browser } = await bought(2)
  const item = order.order_items.find(({ kind }) => kind === 'seat')?.id ?? 0
  const path = `/reschedule-flight/${String(item)}`
  const plain = (await browser.get(path)).html
  expect(plain).toMatch(/name="intent" value="price"[^>]*>See the price/)
  expect(summaryOf(plain)).toEqual([])
  const { html } = await browser.get(`${path}?intent=price`)
  expect(summaryOf(html)).toEqual(['Please choose a time'])
  expect(focused(html)).toEqual([expect.stringMatching(/type="radio" id="departure-/)])
  const nobody = (await browser.get(`${path}?intent=price&chosen=1`)).html
  expect(summaryOf(nobody)).toEqual(['Please choose who moves', 'Please choose a time'])
  expect(focused(nobody)).toEqual([expect.stringMatching(/name="who"/)])
})

test('upgrades without a card chosen say Please select a credit card', async () => {
  const { order, holder, browser } = await bought()
  await holder.save()
  const path = `/account/orders/${String(order.id)}/upgrades?add=1`
  const { html } = await browser.get(path)
  const hidden = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]))
  expect(fields).toMatchObject({ pay_with: 'saved' })
  const form = { ...fields, terms_and_conditions: 'on', intent: 'purchase' }
  const refused = await browser.post(path, form)
  expect(refused.status).toBe(422)
  expect(summaryOf(refused.html)).toEqual(['Please select a credit card'])
  expect(focused(refused.html)).toEqual([expect.stringMatching(/<select[^>]*id="saved_card"/)])
})

describe('with rescheduling switched off', () => {
  let browser: Browser
  let order: Awaited<ReturnType<typeof bought>>['order']
  beforeAll(async () => {
    const sold = await bought()
    order = sold.order
    await shop.deps.database.query('update brands set rescheduling = false where id = 1')
    // The shop caches its brands, so the next page does not request them again.
    browser = await (await openShopPages(shop)).browser({ token: sold.holder.token })
  })
  afterAll(() => shop.deps.database.query('update brands set rescheduling = true where id = 1'))

  test('no page offers a reschedule', async () => {
    const own = [
      `/account/orders/${String(order.id)}`,
      `/order-confirmation?order_id=${String(order.id)}`,
      '/account',
    ]
    const open = [
      '/',
      '/faq',
      '/contact',
      '/terms-conditions',
      '/about-us',
      '/press',
      '/buy-now-schedule-later',
    ]
    for (const path of [...own, ...open]) {
      const { status, html } = await browser.get(path)
      expect([path, status]).toEqual([path, 200])
      expect([path, html.includes('href="/reschedule-flight')]).toEqual([path, false])
      const text = html.replace(/<[^>]+>/g, ' ')
      expect([
        path,
        /can move|may move your flight|moving costs|moves like any other|\$75/i.exec(text)?.[0],
      ]).toEqual([path, undefined])
    }
  })

  test('every page of a reschedule says that it is off and names the contact', async () => {
    for (const path of ['/reschedule-flight', `/reschedule-flight/${'a'.repeat(43)}`]) {
      const { html } = await browser.get(path)
      expect(html).toContain('Please call us to change your date.')
      expect(html).toContain('href="tel:')
      expect(html).not.toMatch(/Mail me the link|Choose another date/)
    }
    expect(
      (await browser.post('/reschedule-flight', { order_number: 'O-1', email: 'a@example.com' })).location,
    ).toBe('/reschedule-flight')
  })
})

test('without JavaScript #register marks its own tab as current and links to its form', async () => {
  const { html } = await (await pages.browser()).get('/account')
  const named = /<section id="register" class="elsewhere".*?<template>/s.exec(html)?.[0] ?? ''
  expect(named.match(/aria-current="page">([^<]+)/)?.[1]).toBe('Register')
  expect(named.match(/aria-current/g)).toHaveLength(1)
  expect(named).toContain('<h2>Make an account</h2>')
  expect(named).toMatch(/<a class="btn full" href="\/account\?tab=register#register">/)
})

describe('the layouts', () => {
  const frameOf = async (path: string) => {
    const { html } = await (await pages.browser()).get(path)
    return {
      layout: /<div class="shell" data-layout="([\w-]+)"/.exec(html)?.[1],
      header: /<header.*?<\/header>/s.exec(html)?.[0] ?? '',
      footer: /<footer.*?<\/footer>/s.exec(html)?.[0] ?? '',
    }
  }

  test('campaigns and landing-pages have layouts of their own', async () => {
    const plain = await frameOf('/about-us')
    const campaign = await frameOf('/campaigns/flights-starting-at-99-dollars')
    const landing = await frameOf('/get-new-perspective-the-new-yorker')
    expect([plain.layout, campaign.layout, landing.layout]).toEqual(['default', 'campaigns', 'landing-pages'])
    expect(campaign.header).toContain('<a href="/campaigns">All offers</a>')
    expect(campaign.footer).toContain('Questions about this offer?')
    expect(landing.header).toMatch(/<a class="btn small" href="\/checkout\/6">Choose a date<\/a>/)
    expect(landing.footer).toContain('Rather talk to somebody first?')
    for (const { header, footer } of [campaign, landing]) {
      expect(header).not.toContain('Give a flight')
      expect(footer).not.toContain('Footer')
    }
  })
})

describe('the texts of the shop', () => {
  let demo: TestApi
  let browser: Browser
  beforeAll(async () => {
    demo = await createTestApi({ seeded: true })
    browser = await (await openShopPages(demo)).browser()
  })
  afterAll(async () => {
    vi.useRealTimers()
    await demo.close()
  })

  test('the campaign page of FLY15 and the code agree about sunset flights', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: demo.clock.now() })
    const { html } = await browser.get('/campaigns/fly15')
    vi.useRealTimers()
    expect(html).toContain(
      'Any seat that does not leave at sunset, on any flight that is not a sunset or focus flight.',
    )
    const offered = [...html.matchAll(/href="\/checkout\/(\d+)\?code=FLY15"/g)].map(([, id]) => Number(id))
    expect(offered).toContain(6)
    const query = 'select id, tag_list from products where id = any($1)'
    const { rows } = await demo.deps.database.query(query, [offered])
    expect(
      rows.flatMap(({ tag_list: tags }) => tags as string[]).filter((tag) => /sunset|focus/.test(tag)),
    ).toEqual([])
  })

  test('the finder offers exactly the days on which a flight is for sale', async () => {
    for (const now of ['2027-05-10T16:00:00Z', '2027-05-11T03:30:00Z']) {
      demo.clock.set(now)
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
      const { html } = await browser.get('/')
      vi.useRealTimers()
      const finder = /<form[^>]*aria-label="Find departures".*?<\/form>/s.exec(html)?.[0] ?? ''
      expect(finder).not.toContain('type="date"')
      const lists = [...finder.matchAll(/name="date-(\d+)">(.*?)<\/select>/gs)]
      expect(lists.length).toBeGreaterThan(5)
      for (const [, id = '', options = ''] of lists) {
        const days = [...options.matchAll(/value="(\d{4}-\d{2}-\d{2})"/g)].map(([, day = '']) => day)
        expect(days.length).toBeGreaterThan(10)
        for (const month of new Set(days.map((day) => day.slice(0, 7)))) {
          const path = `/v1/availability/month?product_id=${id}&selling_brand_id=1&month=${month}`
          const { availability } = AvailabilityMonthReply.parse((await demo.call('GET', path)).body)
          const open = availability.days.filter(({ status }) => status === 'open').map(({ date }) => date)
          expect(open).toEqual(expect.arrayContaining(days.filter((day) => day.startsWith(month))))
        }
      }
    }
  })

  test('the checkout opens the requested day of the flight from the finder', async () => {
    const asked = await browser.get('/checkout?product=7&date-6=2027-05-12&date-7=2027-05-14&quantity=3')
    expect(asked.location).toBe('/checkout/7?date=2027-05-14&quantity=3')
    expect((await browser.get('/checkout?product=7&date-7=&quantity=2')).location).toBe(
      '/checkout/7?quantity=2',
    )
  })

  test('promises, stories and films describe only what the shop offers', async () => {
    const promises = (await browser.get('/promises')).html
    expect(promises).toContain('Every night we count what is listed here once more')
    expect(promises).not.toMatch(
      /count everything again|the moment it is found|We close the flight|try again for a day/,
    )
    const stories = (await browser.get('/video-testimonials')).html
    expect(stories).toContain('To read, not to watch.')
    expect(stories).not.toContain('We print the complaints too')
    const gift = (await browser.get('/video-testimonial/a-voucher-for-the-night-shift')).html
    expect(gift).not.toMatch(/There was no fee|nothing left to pay/)
    const extras = await demo.call('GET', '/v1/upgrades')
    expect(JSON.stringify(extras.body)).not.toMatch(/Footage in 4K|Forty edited/)
  })
})
