import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { cardHolder } from '#tests/support/card-holder.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 180_000, testTimeout: 120_000 })

let shop: PayingShop
let pages: ShopPages
let staff: Browser
beforeAll(async () => {
  shop = await openPayingShop()
  pages = await openShopPages(shop)
  staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
})
afterAll(() => shop.close())

const mainOf = (html: string) =>
  (/<main.*<\/main>/s.exec(html)?.[0] ?? '').replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
/** What a form sends by itself: its hidden fields. */
const hiddenIn = (html: string, form: RegExp): Record<string, string> => {
  const found = [...html.matchAll(/<form[^>]*>.*?<\/form>/gs)]
    .map(([one]) => one)
    .find((one) => form.test(one))
  if (found === undefined) throw new Error(`no form like ${String(form)}`)
  return Object.fromEntries(
    [...found.matchAll(/<input type="hidden"[^>]*>/g)].map(([input]) => {
      const valueOf = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1] ?? ''
      return [valueOf('name'), valueOf('value')]
    }),
  )
}
async function bought(seats = 2) {
  const holder = await cardHolder(shop)
  const placed = await shop.order(holder.token, seats)
  await shop.pay(holder.token, placed, { stripe_source: 'pm_card_visa' })
  return { holder, order: await shop.read(holder.token, placed) }
}
const isSound = async () =>
  (await runIntegrityChecks(shop.deps.database.db, shop.clock.now())).filter(({ failing }) => failing > 0)

describe('a customer without a script', () => {
  test('chooses how many come along, pays their price by card, and the party has grown', async () => {
    const { holder, order } = await bought()
    await holder.save()
    const [card] = await holder.cards()
    const browser = await pages.browser({ token: holder.token })
    const path = `/account/orders/${String(order.id)}`
    const own = await browser.get(path)
    expect(mainOf(own.html)).toContain('Bring somebody along They fly with you. A seat is $229.00 today')
    const nobody = await browser.get(`${path}?adults=0&intent=guests`)
    expect(mainOf(nobody.html)).toContain('Please say how many come along')
    const many = await browser.get(`${path}?adults=3&intent=guests`)
    expect(mainOf(many.html)).toContain('There are not enough free seats left on this flight.')
    const chosen = await browser.get(`${path}?adults=1&intent=guests`)
    expect([chosen.status, chosen.location]).toEqual([303, `${path}/guests?adults=1`])
    const pay = await browser.get(`${path}/guests?adults=1`)
    expect(mainOf(pay.html)).toMatch(/Bring somebody along.*1 seat.*\$252\.00/)
    const form = hiddenIn(pay.html, /name="updated_total_price"/)
    const press = (more: Record<string, string>) =>
      browser.post(`${path}/guests?adults=1`, {
        ...form,
        intent: 'purchase',
        saved_card: String(card?.id),
        ...more,
      })
    expect((await press({})).status).toBe(422)
    for (let tab = 0; tab < 2; tab++) {
      const paid = await press({ terms_and_conditions: 'on', form_key: `tab-${String(tab)}` })
      expect([paid.status, paid.location]).toEqual([303, `${path}?joined=1#guests`])
    }
    const after = await browser.get(`${path}?joined=1`)
    expect(mainOf(after.html)).toContain('Your party has grown.')
    expect((await shop.read(holder.token, order)).quantity).toBe(3)
    expect(await isSound()).toEqual([])
  })

  test('sees nothing of it on an order of others, and no choice once the flight is over', async () => {
    const { order } = await bought()
    const other = await cardHolder(shop)
    const browser = await pages.browser({ token: other.token })
    expect((await browser.get(`/account/orders/${String(order.id)}/guests?adults=1`)).status).toBe(404)
  })
})

describe('staff without a script', () => {
  test('add a guest by name: first the price, then the card terminal, once', async () => {
    const { order } = await bought()
    const path = `/staff/orders/${String(order.id)}/guests?n=1`
    const opened = await staff.get(`/staff/orders/${String(order.id)}`)
    expect(opened.html).toContain(`href="/staff/orders/${String(order.id)}/guests"`)
    const empty = await staff.get(path)
    expect(mainOf(empty.html)).toMatch(/a party of 2 ?, \$229\.00 a seat today/)
    const typed = { ...hiddenIn(empty.html, /name="key"/), name_1: 'Cora Lind', weight_1: '140' }
    const wrong = await staff.post(path, { ...typed, weight_1: 'much', intent: 'price' })
    expect([wrong.status, wrong.html.includes('value="Cora Lind"')]).toEqual([422, true])
    expect(mainOf(wrong.html)).toContain('Please input a weight in pounds')
    const shown = await staff.post(path, { ...typed, intent: 'price' })
    expect(mainOf(shown.html)).toMatch(/Take \$252\.00.*Nobody is added yet\./)
    const seen = { ...typed, ...hiddenIn(shown.html, /name="key"/) }
    const cash = await staff.post(path, { ...seen, intent: 'cash' })
    expect([cash.status, mainOf(cash.html)]).toEqual([409, expect.stringContaining('no open drawer')])
    const cheap = await staff.post(path, { ...seen, total: '1', intent: 'reader', slip: 'G-1' })
    expect(cheap.status).toBe(409)
    for (let pressed = 0; pressed < 2; pressed++) {
      const added = await staff.post(path, { ...seen, intent: 'reader', slip: 'G-1' })
      expect([added.status, added.location]).toEqual([303, `/staff/orders/${String(order.id)}`])
    }
    const done = await staff.get(`/staff/orders/${String(order.id)}`)
    expect(mainOf(done.html)).toContain('The guest joined the party. $252.00 taken.')
    expect(done.html).toContain('Cora Lind')
    expect(await isSound()).toEqual([])
  })

  test('mail a link, whose page says that guests are paid', async () => {
    const { order } = await bought()
    const path = `/staff/orders/${String(order.id)}/guests?n=2`
    const shown = await staff.post(path, {
      ...hiddenIn((await staff.get(path)).html, /name="key"/),
      intent: 'price',
    })
    const sent = await staff.post(path, { ...hiddenIn(shown.html, /name="key"/), intent: 'link' })
    expect(sent.status).toBe(303)
    await shop.runDueNow()
    const mail = shop.mailer
      .to(order.email ?? '')
      .findLast(({ subject }) => subject.startsWith('Pay for your guests'))
    const link = /\/pay\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
    const page = await (await pages.browser()).get(link)
    expect(mainOf(page.html)).toMatch(/We keep the seats of your guests.*People 2/)
  })
})

describe('staff without a script, with extras', () => {
  test('choose one, see the price, and take it by card terminal, once', async () => {
    const { order } = await bought()
    const path = `/staff/orders/${String(order.id)}/extras`
    const empty = await staff.get(path)
    const [count] = /name="(count_1)"/.exec(empty.html) ?? []
    expect(count).toBeDefined()
    const typed = hiddenIn(empty.html, /name="key"/)
    const none = await staff.post(path, { ...typed, intent: 'price' })
    expect([none.status, mainOf(none.html)]).toEqual([422, expect.stringContaining('Please choose an extra')])
    const chosen = { ...typed, count_1: '1' }
    const shown = await staff.post(path, { ...chosen, intent: 'price' })
    expect(mainOf(shown.html)).toMatch(/Take \$[\d.]+.*Nothing is added yet\./)
    const seen = { ...chosen, ...hiddenIn(shown.html, /name="key"/) }
    for (let pressed = 0; pressed < 2; pressed++) {
      const added = await staff.post(path, { ...seen, intent: 'reader', slip: 'X-1' })
      expect([added.status, added.location]).toEqual([303, `/staff/orders/${String(order.id)}`])
    }
    const done = await staff.get(`/staff/orders/${String(order.id)}`)
    expect(mainOf(done.html)).toContain('The extras are added.')
    expect(await isSound()).toEqual([])
  })
})
