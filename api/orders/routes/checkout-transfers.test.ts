import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DraftReply } from '#contract/draft.ts'
import { CheckoutTransferOpenedReply, CheckoutTransferReply } from '#contract/resumption.ts'
import { mailedLinks } from '#tests/support/mailed-link.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { createTestApi, TEST_NOW } from '#tests/support/test-api.ts'
import { testSettings } from '#tests/support/test-settings.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
beforeEach(() => shop.clock.set(TEST_NOW))
afterAll(() => shop.close())

const PATH = '/checkout/6/pay?date=2027-05-14&departure=12&quantity=2&upgrades=1&code=FLY15'
const TYPED = { email: 'ada@example.com', 'passengers[0].weight': '187' }

async function keepDraft(fields: Record<string, string> = TYPED) {
  const { body } = await shop.call('POST', '/v1/drafts', { body: { draft: { fields } } })
  return DraftReply.parse(body).draft.id
}
const make = (draft_id: string, more: Record<string, unknown> = {}) =>
  shop.call('POST', '/v1/resumptions', {
    body: { resumption: { draft_id, brand_id: 1, path: PATH, ...more } },
  })
const open = (secret: string, brand_id = 1) =>
  shop.call('POST', '/v1/resumptions/open', { body: { resumption: { secret, brand_id } } })
async function codeFor(draftId: string) {
  const { status, body } = await make(draftId)
  expect(status).toBe(201)
  return CheckoutTransferReply.parse(body).resumption.code ?? ''
}
async function secretFor(draftId: string, email: string) {
  const { status, body } = await make(draftId, { email })
  expect(status).toBe(201)
  expect(CheckoutTransferReply.parse(body).resumption.code).toBeNull()
  const [mailed] = await mailedLinks(shop, email)
  expect(mailed?.link.pathname).toMatch(/^\/resume\/[\w-]{43}$/)
  return mailed?.link.pathname.split('/')[2] ?? ''
}
const opened = (body: unknown) => CheckoutTransferOpenedReply.parse(body).resumption
const UNKNOWN = { status: 404, body: { code: 'not_found' } }

describe('continuing on another device', () => {
  test('a code transfers the choice and what was typed into a draft of its own', async () => {
    const draftId = await keepDraft()
    const { status, body } = await open((await codeFor(draftId)).toLowerCase().replace('-', ' '))
    expect(status).toBe(200)
    const { draft, path, seats_let_go } = opened(body)
    expect({ fields: draft.fields, path, seats_let_go }).toEqual({
      fields: TYPED,
      path: PATH,
      seats_let_go: false,
    })
    expect(draft.id).not.toBe(draftId)
    // What is typed later on the other device does not show here.
    await shop.call('PUT', `/v1/drafts/${draft.id}`, {
      body: { draft: { fields: { email: 'b@example.com' } } },
    })
    const here = await shop.call('GET', `/v1/drafts/${draftId}`)
    expect(DraftReply.parse(here.body).draft.fields).toEqual(TYPED)
  })

  test('a mailed link transfers them too', async () => {
    const secret = await secretFor(await keepDraft(), 'link@example.com')
    expect(opened((await open(secret)).body).draft.fields).toEqual(TYPED)
  })

  test('the mail shows nothing typed or chosen', async () => {
    await secretFor(await keepDraft(), 'quiet@example.com')
    await shop.runDueNow()
    const mail = shop.mailer.sent.find(({ to }) => to === 'quiet@example.com')
    expect(mail?.subject).toContain('Go on with your booking')
    for (const word of ['187', 'ada@example.com', '2027-05-14', 'New Yorker']) {
      expect(mail?.text).not.toContain(word)
    }
  })

  test.each([
    ['a path on another host', { path: 'https://evil.example/checkout/6/pay' }],
    ['the path of another page', { path: '/account' }],
    ['a path that begins with two slashes', { path: '//evil.example/pay' }],
    ['a link on a foreign host', { email: 'a@example.com', resume_url: 'https://evil.example/resume' }],
    ['a reminder without an address', { reminder: { departure_id: 1, depart_at: TEST_NOW } }],
  ])('a transfer with %s is refused', async (_name, more) => {
    expect((await make(await keepDraft(), more)).status).toBe(422)
  })

  test('a transfer of an unknown draft is refused', async () => {
    expect((await make('AAAAAAAAAAAAAAAAAAAAAA')).status).toBe(404)
  })
})

describe('invalid codes', () => {
  test('unknown, used, expired and foreign codes get the same answer', async () => {
    const used = await codeFor(await keepDraft())
    await open(used)
    const foreign = await codeFor(await keepDraft())
    const old = await codeFor(await keepDraft())
    const never = await open('2222-2222')
    expect(never).toMatchObject(UNKNOWN)
    expect((await open(used)).body).toEqual(never.body)
    expect((await open(foreign, 2)).body).toEqual(never.body)
    expect((await open('')).body).toEqual(never.body)
    shop.clock.advance(24 * 60)
    expect((await open(old)).body).toEqual(never.body)
  })

  test('a new code replaces the one before', async () => {
    const draftId = await keepDraft()
    const first = await codeFor(draftId)
    const second = await codeFor(draftId)
    expect(await open(first)).toMatchObject(UNKNOWN)
    expect((await open(second)).status).toBe(200)
  })

  test('only one of two devices continues with the same code', async () => {
    const code = await codeFor(await keepDraft())
    const both = await Promise.all([open(code), open(code)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  test('the database contains neither codes nor secrets', async () => {
    const code = await codeFor(await keepDraft())
    const secret = await secretFor(await keepDraft(), 'hidden@example.com')
    const { rows } = await shop.deps.database.query('select * from resumptions')
    const kept = JSON.stringify(rows)
    for (const one of [code, code.replace('-', ''), secret]) expect(kept).not.toContain(one)
  })

  test('a GET or HEAD request finds no such call and uses nothing up', async () => {
    const secret = await secretFor(await keepDraft(), 'scanned@example.com')
    for (const method of ['GET', 'HEAD']) {
      expect((await shop.call(method, '/v1/resumptions/open')).status).toBe(404)
    }
    expect((await open(secret)).status).toBe(200)
  })
})

describe('guessing codes', () => {
  const guessing = async (limitFactor: number) => {
    const strict = await createTestApi({ settings: testSettings({ limitFactor }) })
    const guess = (visitorAddress: string) =>
      strict.call('POST', '/v1/resumptions/open', {
        body: { resumption: { secret: '2222-3333', brand_id: 1 } },
        bindings: { visitorAddress },
      })
    return { guess, close: strict.close }
  }

  test('one address is refused after ten tries', async () => {
    const { guess, close } = await guessing(1)
    for (let tries = 0; tries < 10; tries += 1) expect((await guess('198.51.100.9')).status).toBe(404)
    const stopped = await guess('198.51.100.9')
    expect(stopped.status).toBe(429)
    expect(Number(stopped.headers.get('Retry-After'))).toBeGreaterThan(0)
    await close()
  })

  test('everybody is refused after too many tries from any number of addresses', async () => {
    // The limits divided by fifty: twelve tries for all callers, one per address.
    const { guess, close } = await guessing(0.02)
    for (let network = 0; network < 12; network += 1) {
      expect((await guess(`203.0.${String(network)}.1`)).status).toBe(404)
    }
    expect((await guess('192.0.2.77')).status).toBe(429)
    await close()
  })
})

describe('the other device’s seats and payment', () => {
  const guestOf = (name: string) => shop.guest(`${name}@example.com`)

  test('unpaid seats are released after an open payment page is closed', async () => {
    const draftId = await keepDraft()
    const there = await guestOf('there')
    const flight = await shop.nextFlight()
    const order = await shop.order(there, 2, flight, { draft_id: draftId })
    const payment = await shop.hosted(there, order)
    const { body } = await open(await codeFor(draftId))
    const { draft, seats_let_go } = opened(body)
    expect(seats_let_go).toBe(true)
    expect((await shop.read(there, order)).status).toBe('cancelled')
    const refused = await shop.payPage(payment)
    expect(await refused.text()).not.toContain('succeeded')
    expect((await shop.read(there, order)).status).toBe('cancelled')
    expect((await shop.order(await guestOf('free-again'), 2, flight, { draft_id: draft.id })).status).toBe(
      'awaiting_payment',
    )
  })

  test('after a payment on the second device the first device’s form buys nothing more', async () => {
    const draftId = await keepDraft()
    const { draft } = opened((await open(await codeFor(draftId))).body)
    const flight = await shop.nextFlight()
    const there = await guestOf('there-late')
    const here = await guestOf('here')
    const again = await shop.order(here, 2, flight, { draft_id: draft.id })
    expect((await shop.pay(here, again, { stripe_source: 'pm_card_visa' })).status).toBe(201)
    expect((await shop.read(here, again)).status).toBe('completed')
    // The first device sees the finished order and is charged nothing.
    const { departureId: departure_id, departAt: depart_at } = flight
    const late = await shop.call('POST', '/v1/orders', {
      token: there,
      body: {
        order: {
          brand_id: 1,
          order_item_seats_attributes: [{ departure_id, depart_at, quantity: 2 }],
          draft_id: draftId,
        },
      },
    })
    expect(late).toMatchObject({ status: 409, body: { code: 'finished_elsewhere' } })
  })

  test('no copy of the draft shows a weight after the payment', async () => {
    const draftId = await keepDraft()
    const { draft } = opened((await open(await codeFor(draftId))).body)
    const here = await guestOf('weighed')
    const order = await shop.order(here, 2, undefined, { draft_id: draft.id })
    const told = async () => {
      const read = [draftId, draft.id].map((id) => shop.call('GET', `/v1/drafts/${id}`))
      return (await Promise.all(read)).map(({ body }) => JSON.stringify(body).includes('187'))
    }
    expect(await told()).toEqual([true, true])
    expect((await shop.pay(here, order, { stripe_source: 'pm_card_visa' })).status).toBe(201)
    expect(await told()).toEqual([false, false])
  })

  test('a booking paid meanwhile cannot be continued and shows nothing', async () => {
    const draftId = await keepDraft()
    const code = await codeFor(draftId)
    const there = await guestOf('paid-there')
    const order = await shop.order(there, 2, undefined, { draft_id: draftId })
    expect((await shop.pay(there, order, { stripe_source: 'pm_card_visa' })).status).toBe(201)
    const answer = await open(code)
    expect(answer).toMatchObject({ status: 409, body: { code: 'finished_elsewhere' } })
    expect(JSON.stringify(answer.body)).not.toContain('ada@')
  })

  test('an order paid before the code was created is another booking and blocks nobody', async () => {
    const draftId = await keepDraft()
    const there = await guestOf('second-trip')
    const first = await shop.order(there, 1, undefined, { draft_id: draftId })
    expect((await shop.pay(there, first, { stripe_source: 'pm_card_visa' })).status).toBe(201)
    shop.clock.advance(1)
    expect((await open(await codeFor(draftId))).status).toBe(200)
  })

  test('the device that orders last has the seats, and the other order is cancelled', async () => {
    const draftId = await keepDraft()
    const { draft } = opened((await open(await codeFor(draftId))).body)
    const [there, here] = [await guestOf('last-there'), await guestOf('last-here')]
    const mine = await shop.order(here, 2, undefined, { draft_id: draft.id })
    const theirs = await shop.order(there, 2, undefined, { draft_id: draftId })
    expect((await shop.read(here, mine)).status).toBe('cancelled')
    expect((await shop.read(there, theirs)).status).toBe('awaiting_payment')
  })

  test('gift cards ordered from one copy of the draft cancel the seats ordered from another', async () => {
    const draftId = await keepDraft()
    const { draft } = opened((await open(await codeFor(draftId))).body)
    const [there, here] = [await guestOf('gifts-there'), await guestOf('gifts-here')]
    const seats = await shop.order(here, 2, undefined, { draft_id: draft.id })
    const gifts = await shop.order(there, 1, undefined, {
      draft_id: draftId,
      order_item_seats_attributes: [],
      passengers_attributes: [],
      order_item_gift_cards_attributes: [{ fare_id: 61, quantity: 1 }],
    })
    expect(gifts.kind).toBe('gift_cards')
    expect((await shop.read(here, seats)).status).toBe('cancelled')
  })

  test('a draft that was not transferred affects no order', async () => {
    const [victim, thief] = [await guestOf('victim'), await guestOf('thief')]
    const order = await shop.order(victim, 2, undefined, { draft_id: await keepDraft() })
    await shop.order(thief, 1, undefined, { draft_id: await keepDraft() })
    expect((await shop.read(victim, order)).status).toBe('awaiting_payment')
  })
})
