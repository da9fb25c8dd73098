import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  openStaffShop,
  readFieldValue,
  readMainText,
  readOrderId,
  readRedirectPath,
} from '#tests/support/staff-sell.ts'
import { type PayingShop } from '#tests/support/paying-shop.ts'
import { consentWords } from '#tests/support/texted-buyer.ts'
import { type Browser, type ShopPages } from '#tests/support/shop-pages.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let staff: Browser
let pages: ShopPages
beforeAll(async () => {
  ;({ shop, staff, pages } = await openStaffShop())
  expect((await staff.post('/staff/drawer', { intent: 'open', opening: '100' })).status).toBe(303)
})
afterAll(() => shop.close())

/** What a press of a time sends, and the page on which it is pressed. */
async function readTimes() {
  const { departAt, departureId } = await shop.nextFlight()
  const page = `/staff/sell?product=6&date=${departAt.slice(0, 10)}&people=1`
  return { page, choose: `departure=${String(departureId)} ${departAt}` }
}

/** The addresses of the links with these words. */
const readLinks = (html: string, words: string): string[] =>
  [...html.matchAll(/<a[^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].flatMap(([, href = '', text = '']) =>
    text.trim() === words ? [href.replaceAll('&amp;', '&')] : [],
  )

/** Sells one seat to a walk-in, and returns the page of the order. */
async function sellInCash(name: string): Promise<string> {
  const { page, choose } = await readTimes()
  const { location } = await staff.post(page, { quantity: '1', choose })
  const { html } = await staff.get(location ?? '')
  const form = {
    ...{ quantity: '1', departure: choose.replace('departure=', ''), full_name: name, pay: 'cash' },
    ...{ seen: readFieldValue(html, 'seen') ?? '', key: readFieldValue(html, 'key') ?? '', intent: 'sell' },
  }
  return readRedirectPath((await staff.post(location ?? '', form)).location)
}

/** The page of the customer of an order. */
const findCustomer = async (path: string): Promise<string> =>
  /href="(\/staff\/customers\/\d+)"/.exec((await staff.get(path)).html)?.[1] ?? ''

describe('a walk-in at the counter, without a script', () => {
  test.each([
    ['Today', 'Sell'],
    ['the week', 'Sell seats'],
  ])('pays in cash with five presses from %s, and scans the ticket there', async (place, label) => {
    let presses = 0
    const press = <Answer>(answer: Promise<Answer>): Promise<Answer> => {
      presses += 1
      return answer
    }
    const { departureId, departAt } = await shop.nextFlight()
    const day = departAt.slice(0, 10)
    const departure = `${String(departureId)} ${departAt}`
    let at: string
    if (place === 'Today') {
      expect(readLinks((await staff.get('/staff')).html, label)).toContain('/staff/sell')
      // The first product that is sold and the present day stand there already.
      await press(staff.get('/staff/sell'))
      const page = `/staff/sell?product=6&date=${day}`
      at = (await press(staff.post(page, { choose: `departure=${departure}` }))).location ?? ''
    } else {
      const week = await press(
        staff.get(`/staff/week?from=${day}&product=6&open=${String(departureId)}.${day}`),
      )
      const [link = ''] = readLinks(week.html, label)
      const chosen = new URL(link, 'http://shop.test').searchParams.get('departure')?.split(' ') ?? []
      expect(chosen[0]).toBe(String(departureId))
      expect(new Date(chosen[1] ?? '')).toEqual(new Date(departAt))
      at = link
      await press(staff.get(at))
    }
    const { html } = await staff.get(at)
    // The name and the means of payment are one press each; the last one takes the money.
    presses += 2
    const form = {
      quantity: '1',
      departure,
      full_name: 'Tomasz Kowal',
      email: '',
      phone: '',
      pay: 'cash',
      seen: readFieldValue(html, 'seen') ?? '',
      key: readFieldValue(html, 'key') ?? '',
    }
    const sold = await press(staff.post(at, { ...form, intent: 'sell' }))
    expect(sold.status).toBe(303)
    expect(presses).toBe(5)
    const path = readRedirectPath(sold.location)
    const order = await staff.get(path)
    expect(readMainText(order.html)).toContain('Tomasz Kowal')
    expect(readMainText(order.html)).toContain('No e-mail')
    expect(order.html).toMatch(/<svg[^>]*class="qr"[^>]*aria-label="The ticket, to be scanned"/)
    expect(order.html).not.toContain('walk-in.invalid')
    const link = /href="([^"]*\/orders\/[0-9a-f]{48})"/.exec(order.html)?.[1]
    expect(link).toBeDefined()
    const id = readOrderId(path)
    expect(await shop.count("select count(*) from orders where id = $1 and status = 'completed'", id)).toBe(1)
    expect(await shop.count('select count(*) from mails where order_id = $1', id)).toBe(0)
  })

  test('becomes an ordinary customer by an e-mail on the page of the order', async () => {
    const path = await sellInCash('Tomasz Kowal')
    const wrong = await staff.post(path, { intent: 'add_email', email: 'nonsense' })
    expect(wrong.status).toBe(422)
    expect(readFieldValue(wrong.html, 'email')).toBe('nonsense')
    const added = await staff.post(path, { intent: 'add_email', email: 'tomasz.kowal@example.com' })
    expect(added.status).toBe(303)
    const after = await staff.get(path)
    expect(readMainText(after.html)).toContain('The e-mail is added, and the ticket is mailed there.')
    expect(after.html).not.toContain('The ticket, to be scanned')
  })

  test('becomes one on the page of the customer, or joins the account that has the e-mail', async () => {
    const first = await findCustomer(await sellInCash('Ines Duarte'))
    const refused = await staff.post(first, { intent: 'add_email', email: 'ines@walk-in.invalid' })
    expect(refused.status).toBe(422)
    expect(readFieldValue(refused.html, 'email')).toBe('ines@walk-in.invalid')
    const added = await staff.post(first, { intent: 'add_email', email: 'ines@example.com' })
    expect(added).toMatchObject({ status: 303, location: `${first}?email=1#history` })
    expect(readMainText((await staff.get(`${first}?email=1`)).html)).toContain('The e-mail is added.')
    const second = await findCustomer(await sellInCash('Ines Duarte'))
    expect(second).not.toBe(first)
    const joined = await staff.post(second, { intent: 'add_email', email: 'Ines@example.com' })
    expect(joined).toMatchObject({ status: 303, location: `${first}?email=1#history` })
    const staffs = await findCustomer(await sellInCash('Ines Duarte'))
    const conflict = await staff.post(staffs, { intent: 'add_email', email: 'admin@example.com' })
    expect(conflict.status).toBe(409)
    expect(readMainText(conflict.html)).toContain('One of them has a role at the desk.')
  })

  test('gets the ticket by text on the page of the order, after agreeing', async () => {
    const path = await sellInCash('Ada Lind')
    const { html } = await staff.get(path)
    const words = await consentWords(shop)
    expect(html).toContain('value="ticket_text"')
    const press = { intent: 'ticket_text', phone: '(201) 555-0142' }
    const refused = await staff.post(path, press)
    expect(refused.status).toBe(422)
    expect(readMainText(refused.html)).toContain('The customer must agree to texts first')
    expect(readFieldValue(refused.html, 'phone')).toBe('(201) 555-0142')
    expect((await staff.post(path, { ...press, text_consent: words })).status).toBe(303)
    expect(readMainText((await staff.get(path)).html)).toContain('The ticket was texted to')
  })

  test('has no address on any page of staff, and on none that opens without a log-in', async () => {
    const path = await sellInCash('Wilma Walk')
    const customer = await findCustomer(path)
    const { html } = await staff.get(path)
    const flight = /href="(\/staff\/flights\/\d+)/.exec(html)?.[1] ?? ''
    const ticket = new URL(/href="([^"]*\/orders\/[0-9a-f]{48})"/.exec(html)?.[1] ?? '').pathname
    const receipt = /href="([^"]*receipt[^"]*)"/.exec(html)?.[1] ?? ''
    const lists = [
      '/staff',
      '/staff/week',
      '/staff/orders?q=Wilma',
      '/staff/orders',
      '/staff/customers?q=Wilma',
    ]
    const others = [`/staff/sell?q=Wilma`, '/staff/orders/csv?q=Wilma', '/staff/audit', '/staff/mails']
    for (const page of [path, customer, flight, `${flight}/print`, receipt, ...lists, ...others])
      expect([page, (await staff.get(page)).html.includes('walk-in.invalid')]).toEqual([page, false])
    const words = async (page: string) => readMainText((await staff.get(page)).html)
    expect(await words(path)).toContain('No e-mail')
    expect(await words(customer)).toContain('No e-mail')
    expect(await words('/staff/customers?q=Wilma')).toContain('No e-mail')
    expect(await words('/staff/sell?q=Wilma')).toContain('No e-mail')
    expect((await staff.get('/staff/orders/csv?q=Wilma')).html).toContain('No e-mail')
    const stranger = await pages.browser()
    const opened = await stranger.get(ticket)
    expect(opened.status).toBe(200)
    expect(readMainText(opened.html)).toContain('for a receipt, please call or write to us')
    expect(opened.html).not.toContain('walk-in.invalid')
  })

  test('is asked for a name, and for an e-mail where a link is to be mailed', async () => {
    const { page, choose } = await readTimes()
    const { location } = await staff.post(page, { quantity: '1', choose })
    const { html } = await staff.get(location ?? '')
    const form = {
      quantity: '1',
      departure: choose.replace('departure=', ''),
      seen: readFieldValue(html, 'seen') ?? '',
      intent: 'sell',
    }
    const nameless = await staff.post(location ?? '', { ...form, pay: 'later' })
    expect(nameless.status).toBe(422)
    expect(readMainText(nameless.html)).toContain('Without an e-mail, please type the name')
    const linked = await staff.post(location ?? '', { ...form, full_name: 'Tomasz Kowal', pay: 'link' })
    expect(linked.status).toBe(422)
    expect(readMainText(linked.html)).toContain('Please type the e-mail that the link goes to.')
    expect(readFieldValue(linked.html, 'full_name')).toBe('Tomasz Kowal')
  })
})
