import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  openStaffShop,
  readFieldValue,
  readMainText,
  readOrderId,
  readRedirectPath,
} from '#tests/support/staff-sell.ts'
import { type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser } from '#tests/support/shop-pages.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let staff: Browser
beforeAll(async () => {
  ;({ shop, staff } = await openStaffShop())
  expect((await staff.post('/staff/drawer', { intent: 'open', opening: '100' })).status).toBe(303)
})
afterAll(() => shop.close())

/** What a press of a time sends, and the page on which it is pressed. */
async function readTimes() {
  const { departAt, departureId } = await shop.nextFlight()
  const page = `/staff/sell?product=6&date=${departAt.slice(0, 10)}&people=1`
  return { page, choose: `departure=${String(departureId)} ${departAt}` }
}

describe('a walk-in at the counter, without a script', () => {
  test('pays in cash with five presses from the sell page, and scans the ticket there', async () => {
    let presses = 0
    const press = <Answer>(answer: Promise<Answer>): Promise<Answer> => {
      presses += 1
      return answer
    }
    expect((await staff.get('/staff/sell')).status).toBe(200)
    const { page, choose } = await readTimes()
    // The product; today stands there already.
    await press(staff.get(page))
    const held = await press(staff.post(page, { quantity: '1', choose }))
    expect(held.status).toBe(303)
    const chosen = held.location ?? ''
    const { html } = await staff.get(chosen)
    const seen = readFieldValue(html, 'seen')
    expect(seen).toBeDefined()
    // The name and the means of payment are one press each; the last one takes the money.
    presses += 2
    const form = {
      quantity: '1',
      departure: choose.replace('departure=', ''),
      full_name: 'Tomasz Kowal',
      email: '',
      phone: '',
      pay: 'cash',
      seen: seen ?? '',
      key: readFieldValue(html, 'key') ?? '',
    }
    const sold = await press(staff.post(chosen, { ...form, intent: 'sell' }))
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

    const wrong = await staff.post(path, { intent: 'add_email', email: 'nonsense' })
    expect(wrong.status).toBe(422)
    expect(readFieldValue(wrong.html, 'email')).toBe('nonsense')
    const added = await staff.post(path, { intent: 'add_email', email: 'tomasz.kowal@example.com' })
    expect(added.status).toBe(303)
    const after = await staff.get(path)
    expect(readMainText(after.html)).toContain('The e-mail is added, and the ticket is mailed there.')
    expect(after.html).not.toContain('class="qr"')
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
