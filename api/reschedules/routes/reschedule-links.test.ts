import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requestReschedule, readRescheduled, VISA_PAYMENT } from '#tests/support/reschedule-flight.ts'
import { type ReschedulingShop, openReschedulingShop } from '#tests/support/reschedule-shop.ts'
import { sellOrder, type Sold } from '#tests/support/sold-order.ts'

let shop: ReschedulingShop
beforeAll(async () => {
  shop = await openReschedulingShop()
})
beforeEach(async () => {
  await shop.sandbox.control.webhooks.release(() => [])
  shop.sandbox.control.webhooks.hold()
})
afterAll(() => shop.close())
afterEach(() => shop.expectConsistent())

describe('the link to reschedule a flight without an account', () => {
  const ask = (order_number: string, email: string) =>
    shop.call('POST', '/v1/reschedule_links', {
      body: { reschedule_link: { order_number, email, url: 'http://shop.test/reschedule-flight' } },
    })
  const linksTo = (to: string) =>
    shop.count('select count(*) from mails where kind = \'reschedule_link\' and "to" = $1', to)

  test('it is mailed to the order’s mailbox only, with the same answer for everybody', async () => {
    const one = await sellOrder(shop, { seats: 1 })
    const email = one.order.email ?? ''
    const answers = [
      await ask(one.order.number, email.toUpperCase()),
      await ask(one.order.number, 'eve@example.com'),
      await ask('O-999999', email),
    ]
    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [202, {}]))
    expect(await linksTo(email)).toBe(1)
    expect(await linksTo('eve@example.com')).toBe(0)
    await shop.runDueNow()
    const mail = shop.mailer.sent.findLast(({ to }) => to === email)
    const token = /reschedule-flight\/([\w-]+)/.exec(String(mail?.text))?.[1] ?? ''
    const open = (spelled: string) =>
      shop.call('POST', '/v1/reschedule_links/open', { body: { token: spelled } })
    const opened = (await open(token)).body as { jwt: string; order_id: number }
    expect(opened.order_id).toBe(one.order.id)
    // It reaches that order and nothing else of the account.
    const asLink = { buyer: { token: opened.jwt }, order: one.order }
    const to = await shop.nextWeek().cheap()
    readRescheduled(await requestReschedule(shop, asLink, to, { fee: 50, difference: 0, ...VISA_PAYMENT }))
    const { body } = await shop.call('GET', '/v1/users/me/orders', { token: opened.jwt })
    expect(JSON.stringify(body)).not.toContain(email)
    const other = await sellOrder(shop, { seats: 1 })
    expect(await quoteStatus(other, opened.jwt)).toBe(404)
    expect((await open(`${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`)).status).toBe(404)
    const start = shop.clock.now()
    shop.clock.advance(24 * 60 + 1)
    expect((await open(token)).status).toBe(404)
    shop.clock.set(start)
  })

  const quoteStatus = async ({ order }: Sold, token: string) =>
    (await shop.call('POST', `/v1/orders/${String(order.id)}/reschedule_quotes`, { token, body: {} })).status
})
