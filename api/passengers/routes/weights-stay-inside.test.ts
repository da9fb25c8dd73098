import { afterAll, beforeAll, expect, test } from 'vitest'
import pino from 'pino'
import { Writable } from 'node:stream'
import { permissions } from '#api/rules/access/permissions.ts'
import { OrderPassengersReply } from '#contract/passenger.ts'
import { WAIVER_VERSION } from '#contract/waiver.ts'
import { createApi } from '#api/app.ts'
import { findOrderToken } from '#api/store/orders/order-link.ts'
import { openAccount } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

/**
 * A weight that only operations and the pilot may see. No amount, id or time of the demo shop looks
 * like it.
 */
const WEIGHT = 237
const SIGNATURE = 'Xanthippe Quillfeather'
const TELLING = ['GET /v1/passengers', 'GET /v1/passengers/:id', 'GET /v1/flights/:id/manifest']

let shop: PayingShop
const logged: string[] = []
beforeAll(async () => {
  shop = await openPayingShop()
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      logged.push(chunk.toString())
      done()
    },
  })
  // The log omits the process id and the host's name, which could equal the weight by chance.
  shop.deps.log = pino({ level: 'trace', base: null }, stream)
})
afterAll(() => shop.close())

/**
 * Finds the weight as a number of its own: tokens, UUIDs, times and amounts may contain its digits
 * by chance.
 */
const WEIGHT_ALONE = new RegExp(`(?<![\\w.:+/-])${String(WEIGHT)}(?!\\.?[\\w:+/=-])`)
/** With a unit, as in "237lb" or "237-lb", it can only be the weight. */
const WEIGHT_WITH_UNIT = new RegExp(`(?<![\\w.])${String(WEIGHT)}[\\s-]?(?:lb|kg|pound)`)

const shows = (text: string) =>
  WEIGHT_ALONE.test(text.replaceAll('":', '": ')) || WEIGHT_WITH_UNIT.test(text) || text.includes(SIGNATURE)

async function plant() {
  const buyer = await openAccount(shop.deps)
  const people = [
    { full_name: 'Ada Lind', weight: WEIGHT },
    { full_name: 'Bo Lind', weight: null },
  ]
  const order = await shop.order(buyer.token, 2, undefined, { passengers_attributes: people })
  const how = { stripe_source: 'pm_card_visa', return_url: 'http://shop.test/order-confirmation' }
  expect((await shop.pay(buyer.token, order, how)).status).toBe(201)
  const path = `/v1/orders/${String(order.id)}`
  const list = await shop.call('GET', `${path}/passengers`, { token: buyer.token })
  const links = OrderPassengersReply.parse(list.body).passengers.map(
    ({ link }) => link?.split('/').at(-1) ?? '',
  )
  const waiver = { version: WAIVER_VERSION, signature: SIGNATURE, accepted: true }
  const put = (token: string | undefined, form: object) =>
    shop.call('PUT', `/v1/passenger_links/${token ?? ''}`, { body: { passenger_form: form } })
  // The second passenger is too heavy as well, which creates a task and a mail.
  expect((await put(links[0], { full_name: 'Ada Lind', weight: WEIGHT, waiver })).status).toBe(200)
  const hold = 'update flights set max_weight_lbs = 300 where id = $1'
  const flightId = order.flights[0]?.flight_id ?? 0
  await shop.deps.database.query(hold, [flightId])
  expect((await put(links[1], { full_name: 'Bo Lind', weight: WEIGHT })).status).toBe(200)
  expect(await shop.count('select count(*) from staff_tasks')).toBe(1)
  await shop.runDueNow()
  const mailed = await findOrderToken(shop.deps, { orderId: order.id, to: buyer.email })
  return { buyer, order, links, flightId, mailed: mailed ?? '' }
}

test.each([
  ['a number of JSON', '{"weight":237,"id":1}', true],
  ['a number of JSON behind a space', '{ "weight": 237 }', true],
  ['a list of JSON', '[180,237]', true],
  ['a quoted number', '{"weight":"237"}', true],
  ['a sentence', 'Ada Lind weighs 237.', true],
  ['a number with a unit', 'Ada Lind, 237lb', true],
  ['a range with a unit', 'up to 237-lb', true],
  ['the signature', 'signed by Xanthippe Quillfeather', true],
  ['a token', '{"token":"v-237_x","jwt":"eyJ.237.a-b","other":"aa/237+b="}', false],
  ['a UUID', '3f2a237b-1237-237a-8a237-237000000237', false],
  ['an instant', '2027-05-14T14:30:00.237Z 12:237', false],
  ['an amount', '{"amount":1237,"total":237.5,"tax":0.237}', false],
])('a weight is found in %s only where it stands by itself', (_, text, found) => {
  expect(shows(text)).toBe(found)
})

/** The address of a call with the planted order, flight and passenger in place of the ids. */
function addressOf(call: string, ids: { order: number; flight: number; token: string; mailed: string }) {
  const [method = '', path = ''] = call.split(' ')
  const id = path.includes('/flights/') ? ids.flight : path.includes('/orders/') ? ids.order : 1
  const filled = path
    .replace(':id', String(id))
    .replace(/:(token|code)/, path.includes('/order_links/') ? ids.mailed : ids.token)
    .replace(/:\w+/g, '1')
  const query = path.startsWith('/v1/availability') ? '?product_id=6&month=2027-05&date=2027-05-14' : ''
  return { method, path: `${filled}${query}` }
}

test(
  'no call of /v1 shows a weight or a signature to anybody but operations and the ' + 'pilot of the flight',
  async () => {
    const { buyer, order, links, flightId, mailed } = await plant()
    const staff = await openStaffMember(shop.deps)
    const pilot = await openStaffMember(shop.deps, 'pilot')
    const otherPilot = await openStaffMember(shop.deps, 'pilot')
    await shop.deps.database.query('update flights set pilot_id = $1 where id = $2', [pilot.userId, flightId])
    const callers = {
      nobody: undefined,
      buyer: buyer.token,
      guest: await shop.guest('stranger@example.com'),
      customer: (await openAccount(shop.deps)).token,
      'pilot of another flight': otherPilot.token,
      'pilot of the flight': pilot.token,
      staff: staff.token,
      admin: (await openStaffMember(shop.deps, 'admin')).token,
    }
    const api = createApi(shop.deps)
    const told: string[] = []
    let answered = 0
    for (const call of Object.keys(permissions)) {
      // Another passenger of the party: their link must show nothing of the first passenger.
      const ids = { order: order.id, flight: flightId, token: links[1] ?? '', mailed }
      const { method, path } = addressOf(call, ids)
      // A call with the fields it would change reveals enough; logging out would end the test.
      if (['DELETE /v1/user_token', 'DELETE /v1/sessions'].includes(call)) continue
      for (const [name, token] of Object.entries(callers)) {
        const headers = new Headers(token ? { authorization: `Bearer ${token}` } : {})
        if (method !== 'GET') headers.set('content-type', 'application/json')
        const body = method === 'GET' || method === 'DELETE' ? null : '{}'
        const answer = await api.fetch(new Request(`http://shop.test${path}`, { method, headers, body }))
        if (answer.status < 300) answered += 1
        if (shows(await answer.text())) told.push(`${call}: ${name}`)
      }
    }
    const mayKnow = ['pilot of the flight', 'staff', 'admin']
    expect(told).toEqual(TELLING.flatMap((call) => mayKnow.map((who) => `${call}: ${who}`)))
    // The test proves something only when most calls were answered.
    expect(answered).toBeGreaterThan(150)
  },
  120_000,
)

test('mails, events, tasks and the log contain no weight', async () => {
  const { rows } = await shop.deps.database.query(
    `select coalesce(json_agg(e)::text, '') || (select coalesce(json_agg(t)::text, '') from staff_tasks t)
       || (select coalesce(json_agg(a)::text, '') from ledger_transactions a) as text
     from (select actor, reason, details from order_events) e`,
  )
  expect(shows(String(rows[0]?.['text']))).toBe(false)
  const mails = shop.mailer.sent.map(({ subject, text, html }) => [
    subject,
    text,
    html.replace(/<style>.*?<\/style>/gs, ''),
  ])
  expect(mails.length).toBeGreaterThan(1)
  expect(mails.flat().filter(shows)).toEqual([])
  expect(logged.filter(shows)).toEqual([])
})
