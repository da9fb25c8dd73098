import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DraftReply } from '#contract/draft.ts'
import { CheckoutTransferOpenedReply } from '#contract/resumption.ts'
import { type Flight, openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { TEST_NOW } from '#tests/support/test-api.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
beforeEach(() => shop.clock.set(TEST_NOW))
afterAll(() => shop.close())

const HOURS = 4 * 60
let people = 0

interface Waiting {
  email: string
  draftId: string
  flight: Flight
}

/** A shopper who did not finish and, by default, asked for a reminder. */
async function leave(input: { reminded?: boolean; email?: string; flight?: Flight; quantity?: number } = {}) {
  people += 1
  const email = input.email ?? `leaver${String(people)}@example.com`
  const kept = await shop.call('POST', '/v1/drafts', { body: { draft: { fields: { email } } } })
  const draftId = DraftReply.parse(kept.body).draft.id
  const flight = input.flight ?? (await shop.nextFlight())
  await ask({ email, draftId, flight }, input)
  return { email, draftId, flight }
}

async function ask(
  { email, draftId, flight }: Waiting,
  { reminded = true, quantity = 2 }: { reminded?: boolean; quantity?: number } = {},
) {
  const reminder = { departure_id: flight.departureId, depart_at: flight.departAt }
  const path = `/checkout/6/pay?date=2027-05-14&quantity=${String(quantity)}`
  const transfer = { draft_id: draftId, brand_id: 1, path, email, ...(reminded ? { reminder } : {}) }
  const { status } = await shop.call('POST', '/v1/resumptions', { body: { resumption: transfer } })
  expect(status).toBe(201)
}

/** The mails sent to an address by subject, and the reminder's text. */
async function sentTo(email: string) {
  await shop.runDueNow()
  const mails = shop.mailer.sent.filter(({ to }) => to === email)
  return mails.filter(({ subject }) => subject.includes('not finished yet'))
}

const secretIn = (text = '') => /\/resume\/([\w-]{43})/.exec(text)?.[1] ?? ''
const open = (secret: string) =>
  shop.call('POST', '/v1/resumptions/open', { body: { resumption: { secret, brand_id: 1 } } })

test('one mail with a working link is sent some hours later, once', async () => {
  const { email } = await leave()
  shop.clock.advance(HOURS - 1)
  expect(await sentTo(email)).toHaveLength(0)
  shop.clock.advance(1)
  const [mail, ...more] = await sentTo(email)
  expect(more).toHaveLength(0)
  expect(mail?.text).toContain('This is the only mail we send about this booking.')
  shop.clock.advance(23 * 60)
  expect(await sentTo(email)).toHaveLength(1)
  const { status, body } = await open(secretIn(mail?.text))
  expect(status).toBe(200)
  expect(CheckoutTransferOpenedReply.parse(body).resumption.draft.fields).toEqual({ email })
})

test('a shopper who did not tick the box gets no reminder', async () => {
  const { email } = await leave({ reminded: false })
  shop.clock.advance(HOURS)
  expect(await sentTo(email)).toHaveLength(0)
})

test('repeated requests for the same draft, also on another device, send one reminder', async () => {
  const waiting = await leave()
  await ask(waiting)
  shop.clock.advance(HOURS)
  const [mail] = await sentTo(waiting.email)
  const { draft } = CheckoutTransferOpenedReply.parse((await open(secretIn(mail?.text))).body).resumption
  await ask({ ...waiting, draftId: draft.id })
  shop.clock.advance(HOURS)
  expect(await sentTo(waiting.email)).toHaveLength(1)
})

test('a shopper who finished on any device is not reminded', async () => {
  const { email, draftId, flight } = await leave()
  const made = await shop.call('POST', '/v1/resumptions', {
    body: { resumption: { draft_id: draftId, brand_id: 1, path: '/checkout/6/pay' } },
  })
  const { code } = (made.body as { resumption: { code: string } }).resumption
  const { draft } = CheckoutTransferOpenedReply.parse((await open(code)).body).resumption
  const token = await shop.guest(email)
  const order = await shop.order(token, 2, flight, { draft_id: draft.id })
  expect((await shop.pay(token, order, { stripe_source: 'pm_card_visa' })).status).toBe(201)
  shop.clock.advance(HOURS)
  expect(await sentTo(email)).toHaveLength(0)
})

test('no reminder is sent for a flight that is full or closed for sale', async () => {
  const full = await leave({ quantity: 60 })
  // Sales close two hours before departure, so they are closed when the reminder is due.
  const flight = await shop.nextFlight()
  shop.clock.set(new Date(new Date(flight.departAt).getTime() - 5 * 3_600_000))
  const late = await leave({ flight })
  shop.clock.advance(HOURS)
  expect(await sentTo(late.email)).toHaveLength(0)
  expect(await sentTo(full.email)).toHaveLength(0)
})

test('the link in the mail stops reminders to that address for good', async () => {
  const { email } = await leave()
  const meanwhile = await leave({ email })
  await shop.deps.database.query(
    `update reminders set due_at = due_at + interval '1 hour' where draft_id = $1`,
    [meanwhile.draftId],
  )
  shop.clock.advance(HOURS)
  const [mail] = await sentTo(email)
  const secret = secretIn(mail?.text)
  expect(mail?.text).toContain(`/resume/${secret}/stop`)
  expect(mail?.headers?.['List-Unsubscribe']).toMatch(new RegExp(`^<http.+/resume/${secret}/stop>$`))
  const stop = (one: string) =>
    shop.call('POST', '/v1/reminder_stops', { body: { reminder_stop: { secret: one } } })
  expect((await stop('a guess')).status).toBe(204)
  expect((await stop(secret)).status).toBe(204)
  await leave({ email })
  shop.clock.advance(2 * HOURS)
  expect(await sentTo(email)).toHaveLength(1)
})
