import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Account, openAccount } from '#tests/support/give-tenders.ts'
import { type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, type ShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import {
  createSellHelpers,
  openStaffShop,
  readMainText,
  readRedirectPath,
} from '#tests/support/staff-sell.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let pages: ShopPages
let staff: Browser
let admin: Browser
let buyer: Account
let browser: Browser
beforeAll(async () => {
  ;({ shop, pages, staff } = await openStaffShop())
  admin = await pages.browser({ token: await logIn(shop, 'admin@example.com') })
  buyer = await openAccount(shop.deps)
  browser = await pages.browser({ token: buyer.token })
})
afterAll(() => shop.close())
const { sell, brokenPromises } = createSellHelpers(() => ({ shop, staff }))

const SHEET = '/staff/products/6'
type Typed = Record<string, string>

const plain = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
const words = (html: string) =>
  plain(
    html
      .replaceAll('<!-- -->', '')
      .replace(/<script[\s\S]*?<\/script>/g, ' ')
      .replace(/<[^>]+>/g, ' '),
  ).replace(/\s+/g, ' ')
const attribute = (tag: string, name: string) => plain(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '')

/** What a browser would send of the product's form, with other values for some fields. */
function fill(html: string, typed: Typed): [string, string][] {
  const form = /<form method="post" class="form product-form".*?<\/form>/s.exec(html)?.[0] ?? ''
  const entries = [...form.matchAll(/<input[^>]*>/g)].flatMap(([tag]): [string, string][] =>
    /type="(?:checkbox|radio)"/.test(tag) && !tag.includes(' checked')
      ? []
      : [[attribute(tag, 'name'), attribute(tag, 'value')]],
  )
  for (const [, tag = '', text = ''] of form.matchAll(/<textarea([^>]*)>(.*?)<\/textarea>/gs)) {
    entries.push([attribute(tag, 'name'), plain(text).replace(/^\n/, '')])
  }
  for (const [, tag = '', options = ''] of form.matchAll(/<select([^>]*)>(.*?)<\/select>/gs)) {
    const chosen =
      /<option[^>]* selected[^>]*>/.exec(options)?.[0] ?? /<option[^>]*>/.exec(options)?.[0] ?? ''
    entries.push([attribute(tag, 'name'), attribute(chosen, 'value')])
  }
  return [...entries.filter(([name]) => !(name in typed)), ...Object.entries(typed), ['intent', 'save']]
}
const saveSheet = async (who: Browser, typed: Typed) =>
  who.post(SHEET, fill((await who.get(SHEET)).html, typed))

const CHILD = {
  type_0_name: 'Child',
  type_0_note: '2 to 11 years, must sit beside an adult',
  type_0_percent_off: '20',
  type_0_min_age: '2',
  type_0_max_age: '11',
  type_0_needs_adult: 'yes',
}

/** The page "When" for a party of a flight of its own. */
async function whenPath(party: Typed) {
  const { departureId, departAt } = await shop.nextFlight()
  const query = {
    date: departAt.slice(0, 10),
    departure: String(departureId),
    quantity_type: 'seat',
    ...party,
  }
  return `/checkout/6?${new URLSearchParams(query).toString()}`
}

describe('the types of a product’s passengers, without a script', () => {
  it('are typed on its sheet, with what is wrong beside what was typed', async () => {
    const refused = await saveSheet(staff, { ...CHILD, type_0_percent_off: 'a fifth' })
    expect(refused.status).toBe(422)
    expect(words(refused.html)).toContain('What a type costs less must be a whole percentage from 0 to 100')
    expect(refused.html).toContain('value="a fifth"')
    const saved = await saveSheet(staff, CHILD)
    expect(saved).toMatchObject({ status: 303 })
    const { html } = await staff.get(SHEET)
    expect(html).toMatch(/<legend class="flabel">Child<\/legend>/)
    expect(html).toMatch(/<legend class="flabel">Another type<\/legend>/)
  })

  it('need a second person where they pay less than half', async () => {
    const deep = await saveSheet(staff, { type_1_name: 'Toddler', type_1_percent_off: '80' })
    expect(deep.status).toBe(403)
    expect(words(deep.html)).toContain('needs a second person')
    expect(deep.html).toMatch(/<button[^>]*value="ask"/)
    expect((await saveSheet(admin, { type_1_name: 'Resident', type_1_percent_off: '10' })).status).toBe(303)
  })

  it('are named on the product’s page with their lowest price', async () => {
    const page = words((await browser.get('/product/the-new-yorker')).html)
    expect(page).toContain('Who pays less Child 2 to 11 years, must sit beside an adult. A seat from $')
    expect(page).toMatch(/A seat from \$\d+\.\d\d; before fees 20% less/)
    expect(page).toContain('Only with an adult in the party.')
  })
})

describe('a family in the shop, without a script', () => {
  it('sees each type’s price before paying', async () => {
    const { html, status } = await browser.get(await whenPath({ quantity: '3', type_1: '1' }))
    expect(status).toBe(200)
    expect(html).toMatch(/<input[^>]*name="type_1"[^>]*value="1"/)
    expect(words(html)).toMatch(/2 adults .*1 × Child/)
  })

  it.each([
    ['a child alone', { quantity: '1', type_1: '1' }, 'Children fly with an adult only.'],
    ['more children than seats', { quantity: '2', type_1: '3' }, 'These are more passengers than seats'],
    ['a number that is none', { quantity: '2', type_1: 'two' }, 'Please input a quantity'],
  ])('reads why %s cannot be booked, beside what was typed', async (_name, party, sentence) => {
    const path = await whenPath(party)
    const { html, status } = await browser.get(path)
    expect(status).toBe(422)
    expect(words(html)).toContain(sentence)
    expect(html).toMatch(new RegExp(`<input[^>]*name="type_1"[^>]*value="${party.type_1}"`))
    const pay = await browser.get(path.replace('/checkout/6?', '/checkout/6/pay?'))
    expect([pay.status, pay.location?.startsWith('/checkout/6?')]).toEqual([303, true])
  })

  it('books for the price that was shown, and everybody’s type is on what they read', async () => {
    const path = (await whenPath({ quantity: '2', type_1: '1' })).replace('/checkout/6?', '/checkout/6/pay?')
    const { html } = await browser.get(path)
    expect(words(html)).toContain('Passenger 1, Adult')
    expect(words(html)).toContain('Passenger 2, Child')
    const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
    const placed = await browser.post(path, {
      ...{ form_key: hidden('form_key'), total: hidden('total'), due: hidden('due'), intent: 'place' },
      ...{ 'passengers[0].full_name': 'Ida Marlow', 'passengers[1].full_name': 'Bo Marlow' },
      ...{ email: buyer.email, terms_and_conditions: 'on' },
    })
    expect(placed.status, words(placed.html)).toBe(200)
    const { rows } = await shop.deps.database.query('select max(id) as id from orders where user_id = $1', [
      buyer.userId,
    ])
    const order = await shop.read(buyer.token, { id: Number(rows[0]?.['id']) } as never)
    expect(order.passengers).toMatchObject([{ full_name: 'Ida Marlow' }, { passenger_type: 'Child' }])
    const paid = await shop.pay(buyer.token, order, {
      stripe_source: 'pm_card_visa',
      return_url: 'http://shop.test/order-confirmation',
    })
    expect(paid.status).toBe(201)
    await shop.runDueNow()

    const id = String(order.id)
    for (const at of [`/account/orders/${id}`, `/order-confirmation?order_id=${id}`]) {
      expect(words((await browser.get(at)).html), at).toContain('Bo Marlow (Child)')
    }
    expect(words((await browser.get(`/orders/${id}/receipt`)).html)).toContain('1 × Child')
    const mail = shop.mailer.to(buyer.email).find(({ subject }) => subject.includes('booked'))
    expect(mail?.text).toContain('Ida Marlow, Bo Marlow (Child)')
    expect(readMainText((await staff.get(`/staff/orders/${id}`)).html)).toContain('Bo Marlow (Child)')
    const flight = String(order.flights[0]?.flight_id)
    expect(readMainText((await staff.get(`/staff/flights/${flight}`)).html)).toMatch(/Bo Marlow\s+Child/)
    const printed = await staff.post(`/staff/flights/${flight}`, { print: 'yes' })
    expect(readMainText((await staff.get(printed.location ?? '')).html)).toContain('Child')
    expect(await brokenPromises()).toEqual([])
  })
})

describe('staff who sell', () => {
  it('choose a type for each passenger, and read why a child cannot fly alone', async () => {
    const alone = await sell({ quantity: '1', names: 'Bo Lind, 60', type_1: '1' })
    expect(alone.status).toBe(422)
    expect(readMainText(alone.html)).toContain('Children fly with an adult only.')
    const sold = await sell({ email: 'family@example.com', type_2: '1' })
    expect(sold.status).toBe(303)
    const page = readMainText((await staff.get(readRedirectPath(sold.location))).html)
    expect(page).toContain('1 × Child')
    expect(page).toContain('Bo Lind (Child)')
  })
})
