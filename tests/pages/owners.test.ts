import { hash } from '@node-rs/argon2'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Audience, permissions } from '#api/rules/access/permissions.ts'
import { type Order } from '#contract/order.ts'
import { ManifestVersionsReply } from '#contract/manifest-version.ts'
import { PasskeyChallengeReply, PasskeysReply } from '#contract/passkey.ts'
import { NewRecoveryCodesReply, SecondFactorSecretReply } from '#contract/second-factor.ts'
import { getAuthenticatorCode } from '#tests/support/authenticator.ts'
import { createDepartureCanceller } from '#tests/support/cancel-departure.ts'
import { createDelayer } from '#tests/support/delay-flight.ts'
import {
  giveCredit,
  giveGiftCard,
  giveVoucher,
  logInAgain,
  openAccount,
} from '#tests/support/give-tenders.ts'
import { createPasskeyDevice } from '#tests/support/passkey-device.ts'
import { type Flight, openPayingShop, type PayingShop, RETURN_URL } from '#tests/support/paying-shop.ts'
import { openAgent } from '#tests/support/open-agent.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { type Answer } from '#tests/support/test-api.ts'

// The counterpart of the outsiders' test: an owner reads and changes what is theirs, in every role
// whose reach in the permission table is "own".
vi.setConfig({ hookTimeout: 180_000, testTimeout: 60_000 })

type Owner = Exclude<Audience, 'visitor' | 'key'>
const OWNERS = ['guest', 'customer', 'agent', 'pilot', 'staff', 'admin'] as const satisfies Owner[]

/** A person with one of everything they can have. */
interface World {
  who: Owner
  token: string
  /** It is 0 for a guest. */
  userId: number
  email: string
  /** The order is paid and has one seat. */
  order: Order
  ids: Record<'item' | 'passenger' | 'payment', number>
}

let shop: PayingShop
let desk: string
let picture: Buffer
const worlds = new Map<Owner, World>()
const PAID = { stripe_source: 'pm_card_visa', return_url: RETURN_URL }
const PASSWORD = 'fly-demo-owner'

beforeAll(async () => {
  shop = await openPayingShop()
  desk = (await openStaffMember(shop.deps)).token
  picture = await sharp({ create: { width: 64, height: 40, channels: 3, background: '#7fb2d6' } })
    .jpeg()
    .toBuffer()
  for (const who of OWNERS) worlds.set(who, await openWorld(who))
})
afterAll(() => shop.close())

const one = async (statement: string, ...values: unknown[]) =>
  Number((await shop.deps.database.query(`select (${statement}) as id`, values)).rows[0]?.['id'])

let guests = 0
/** Creates a new person of that kind, with nothing yet. */
async function openPerson(who: Owner): Promise<Pick<World, 'token' | 'userId' | 'email'>> {
  if (who === 'guest') {
    const email = `passing${String(++guests)}@example.com`
    return { token: await shop.guest(email), userId: 0, email }
  }
  return who === 'customer' ? openAccount(shop.deps) : openStaffMember(shop.deps, who)
}

const CODES_PATH = '/v1/second_factor/recovery_codes'

/** Somebody who can set up an app, which customers do with their password. */
async function openPersonWithPassword(who: Owner) {
  const person = await openPerson(who)
  await withPassword(person.userId)
  return person
}

/** The code of an app that is about to be set up. */
async function startApp(token: string): Promise<string> {
  const body = { second_factor: { password: PASSWORD } }
  const made = SecondFactorSecretReply.safeParse(
    (await shop.call('POST', '/v1/second_factor', { token, body })).body,
  )
  return made.success ? getAuthenticatorCode(made.data.second_factor.secret, shop.clock.now()) : '123456'
}

async function setUpApp(token: string): Promise<void> {
  const body = { second_factor: { code: await startApp(token) } }
  await shop.call('PUT', '/v1/second_factor', { token, body })
}

async function askPasskey(token: string, purpose: string): Promise<Record<string, unknown>> {
  const body = { passkey_challenge: { purpose } }
  const { body: made } = await shop.call('POST', '/v1/passkey_challenges', { token, body })
  return PasskeyChallengeReply.safeParse(made).data?.passkey_challenge.options ?? {}
}

async function addPasskey(token: string) {
  await setUpApp(token)
  const device = createPasskeyDevice(shop.deps.settings.publicUrl)
  const credential = device.create(await askPasskey(token, 'register'))
  await shop.call('POST', '/v1/passkeys', { token, body: { passkey: { name: 'Desk phone', credential } } })
  return device
}

async function openWorld(who: Owner): Promise<World> {
  const person = await openPerson(who)
  const order = await buy(person.token)
  const ids = {
    item: await one('select max(id) from order_item_seats where order_id = $1', order.id),
    passenger: await one('select max(id) from passengers where order_id = $1', order.id),
    payment: await one('select max(id) from payments where order_id = $1', order.id),
  }
  return { who, ...person, order, ids }
}

/** The flight has few seats, so three parties share it. */
const seats = { flight: undefined as Flight | undefined, left: 0 }
async function anySeat(): Promise<Flight> {
  if (seats.left === 0 || !seats.flight) Object.assign(seats, { flight: await shop.nextFlight(), left: 3 })
  seats.left -= 1
  return seats.flight ?? shop.nextFlight()
}

/** Buys and pays one more seat for the person. */
async function buy(token: string, more: Record<string, unknown> = {}, flight?: Flight): Promise<Order> {
  const order = await shop.order(token, 1, flight ?? (await anySeat()), more)
  const paid = await shop.pay(token, order, PAID)
  if (paid.status !== 201) throw new Error(`not paid: ${JSON.stringify(paid.body)}`)
  await shop.runDueNow()
  return shop.read(token, order)
}

/** The account gets a password that the test knows. */
async function withPassword(userId: number): Promise<void> {
  await shop.deps.database.query('update users set password_hash = $1 where id = $2', [
    await hash(PASSWORD),
    userId,
  ])
}

/** The pilot gets a flight with a passenger and a photo. */
async function flightOf({ userId }: World, on?: Flight) {
  const order = await buy((await openAccount(shop.deps)).token, {}, on ?? (await shop.nextFlight()))
  const flight = order.flights[0]?.flight_id ?? 0
  await shop.deps.database.query('update flights set pilot_id = $1 where id = $2', [userId, flight])
  return { order, flight, date: order.flights[0]?.local_date ?? '' }
}
const upload = (flight: number, token: string) =>
  shop.api.fetch(
    new Request(`http://v1.internal/v1/flights/${String(flight)}/photos`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'image/jpeg' },
      body: new Uint8Array(picture),
    }),
  )
/** A photo needs a flight that has left. */
const flown = (flight: number) =>
  shop.deps.database.query(
    "update flights set depart_at = '2020-01-01'::timestamptz + id * interval '1 day', " +
      "ready_at = '2020-01-01'::timestamptz + id * interval '1 day 1 hour' where id = $1",
    [flight],
  )
async function photoOf(flight: number): Promise<number> {
  await flown(flight)
  const made = (await (await upload(flight, desk)).json()) as { photo: { id: number } }
  return made.photo.id
}

interface Ask {
  path: string
  body?: unknown
  /** The caller of a call that ends its own session. */
  token?: string
  /** The part of the answer that belongs to the owner. */
  tells?: string
}
type Row = (world: World) => Ask | Promise<Ask>

const S = String
const account = (w: World) => `/v1/users/${S(w.userId)}/credit_cards`
const ofOrder =
  (end: string, more: (w: World) => Partial<Ask> = () => ({})): Row =>
  (w) => ({ path: `/v1/orders/${S(w.order.id)}${end}`, ...more(w) })
const listOf =
  (plural: string, make: (w: World) => Promise<{ id: number }>, one = false): Row =>
  async (w) => {
    const { id } = await make(w)
    return { path: `/v1/${plural}${one ? `/${S(id)}` : ''}`, tells: `"id":${S(id)},` }
  }
const gift = (w: World) => giveGiftCard(shop.deps, w.userId)
const paper = (w: World) => giveVoucher(shop.deps, w.userId)
const credit = async (w: World) => {
  await giveCredit(shop.deps, w.userId, 5)
  return { id: await one('select max(id) from credits where user_id = $1', w.userId) }
}
const prize = async (w: World) => {
  const text =
    "insert into prizes (upgrade_id, user_id, name, created_at) values (1, $1, 'Theirs', now()) returning id"
  const { rows: made } = await shop.deps.database.query(text, [w.userId])
  return { id: Number(made[0]?.['id']) }
}
const card = async (w: World) => {
  const body = { stripe_token: 'pm_card_mastercard' }
  await shop.call('POST', account(w), { token: w.token, body })
  return one('select max(id) from credit_cards where user_id = $1 and removed_at is null', w.userId)
}
const share = async (w: World) => {
  const body = { gift_card_ids: [(await gift(w)).id], recipient: 'friend@example.com' }
  await shop.call('POST', '/v1/gift_cards/share', { token: w.token, body })
  return one('select max(id) from gift_shares where giver_id = $1', w.userId)
}
const member = async (w: World) => {
  const person = await openPerson(w.who)
  await buy(person.token, { membership_plan_id: 1 })
  const id = await one(
    'select max(s.id) from subscriptions s join orders o on o.user_id = s.user_id join ' +
      'sessions t on t.id = o.session_id where o.email = $1',
    person.email,
  )
  return { ...person, id }
}
const nextWeek = async () => {
  const { departureId, departAt } = await anySeat()
  return { departure_id: departureId, depart_at: departAt }
}
const moveOf = async (w: World) => {
  const order = await buy(w.token)
  seats.left = 0
  const to = await nextWeek()
  const asked = await shop.call('POST', `/v1/orders/${S(order.id)}/reschedule_quotes`, {
    token: w.token,
    body: to,
  })
  const { reschedule_quote: quote } = asked.body as {
    reschedule_quote: { reschedule_fee: number; reschedule_price_difference: number }
  }
  const { reschedule_fee, reschedule_price_difference } = quote
  return { order, to, items: { reschedule_fee, reschedule_price_difference } }
}
const comment = async (w: World) => {
  const body = {
    comment: { commentable_type: 'order', commentable_id: w.order.id, body: 'See you there', public: true },
  }
  const made = await shop.call('POST', '/v1/comments', { token: desk, body })
  return { id: (made.body as { comment: { id: number } }).comment.id }
}
const giftsBought = async (w: World) => {
  const item = { fare_id: 61, quantity: 1, recipient_email: 'friend@example.com' }
  const order = await buy(w.token, {
    order_item_seats_attributes: [],
    passengers_attributes: [],
    order_item_gift_cards_attributes: [item],
  })
  return { id: await one('select max(id) from order_item_gift_cards where order_id = $1', order.id) }
}

const savedFilter = async (w: World) => {
  const saved_filter = { name: `Filter ${S(++named)}`, filter: { channel: 'web' } }
  const made = await shop.call('POST', '/v1/saved_filters', { token: w.token, body: { saved_filter } })
  return `/v1/saved_filters/${S((made.body as { saved_filter?: { id: number } }).saved_filter?.id ?? 0)}`
}
/** A report that is mailed to the owner. */
const savedReport = async (w: World) => {
  const chosen = { report: 'sales', by: 'day', span: 'last_week', recipient_ids: [w.userId] }
  const saved_report = { name: `Report ${S(++named)}`, ...chosen }
  const made = await shop.call('POST', '/v1/saved_reports', { token: w.token, body: { saved_report } })
  return `/v1/saved_reports/${S((made.body as { saved_report?: { id: number } }).saved_report?.id ?? 0)}`
}
let named = 0

/** The owner is the agent of the own order. */
const agentOf = (w: World) => openAgent(shop, { orderId: w.order.id, userId: w.userId })

const daysOff = (w: World) => ({
  ...{ pilot_id: w.userId, from_date: '2027-08-01', until_date: '2027-08-02', kind: 'off' },
})

const TEXT_CONSENTS = '/v1/users/me/text_consents'

/** How an owner makes each of these calls, and which of the owner's values the answer shows. */
const rows: Record<string, Row> = {
  'POST /v1/user_token/renew': async ({ who, userId }) => ({
    path: '/v1/user_token/renew',
    body: {},
    token: who === 'guest' ? await shop.guest('again@example.com') : await logInAgain(shop.deps, userId),
    tells: '"jwt"',
  }),
  'DELETE /v1/user_token': async ({ who }) => ({
    path: '/v1/user_token',
    token: (await openPerson(who)).token,
  }),
  'GET /v1/users/me': (w) => ({ path: '/v1/users/me', tells: w.email }),
  'PATCH /v1/users/me': () => ({
    path: '/v1/users/me',
    body: { user: { first_name: 'Renamed', last_name: 'Lund', phone: '(212) 555-0100' } },
    tells: 'Renamed',
  }),
  'PUT /v1/users/me/password': async ({ who }) => {
    const other = await openPerson(who)
    await withPassword(other.userId)
    return {
      path: '/v1/users/me/password',
      token: other.token,
      body: { user: { old_password: PASSWORD, password: 'another-one' } },
    }
  },
  'GET /v1/users/me/export': (w) => ({ path: '/v1/users/me/export', tells: `O-${S(w.order.id)}` }),
  'GET /v1/users/me/text_consents': () => ({ path: TEXT_CONSENTS, tells: '"given_at"' }),
  'PUT /v1/users/me/text_consents/:brand_id': async (w) => {
    await shop.call('PATCH', '/v1/users/me', { token: w.token, body: { user: { phone: '(212) 555-0100' } } })
    const listed = (await shop.call('GET', TEXT_CONSENTS, { token: w.token })).body as {
      text_consents: { words: string }[]
    }
    const words = listed.text_consents[0]?.words ?? ''
    return { path: `${TEXT_CONSENTS}/1`, body: { text_consent: { words } }, tells: '0100' }
  },
  'DELETE /v1/users/me/text_consents/:brand_id': () => ({ path: `${TEXT_CONSENTS}/1` }),
  'GET /v1/users/me/care_wishes/:brand_id': () => ({
    path: '/v1/users/me/care_wishes/1',
    tells: '"before_flight":true',
  }),
  'PUT /v1/users/me/care_wishes/:brand_id': () => ({
    path: '/v1/users/me/care_wishes/1',
    body: {
      care_wishes: {
        before_flight: false,
        guests_late: false,
        after_flight: false,
        gift_expiring: false,
        card_expiring: false,
      },
    },
    tells: '"before_flight":false',
  }),
  'GET /v1/users/me/erasure': () => ({ path: '/v1/users/me/erasure', tells: '"erasure"' }),
  'POST /v1/users/me/erasure': async ({ who }) => {
    const other = await openPerson(who)
    await withPassword(other.userId)
    return { path: '/v1/users/me/erasure', token: other.token, body: { erasure: { password: PASSWORD } } }
  },
  'POST /v1/email_changes': async ({ who }) => {
    const other = await openPerson(who)
    await withPassword(other.userId)
    const email_change = { email: `moved.${other.email}`, password: PASSWORD }
    return {
      path: '/v1/email_changes',
      token: other.token,
      body: { email_change },
      tells: email_change.email,
    }
  },
  'POST /v1/email_proofs': async ({ who }) => {
    const { token, userId } = await openPerson(who)
    await shop.deps.database.query('update users set email_proven_at = null where id = $1', [userId])
    return { path: '/v1/email_proofs', token, body: { email_proof: {} } }
  },
  'GET /v1/second_factor': () => ({ path: '/v1/second_factor', tells: '"state"' }),
  'POST /v1/second_factor': async ({ who }) => ({
    path: '/v1/second_factor',
    body: { second_factor: { password: PASSWORD } },
    token: (await openPersonWithPassword(who)).token,
    tells: '"secret"',
  }),
  'DELETE /v1/second_factor': async ({ who }) => {
    const { token } = await openPersonWithPassword(who)
    await setUpApp(token)
    return { path: '/v1/second_factor', token }
  },
  'PUT /v1/second_factor': async ({ who }) => {
    const { token } = await openPersonWithPassword(who)
    const code = await startApp(token)
    return { path: '/v1/second_factor', token, body: { second_factor: { code } }, tells: '"shown"' }
  },
  'GET /v1/second_factor/recovery_codes': async ({ who }) => {
    const { token } = await openPersonWithPassword(who)
    await setUpApp(token)
    return { path: CODES_PATH, token, tells: '"left"' }
  },
  'POST /v1/second_factor/recovery_codes': async ({ who }) => {
    const { token } = await openPersonWithPassword(who)
    await setUpApp(token)
    return { path: CODES_PATH, token, body: {}, tells: '"codes"' }
  },
  'PUT /v1/second_factor/recovery_codes': async ({ who }) => {
    const { token } = await openPersonWithPassword(who)
    await setUpApp(token)
    const made = NewRecoveryCodesReply.safeParse(
      (await shop.call('POST', CODES_PATH, { token, body: {} })).body,
    )
    const [recovery_code = ''] = made.data?.recovery_codes.codes ?? ['2A3C-4D5E-6F7G-9H2J']
    return { path: CODES_PATH, token, body: { recovery_code: { recovery_code } }, tells: '"shown"' }
  },
  'GET /v1/passkeys': async ({ who }) => {
    const { token } = await openPerson(who)
    await addPasskey(token)
    return { path: '/v1/passkeys', token, tells: '"Desk phone"' }
  },
  'POST /v1/passkeys': async ({ who }) => {
    const { token } = await openPerson(who)
    await setUpApp(token)
    const credential = createPasskeyDevice(shop.deps.settings.publicUrl).create(
      await askPasskey(token, 'register'),
    )
    const body = { passkey: { name: 'Desk phone', credential } }
    return { path: '/v1/passkeys', token, body, tells: '"Desk phone"' }
  },
  'DELETE /v1/passkeys/:id': async ({ who }) => {
    const { token } = await openPerson(who)
    await addPasskey(token)
    const { body } = await shop.call('GET', '/v1/passkeys', { token })
    return { path: `/v1/passkeys/${S(PasskeysReply.parse(body).passkeys[0]?.id)}`, token }
  },
  'PUT /v1/second_factor/passkey': async ({ who }) => {
    const { token } = await openPerson(who)
    const device = await addPasskey(token)
    const credential = device.answer(await askPasskey(token, 'prove'))
    return { path: '/v1/second_factor/passkey', token, body: { passkey: { credential } }, tells: '"shown"' }
  },
  'GET /v1/sessions': () => ({ path: '/v1/sessions', tells: '"sessions":[{' }),
  'DELETE /v1/sessions': async ({ who }) => ({ path: '/v1/sessions', token: (await openPerson(who)).token }),
  'DELETE /v1/sessions/:id': async (w) => {
    await logInAgain(shop.deps, w.userId)
    const { rows: found } = await shop.deps.database.query(
      'select id from sessions where user_id = $1 order by created_at, id',
      [w.userId],
    )
    const mine = await shop.call('GET', '/v1/sessions', { token: w.token })
    const own = (mine.body as { sessions: { id: string; current: boolean }[] }).sessions.find(
      ({ current }) => current,
    )
    const other = found.map(({ id }) => String(id)).find((id) => id !== own?.id)
    return { path: `/v1/sessions/${other ?? ''}` }
  },
  'GET /v1/order_item_seats': (w) => ({
    path: `/v1/order_item_seats?order_id=${S(w.order.id)}`,
    tells: `"id":${S(w.ids.item)},`,
  }),
  'GET /v1/order_item_seats/:id': (w) => ({
    path: `/v1/order_item_seats/${S(w.ids.item)}`,
    tells: `"order_id":${S(w.order.id)}`,
  }),
  'GET /v1/order_item_gift_cards': listOf('order_item_gift_cards', giftsBought),
  'GET /v1/order_item_gift_cards/:id': listOf('order_item_gift_cards', giftsBought, true),
  'GET /v1/payments': (w) => ({ path: '/v1/payments', tells: `"order_id":${S(w.order.id)}` }),
  'GET /v1/payments/:id': (w) => ({
    path: `/v1/payments/${S(w.ids.payment)}`,
    tells: `"order_id":${S(w.order.id)}`,
  }),
  'GET /v1/flight_days/:date': async (w) => {
    const own = await flightOf(w, await anySeat())
    return { path: `/v1/flight_days/${own.date}`, tells: `"id":${S(own.flight)},` }
  },
  'PATCH /v1/flights/:id': async (w) => {
    const own = await flightOf(w)
    return {
      path: `/v1/flights/${S(own.flight)}`,
      body: { flight: { status: 'delayed' } },
      tells: '"delayed"',
    }
  },
  'GET /v1/users/:id/credit_cards': async (w) => ({ path: account(w), tells: `"id":${S(await card(w))},` }),
  'POST /v1/users/:id/credit_cards': (w) => ({
    path: account(w),
    body: { stripe_token: 'pm_card_visa' },
    tells: '4242',
  }),
  'PATCH /v1/users/:id/credit_cards/:card': async (w) => ({
    path: `${account(w)}/${S(await card(w))}`,
    body: { credit_card: { default: true } },
  }),
  'DELETE /v1/users/:id/credit_cards/:card': async (w) => ({ path: `${account(w)}/${S(await card(w))}` }),
  'POST /v1/orders': async (w) => {
    const seats = [{ ...(await nextWeek()), quantity: 1 }]
    const people = [{ full_name: 'Ada Lind', weight: 150 }]
    return {
      path: '/v1/orders',
      body: {
        order: {
          brand_id: 1,
          order_item_seats_attributes: seats,
          passengers_attributes: people,
          terms_and_conditions: true,
        },
      },
      tells: w.who === 'guest' ? '"order"' : w.email,
    }
  },
  'GET /v1/orders': (w) => ({ path: '/v1/orders?page_size=100', tells: `O-${S(w.order.id)}` }),
  'GET /v1/orders/:id': ofOrder('', (w) => ({ tells: `O-${S(w.order.id)}` })),
  'GET /v1/orders/:id/calendar.ics': ofOrder('/calendar.ics'),
  'GET /v1/orders/:id/receipt': ofOrder('/receipt', (w) => ({ tells: `O-${S(w.order.id)}` })),
  'PUT /v1/orders/:id/receipt/company': ofOrder('/receipt/company', () => ({
    body: { company: { name: 'Lund Air', address: '1 Any Street', tax_id: 'LA 1' } },
  })),
  'PUT /v1/orders/:id/email': async ({ who }) => {
    const { token } = await openPerson(who)
    const order = await shop.order(token, 1, await anySeat())
    expect((await shop.pay(token, order, PAID)).status).toBe(201)
    return {
      path: `/v1/orders/${S(order.id)}/email`,
      token,
      body: { order: { email: 'right@example.com' } },
      tells: 'right@example.com',
    }
  },
  'GET /v1/comments': async (w) => {
    await comment(w)
    return {
      path: `/v1/comments?commentable_type=order&commentable_id=${S(w.order.id)}`,
      tells: 'See you there',
    }
  },
  'GET /v1/comments/:id': listOf('comments', comment, true),
  'POST /v1/saved_filters': () => ({
    path: '/v1/saved_filters',
    body: { saved_filter: { name: 'Those of mine', filter: { channel: 'phone' } } },
    tells: 'Those of mine',
  }),
  'PATCH /v1/saved_filters/:id': async (w) => ({
    path: await savedFilter(w),
    body: { saved_filter: { name: 'Still mine' } },
    tells: 'Still mine',
  }),
  'DELETE /v1/saved_filters/:id': async (w) => ({ path: await savedFilter(w) }),
  'DELETE /v1/saved_reports/:id/recipient': async (w) => ({ path: `${await savedReport(w)}/recipient` }),
  'GET /v1/orders/:id/passengers': ofOrder('/passengers', (w) => ({ tells: `"id":${S(w.ids.passenger)},` })),
  'POST /v1/orders/:id/passengers/:passenger/link': (w) => ({
    path: `/v1/orders/${S(w.order.id)}/passengers/${S(w.ids.passenger)}/link`,
    body: {},
  }),
  'POST /v1/orders/:id/passengers/:passenger/mails': (w) => ({
    path: `/v1/orders/${S(w.order.id)}/passengers/${S(w.ids.passenger)}/mails`,
    body: { email: 'friend@example.com' },
  }),
  'GET /v1/flights': (w) => ({
    path: '/v1/flights?page_size=100',
    tells: `"flight_id":${S(w.order.flights[0]?.flight_id)}`,
  }),
  'GET /v1/flights/:id': (w) => ({
    path: `/v1/flights/${S(w.order.flights[0]?.flight_id)}`,
    tells: `O-${S(w.order.id)}`,
  }),
  'GET /v1/flights/:id/photos/:photo': async (w) => {
    const flight = (await buy(w.token, {}, await shop.nextFlight())).flights[0]?.flight_id ?? 0
    return { path: `/v1/flights/${S(flight)}/photos/${S(await photoOf(flight))}` }
  },
  'POST /v1/flights/:id/photos': async (w) => {
    const { flight } = await flightOf(w)
    await flown(flight)
    return { path: `/v1/flights/${S(flight)}/photos`, body: picture }
  },
  'DELETE /v1/flights/:id/photos/:photo': async (w) => {
    const { flight } = await flightOf(w)
    return { path: `/v1/flights/${S(flight)}/photos/${S(await photoOf(flight))}` }
  },
  'GET /v1/flights/:id/manifest_versions': async (w) => ({
    path: `/v1/flights/${S((await flightOf(w)).flight)}/manifest_versions`,
  }),
  'GET /v1/flights/:id/manifest_versions/:number': async (w) => {
    const path = `/v1/flights/${S((await flightOf(w)).flight)}/manifest_versions`
    await shop.call('POST', path, { token: w.token, body: {} })
    return { path: `${path}/1` }
  },
  'POST /v1/flights/:id/manifest_versions': async (w) => ({
    path: `/v1/flights/${S((await flightOf(w)).flight)}/manifest_versions`,
    body: {},
  }),
  'POST /v1/flights/:id/manifest_acceptances': async (w) => {
    const path = `/v1/flights/${S((await flightOf(w)).flight)}`
    const { body } = await shop.call('GET', `${path}/manifest_versions`, { token: w.token })
    const { seen } = ManifestVersionsReply.parse(body).manifest_state
    return { path: `${path}/manifest_acceptances`, body: { manifest_acceptance: { seen } } }
  },
  'GET /v1/flights/:id/delay_preview': async (w) => {
    const { flight } = await flightOf(w, await anySeat())
    return {
      path: `/v1/flights/${S(flight)}/delay_preview?minutes=5`,
      tells: `"flight_id":${S(flight)},`,
    }
  },
  'POST /v1/flights/:id/delays': async (w) => {
    const { flight } = await flightOf(w)
    const seen = await createDelayer({ shop, token: w.token }).readSeen(flight, 5)
    return {
      path: `/v1/flights/${S(flight)}/delays`,
      body: { flight_delay: { minutes: 5, reason: 'pilot', seen } },
      tells: `"flight_id":${S(flight)},`,
    }
  },
  'GET /v1/pilot_flights': () => ({ path: '/v1/pilot_flights' }),
  'GET /v1/pilot_weeks/:date': (w) => ({
    path: '/v1/pilot_weeks/2027-08-01',
    tells: `"pilot_id":${S(w.userId)},`,
  }),
  'POST /v1/pilot_absences': (w) => ({
    path: '/v1/pilot_absences',
    body: { pilot_absence: daysOff(w) },
    tells: `"pilot_id":${S(w.userId)},`,
  }),
  'DELETE /v1/pilot_absences/:id': async (w) => {
    const body = { pilot_absence: { ...daysOff(w), kind: 'training' } }
    const made = await shop.call('POST', '/v1/pilot_absences', { token: w.token, body })
    const { pilot_absence: own } = made.body as { pilot_absence: { id: number } }
    return { path: `/v1/pilot_absences/${S(own.id)}` }
  },
  'PATCH /v1/orders/:id/passengers/:passenger': async (w) => {
    const { order } = await flightOf(w)
    const [one] = order.passengers
    return {
      path: `/v1/orders/${S(order.id)}/passengers/${S(one?.id)}`,
      body: { passenger: { weight: 150 } },
    }
  },
  'GET /v1/flights/:id/manifest': async (w) => ({
    path: `/v1/flights/${S((await flightOf(w)).flight)}/manifest`,
    tells: 'Passenger 1',
  }),
  'GET /v1/passengers': async (w) => ({
    path: `/v1/passengers?order_id=${S((await flightOf(w)).order.id)}`,
    tells: 'Passenger 1',
  }),
  'GET /v1/passengers/:id': async (w) => {
    const id = await one('select max(id) from passengers where order_id = $1', (await flightOf(w)).order.id)
    return { path: `/v1/passengers/${S(id)}`, tells: 'Passenger 1' }
  },
  'POST /v1/payments': async (w) => {
    const order = await shop.order(w.token, 1, await anySeat())
    return {
      path: '/v1/payments',
      body: { payment: { order_id: order.id, stripe_payment: { amount: order.amount_due, ...PAID } } },
      tells: '"payments":[{',
    }
  },
  'GET /v1/orders/:id/cancellation': ofOrder('/cancellation', () => ({ tells: '"allowed":true' })),
  'POST /v1/orders/:id/cancellation': async (w) => {
    const path = `/v1/orders/${S((await buy(w.token)).id)}/cancellation`
    const seen = await shop.call('GET', path, { token: w.token })
    const { amount } = (seen.body as { cancellation: { amount: number } }).cancellation
    return { path, body: { cancellation: { amount } } }
  },
  'POST /v1/orders/:id/upgrade_quotes': ofOrder('/upgrade_quotes', () => ({
    body: { order_item_upgrades: [{ upgrade_id: 1 }] },
  })),
  'PATCH /v1/orders/:id/update_upgrades': async (w) => {
    const order = await buy(w.token)
    const order_item_upgrades = [{ upgrade_id: 1 }]
    const asked = await shop.call('POST', `/v1/orders/${S(order.id)}/upgrade_quotes`, {
      token: w.token,
      body: { order_item_upgrades },
    })
    const { updated_total_price } = (asked.body as { upgrade_quote: { updated_total_price: number } })
      .upgrade_quote
    return {
      path: `/v1/orders/${S(order.id)}/update_upgrades`,
      body: { updated_total_price, order_item_upgrades, ...PAID },
    }
  },
  'POST /v1/orders/:id/guest_quotes': ofOrder('/guest_quotes', () => ({
    body: { guests: [{}] },
    tells: '"open":true',
  })),
  'POST /v1/orders/:id/guests': async (w) => {
    // A departure of its own has a seat for one more.
    const path = `/v1/orders/${S((await buy(w.token, {}, await shop.nextFlight())).id)}`
    const asked = await shop.call('POST', `${path}/guest_quotes`, {
      token: w.token,
      body: { guests: [{}] },
    })
    const { party, updated_total_price } = (
      asked.body as { guest_quote: { party: number; updated_total_price: number } }
    ).guest_quote
    const added_guests = { guests: [{}], party, updated_total_price, ...PAID }
    return { path: `${path}/guests`, body: { added_guests } }
  },
  'GET /v1/gift_cards': listOf('gift_cards', gift),
  'GET /v1/gift_cards/:id': listOf('gift_cards', gift, true),
  'GET /v1/vouchers': listOf('vouchers', paper),
  'GET /v1/vouchers/:id': listOf('vouchers', paper, true),
  'GET /v1/prizes': listOf('prizes', prize),
  'GET /v1/prizes/:id': listOf('prizes', prize, true),
  'GET /v1/credits': listOf('credits', credit),
  'GET /v1/credits/:id': listOf('credits', credit, true),
  'GET /v1/credit_movements': async (w) => {
    await credit(w)
    return { path: '/v1/credit_movements', tells: '"credit_movements":[{' }
  },
  'POST /v1/gift_cards/share': async (w) => ({
    path: '/v1/gift_cards/share',
    body: { gift_card_ids: [(await gift(w)).id], recipient: 'friend@example.com' },
  }),
  'GET /v1/gift_shares/:id': async (w) => ({
    path: `/v1/gift_shares/${S(await share(w))}`,
    tells: 'friend@example.com',
  }),
  'PATCH /v1/gift_shares/:id': async (w) => ({
    path: `/v1/gift_shares/${S(await share(w))}`,
    body: { gift_share: { message: 'Fly well', recipient: 'dear@example.com' } },
    tells: 'Fly well',
  }),
  'POST /v1/gift_shares/:id/take_back': async (w) => ({
    path: `/v1/gift_shares/${S(await share(w))}/take_back`,
    body: {},
  }),
  'POST /v1/code_mails': async (w) => {
    await gift(w)
    return { path: '/v1/code_mails', body: { code_mail: { brand_id: 1 } } }
  },
  'GET /v1/subscriptions': async (w) => {
    const { id, token } = await member(w)
    return { path: '/v1/subscriptions', token, tells: `"id":${S(id)},` }
  },
  'POST /v1/subscriptions': async (w) => {
    const { token } = await openPerson(w.who)
    await buy(token)
    return { path: '/v1/subscriptions', token, body: { subscription: { plan_id: 1 } } }
  },
  'PATCH /v1/subscriptions/:id': async (w) => {
    const { id, token } = await member(w)
    return {
      path: `/v1/subscriptions/${S(id)}`,
      token,
      body: { subscription: { cancel_at_period_end: true } },
      tells: '"cancel_at_period_end":true',
    }
  },
  'POST /v1/subscriptions/:id/payment': async (w) => {
    const { id, token } = await member(w)
    return { path: `/v1/subscriptions/${S(id)}/payment`, token, body: {} }
  },
  'GET /v1/orders/:id/reschedule_claim': async (w) => {
    const order = await buy(w.token, {}, await shop.nextFlight())
    await createDepartureCanceller({ shop, token: desk }).strand(order)
    return { path: `/v1/orders/${S(order.id)}/reschedule_claim`, tells: '"reschedule_claim":{' }
  },
  'GET /v1/reschedules/:item': (w) => ({ path: `/v1/reschedules/${S(w.ids.item)}` }),
  'POST /v1/orders/:id/reschedule_quotes': async (w) => ({
    path: `/v1/orders/${S(w.order.id)}/reschedule_quotes`,
    body: await nextWeek(),
    tells: '"reschedule_quote"',
  }),
  'PATCH /v1/orders/:id/reschedule_flight': async (w) => {
    const { order, to, items } = await moveOf(w)
    return { path: `/v1/orders/${S(order.id)}/reschedule_flight`, body: { items, ...to, ...PAID } }
  },
  'GET /v1/agents': async (w) => ({ path: '/v1/agents', tells: (await agentOf(w)).name }),
  'GET /v1/agents/:id': async (w) => {
    const { id, name } = await agentOf(w)
    return { path: `/v1/agents/${S(id)}`, tells: name }
  },
  'GET /v1/agent_statements/:id': async (w) => {
    const { statementId } = await agentOf(w)
    return { path: `/v1/agent_statements/${S(statementId)}`, tells: `"order_id":${S(w.order.id)},` }
  },
  'GET /v1/drawers': async (w) => {
    const made = await shop.call('POST', '/v1/drawers', {
      token: w.token,
      body: { drawer: { opening: 100 } },
    })
    return { path: '/v1/drawers', tells: `"id":${S((made.body as { drawer: { id: number } }).drawer.id)},` }
  },
}

/** Calls about the caller's own things that this role may not make, with the expected status. */
const INSTEAD: Record<string, [number, why: string]> = {
  'pilot, DELETE /v1/second_factor': [409, 'whose role needs the app'],
  'staff, DELETE /v1/second_factor': [409, 'whose role needs the app'],
  'admin, DELETE /v1/second_factor': [409, 'whose role needs the app'],
  'customer, PUT /v1/second_factor/passkey': [422, 'who has no role has none'],
  'pilot, POST /v1/users/me/erasure': [409, 'whose role is taken away first'],
  'staff, POST /v1/users/me/erasure': [409, 'whose role is taken away first'],
  'admin, POST /v1/users/me/erasure': [409, 'whose role is taken away first'],
}

/** Agents may what customers may, and reach it in the same way. */
const isAsCustomer = (who: Owner, row: (typeof permissions)[string]) =>
  who === 'agent' && row.customer === 'own'

const cells = Object.entries(permissions).flatMap(([call, row]) =>
  OWNERS.filter((who) => row[who] === 'own' && !isAsCustomer(who, row)).map((who) => [who, call] as const),
)

async function ask(call: string, world: World): Promise<{ answer: Answer; tells: string }> {
  const row = rows[call]
  if (!row) throw new Error(`${call} has no row`)
  const { path, body, token = world.token, tells = '' } = await row(world)
  const [method = ''] = call.split(' ')
  if (body instanceof Buffer || path.includes('/photos/') || path.endsWith('.ics')) {
    const headers = {
      Authorization: `Bearer ${token}`,
      ...(body instanceof Buffer ? { 'Content-Type': 'image/jpeg' } : {}),
    }
    const request = new Request(`http://v1.internal${path}`, {
      method,
      headers,
      body: body instanceof Buffer ? new Uint8Array(body) : null,
    })
    const { status, headers: told } = await shop.api.fetch(request)
    return { answer: { status, headers: told, body: undefined }, tells }
  }
  return { answer: await shop.call(method, path, { token, ...(body === undefined ? {} : { body }) }), tells }
}

describe('every call about one’s own', () => {
  test('every such call has a row here and an owner who may make it', () => {
    expect(Object.keys(rows).sort()).toEqual([...new Set(cells.map(([, call]) => call))].sort())
    const through = cells.filter(([who, call]) => !(`${who}, ${call}` in INSTEAD)).map(([, call]) => call)
    expect(Object.keys(rows).filter((call) => !through.includes(call))).toEqual([])
  })

  test.each(cells)('the %s reaches what is theirs by %s', async (who, call) => {
    const world = worlds.get(who)
    if (!world) throw new Error(`there is no ${who}`)
    const { answer, tells } = await ask(call, world)
    const text = JSON.stringify(answer.body ?? '')
    const instead = INSTEAD[`${who}, ${call}`]
    if (instead) return expect(answer.status, text).toBe(instead[0])
    expect([200, 201, 202, 204].includes(answer.status), `${S(answer.status)} ${text}`).toBe(true)
    expect(text).toContain(tells)
  })
})
