import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { CareReportsReply, CareWishesReply } from '#contract/care.ts'
import { type Order } from '#contract/order.ts'
import { createDepartureCanceller } from '#tests/support/cancel-departure.ts'
import { giveGiftCard, giveVoucher, logInAgain, openAccount } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import {
  flightAt,
  quoteReschedule,
  requestReschedule,
  VISA_PAYMENT,
} from '#tests/support/reschedule-flight.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { TEST_NOW } from '#tests/support/test-api.ts'
import { bookWithTexts } from '#tests/support/texted-buyer.ts'
import { addSecondAircraft } from '#tests/support/two-aircraft.ts'
import { toLocalDate, toLocalTime } from '../rules/time/local-time.ts'
import { sendMails } from '../mails/send-mails.ts'
import { createDelayer } from '#tests/support/delay-flight.ts'
import { sendCare } from './send-care.ts'

vi.setConfig({ testTimeout: 60_000 })

const HOUR = 3_600_000
const DAY = 24 * HOUR
let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
  await addSecondAircraft(shop.deps.database)
})
beforeEach(() => shop.clock.set(TEST_NOW))
afterAll(() => shop.close())

let people = 0
const newEmail = () => `cared.for${String((people += 1))}@example.com`
async function book(more: Record<string, unknown> = {}, flight?: { departureId: number; departAt: string }) {
  const email = newEmail()
  const token = await shop.guest(email)
  const order = await shop.order(token, 2, flight, more)
  expect((await shop.pay(token, order, VISA_PAYMENT)).status).toBe(201)
  await shop.runDueNow()
  return { email, token, order, departs: departs(order) }
}
const departs = ({ flights: [flight] }: Order) => Date.parse(flight?.depart_at ?? '')
/** Weights and waivers that are not told yet. */
const MISSING = {
  passengers_attributes: [
    { full_name: 'Ada Lind', weight: null },
    { full_name: 'Bo Lind', weight: null },
  ],
}
/** Runs all jobs at a time. */
async function runAt(time: number) {
  shop.clock.set(new Date(time))
  await shop.runDueNow()
}
const remindersTo = (email: string) =>
  shop.mailer.to(email).filter(({ subject }) => /^(Two days to go|Before your flight)/.test(subject))
const stopOf = (mail: { headers?: Readonly<Record<string, string>> } | undefined) =>
  /\/care\/([\w.-]+)>$/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''
const switchByLink = (token: string, stopped: boolean) =>
  shop.call('PUT', '/v1/care_stops', { body: { care_stop: { token, stopped } } })

describe('the message before a flight', () => {
  test('is sent once, 48 hours before, with time and place at the terminal and what is missing', async () => {
    const { email, order, departs: at } = await book(MISSING)
    await runAt(at - 48 * HOUR - 1000)
    expect(remindersTo(email)).toEqual([])
    await runAt(at - 48 * HOUR)
    await runAt(at - 40 * HOUR)
    const [mail, ...more] = remindersTo(email)
    expect(more).toEqual([])
    const [flight] = order.flights
    expect(mail?.subject).toMatch(/^Two days to go: 2 passengers have something left to fill in \(O-\d+\)$/)
    for (const said of [mail?.text, mail?.html]) {
      expect(said).toContain(flight?.terminal_name)
      expect(said).toContain(flight?.terminal_address)
      expect(said).toMatch(/Be there by/)
      expect(said).toMatch(/Please be there by \d{1,2}:\d\d [AP]M EDT/)
      expect(said?.match(/http:\/\/shop\.test\/passengers\/[\w-]+/g)).toHaveLength(2)
      expect(said).toContain(`/care/${stopOf(mail)}`)
    }
    expect(mail?.text).not.toMatch(/<\w/)
    expect(mail?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
  })

  test('says the other zone’s hour after clocks went back, and comes 48 real hours before', async () => {
    // Saturday's message is sent before, Monday's clock is the winter's: 7 November 2027 has 25 hours.
    const { email, order } = await book()
    const monday = Date.parse('2027-11-08T15:00:00Z')
    const { query } = shop.deps.database
    const flightId = order.flights[0]?.flight_id
    await query(
      `update slots set depart_at = $2, local_date = '2027-11-08', arrive_at = $3
       where id = (select slot_id from flights where id = $1)`,
      [flightId, new Date(monday), new Date(monday + HOUR)],
    )
    await query('update flights set depart_at = $2, ready_at = $3 where id = $1', [
      flightId,
      new Date(monday),
      new Date(monday + HOUR),
    ])
    await runAt(monday - 48 * HOUR - 1000)
    expect(remindersTo(email)).toEqual([])
    await runAt(monday - 48 * HOUR)
    const [mail] = remindersTo(email)
    expect(mail?.text).toContain('Monday, November 8, 2027')
    expect(mail?.text).toContain('10:00 AM EST')
  })

  test('is in the other brand’s name for its orders', async () => {
    const { email, order, departs: at } = await book()
    await shop.deps.database.query('update orders set brand_id = 2 where id = $1', [order.id])
    await runAt(at - 47 * HOUR)
    const [mail] = remindersTo(email)
    const { rows } = await shop.deps.database.query('select name from brands where id = 2')
    expect(mail?.from).toContain(rows[0]?.['name'])
    expect(mail?.text).toContain(String(rows[0]?.['name']))
    expect(mail?.html).toContain(String(rows[0]?.['name']))
  })

  test('is never sent for a cancelled flight, and not for one that has left', async () => {
    const staff = await openStaffMember(shop.deps)
    const called = await book()
    await createDepartureCanceller({ shop, token: staff.token }).strand(called.order)
    await runAt(called.departs - 47 * HOUR)
    expect(remindersTo(called.email)).toEqual([])

    shop.clock.set(TEST_NOW)
    const flown = await book()
    await shop.deps.database.query("update flights set status = 'departed' where id = $1", [
      flown.order.flights[0]?.flight_id,
    ])
    await runAt(flown.departs - HOUR)
    expect(remindersTo(flown.email)).toEqual([])
  })

  test('is dropped when the flight was called off after it was queued', async () => {
    const { email, order, departs: at } = await book()
    shop.clock.set(new Date(at - 47 * HOUR))
    await sendCare(shop.deps)
    await shop.deps.database.query("update flights set status = 'called_off' where id = $1", [
      order.flights[0]?.flight_id,
    ])
    await shop.runDueNow()
    expect(remindersTo(email)).toEqual([])
  })

  test('comes again, once, for the flight that the party was moved to', async () => {
    const buyer = await openAccount(shop.deps)
    const { email } = buyer
    const order = await shop.order(buyer.token, 2)
    expect((await shop.pay(buyer.token, order, VISA_PAYMENT)).status).toBe(201)
    await runAt(departs(order) - 47 * HOUR)
    const to = await shop.nextFlight()
    const bought = { buyer: { token: await logInAgain(shop.deps, buyer.userId) }, order }
    const quote = await quoteReschedule(shop, bought, to)
    const price = { fee: quote.reschedule_fee, difference: quote.reschedule_price_difference }
    const moved = await requestReschedule(shop, bought, to, { ...price, ...VISA_PAYMENT })
    expect(moved.status).toBe(200)
    await shop.runDueNow()
    expect(remindersTo(email)).toHaveLength(1)
    await runAt(Date.parse(to.departAt) - 48 * HOUR)
    await runAt(Date.parse(to.departAt) - 30 * HOUR)
    expect(remindersTo(email)).toHaveLength(2)
  })

  test('is part of the confirmation for whoever books later, which no second mail repeats', async () => {
    const flight = await shop.nextFlight()
    shop.clock.set(new Date(Date.parse(flight.departAt) - 30 * HOUR))
    const { email, departs: at } = await book(MISSING, flight)
    await runAt(at - 20 * HOUR)
    const [password, mail, ...more] = shop.mailer.to(email)
    expect(password?.subject).toContain('Set your password')
    expect(mail?.subject).toContain('Your flight is booked')
    expect(more).toEqual([])
    for (const said of [mail?.text, mail?.html])
      expect(said?.match(/http:\/\/shop\.test\/passengers\/[\w-]+/g)).toHaveLength(2)
    // Further ahead there is time: the links come two days before.
    shop.clock.set(TEST_NOW)
    const early = await book(MISSING)
    expect(shop.mailer.to(early.email).at(-1)?.subject).toContain('Your flight is booked')
    expect(shop.mailer.to(early.email).at(-1)?.text).not.toContain('/passengers/')
  })

  test('tells the expected time of a delayed flight', async () => {
    const staff = await openStaffMember(shop.deps)
    const { email, order, departs: at } = await book()
    await createDelayer({ shop, token: staff.token }).delay(order.flights[0]?.flight_id ?? 0, 45)
    await runAt(at - 47 * HOUR)
    expect(remindersTo(email)[0]?.text).toMatch(/Departure: .+ \(delayed, instead of .+\)/)
  })

  test('is one for a party on two departures of a day, and names both', async () => {
    const email = newEmail()
    const day = toLocalDate(new Date((await shop.nextFlight()).departAt), 'America/New_York')
    const [eleven, later] = [await flightAt(shop, day, '11:00'), await flightAt(shop, day, '11:10')]
    const items = [eleven, later].map(({ departureId, departAt }) => ({
      ...{ departure_id: departureId, depart_at: new Date(departAt).toISOString(), quantity: 2 },
    }))
    const more = { ...MISSING, order_item_seats_attributes: items }
    const people = MISSING.passengers_attributes
    more.passengers_attributes = [...people, ...people]
    await bookWithTexts(shop, { email, phone: '+12015550147', more })
    await shop.runDueNow()
    await runAt(Date.parse(eleven.departAt) - 48 * HOUR)
    await runAt(Date.parse(later.departAt) - 48 * HOUR)
    await runAt(Date.parse(later.departAt) - 40 * HOUR)
    const [mail, ...others] = remindersTo(email)
    expect(others).toEqual([])
    expect(mail?.text).toMatch(/leaves on .+ at 11:00 AM EDT and 11:10 AM EDT\. Please be there by/)
    expect(mail?.text).toMatch(/Departure: 11:00 AM EDT\n[^]+Departure: 11:10 AM EDT\n/)
    const texts = await shop.sandbox.phone.list('+12015550147')
    const reminders = texts.filter(({ body }) => body.includes('please be at'))
    expect(reminders.map(({ body }) => body)).toEqual([
      expect.stringContaining('at 11:00 AM EDT and 11:10 AM EDT: please be at'),
    ])
  })

  test('is texted to whoever agreed, and waits for the morning at night', async () => {
    const email = newEmail()
    const { order } = await bookWithTexts(shop, { email })
    await shop.runDueNow()
    // Times between two days and one day before the flight, by the clock of New York.
    const at = (localTime: string) => {
      const times = Array.from({ length: 23 * 60 }, (_, mins) => departs(order) - 47 * HOUR + mins * 60_000)
      return times.find((time) => toLocalTime(new Date(time), 'America/New_York') === localTime) ?? 0
    }
    expect(at('07:59')).toBeGreaterThan(at('02:00'))
    expect(await textsAfter(order, at('02:00'))).toEqual([{ state: 'queued' }])
    expect(await textsAfter(order, at('07:59'))).toEqual([{ state: 'queued' }])
    expect(await textsAfter(order, at('08:00'))).toEqual([{ state: 'sent' }])
  })

  async function textsAfter(order: Order, time: number) {
    await runAt(time)
    const { rows } = await shop.deps.database.query(
      "select state from texts where order_id = $1 and kind = 'before_flight'",
      [order.id],
    )
    return rows
  }

  test('is queued once when a job is killed, and when two run at the same time', async () => {
    const flight = await shop.nextFlight()
    const parties = [await book({}, flight), await book({}, flight)]
    shop.clock.set(new Date(Date.parse(flight.departAt) - 47 * HOUR))
    const { db } = shop.deps.database
    // The second transaction of the job fails, as when its process is killed.
    let left = 1
    const dying = new Proxy(db, {
      get: (target, name, self) => {
        if (name !== 'transaction') return Reflect.get(target, name, self) as unknown
        if (left-- <= 0) return () => Promise.reject(new Error('killed'))
        return target.transaction.bind(target)
      },
    })
    const deps = { ...shop.deps, database: { ...shop.deps.database, db: dying } }
    await expect(sendCare(deps)).rejects.toThrow('killed')
    const queued = `select count(*) from mails where kind = 'before_flight' and order_id in (${parties
      .map(({ order }) => String(order.id))
      .join()})`
    expect(await shop.count(queued)).toBe(1)
    await Promise.all([sendCare(shop.deps), sendCare(shop.deps)])
    expect(await shop.count(queued)).toBe(2)
    await Promise.all([sendMails(shop.deps), sendMails(shop.deps)])
    await shop.runDueNow()
    for (const { email } of parties) expect(remindersTo(email)).toHaveLength(1)
  })
})

describe('the switches', () => {
  test('of a mail end its occasion without signing in, and let it come again', async () => {
    const { email, departs: at } = await book()
    await runAt(at - 47 * HOUR)
    const token = stopOf(remindersTo(email)[0])
    expect((await switchByLink(token, true)).body).toEqual({
      care_stop: { brand_id: 1, occasion: 'before_flight', stopped: true },
    })
    // The token names nobody, and one bent letter makes it none.
    expect(token).not.toContain(email)
    const bent = `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`
    expect((await switchByLink(bent, true)).status).toBe(404)
    expect((await switchByLink(token.replace('before_flight', 'after_flight'), true)).status).toBe(404)

    shop.clock.set(TEST_NOW)
    const guest = await shop.guest(email)
    const order = await shop.order(guest, 1)
    await shop.pay(guest, order, VISA_PAYMENT)
    await runAt(departs(order) - 47 * HOUR)
    expect(remindersTo(email)).toHaveLength(1)
    // The day after the flight is another occasion.
    await runAt(departs(order) + 25 * HOUR)
    expect(shop.mailer.to(email).at(-1)?.subject).toContain('How was your flight?')

    expect((await switchByLink(token, false)).status).toBe(200)
    shop.clock.set(TEST_NOW)
    const returning = await shop.guest(email)
    const again = await shop.order(returning, 1)
    await shop.pay(returning, again, VISA_PAYMENT)
    await runAt(departs(again) - 47 * HOUR)
    expect(remindersTo(email)).toHaveLength(2)
  })

  test('of an account are its own, one by one, and need a confirmed e-mail', async () => {
    const owner = await openAccount(shop.deps)
    const path = '/v1/users/me/care_wishes/1'
    const known = { before_flight: true, after_flight: true, gift_expiring: true, card_expiring: true }
    const all = { ...known, guests_late: true }
    const read = async () =>
      CareWishesReply.parse((await shop.call('GET', path, { token: owner.token })).body).care_wishes
    expect(await read()).toEqual({ brand_id: 1, ...all })
    const body = { care_wishes: { ...all, gift_expiring: false } }
    expect((await shop.call('PUT', path, { token: owner.token, body })).status).toBe(200)
    expect(await read()).toEqual({ brand_id: 1, ...all, gift_expiring: false })
    // A caller from before the text to late guests leaves it as it is.
    for (const [care_wishes, late] of [
      [{ ...all, guests_late: false }, false],
      [known, false],
      [all, true],
    ] as const) {
      await shop.call('PUT', path, { token: owner.token, body: { care_wishes } })
      expect((await read()).guests_late).toBe(late)
    }
    const other = await shop.call('GET', '/v1/users/me/care_wishes/2', { token: owner.token })
    expect(other.body).toEqual({ care_wishes: { brand_id: 2, ...all } })
    const stranger = await openAccount(shop.deps, { proven: false })
    expect((await shop.call('PUT', path, { token: stranger.token, body })).status).toBe(409)
    expect((await shop.call('GET', '/v1/users/me/care_wishes/99', { token: owner.token })).status).toBe(404)
  })

  test('of a brand end an occasion, also what waits in the outbox, and are an admin’s', async () => {
    const { email, departs: at } = await book()
    shop.clock.set(new Date(at - 47 * HOUR))
    const admin = await openStaffMember(shop.deps, 'admin')
    const staff = await openStaffMember(shop.deps)
    const path = '/v1/care_reports/1/before_flight'
    const press = (token: string, on: boolean, was = !on) =>
      shop.call('PATCH', path, { token, body: { care_report: { on, on_was: was } } })
    await sendCare(shop.deps)
    expect((await press(staff.token, false)).status).toBe(403)
    expect((await press(admin.token, false)).status).toBe(200)
    const late = await press(admin.token, true, true)
    expect([late.status, late.body]).toMatchObject([409, { care_report: { on: false } }])
    await shop.runDueNow()
    expect(remindersTo(email)).toEqual([])
    const report = CareReportsReply.parse(
      (await shop.call('GET', '/v1/care_reports', { token: staff.token })).body,
    ).care_reports.find((row) => row.brand_id === 1 && row.occasion === 'before_flight')
    expect(report).toMatchObject({ on: false, waiting: 0 })
    expect(report?.mails_sent).toBeGreaterThan(0)
    expect((await press(admin.token, true)).status).toBe(200)
    expect(await shop.count("select count(*) from audit_log where resource = 'care_reports'")).toBe(2)
  })
})

describe('the message before gift cards and vouchers expire', () => {
  test('goes to their holder once, with all that end together, and never after they are used', async () => {
    const holder = await openAccount(shop.deps)
    const expiresAt = new Date(Date.parse(String(TEST_NOW)) + 200 * DAY)
    const changes = { expiresAt, lastEmailedTo: holder.email.toUpperCase() }
    await giveGiftCard(shop.deps, holder.userId, changes)
    await giveGiftCard(shop.deps, holder.userId, changes)
    await giveVoucher(shop.deps, holder.userId, { expiresAt, balanceCents: 4_250 })
    const used = await giveGiftCard(shop.deps, holder.userId, changes)
    await shop.deps.database.query("update gift_cards set state = 'frozen' where id = $1", [used.id])
    await runAt(expiresAt.getTime() - 30 * DAY - 1000)
    expect(shop.mailer.to(holder.email)).toEqual([])
    await runAt(expiresAt.getTime() - 30 * DAY)
    await runAt(expiresAt.getTime() - DAY)
    const [mail, ...more] = shop.mailer.to(holder.email)
    expect(more).toEqual([])
    expect(mail?.subject).toMatch(/^Your 3 gifts expire on /)
    for (const said of [mail?.text, mail?.html]) {
      expect(said).toContain('$42.50 left')
      expect(said).toContain('One seat on')
      expect(said).toMatch(/\/checkout\/[\w-]+\?redeem=1/)
    }
    expect(mail?.text).not.toContain(used.code)
  })

  test('is not sent to a holder who switched it off, or with a card that was used meanwhile', async () => {
    const holder = await openAccount(shop.deps)
    const expiresAt = new Date(Date.parse(String(TEST_NOW)) + 300 * DAY)
    const { id } = await giveGiftCard(shop.deps, holder.userId, { expiresAt })
    shop.clock.set(new Date(expiresAt.getTime() - 10 * DAY))
    await sendCare(shop.deps)
    await shop.deps.database.query("update gift_cards set state = 'void' where id = $1", [id])
    await shop.runDueNow()
    expect(shop.mailer.to(holder.email)).toEqual([])
  })
})

describe('the message before a member’s card expires', () => {
  test('is sent once for a card, and not for one whose membership ends', async () => {
    const [member, leaver] = [await openAccount(shop.deps), await openAccount(shop.deps)]
    for (const [{ userId, email }, ends] of [
      [member, false],
      [leaver, true],
    ] as const) {
      await shop.deps.database.query(
        `insert into credit_cards (user_id, reference, fingerprint, brand, last4, exp_month, exp_year,
          is_default, created_at) values ($1, $2, $2, 'visa', '4242', 2, 2028, true, now())`,
        [userId, `pm_${email}`],
      )
      await shop.deps.database.query(
        `insert into subscriptions (plan_id, user_id, brand_id, email, status, reference,
          cancel_at_period_end, created_at) values (1, $1, 1, $2, 'active', $3, $4, now())`,
        [userId, email, `sub_${email}`, ends],
      )
    }
    // The card is good until the last of February in New York: 30 days before is the 31st of January.
    await sendAt('2028-01-31T04:59:59Z')
    expect(cardMails(member.email)).toEqual([])
    await sendAt('2028-01-31T05:00:00Z')
    await sendAt('2028-02-20T05:00:00Z')
    expect(cardMails(member.email).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^The card of your .+ membership expires \(02\/2028\)$/),
    ])
    expect(cardMails(member.email)[0]?.text).toContain('/account/cards')
    expect(cardMails(leaver.email)).toEqual([])
  })

  const cardMails = (email: string) =>
    shop.mailer.to(email).filter(({ subject }) => subject.startsWith('The card of'))
  async function sendAt(time: string) {
    shop.clock.set(new Date(time))
    await sendCare(shop.deps)
    await sendMails(shop.deps)
  }
})
