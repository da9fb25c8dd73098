import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createDepartureCanceller } from '#tests/support/cancel-departure.ts'
import { readMainText, openStaffShop } from '#tests/support/staff-sell.ts'
import { type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, type ShopPages } from '#tests/support/shop-pages.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 180_000, testTimeout: 120_000 })

let shop: PayingShop
let pages: ShopPages
let staff: Browser
let helpers: ReturnType<typeof createDepartureCanceller>
beforeAll(async () => {
  const opened = await openStaffShop()
  ;({ shop, staff, pages } = opened)
  helpers = createDepartureCanceller({ shop, token: opened.staffToken })
})
afterAll(() => shop.close())

async function strandedOrder(email: string) {
  const token = await shop.guest(email)
  const order = await shop.order(token, 2, await shop.nextFlight())
  await shop.pay(token, order, { stripe_source: 'pm_card_visa' })
  await helpers.strand(await shop.read(token, order))
  const buyer = await pages.browser({ token })
  return { token, buyer, order, path: `/staff/orders/${String(order.id)}` }
}

describe('an order whose departure was cancelled', () => {
  test('every page of the buyer shows “waiting for your answer” and nowhere “paid”', async () => {
    const { buyer, order } = await strandedOrder('everywhere@example.com')
    const confirmation = readMainText(
      (await buyer.get(`/order-confirmation?order_id=${String(order.id)}`)).html,
    )
    expect(confirmation).toContain(`Order ${order.number} , waiting for your answer`)
    expect(confirmation).not.toContain(`${order.number} , paid`)
    const link = /\/orders\/[\w-]{20,}/.exec(
      shop.mailer.sent.find(
        ({ to, subject }) => to === 'everywhere@example.com' && subject.includes('booked'),
      )?.text ?? '',
    )?.[0]
    const linked = (await (await pages.browser()).get(link ?? '')).html
    expect(linked).toContain('<span class="chip warn">waiting for your answer</span>')
    expect(linked).not.toContain('<span class="chip good">paid</span>')
  })

  test('staff find the order in the list of waiting ones and see who can choose', async () => {
    const { order, path } = await strandedOrder('listed@example.com')
    const listed = (await staff.get('/staff/orders?status=waiting_for_answer')).html
    expect(listed).toContain(`href="${path}"`)
    expect(listed).toContain('waiting for the customer’s answer')
    const shown = readMainText((await staff.get(path)).html)
    expect(shown).toContain('the customer has not chosen yet')
    expect(shown).toContain('Choose for the caller')
    expect((await staff.get('/staff/orders?status=completed')).html).not.toContain(
      `${order.number}</a></th><td>paid`,
    )
  })
})

describe('staff choose for a caller', () => {
  test('staff choose another time from the order, and the order names the choice', async () => {
    const { buyer, order, path } = await strandedOrder('caller@example.com')
    const page = await staff.get(`${path}/answer`)
    expect(readMainText(page.html)).toContain('What does the caller want?')
    const missing = await staff.post(`${path}/answer`, { intent: 'choose' })
    expect(missing.status).toBe(422)
    expect(readMainText(missing.html)).toContain('Please choose what you would like')
    expect((await staff.post(`${path}/answer`, { intent: 'renew' })).location).toContain(`${path}/answer`)
    const renewed = (await staff.get(`${path}/answer`)).html
    const choice = /value="(alternative:\d+)"/.exec(renewed)?.[1] ?? ''
    const chosen = await staff.post(`${path}/answer`, { intent: 'choose', choice })
    expect(chosen.status).toBe(303)
    const shown = readMainText((await staff.get(path)).html)
    expect(shown).toContain('The customer’s choice is made, and mailed to them.')
    expect(shown).not.toContain('waiting for the customer’s answer')
    expect(readMainText((await staff.get(`${path}/answer`)).html)).toContain('This is settled')
    const confirmation = readMainText(
      (await buyer.get(`/order-confirmation?order_id=${String(order.id)}`)).html,
    )
    expect(confirmation).toContain(`Order ${order.number} , paid`)
  })

  test('only staff see the page of the rebooking offer', async () => {
    const { buyer, path } = await strandedOrder('nobody@example.com')
    expect((await buyer.get(`${path}/answer`)).status).not.toBe(200)
    expect((await staff.get('/staff/orders/999999/answer')).status).toBe(404)
  })
})
