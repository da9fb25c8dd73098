import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OrderLinkReply } from '#contract/order-link.ts'
import { type Order } from '#contract/order.ts'
import { openAccount } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { requestRefund, sellOrder } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

const LINK = /\/orders\/([0-9a-f]{48})(?![\w/])/

/**
 * The secrets in the mails to an address, the oldest mail first; undefined where a mail has none.
 */
const secretsTo = (email: string) =>
  shop.mailer.to(email).map(({ text, html }) => {
    const [inText, inHtml] = [LINK.exec(text)?.[1], LINK.exec(html)?.[1]]
    expect(inHtml).toBe(inText)
    return inText
  })

async function buyAsGuest(email: string, seats = 2): Promise<{ token: string; order: Order }> {
  const token = await shop.guest(email)
  const order = await shop.order(token, seats)
  await shop.payPage(await shop.hosted(token, order))
  const paid = await shop.read(token, order)
  await shop.runDueNow()
  return { token, order: paid }
}

const open = (secret = '') => shop.call('GET', `/v1/order_links/${secret}`)

test('the link in an order’s mail opens the order and its calendar for reading, repeatedly', async () => {
  const { order } = await buyAsGuest('dana@example.com')
  const [secret] = secretsTo('dana@example.com').filter((one) => one !== undefined)
  for (const method of ['HEAD', 'GET', 'GET']) {
    expect((await shop.call(method, `/v1/order_links/${secret ?? ''}`)).status).toBe(200)
  }
  const { order: shown, party } = OrderLinkReply.parse((await open(secret)).body)
  expect([shown.number, shown.status, shown.total]).toEqual([order.number, 'completed', order.total])
  expect(party.passengers.map(({ done, link }) => [done, link !== null])).toEqual([
    [false, true],
    [false, true],
  ])
  const file = await shop.api.fetch(
    new Request(`http://shop.test/v1/order_links/${secret ?? ''}/calendar.ics`),
  )
  const event = new ICAL.Component(ICAL.parse(await file.text())).getFirstSubcomponent('vevent')
  const start = event?.getFirstPropertyValue('dtstart')
  expect(start instanceof ICAL.Time && start.toString()).toBe(
    `${order.flights[0]?.local_date ?? ''}T${order.flights[0]?.local_time ?? ''}:00`,
  )
  // A calendar entry is forwarded, so it contains the plain address and never the secret.
  expect(
    await (
      await shop.api.fetch(new Request(`http://shop.test/v1/order_links/${secret ?? ''}/calendar.ics`))
    ).text(),
  ).not.toContain(secret)
})

test('the link shows no codes, cards, payments or answers, and logs nobody in', async () => {
  const { order, buyer } = await sellOrder(shop, { gifts: [{}], vouchers: [1000], photos: true })
  await shop.runDueNow()
  const [secret = ''] = secretsTo(buyer.email).filter((one) => one !== undefined)
  const { body } = await open(secret)
  const keys = Object.keys((body as { order: object }).order)
  for (const hidden of [
    'tenders',
    'payment_method',
    'payment_url',
    'order_items',
    'phone',
    'tag_list',
    'discount_code',
  ]) {
    expect(keys).not.toContain(hidden)
  }
  const tails = order.tenders.flatMap(({ label }) => /[A-Z0-9]{4}$/.exec(label)?.[0] ?? [])
  expect(tails.length).toBeGreaterThan(0)
  // Addresses and ids are drawn, and may have these digits by chance.
  const text = JSON.stringify(body)
    .replaceAll(buyer.email, '')
    .replaceAll(/[\w-]{16,}/g, '')
  expect(tails.filter((tail) => text.includes(tail))).toEqual([])

  // The holder of the link has no account and no rights: nothing can be done to the order.
  const id = String(order.id)
  for (const [method, path] of [
    ['GET', '/v1/users/me'],
    ['GET', '/v1/orders'],
    ['GET', `/v1/orders/${id}`],
    ['POST', '/v1/user_token/renew'],
    ['POST', `/v1/orders/${id}/cancellation`],
    ['POST', `/v1/orders/${id}/passengers/1/link`],
  ] as const) {
    const sent = method === 'POST' ? { body: { cancellation: { amount: 0 } } } : {}
    expect([path, (await shop.call(method, path, { token: secret, ...sent })).status]).toEqual([path, 401])
  }
})

test('a corrected address ends the link that was mailed to the wrong one', async () => {
  const { token, order } = await buyAsGuest('jo@exampel.com', 1)
  const [wrong] = secretsTo('jo@exampel.com').filter((one) => one !== undefined)
  expect((await open(wrong)).status).toBe(200)
  const corrected = await shop.call('PUT', `/v1/orders/${String(order.id)}/email`, {
    token,
    body: { order: { email: 'jo@example.com' } },
  })
  expect(corrected.status).toBe(200)
  expect((await open(wrong)).status).toBe(404)
  await shop.runDueNow()
  const [right] = secretsTo('jo@example.com').filter((one) => one !== undefined)
  expect(right).not.toBe(wrong)
  expect((await open(right)).status).toBe(200)
  expect((await open(wrong)).status).toBe(404)
})

test(
  'every mail to the buyer about an order contains the link, and mails to ' + 'passengers do not',
  async () => {
    const { buyer, order } = await sellOrder(shop, { seats: 2 })
    await shop.runDueNow()
    const add = await shop.call('PATCH', `/v1/orders/${String(order.id)}/update_upgrades`, {
      token: buyer.token,
      body: {
        updated_total_price: order.total + 49,
        order_item_upgrades: [{ upgrade_id: 1 }],
        stripe_source: 'pm_card_visa',
        return_url: 'http://shop.test/order-confirmation',
      },
    })
    expect(add.status).toBe(200)
    const passengers = await shop.call('GET', `/v1/orders/${String(order.id)}/passengers`, {
      token: buyer.token,
    })
    const first = (passengers.body as { passengers: { id: number }[] }).passengers[0]?.id ?? 0
    await shop.call('POST', `/v1/orders/${String(order.id)}/passengers/${String(first)}/mails`, {
      token: buyer.token,
      body: { email: 'rider@example.com' },
    })
    const departs = new Date(order.flights[0]?.depart_at ?? '')
    const before = shop.clock.now()
    shop.clock.set(new Date(departs.getTime() - 40 * 3_600_000))
    await shop.runDueNow()
    const staff = await openStaffMember(shop.deps)
    expect((await requestRefund(shop, staff.token, order.id)).status).toBe(201)
    await shop.runDueNow()
    shop.clock.set(before)
    const mails = shop.mailer.to(buyer.email)
    expect(mails.map(({ subject }) => subject.replace(/[:(].*/, '').trim())).toEqual([
      'Your flight is booked',
      'Your order was updated',
      'Two days to go',
      expect.stringMatching(/^We have sent/),
    ])
    const secrets = secretsTo(buyer.email)
    expect(new Set(secrets).size).toBe(1)
    expect(secrets[0]).toMatch(/^[0-9a-f]{48}$/)
    expect(secretsTo('rider@example.com')).toEqual([undefined])
  },
)

test('the link ends sixty days after landing, and an unknown link gets the same answer', async () => {
  const { buyer, order } = await sellOrder(shop)
  await shop.runDueNow()
  const [secret] = secretsTo(buyer.email).filter((one) => one !== undefined)
  const landing = new Date(order.flights[0]?.arrive_at ?? '').getTime()
  const before = shop.clock.now()
  shop.clock.set(new Date(landing + 60 * 86_400_000 - 1000))
  expect((await open(secret)).status).toBe(200)
  shop.clock.set(new Date(landing + 60 * 86_400_000 + 1000))
  const [late, none] = [await open(secret), await open('0'.repeat(48))]
  shop.clock.set(before)
  expect(late.status).toBe(404)
  expect(late.body).toEqual(none.body)
})

test('customers read public comments of their order, and only staff read the others', async () => {
  const { buyer, order } = await sellOrder(shop)
  const staff = await openStaffMember(shop.deps)
  const write = (comment: object, token = staff.token) =>
    shop.call('POST', '/v1/comments', {
      token,
      body: { comment: { commentable_type: 'order', commentable_id: order.id, ...comment } },
    })
  expect((await write({ body: 'Called: wants the left side', public: false })).status).toBe(201)
  const told = await write({ body: 'Please come by the north gate.', public: true })
  expect(told.status).toBe(201)
  expect((await write({ body: 'me too' }, buyer.token)).status).toBe(403)
  expect((await write({ body: ' ' })).status).toBe(422)

  const bodies = (answer: { body: unknown }) =>
    (answer.body as { comments: { body: string }[] }).comments.map(({ body }) => body)
  const list = (token: string) =>
    shop.call('GET', `/v1/comments?commentable_type=order&commentable_id=${String(order.id)}`, { token })
  expect(bodies(await list(buyer.token))).toEqual(['Please come by the north gate.'])
  expect(bodies(await list((await openAccount(shop.deps)).token))).toEqual([])
  expect(bodies(await list(staff.token))).toHaveLength(2)
  expect((await shop.read(buyer.token, order)).comments?.map(({ body }) => body)).toEqual([
    'Please come by the north gate.',
  ])

  const id = String((told.body as { comment: { id: number } }).comment.id)
  const hide = { comment: { public: false } }
  expect((await shop.call('PATCH', `/v1/comments/${id}`, { token: staff.token, body: hide })).status).toBe(
    200,
  )
  expect((await shop.call('GET', `/v1/comments/${id}`, { token: buyer.token })).status).toBe(404)
  expect((await shop.read(buyer.token, order)).comments).toEqual([])
  expect((await shop.call('DELETE', `/v1/comments/${id}`, { token: staff.token })).status).toBe(204)
  expect((await shop.call('GET', `/v1/comments/${id}`, { token: staff.token })).status).toBe(404)
})
