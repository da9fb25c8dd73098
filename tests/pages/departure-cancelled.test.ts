import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { OrderPassengersReply } from '#contract/passenger.ts'
import { type Order } from '#contract/order.ts'
import { giveGiftCard, openAccount } from '#tests/support/give-tenders.ts'
import { type Flight, openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

// The test loads the whole shop, and the machine may be busy.
vi.setConfig({ hookTimeout: 180_000, testTimeout: 120_000 })

let shop: PayingShop
let pages: ShopPages
beforeAll(async () => {
  shop = await openPayingShop()
  pages = await openShopPages(shop)
})
afterAll(() => shop.close())

async function callOff({ departureId, departAt }: Flight) {
  const { token } = await openStaffMember(shop.deps)
  const call_off = { departure_id: departureId, depart_at: departAt, reason: 'weather' }
  expect((await shop.call('POST', '/v1/call_offs', { token, body: { call_off } })).status).toBe(201)
}

async function paid(flight: Flight, seats = 2) {
  const token = await shop.guest('stranded.party@example.com')
  const order = await shop.order(token, seats, flight)
  await shop.pay(token, order, { stripe_source: 'pm_card_visa' })
  return { token, order: await shop.read(token, order) }
}

async function linksOf(token: string, { id }: Order): Promise<string[]> {
  const { body } = await shop.call('GET', `/v1/orders/${String(id)}/passengers`, { token })
  return OrderPassengersReply.parse(body).passengers.map(({ link }) => new URL(link ?? '').pathname)
}

test('a gift’s proposed day shows as cancelled to both when its departure is', async () => {
  const [giver, friend] = [await openAccount(shop.deps), await openAccount(shop.deps)]
  const { id } = await giveGiftCard(shop.deps, giver.userId)
  const flight = await shop.nextFlight()
  const proposal = { departure_id: flight.departureId, depart_at: flight.departAt }
  const body = { gift_card_ids: [id], recipient: friend.email, proposal }
  expect((await shop.call('POST', '/v1/gift_cards/share', { token: giver.token, body })).status).toBe(201)
  await shop.runDueNow()
  const link = /\/gifts\/[\w-]+/.exec(shop.mailer.to(friend.email).at(-1)?.text ?? '')?.[0] ?? ''
  const theirs = await pages.browser({ token: friend.token })
  const own = await pages.browser({ token: giver.token })
  await theirs.post(link, { intent: 'open' })
  const status =
    /\/account\/gift-cards\/shares\/\d+/.exec((await own.get('/account/gift-cards')).html)?.[0] ?? ''
  expect((await theirs.get(link)).html).toContain('A day is proposed')
  expect((await own.get(status)).html).toContain('The seats are kept until')
  await callOff(flight)
  await shop.runDueNow()
  const { html } = await theirs.get(link)
  expect(html).toMatch(/The day that was proposed, .+, was called off/)
  expect(html).not.toContain('A day is proposed')
  expect((await own.get(status)).html).toMatch(/Proposed: .+ This flight was called off/)
})

test('every link to a cancelled departure says so and requests nothing for it', async () => {
  const flight = await shop.nextFlight()
  const { token, order } = await paid(flight)
  const [passenger = ''] = await linksOf(token, order)
  const waiting = {
    brand_id: 1,
    departure_id: flight.departureId,
    depart_at: flight.departAt,
    quantity_type: 'seat',
    quantity: 3,
    email: 'waits@example.com',
    consent: true,
  }
  await shop.call('POST', '/v1/waitlist_entries', { body: { waitlist_entry: waiting } })
  await shop.runDueNow()
  const joined = shop.mailer.sent.find(({ to }) => to === 'waits@example.com')
  const entry = /\/waitlist\/entries\/[\w-]+/.exec(joined?.text ?? '')?.[0] ?? ''
  const somebody = await pages.browser()
  const buyer = await pages.browser({ token, guest: true })
  const orderPage = `/order-confirmation?order_id=${String(order.id)}`
  expect((await somebody.get(passenger)).html).toContain('you’re on board')
  expect((await somebody.get(entry)).html).toContain('You are on the waitlist')

  await callOff(flight)
  // The test looks before and after the job has run.
  for (const done of [false, true]) {
    if (done) await shop.runDueNow()
    const own = (await somebody.get(passenger)).html
    expect(own).toContain('Passenger 1, your flight is called off.')
    expect(own).toContain('Please do not come to the terminal')
    expect(own).not.toMatch(/on board|Check-in is at|Save my details|All done/)
    expect((await somebody.get(entry)).html).toContain('This flight is called off')
  }
  const sent = await somebody.post(passenger, { full_name: 'Late Comer', weight: '150' })
  expect(sent.status).toBe(409)
  const bought = (await buyer.get(orderPage)).html
  expect(bought).toContain('Your flight is called off.')
  expect(bought).toContain('nobody need give anything now')
  expect(bought).not.toContain('until the flight leaves')
})
