import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type MailKind } from '#api/store/mails/mail-kinds.ts'
import { serveWaitlists } from '#api/waitlist/serve-waitlists.ts'
import { DraftReply } from '#contract/draft.ts'
import { JwtReply } from '#contract/people.ts'
import { OrderPassengersReply } from '#contract/passenger.ts'
import { makeFormStamp } from '#tests/support/form-sender.ts'
import { giveGiftCard, openAccount } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { logIn } from '#tests/support/shopper.ts'
import { openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'
import { createDelayer } from '#tests/support/delay-flight.ts'
import { createMover, findFridayDepartures } from '#tests/support/transfer-guests.ts'
import { placeOf } from '#tests/support/cancel-departure.ts'
import { createHolder, findWholeDay } from '#tests/support/weather-holds.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { mails } from '#api/db/schema/platform.ts'

// The test loads the whole shop and writes a mail of nearly every kind, and the machine may be
// busy.
vi.setConfig({ hookTimeout: 180_000, testTimeout: 120_000 })

let shop: PayingShop
let pages: ShopPages
beforeAll(async () => {
  shop = await openPayingShop()
  pages = await openShopPages(shop)
})
afterAll(() => shop.close())

const send = async (path: string, body: unknown, token?: string) => {
  const answer = await shop.call('POST', path, { body, ...(token ? { token } : {}) })
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}
const draft = async () =>
  DraftReply.parse(await send('/v1/drafts', { draft: { fields: { email: 'scanned@example.com' } } })).draft.id
const PATH = '/checkout/6/pay?date=2027-05-14&quantity=2'

async function paid(email: string) {
  const token = await shop.guest(email)
  const order = await shop.order(token, 2)
  await shop.payPage(await shop.hosted(token, order))
  return { token, order: await shop.read(token, order) }
}

async function signUp(email: string) {
  const stamp = await makeFormStamp(shop, 'newsletter')
  const newsletter_sign_up = { brand_id: 1, list: 'news', email, consent: true, stamp }
  return send('/v1/newsletter_sign_ups', { newsletter_sign_up })
}

/** Sells four seats and puts somebody on the waitlist, who gets a mail once seats are free. */
async function waitFor(email: string) {
  const flight = await shop.nextFlight()
  const other = await shop.guest('other@example.com')
  const taken = await shop.order(other, 4, flight)
  await shop.payPage(await shop.hosted(other, taken))
  await shop.read(other, taken)
  const entry = {
    brand_id: 1,
    departure_id: flight.departureId,
    depart_at: flight.departAt,
    quantity_type: 'seat',
    quantity: 2,
    email,
    consent: true,
  }
  await send('/v1/waitlist_entries', { waitlist_entry: entry })
  return taken
}

const NONE = 'it carries no link with a secret'
/**
 * Says how a mail of each kind is created, or why none is needed here. Every new kind needs a row,
 * because the test opens every link of every mail as mail scanners do.
 */
const kinds: Record<MailKind, (() => Promise<unknown>) | string> = {
  set_password: () => shop.guest('scanned.guest@example.com'),
  reset_password: () => send('/v1/password_resets', { password_reset: { email: 'customer@example.com' } }),
  prove_email: () =>
    send('/v1/users', {
      user: {
        first_name: 'Ida',
        last_name: 'Lund',
        phone: '(212) 555-0100',
        email: 'scanned.new@example.com',
        password: 'heliport',
      },
    }),
  change_email: async () => {
    const password = shop.deps.settings.demoPassword
    const auth = { email: 'customer@example.com', password }
    const { jwt } = JwtReply.parse(await send('/v1/user_token', { auth }))
    return send('/v1/email_changes', { email_change: { email: 'scanned.moved@example.com', password } }, jwt)
  },
  email_changed: NONE,
  password_changed: NONE,
  staff_invited: async () => {
    const { token } = await openStaffMember(shop.deps, 'admin')
    return send(
      '/v1/staff_members',
      { staff_member: { email: 'scanned.staff@example.com', role_ids: [2] } },
      token,
    )
  },
  second_factor_reset: NONE,
  sign_in_changed: NONE,
  log_in_code_changed: NONE,
  new_sign_in: NONE,
  order_confirmation: () => paid('scanned.buyer@example.com'),
  order_changed: 'its link is the order confirmation’s',
  flight_moved: 'its link is the order confirmation’s',
  payment_link: async () => {
    const order = await shop.order(await shop.guest('caller@example.com'), 1)
    const token = await logIn(shop, 'staff@example.com')
    const body = { payment_link: { url: `${shop.deps.settings.publicUrl}/pay` } }
    return shop.call('POST', `/v1/orders/${String(order.id)}/payment_links`, { token, body })
  },
  order_withdrawn: NONE,
  part_paid: 'its link is the order confirmation’s',
  balance_due_soon: 'its link is the order confirmation’s',
  balance_due_changed: 'its link is the order confirmation’s',
  move_link: 'its link is that to pay what was booked',
  reschedule_link: async () => {
    const { order } = await paid('scanned.mover@example.com')
    return send('/v1/reschedule_links', {
      reschedule_link: {
        order_number: order.number,
        email: order.email,
        url: `${shop.deps.settings.publicUrl}/reschedule-flight`,
      },
    })
  },
  gift: async () => {
    const { userId, token } = await openAccount(shop.deps)
    const { id } = await giveGiftCard(shop.deps, userId)
    return send(
      '/v1/gift_cards/share',
      { gift_card_ids: [id], recipient: 'scanned.friend@example.com' },
      token,
    )
  },
  gift_called_off: NONE,
  own_codes: NONE,
  money_returned: 'its link is the order confirmation’s',
  refunded: 'its link is the order confirmation’s',
  membership_welcome: NONE,
  membership_declined: NONE,
  membership_unfinished: NONE,
  membership_failed: NONE,
  membership_past_due: NONE,
  membership_ending: NONE,
  membership_ended: NONE,
  promises_broken: NONE,
  saved_report: NONE,
  agent_statement: NONE,
  resume: async () =>
    send('/v1/resumptions', {
      resumption: { draft_id: await draft(), brand_id: 1, path: PATH, email: 'scanned.resume@example.com' },
    }),
  resume_reminder: async () => {
    const { departureId, departAt } = await shop.nextFlight()
    const reminder = { departure_id: departureId, depart_at: departAt }
    const email = 'scanned.reminded@example.com'
    await send('/v1/resumptions', {
      resumption: { draft_id: await draft(), brand_id: 1, path: PATH, email, reminder },
    })
    await shop.deps.database.query(
      "update reminders set due_at = now() - interval '20 years' where email = $1",
      [email],
    )
  },
  passenger_link: async () => {
    const { token, order } = await paid('scanned.party@example.com')
    const path = `/v1/orders/${String(order.id)}/passengers`
    const list = OrderPassengersReply.parse((await shop.call('GET', path, { token })).body).passengers
    return send(`${path}/${String(list[0]?.id)}/mails`, { email: 'scanned.passenger@example.com' }, token)
  },
  seating_call: 'its link is the order confirmation’s',
  passengers_missing: 'its links are the passengers’',
  before_flight: 'its links are the passengers’ and the order confirmation’s',
  how_was_it: 'its link is the order confirmation’s',
  gift_expiring: NONE,
  card_expiring: NONE,
  waitlist_joined: () => waitFor('scanned.waiter@example.com'),
  waitlist_offer: async () => {
    const { id, flights } = await waitFor('scanned.offered@example.com')
    const flight = flights[0]?.flight_id
    await shop.deps.database.query('update flights set seats_sold = 0 where id = $1', [flight])
    await shop.deps.database.query("update holds set state = 'released' where order_id = $1", [id])
    await serveWaitlists(shop.deps)
  },
  waitlist_closed: 'its link is the one of joining',
  waitlist_called_off: 'its link is the one of joining',
  flight_delayed: async () => {
    const { token } = await openStaffMember(shop.deps)
    const { flights } = (await paid('scanned.delayed@example.com')).order
    await createDelayer({ shop, token }).delay(flights[0]?.flight_id ?? 0, 15)
  },
  flight_transferred: async () => {
    const { token } = await openStaffMember(shop.deps)
    const [first, second] = await findFridayDepartures(shop, 2)
    const flights: number[] = []
    for (const departure of [first, second]) {
      const buyer = await shop.guest('scanned.merged@example.com')
      const order = await shop.order(buyer, 1, departure)
      await shop.pay(buyer, order, { stripe_source: 'pm_card_visa' })
      flights.push((await shop.read(buyer, order)).flights[0]?.flight_id ?? 0)
    }
    await createMover({ shop, token }).merge(flights[0] ?? 0, flights[1] ?? 0)
  },
  weather_hold: async () => {
    const { token } = await openStaffMember(shop.deps)
    const { order } = await paid('scanned.held@example.com')
    const span = await findWholeDay(shop, placeOf(order))
    return createHolder({ shop, token }).hold(span)
  },
  weather_hold_released: 'its link is that of the hold',
  called_off: async () => {
    const { token } = await openStaffMember(shop.deps)
    const { flights } = (await paid('scanned.stranded@example.com')).order
    return send('/v1/call_offs', { call_off: { flight_id: flights[0]?.flight_id, reason: 'weather' } }, token)
  },
  no_show: NONE,
  claim_link: 'its link is that of the called-off flight',
  claim_reminder: 'its link is that of the called-off flight',
  claim_voucher: NONE,
  form_desk: NONE,
  form_received: NONE,
  news_desk: NONE,
  contest_won: 'its link is the one that sets a password',
  newsletter_confirm: () => signUp('scanned.curious@example.com'),
  newsletter_welcome: async () => {
    await signUp('scanned.reader@example.com')
    await shop.runDueNow()
    const [question] = shop.mailer.to('scanned.reader@example.com')
    const token = /\/subscribe\/([\w-]{32})/.exec(question?.text ?? '')?.[1]
    return send('/v1/newsletter_sign_ups/confirm', { newsletter_sign_up: { token } })
  },
}

/** Dumps all tables except those that count calls and keep the demo's clock. */
async function everything(): Promise<Record<string, string>> {
  const { rows: tables } = await shop.deps.database.query(
    "select table_name as name from information_schema.tables where table_schema = 'public' " +
      "and table_name <> 'call_counts'",
  )
  const kept: Record<string, string> = {}
  for (const { name } of tables) {
    const sql = `select coalesce(string_agg(t::text, chr(10) order by t::text), '') as text
      from "${String(name)}" t`
    kept[String(name)] = String((await shop.deps.database.query(sql)).rows[0]?.['text'])
  }
  return kept
}

test('a mail scanner opens every mailed link twice and by HEAD without using up any', async () => {
  const made = new Set<string>()
  for (const [kind, make] of Object.entries(kinds)) {
    if (typeof make === 'string') continue
    await make()
    made.add(kind)
  }
  await shop.runDueNow()
  const written = await shop.deps.database.db.select({ kind: mails.kind, state: mails.state }).from(mails)
  const sent = new Set(written.filter(({ state }) => state === 'sent').map(({ kind }) => kind))
  expect([...made].filter((kind) => !sent.has(kind))).toEqual([])

  const { origin } = new URL(shop.deps.settings.publicUrl)
  const links = new Set(
    shop.mailer.sent.flatMap(({ html, text }) =>
      [...`${html} ${text}`.matchAll(/https?:\/\/[^\s"'<>)]+/g)]
        .map(([link]) => new URL(link.replaceAll('&amp;', '&')))
        .filter((link) => link.origin === origin && pages.routes.length > 0)
        .map(({ pathname, search }) => `${pathname}${search}`),
    ),
  )
  // The kinds of addresses that carry a secret; a new kind makes this test fail until it is
  // listed.
  const secret = [...links].filter((link) => /[\w-]{32}/.test(link))
  const families = new Set(secret.map((link) => link.replace(/\?.*/, '').replace(/[\w-]{32,}/, '…')))
  expect([...families].sort()).toEqual([
    '/account/password-confirm',
    '/account/prove-email',
    '/gifts/…',
    '/orders/…',
    '/passengers/…',
    '/pay/…',
    '/reschedule-credits/…/claim',
    '/reschedule-flight/…',
    '/resume/…',
    '/resume/…/stop',
    '/subscribe/…',
    '/subscribe/…/stop',
    '/waitlist/entries/…',
    '/waitlist/offers/…',
  ])

  const before = await everything()
  for (const link of secret) {
    for (const method of ['HEAD', 'GET', 'GET', 'HEAD'] as const) {
      const scanner = await pages.browser()
      const page = await scanner.get(link, method)
      expect(page.status, `${method} ${link}`).toBe(200)
      expect(page.headers.get('referrer-policy'), `${method} ${link}`).toBe('no-referrer')
    }
  }
  const after = await everything()
  expect(Object.keys(after).filter((table) => after[table] !== before[table])).toEqual([])
})
