import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Audience, permissions } from '#api/rules/access/permissions.ts'
import { JwtReply } from '#contract/people.ts'
import { giveCredit, giveGiftCard, giveVoucher, openAccount } from '#tests/support/give-tenders.ts'
import { createPasskeyDevice } from '#tests/support/passkey-device.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'
import { openAgent } from '#tests/support/open-agent.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

// The test loads the whole shop once and buys one of everything, and the machine may be busy.
vi.setConfig({ hookTimeout: 180_000, testTimeout: 60_000 })

/**
 * The callers who are not the owner: without a session, a guest, an account, and one with the
 * owner's unproven address.
 */
const OUTSIDERS = ['visitor', 'guest', 'unproven', 'customer', 'agent', 'pilot'] as const
type Outsider = (typeof OUTSIDERS)[number]

const VICTIM = 'victoria.holt@example.com'
const PASSENGER = 'Wilhelmina Holt'

let shop: PayingShop
let pages: ShopPages
const tokens: Partial<Record<Outsider, string>> = {}
/** These values may appear in no page and no answer of anybody else. */
const marks: string[] = [VICTIM, PASSENGER]
const ids: Record<string, string> = {}

beforeAll(async () => {
  shop = await openPayingShop()
  pages = await openShopPages(shop)
  const passengers_attributes = [{ full_name: PASSENGER, weight: 150 }]
  const how = { stripe_source: 'pm_card_visa', return_url: 'http://shop.test/order-confirmation' }
  // The owner's guest order, and everything that the owner's account has.
  const herGuest = await shop.guest(VICTIM)
  const asGuest = await shop.order(herGuest, 1, undefined, { passengers_attributes })
  expect((await shop.pay(herGuest, asGuest, how)).status).toBe(201)
  const owner = await openAccount(shop.deps)
  const order = await shop.order(owner.token, 1, undefined, { passengers_attributes, membership_plan_id: 1 })
  expect((await shop.pay(owner.token, order, how)).status).toBe(201)
  const cards = `/v1/users/${String(owner.userId)}/credit_cards`
  await shop.call('POST', cards, { token: owner.token, body: { stripe_token: 'pm_card_mastercard' } })
  await shop.runDueNow()
  await shop.deps.database.query(
    "insert into prizes (upgrade_id, user_id, name, created_at) values (1, $1, 'Her prize', now())",
    [owner.userId],
  )
  const gift = await giveGiftCard(shop.deps, owner.userId)
  const voucher = await giveVoucher(shop.deps, owner.userId)
  await giveCredit(shop.deps, owner.userId, 77.77)
  const one = async (sql: string, ...values: unknown[]) =>
    String((await shop.deps.database.query(`select (${sql})::text as id`, values)).rows[0]?.['id'])
  const paired = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-')
  marks.push(owner.email, paired(gift.code), gift.code, paired(voucher.code), voucher.code, '77.77')
  const hers = await openAgent(shop, { orderId: order.id })
  marks.push(hers.name, hers.code)
  Object.assign(ids, {
    agent: String(hers.id),
    statement: String(hers.statementId),
    order: String(order.id),
    guestOrder: String(asGuest.id),
    user: String(owner.userId),
    gift: String(gift.id),
    voucher: String(voucher.id),
    prize: await one('select max(id) from prizes where user_id = $1', owner.userId),
    card: await one('select max(id) from credit_cards where user_id = $1', owner.userId),
    credit: await one('select max(id) from credits where user_id = $1', owner.userId),
    subscription: await one('select max(id) from subscriptions where user_id = $1', owner.userId),
    session: await one('select max(id::text) from sessions where user_id = $1', owner.userId),
    item: await one('select max(id) from order_item_seats where order_id = $1', order.id),
    payment: await one('select max(id) from payments where order_id = $1', order.id),
    passenger: await one('select max(id) from passengers where order_id = $1', order.id),
    flight: String(order.flights[0]?.flight_id),
    share: '1',
    departure: JSON.stringify(order.flights[0]?.depart_at),
  })
  // Another person knows the owner's address, types it as a guest and registers it.
  tokens.guest = await shop.guest(VICTIM)
  const user = {
    first_name: 'Eve',
    last_name: 'Evil',
    phone: '(212) 555-0100',
    email: VICTIM,
    password: 'heliport',
  }
  expect((await shop.call('POST', '/v1/users', { body: { user } })).status).toBe(201)
  const auth = { email: VICTIM, password: 'heliport' }
  tokens.unproven = JwtReply.parse((await shop.call('POST', '/v1/user_token', { body: { auth } })).body).jwt
  tokens.customer = (await openAccount(shop.deps)).token
  tokens.agent = (await openStaffMember(shop.deps, 'agent')).token
  tokens.pilot = (await openStaffMember(shop.deps, 'pilot')).token
})
afterAll(() => shop.close())

const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? `no ${name}`)
const audienceOf = (who: Outsider): Audience => (who === 'unproven' ? 'customer' : who)
/**
 * The values that this caller must not see; whoever typed or registered the owner's address knows
 * that one.
 */
const secretsFrom = (who: Outsider) =>
  marks.filter((mark) => mark !== VICTIM || !['guest', 'unproven'].includes(who))

describe('every call of /v1 about something that has an owner', () => {
  /**
   * The expected answer to each call. `not theirs`: the call names an id of the owner's and is
   * answered as if that id did not exist. `own`: the call has no id and concerns only the caller,
   * so it reads or changes nothing of the owner's. Ids in bodies are the owner's as well.
   */
  const MOVE = {
    quantity: 1,
    items: { reschedule_fee: 50, reschedule_price_difference: 0 },
    departure_id: 1,
    depart_at: '2027-06-04T18:30:00Z',
  }
  const calls: Record<string, ['not theirs' | 'own', path: string, body?: unknown]> = {
    'POST /v1/user_token/renew': ['own', '/v1/user_token/renew', {}],
    'GET /v1/users/me': ['own', '/v1/users/me'],
    'PATCH /v1/users/me': ['own', '/v1/users/me', { user: { id: '{user}' } }],
    'PUT /v1/users/me/password': [
      'own',
      '/v1/users/me/password',
      { user: { id: '{user}', old_password: 'a guess', password: 'mine now' } },
    ],
    'GET /v1/users/me/export': ['own', '/v1/users/me/export'],
    'GET /v1/users/me/text_consents': ['own', '/v1/users/me/text_consents'],
    'PUT /v1/users/me/text_consents/:brand_id': [
      'own',
      '/v1/users/me/text_consents/1',
      { text_consent: { words: 'Send me everything' } },
    ],
    'DELETE /v1/users/me/text_consents/:brand_id': ['own', '/v1/users/me/text_consents/1'],
    'GET /v1/users/me/care_wishes/:brand_id': ['own', '/v1/users/me/care_wishes/1'],
    'PUT /v1/users/me/care_wishes/:brand_id': [
      'own',
      '/v1/users/me/care_wishes/1',
      {
        care_wishes: {
          before_flight: false,
          guests_late: false,
          after_flight: false,
          gift_expiring: false,
          card_expiring: false,
        },
      },
    ],
    'GET /v1/users/me/erasure': ['own', '/v1/users/me/erasure'],
    'POST /v1/users/me/erasure': ['own', '/v1/users/me/erasure', { erasure: { password: 'a guess' } }],
    'POST /v1/email_changes': [
      'own',
      '/v1/email_changes',
      { email_change: { email: 'eve@example.com', password: 'a guess' } },
    ],
    'POST /v1/email_proofs': [
      'own',
      '/v1/email_proofs',
      { email_proof: { redirect_uri: 'https://evil.example/' } },
    ],
    'GET /v1/second_factor': ['own', '/v1/second_factor'],
    'POST /v1/second_factor': ['own', '/v1/second_factor', {}],
    'DELETE /v1/second_factor': ['own', '/v1/second_factor'],
    'PUT /v1/second_factor': ['own', '/v1/second_factor', { second_factor: { code: '123456' } }],
    'GET /v1/second_factor/recovery_codes': ['own', '/v1/second_factor/recovery_codes'],
    'POST /v1/second_factor/recovery_codes': ['own', '/v1/second_factor/recovery_codes', {}],
    'PUT /v1/second_factor/recovery_codes': [
      'own',
      '/v1/second_factor/recovery_codes',
      { recovery_code: { recovery_code: '2A3C-4D5E-6F7G-9H2J' } },
    ],
    'GET /v1/passkeys': ['own', '/v1/passkeys'],
    'POST /v1/passkeys': [
      'own',
      '/v1/passkeys',
      {
        passkey: {
          name: 'Eve',
          credential: createPasskeyDevice('http://shop.test').create({ challenge: 'guess' }),
        },
      },
    ],
    'DELETE /v1/passkeys/:id': ['not theirs', '/v1/passkeys/1'],
    'PUT /v1/second_factor/passkey': [
      'own',
      '/v1/second_factor/passkey',
      { passkey: { credential: createPasskeyDevice('http://shop.test').answer({ challenge: 'guess' }) } },
    ],
    'GET /v1/order_item_seats': ['own', '/v1/order_item_seats?order_id={order}'],
    'GET /v1/order_item_seats/:id': ['not theirs', '/v1/order_item_seats/{item}'],
    'GET /v1/order_item_gift_cards': ['own', '/v1/order_item_gift_cards?order_id={order}'],
    'GET /v1/order_item_gift_cards/:id': ['not theirs', '/v1/order_item_gift_cards/1'],
    'GET /v1/agents': ['own', '/v1/agents'],
    'GET /v1/agents/:id': ['not theirs', '/v1/agents/{agent}'],
    'GET /v1/agent_statements/:id': ['not theirs', '/v1/agent_statements/{statement}'],
    'GET /v1/payments': ['own', '/v1/payments?order_id={order}'],
    'GET /v1/payments/:id': ['not theirs', '/v1/payments/{payment}'],
    'GET /v1/flight_days/:date': ['own', '/v1/flight_days/2027-06-04'],
    'PATCH /v1/flights/:id': ['not theirs', '/v1/flights/{flight}', { flight: { status: 'delayed' } }],
    'GET /v1/sessions': ['own', '/v1/sessions'],
    'DELETE /v1/sessions/:id': ['not theirs', '/v1/sessions/{session}'],
    'GET /v1/users/:id/credit_cards': ['not theirs', '/v1/users/{user}/credit_cards'],
    'POST /v1/users/:id/credit_cards': [
      'not theirs',
      '/v1/users/{user}/credit_cards',
      { stripe_token: 'pm_card_visa' },
    ],
    'PATCH /v1/users/:id/credit_cards/:card': [
      'not theirs',
      '/v1/users/{user}/credit_cards/{card}',
      { credit_card: { default: true } },
    ],
    'DELETE /v1/users/:id/credit_cards/:card': ['not theirs', '/v1/users/{user}/credit_cards/{card}'],
    'POST /v1/orders': ['own', '/v1/orders', { order: { user_id: '{user}' } }],
    'GET /v1/orders': ['own', '/v1/orders?user_id={user}&everybody=1&q=O-{order}'],
    'GET /v1/orders/:id': ['not theirs', '/v1/orders/{order}'],
    'GET /v1/orders/:id/calendar.ics': ['not theirs', '/v1/orders/{order}/calendar.ics'],
    'GET /v1/orders/:id/receipt': ['not theirs', '/v1/orders/{order}/receipt'],
    'PUT /v1/orders/:id/receipt/company': [
      'not theirs',
      '/v1/orders/{order}/receipt/company',
      { company: { name: 'Evil Inc', address: '1 Any Street', tax_id: 'EV 1' } },
    ],
    'PUT /v1/orders/:id/email': [
      'not theirs',
      '/v1/orders/{guestOrder}/email',
      { order: { email: 'eve@example.com' } },
    ],
    'GET /v1/comments': ['own', '/v1/comments?commentable_type=order&commentable_id={order}'],
    'GET /v1/comments/:id': ['not theirs', '/v1/comments/1'],
    'GET /v1/orders/:id/passengers': ['not theirs', '/v1/orders/{order}/passengers'],
    'POST /v1/orders/:id/passengers/:passenger/link': [
      'not theirs',
      '/v1/orders/{order}/passengers/{passenger}/link',
      {},
    ],
    'POST /v1/orders/:id/passengers/:passenger/mails': [
      'not theirs',
      '/v1/orders/{order}/passengers/{passenger}/mails',
      { email: 'eve@example.com' },
    ],
    'GET /v1/flights': ['own', '/v1/flights?everybody=1'],
    'GET /v1/flights/:id': ['not theirs', '/v1/flights/{flight}'],
    'GET /v1/flights/:id/photos/:photo': ['not theirs', '/v1/flights/{flight}/photos/1'],
    'POST /v1/flights/:id/photos': ['not theirs', '/v1/flights/{flight}/photos', 'RIFF0000WEBPVP8 '],
    'DELETE /v1/flights/:id/photos/:photo': ['not theirs', '/v1/flights/{flight}/photos/1'],
    'GET /v1/flights/:id/delay_preview': ['not theirs', '/v1/flights/{flight}/delay_preview?minutes=15'],
    'POST /v1/flights/:id/delays': [
      'not theirs',
      '/v1/flights/{flight}/delays',
      { flight_delay: { minutes: 15, reason: 'weather', seen: [] } },
    ],
    'GET /v1/flights/:id/manifest': ['not theirs', '/v1/flights/{flight}/manifest'],
    'GET /v1/flights/:id/manifest_versions': ['not theirs', '/v1/flights/{flight}/manifest_versions'],
    'GET /v1/flights/:id/manifest_versions/:number': [
      'not theirs',
      '/v1/flights/{flight}/manifest_versions/1',
    ],
    'POST /v1/flights/:id/manifest_versions': ['not theirs', '/v1/flights/{flight}/manifest_versions', {}],
    'POST /v1/flights/:id/manifest_acceptances': [
      'not theirs',
      '/v1/flights/{flight}/manifest_acceptances',
      { manifest_acceptance: { seen: 'something' } },
    ],
    'GET /v1/weather_reports': [
      'own',
      '/v1/weather_reports?terminal_ids=1&date=2027-06-04&from=08:00&until=20:00',
    ],
    'GET /v1/pilot_flights': ['own', '/v1/pilot_flights'],
    'GET /v1/pilot_weeks/:date': ['own', '/v1/pilot_weeks/2027-06-04'],
    'POST /v1/pilot_absences': [
      'not theirs',
      '/v1/pilot_absences',
      {
        pilot_absence: {
          ...{ pilot_id: 4, from_date: '2027-08-01', until_date: '2027-08-02', kind: 'off' },
        },
      },
    ],
    'DELETE /v1/pilot_absences/:id': ['not theirs', '/v1/pilot_absences/1'],
    'PATCH /v1/orders/:id/passengers/:passenger': [
      'not theirs',
      '/v1/orders/{order}/passengers/{passenger}',
      { passenger: { weight: 150 } },
    ],
    'POST /v1/payments': [
      'not theirs',
      '/v1/payments',
      { payment: { order_id: '{order}', stripe_payment: { hosted: true, return_url: 'http://shop.test/' } } },
    ],
    'GET /v1/orders/:id/cancellation': ['not theirs', '/v1/orders/{order}/cancellation'],
    'POST /v1/orders/:id/cancellation': [
      'not theirs',
      '/v1/orders/{order}/cancellation',
      { cancellation: { amount: 0 } },
    ],
    'POST /v1/orders/:id/upgrade_quotes': [
      'not theirs',
      '/v1/orders/{order}/upgrade_quotes',
      { order_item_upgrades: [{ upgrade_id: 1 }] },
    ],
    'PATCH /v1/orders/:id/update_upgrades': [
      'not theirs',
      '/v1/orders/{order}/update_upgrades',
      { updated_total_price: 1, order_item_upgrades: [{ upgrade_id: 1 }] },
    ],
    'POST /v1/orders/:id/guest_quotes': ['not theirs', '/v1/orders/{order}/guest_quotes', { guests: [{}] }],
    'POST /v1/orders/:id/guests': [
      'not theirs',
      '/v1/orders/{order}/guests',
      { added_guests: { guests: [{}], party: 1, updated_total_price: 1 } },
    ],
    'GET /v1/gift_cards': ['own', '/v1/gift_cards?purchaser_id={user}&id[]={gift}'],
    'GET /v1/vouchers': ['own', '/v1/vouchers?user_id={user}'],
    'GET /v1/gift_cards/:id': ['not theirs', '/v1/gift_cards/{gift}'],
    'GET /v1/vouchers/:id': ['not theirs', '/v1/vouchers/{voucher}'],
    'GET /v1/prizes': ['own', '/v1/prizes?everybody=1&user_id={user}'],
    'GET /v1/prizes/:id': ['not theirs', '/v1/prizes/{prize}'],
    'GET /v1/passengers': ['own', '/v1/passengers?order_id={order}'],
    'GET /v1/passengers/:id': ['not theirs', '/v1/passengers/{passenger}'],
    'POST /v1/gift_cards/share': [
      'not theirs',
      '/v1/gift_cards/share',
      { gift_card_ids: ['{gift}'], recipient: 'eve@example.com' },
    ],
    'GET /v1/gift_shares/:id': ['not theirs', '/v1/gift_shares/{share}'],
    'PATCH /v1/gift_shares/:id': [
      'not theirs',
      '/v1/gift_shares/{share}',
      { gift_share: { message: 'Hello' } },
    ],
    'POST /v1/gift_shares/:id/take_back': ['not theirs', '/v1/gift_shares/{share}/take_back', {}],
    'POST /v1/code_mails': ['own', '/v1/code_mails', {}],
    'GET /v1/credit_movements': ['own', '/v1/credit_movements?user_id={user}'],
    'GET /v1/credits': ['own', '/v1/credits?user_id={user}'],
    'GET /v1/credits/:id': ['not theirs', '/v1/credits/{credit}'],
    'GET /v1/subscriptions': ['own', '/v1/subscriptions'],
    'POST /v1/subscriptions': ['own', '/v1/subscriptions', {}],
    'PATCH /v1/subscriptions/:id': [
      'not theirs',
      '/v1/subscriptions/{subscription}',
      { subscription: { cancel_at_period_end: true } },
    ],
    'POST /v1/subscriptions/:id/payment': ['not theirs', '/v1/subscriptions/{subscription}/payment', {}],
    'GET /v1/orders/:id/reschedule_claim': ['not theirs', '/v1/orders/{order}/reschedule_claim'],
    'GET /v1/reschedules/:item': ['not theirs', '/v1/reschedules/{item}'],
    'POST /v1/orders/:id/reschedule_quotes': ['not theirs', '/v1/orders/{order}/reschedule_quotes', MOVE],
    'PATCH /v1/orders/:id/reschedule_flight': ['not theirs', '/v1/orders/{order}/reschedule_flight', MOVE],
  }
  /** These calls end the caller's session, so each of their tests opens a session of its own. */
  const ENDS = ['DELETE /v1/user_token', 'DELETE /v1/sessions']
  const guarded = Object.entries(permissions).filter(
    ([, row]) =>
      row.visitor === 'no' && [row.guest, row.customer, row.agent, row.pilot].some((reach) => reach !== 'no'),
  )

  test('every such call has a row in this table', () => {
    expect([...Object.keys(calls), ...ENDS].sort()).toEqual(guarded.map(([call]) => call).sort())
  })

  const numbered = (text: string) => text.replace(/"(\d+)"/g, '$1')
  const cells = Object.entries(calls).flatMap(([call, row]) =>
    OUTSIDERS.map((who) => [who, call, row] as const),
  )
  test.each(cells)(
    'the %s learns and changes nothing of the owner’s by %s',
    async (who, call, [kind, path, body]) => {
      const [method = ''] = call.split(' ')
      const token = tokens[who]
      const answer = await shop.call(method, fill(path), {
        ...(token === undefined ? {} : { token }),
        ...(typeof body === 'string' ? { body, headers: { 'Content-Type': 'image/webp' } } : {}),
        ...(typeof body === 'object' ? { body: numbered(fill(JSON.stringify(body))) } : {}),
      })
      const text = JSON.stringify(answer.body ?? '')
      for (const mark of secretsFrom(who)) expect(text).not.toContain(mark)
      const reach = permissions[call]?.[audienceOf(who)]
      if (reach === 'no') expect(answer.status).toBe(who === 'visitor' ? 401 : 403)
      else if (kind === 'not theirs')
        expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
      else expect([401, 403, 500].includes(answer.status), `${String(answer.status)} ${text}`).toBe(false)
    },
  )

  test('none of these calls changed anything of the owner’s', async () => {
    const { rows } = await shop.deps.database.query(
      `select o.status, o.email, (select count(*)::int from credit_cards where user_id = o.user_id
        and removed_at is null) as cards,
         (select cancel_at_period_end from subscriptions where user_id = o.user_id) as ending,
         (select last_emailed_to from gift_cards where id = $2) as shared
       from orders o where o.id = $1`,
      [ids['order'], ids['gift']],
    )
    expect(rows).toMatchObject([{ status: 'completed', ending: false, shared: null }])
    expect(rows[0]?.['cards']).toBeGreaterThan(0)
  })
})

describe('every page of an account, of an order and of a gift', () => {
  const OURS = /^(account|orders|order-confirmation|reschedule|gifts|redeem)/
  /**
   * `login`: the page asks for the login first. `own`: the page concerns the caller and shows
   * nothing of the owner's. `elsewhere`: the page redirects. A number: the status of the page.
   */
  type Told = 'login' | 'own' | 403 | 404 | 'elsewhere'
  /** The last entry is the answer to the page's form, for pages that show nothing private. */
  type Row = [path: string, visitor: Told, guest: Told, account: Told, sent?: number]
  const rows: Record<string, Row> = {
    account: ['/account', 'own', 'own', 'own'],
    'account/cards': ['/account/cards?remove={card}', 'login', 'login', 'own'],
    'account/details': ['/account/details', 'login', 'login', 'own'],
    'account/details/erase': ['/account/details/erase', 'login', 'login', 'own'],
    'account/details/sign-in': ['/account/details/sign-in', 'login', 'login', 'own'],
    'account/code': ['/account/code', 'elsewhere', 'elsewhere', 'elsewhere'],
    'account/details/export': ['/account/details/export', 'login', 'login', 'own'],
    'account/flights': ['/account/flights', 'login', 'login', 'own'],
    'account/flights/:flight': ['/account/flights/{flight}', 'login', 404, 404],
    'account/flights/:flight/photos/:photo': ['/account/flights/{flight}/photos/1', 404, 404, 404],
    'account/gift-cards': ['/account/gift-cards', 'login', 'login', 'own'],
    'account/gift-cards/share': ['/account/gift-cards/share?ids={gift}', 'login', 'login', 'own'],
    'account/logout': ['/account/logout', 'elsewhere', 'elsewhere', 'elsewhere'],
    'account/membership': ['/account/membership', 'login', 'login', 'own'],
    'account/orders': ['/account/orders', 'login', 'login', 'own'],
    'account/orders/:order': ['/account/orders/{order}', 'login', 404, 404],
    'account/orders/:order/upgrades': ['/account/orders/{order}/upgrades', 'login', 404, 404],
    'account/orders/:order/guests': ['/account/orders/{order}/guests', 'login', 404, 404],
    'account/orders/:order/cancel': ['/account/orders/{order}/cancel', 'login', 404, 404],
    'account/password-confirm': [
      '/account/password-confirm?token=a-token-nobody-has&email=a%40b.co',
      404,
      404,
      404,
    ],
    'account/prove-email': ['/account/prove-email?token=a-token-nobody-has&email=a%40b.co', 404, 404, 404],
    'order-confirmation': ['/order-confirmation?order_id={order}', 404, 404, 404],
    'orders/:order/calendar.ics': ['/orders/{order}/calendar.ics', 404, 404, 404],
    'orders/:order/email': ['/orders/{guestOrder}/email', 'elsewhere', 'elsewhere', 'elsewhere', 404],
    'orders/:order/passengers': ['/orders/{order}/passengers', 'own', 'own', 'own', 404],
    'orders/:order/receipt': ['/orders/{order}/receipt', 'login', 'login', 403, 404],
    'orders/:token': ['/orders/0123456789abcdef0123456789abcdef0123456789abcdef', 404, 404, 404],
    'orders/:token/photos/:photo': [
      '/orders/0123456789abcdef0123456789abcdef0123456789abcdef/photos/1',
      404,
      404,
      404,
    ],
    'account/credit': ['/account/credit', 'login', 'login', 'own'],
    'account/gift-cards/shares/:share': ['/account/gift-cards/shares/1', 'login', 'login', 404],
    'account/gift-cards/shares/:share/print': ['/account/gift-cards/shares/1/print', 'login', 'login', 404],
    'gifts/:token': ['/gifts/0123456789abcdef0123456789abcdef0123456789abcdef', 404, 404, 404],
    'redeem-voucher': ['/redeem-voucher', 'own', 'own', 'own'],
    'reschedule-credits/claim': ['/reschedule-credits/claim', 'own', 'own', 'own'],
    'reschedule-credits/:id/opened.gif': [
      '/reschedule-credits/0123456789abcdef0123456789abcdef0123456789abcdef/opened.gif',
      404,
      404,
      404,
    ],
    'reschedule-credits/:id/claim': [
      '/reschedule-credits/0123456789abcdef0123456789abcdef0123456789abcdef/claim',
      404,
      404,
      404,
    ],
    'reschedule-flight': ['/reschedule-flight?order=O-{order}', 'own', 'own', 'own'],
    'reschedule-flight/:reschedule': ['/reschedule-flight/{item}', 'elsewhere', 404, 404],
    'reschedule-flight-confirmation': ['/reschedule-flight-confirmation?order_id={order}', 'login', 404, 404],
  }

  test('every such page has a row in this table', () => {
    const paths = pages.routes.map(({ path }) => path).filter((path) => OURS.test(path))
    expect(Object.keys(rows).sort()).toEqual(paths.sort())
  })

  const cells = Object.entries(rows).flatMap(([route, row]) =>
    OUTSIDERS.map((who) => [who, route, row] as const),
  )
  test.each(cells)(
    'the %s sees nothing of the owner’s at /%s',
    async (who, route, [path, visitor, guest, account, sent]) => {
      const told = who === 'visitor' ? visitor : who === 'guest' ? guest : account
      const token = tokens[who]
      const browser = await pages.browser(token === undefined ? undefined : { token, guest: who === 'guest' })
      for (const method of ['GET', 'POST'] as const) {
        if (method === 'POST' && !pages.routes.find((one) => one.path === route)?.sends) continue
        // Buttons that would end the caller's own session are not pressed.
        if (method === 'POST' && sent === undefined && (told === 'own' || told === 'elsewhere')) continue
        const page = await (method === 'GET'
          ? browser.get(fill(path))
          : browser.post(fill(path), {
              intent: 'anything',
              amount: '0',
              email: 'eve@example.com',
              password: 'heliport',
              passenger: fill('{passenger}'),
            }))
        for (const mark of secretsFrom(who)) expect(page.html).not.toContain(mark)
        const seen = `${method} ${String(page.status)} ${page.location ?? ''}`
        if (method === 'POST' && sent !== undefined) expect(page.status).toBe(sent)
        else if (told === 'login') expect(seen).toMatch(/ 30[23] \/account\?next=/)
        else if (told === 'elsewhere') expect(page.status).toBe(303)
        else expect(seen).toBe(`${method} ${told === 'own' ? '200' : String(told)} `)
        expect(page.headers.get('Cache-Control')).toContain('no-store')
      }
    },
  )
})
