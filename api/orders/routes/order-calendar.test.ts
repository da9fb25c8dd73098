import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

async function calendar(token: string, orderId: number): Promise<Response> {
  const url = `http://v1.internal/v1/orders/${String(orderId)}/calendar.ics`
  return shop.api.fetch(new Request(url, { headers: { Authorization: `Bearer ${token}` } }))
}

test(
  'the buyer of a paid order, and nobody else, gets the same calendar entry ' + 'as in the mail',
  async () => {
    const token = await shop.guest('calendar@example.com')
    const order = await shop.order(token, 1)
    expect((await calendar(token, order.id)).status).toBe(404)
    await shop.payPage(await shop.hosted(token, order))
    await shop.read(token, order)
    await shop.runDueNow()

    const answer = await calendar(token, order.id)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('text/calendar')
    const idIn = (text: string) =>
      new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')?.getFirstPropertyValue('uid')
    const [mail] = shop.mailer.to('calendar@example.com').filter((one) => one.attachments.length > 0)
    const [flight] = order.flights
    const uid = `order-${String(order.id)}-flight-${String(flight?.flight_id)}@loftandrotor.example`
    expect(idIn(await answer.text())).toBe(uid)
    expect(idIn(mail?.attachments[0]?.content ?? '')).toBe(uid)

    const stranger = await shop.guest('stranger@example.com')
    expect((await calendar(stranger, order.id)).status).toBe(404)
  },
)
