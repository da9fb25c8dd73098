import { eq } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { RescuePlanReply } from '#contract/rescue-plan.ts'
import { createDelayer } from '#tests/support/delay-flight.ts'
import { createDepartureCanceller, placeOf } from '#tests/support/cancel-departure.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { bookWithTexts, orderWithTexts, PHONE } from '#tests/support/texted-buyer.ts'
import { createMover, findFridayDepartures } from '#tests/support/transfer-guests.ts'
import { ACCOUNT, openTwilioServer, type TwilioServer } from '#tests/support/twilio-server.ts'
import { createHolder, findWholeDay } from '#tests/support/weather-holds.ts'
import { type ApiDeps } from '../deps.ts'
import { texts } from '../db/schema/texts.ts'
import { processDelays } from '../disruptions/delays/work-delays.ts'
import { processWeatherHolds } from '../disruptions/weather-holds/work-weather-holds.ts'
import { processDepartureCancellations } from '../disruptions/work-departure-cancellations.ts'
import { createTwilioTexter } from '../gateways/twilio-texter.ts'
import { sendCare } from '../care/send-care.ts'
import { type DueCare, queueCare } from '../store/care/queue-care.ts'
import { findQuietEnd } from '../rules/texts/quiet-hours.ts'
import { countSegments } from '../rules/texts/segments.ts'
import { textDeclarations } from '../platform/register-texts.ts'
import { queueText } from '../store/texts/queue-text.ts'
import { composeText } from './compose-text.ts'
import { sendTexts } from './send-texts.ts'

const MORNING = '2027-05-12T14:00:00Z'
/** 10 pm in New York. */
const NIGHT = '2027-05-13T02:00:00Z'

let shop: PayingShop
let server: TwilioServer
let deps: ApiDeps
const logged: string[] = []
beforeAll(async () => {
  shop = await openPayingShop()
  server = await openTwilioServer(() => shop.clock.now())
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  deps = { ...shop.deps, texter: createTwilioTexter(ACCOUNT, server.transport), log }
})
afterAll(async () => {
  await server.close()
  await shop.close()
})
beforeEach(async () => {
  shop.clock.set(MORNING)
  server.taken.length = 0
  await shop.deps.database.query('delete from texts')
  await shop.deps.database.query('delete from text_numbers')
})

/** Moves a buyer who wants texts to another time. */
async function mergeFlights(token: string): Promise<void> {
  const [first, second] = await findFridayDepartures(shop, 2)
  if (!first || !second) throw new Error('There are no two departures')
  const { token: buyer, order } = await bookWithTexts(shop, { email: 'merged@example.com', flight: first })
  const guest = await shop.guest('stays@example.com')
  const other = await shop.order(guest, 1, second)
  await shop.pay(guest, other, { stripe_source: 'pm_card_visa' })
  const [from] = (await shop.read(buyer, order)).flights
  const [to] = (await shop.read(guest, other)).flights
  const merged = await createMover({ shop, token }).merge(from?.flight_id ?? 0, to?.flight_id ?? 0)
  expect(merged.status).toBe(201)
}

let count = 0
/** An order that waits for its payment, with a link queued as a text. */
async function queueLink(phone = PHONE) {
  count += 1
  const { order } = await orderWithTexts(shop, { email: `texted${String(count)}@example.com`, phone })
  const text = {
    kind: 'payment_link' as const,
    eventKey: `payment_link:${String(order.id)}`,
    order: { id: order.id, brandId: 1 },
    secret: `http://shop.test/pay/${String(order.id)}-very-secret`,
  }
  const queued = await shop.deps.database.db.transaction((tx) => queueText(tx, text, shop.clock.now(), deps))
  return { order, queued, text }
}
const rows = async () => {
  const found = await shop.deps.database.query(
    'select state, tries, error_code, provider_id, sealed from texts order by id',
  )
  return found.rows
}
const bodies = () => server.taken.map(({ fields }) => fields.Body)

describe('the texts of the outbox', () => {
  it('are sent once, with brand, link and the word that ends them', async () => {
    const { order } = await queueLink()
    await sendTexts(deps)
    await sendTexts(deps)
    expect(bodies()).toHaveLength(1)
    expect(bodies()[0]).toMatch(
      /^Loft & Rotor: pay \$[\d,.]+ for The New Yorker on Fri, May 14 at .+ EDT: http:\/\/shop\.test\/pay\//,
    )
    expect(bodies()[0]).toContain(`/pay/${String(order.id)}-very-secret `)
    expect(bodies()[0]).toMatch(/Reply STOP to end\.$/)
    expect(server.taken[0]?.fields).toMatchObject({ To: PHONE, From: '+12015550101' })
    expect(await rows()).toMatchObject([{ state: 'sent', provider_id: server.taken[0]?.sid, sealed: null }])
  })

  it('keep their link sealed until they are sent', async () => {
    await queueLink()
    const [row] = await rows()
    expect(Buffer.from(row?.['sealed'] as Uint8Array).includes('very-secret')).toBe(false)
  })

  it('name an event once', async () => {
    const { text } = await queueLink()
    await shop.deps.database.db.transaction((tx) => queueText(tx, text, shop.clock.now(), deps))
    await sendTexts(deps)
    expect(bodies()).toHaveLength(1)
  })

  it('are not written for a buyer who did not agree, or has no number', async () => {
    const { order } = await orderWithTexts(shop, { email: 'silent@example.com', agrees: false })
    const text = { kind: 'payment_link' as const, eventKey: 'x', order: { id: order.id, brandId: 1 } }
    const queued = await shop.deps.database.db.transaction((tx) =>
      queueText(tx, text, shop.clock.now(), deps),
    )
    expect(queued).toEqual({ ok: false, reason: 'no_text_consent' })
    expect(await rows()).toEqual([])
  })

  it('are tried again later when the provider refuses for now, and given up after twelve tries', async () => {
    await queueLink()
    server.refuseNext({ status: 429, code: 20429 })
    await sendTexts(deps)
    await sendTexts(deps)
    expect(await rows()).toMatchObject([{ state: 'queued', tries: 1, error_code: 20429 }])
    server.refuseNext(...Array(11).fill({ status: 429, code: 20429 }))
    for (let tried = 0; tried < 11; tried += 1) {
      // Of the day only, so that no night lies between.
      await shop.deps.database.query("update texts set next_try_at = now() - interval '9 years'")
      await sendTexts(deps)
    }
    expect(bodies()).toEqual([])
    expect(await rows()).toMatchObject([{ state: 'failed', tries: 12, error_code: 20429, sealed: null }])
  })

  it('end when there is nothing left to say', async () => {
    const { order } = await queueLink()
    await shop.deps.database.query("update orders set status = 'expired' where id = $1", [order.id])
    await sendTexts(deps)
    expect(bodies()).toEqual([])
    expect(await rows()).toEqual([])
  })

  it('leave neither number nor words in the log, whatever fails', async () => {
    logged.length = 0
    await queueLink()
    server.refuseNext({ status: 400, code: 21612 })
    await sendTexts(deps)
    await queueLink()
    server.loseNextAnswer()
    await sendTexts(deps)
    expect(logged.length).toBeGreaterThan(1)
    expect(logged.join('\n')).not.toMatch(/5550142|very-secret|New Yorker/)
  })
})

describe('a text whose answer was lost', () => {
  it('is not sent twice: the next try finds it at the provider', async () => {
    await queueLink()
    server.loseNextAnswer()
    await sendTexts(deps)
    expect(await rows()).toMatchObject([{ state: 'sending', tries: 1, provider_id: null }])
    shop.clock.advance(5)
    await sendTexts(deps)
    expect(bodies()).toHaveLength(1)
    expect(await rows()).toMatchObject([{ state: 'sent', provider_id: server.taken[0]?.sid }])
  })

  it('is sent when the provider does not have it', async () => {
    await queueLink()
    server.refuseNext({ status: 503 })
    await sendTexts(deps)
    expect(await rows()).toMatchObject([{ state: 'sending' }])
    shop.clock.advance(5)
    await sendTexts(deps)
    expect(bodies()).toHaveLength(1)
    expect(await rows()).toMatchObject([{ state: 'sent' }])
  })

  it('waits for its next try while another worker has it', async () => {
    await queueLink()
    await shop.deps.database.query("update texts set state = 'sending', tries = 1, next_try_at = $1", [
      new Date(shop.clock.now().getTime() + 60_000),
    ])
    await sendTexts(deps)
    expect(bodies()).toEqual([])
  })
})

describe('at night at the terminal', () => {
  it('a text waits until morning and costs no try', async () => {
    shop.clock.set(NIGHT)
    await queueLink()
    // The first flight is on Friday afternoon, more than a day away; later orders fly later.
    await sendTexts(deps)
    expect(bodies()).toEqual([])
    expect(await rows()).toMatchObject([{ state: 'queued', tries: 0 }])
    shop.clock.set('2027-05-13T11:59:00Z')
    await sendTexts(deps)
    expect(bodies()).toEqual([])
  })

  it('a text about a flight within 24 hours leaves at once', async () => {
    const { order } = await queueLink()
    const departsAt = new Date(order.flights[0]?.depart_at ?? '')
    // The night before the flight.
    shop.clock.set(new Date(departsAt.getTime() - 12 * 3_600_000))
    await shop.deps.database.query("update texts set next_try_at = '2027-05-01'")
    const quiet = { from: '21:00', until: '08:00' }
    expect(findQuietEnd(shop.clock.now(), 'America/New_York', quiet)).toBeDefined()
    await sendTexts(deps)
    expect(bodies()).toHaveLength(1)
  })

  it('a text leaves at once when there are no quiet hours', async () => {
    shop.clock.set(NIGHT)
    await queueLink()
    const settings = { ...deps.settings, texts: { account: undefined, quietHours: undefined } }
    await sendTexts({ ...deps, settings })
    expect(bodies()).toHaveLength(1)
  })
})

describe('a number', () => {
  it('that the provider knows as stopped gets no texts any more', async () => {
    await queueLink()
    server.refuseNext({ status: 400, code: 21610 })
    await sendTexts(deps)
    expect(await rows()).toMatchObject([{ state: 'stopped', error_code: 21610 }])
    expect((await queueLink()).queued).toEqual({ ok: false, reason: 'number_stopped' })
  })

  it('that is a landline gets no texts any more, and other numbers do', async () => {
    await queueLink()
    server.refuseNext({ status: 400, code: 21614 })
    await sendTexts(deps)
    expect(await rows()).toMatchObject([{ state: 'failed', error_code: 21614 }])
    expect((await queueLink()).queued).toEqual({ ok: false, reason: 'number_unreachable' })
    expect((await queueLink('(201) 555-0143')).queued).toEqual({ ok: true, to: '+12015550143' })
  })
})

describe('the kinds of text', () => {
  it('that tells of a move because the aircraft is down names the new time, beside the mail', async () => {
    const { order } = await bookWithTexts(shop, { email: 'rescued@example.com' })
    const { token } = await openStaffMember(shop.deps, 'staff')
    const [flight] = order.flights
    const { rows: flown } = await shop.deps.database.query('select aircraft_id from flights where id = $1', [
      flight?.flight_id,
    ])
    // Another aircraft of the type that the product is sold on, for another time.
    await shop.deps.database.query(
      `insert into aircraft (registration, aircraft_type_id, terminal_id)
       select 'N409LR', aircraft_type_id, terminal_id from aircraft where registration = 'N401LR'`,
    )
    const span = { date: flight?.local_date ?? '', from: '00:00', until: '23:59' }
    const asked = { ...span, aircraft_id: Number(flown[0]?.['aircraft_id']), strategy: 'move' as const }
    const query = new URLSearchParams({ ...asked, aircraft_id: String(asked.aircraft_id) })
    const { body } = await shop.call('GET', `/v1/rescue_plans?${query.toString()}`, { token })
    const { flights } = RescuePlanReply.parse(body).rescue_plan
    expect(flights[0]?.parties).toMatchObject([{ outcome: 'moved', told_by: 'mail_and_text' }])
    const rescue_plan = {
      ...{ ...asked, reason: 'Oil leak' },
      flights: flights.map(({ flight_id, seen }) => ({ flight_id, seen })),
    }
    expect((await shop.call('POST', '/v1/rescue_plans', { token, body: { rescue_plan } })).status).toBe(200)
    await sendTexts(deps)
    expect(bodies()).toHaveLength(1)
    expect(bodies()[0]).toMatch(
      /^Loft & Rotor: sorry, your aircraft does not fly then\. You now fly .+ at no charge/,
    )
    expect(countSegments(bodies()[0] ?? '')).toBeLessThanOrEqual(3)
    await shop.deps.database.query('delete from aircraft_outages')
  })

  it('that tells of a cancelled departure goes out beside the mail, with the link to choose', async () => {
    const { order } = await bookWithTexts(shop, { email: 'stranded@example.com' })
    const { token: staff } = await openStaffMember(shop.deps, 'staff')
    await createDepartureCanceller({ shop, token: staff }).strand(order)
    const [text] = await shop.sandbox.phone.list(PHONE)
    expect(text?.body).toMatch(/^Loft & Rotor: we are sorry, .+ is called off because of the weather\./)
    expect(text?.links).toEqual([expect.stringMatching(/\/reschedule-credits\/\w+\/claim$/)])
    expect(shop.mailer.to('stranded@example.com').some(({ subject }) => subject.includes('called off'))).toBe(
      true,
    )
  })

  it.each([
    ['one', [150, null], /be at .+ by .+ waivers are missing: .+\/passengers\/[\w-]+ Reply/],
    ['several', [null, null], /be at .+ by .+ waivers are missing: .+\/orders\/\w+ Reply/],
  ] as const)(
    'that is sent before a flight leads to where %s missing weight is filled in',
    async (_, weights, words) => {
      const { order } = await bookWithTexts(shop, {
        email: `missing${String((count += 1))}@example.com`,
        more: {
          passengers_attributes: weights.map((weight, at) => ({ full_name: `Ada ${String(at)}`, weight })),
        },
      })
      const [first] = order.passengers
      if (weights[0] !== null) {
        const columns = 'passenger_id, version, signature, signed_at'
        const signed = `insert into waiver_signatures (${columns}) values ($1, 'v', 'Ada', now())`
        await shop.deps.database.query(signed, [first?.id])
      }
      const departsAt = new Date(order.flights[0]?.depart_at ?? '')
      shop.clock.set(new Date(departsAt.getTime() - 47 * 3_600_000))
      await sendCare(shop.deps)
      const settings = { ...deps.settings, texts: { account: undefined, quietHours: undefined } }
      await sendTexts({ ...deps, settings })
      expect(bodies().at(-1)).toMatch(words)
    },
  )

  it('all fit into three segments, with a long name and address', async () => {
    const { database } = shop.deps
    const publicUrl = 'https://a-very-long-name-of-a-shop.of-loft-and-rotor.example'
    const long = { ...deps, settings: { ...deps.settings, publicUrl } }
    await database.query('update products set name = $1 where id = 6', [
      `The ${'extraordinarily '.repeat(8)}`,
    ])
    const { order } = await bookWithTexts(shop, { email: 'long@example.com' })
    const { token: staff } = await openStaffMember(shop.deps, 'staff')
    const composed: string[] = []
    const keep = async () => {
      const due = await database.db.select().from(texts).where(eq(texts.state, 'queued'))
      for (const text of due) {
        const { body } = (await composeText(long, text)) ?? {}
        if (body !== undefined) composed.push(text.kind, body)
      }
      await database.query('delete from texts')
    }
    const due = {
      brandId: 1,
      email: 'long@example.com',
      dueFor: new Date(order.flights[0]?.depart_at ?? ''),
      subjects: [{ eventKey: 'before_flight:long', orderId: order.id }],
    } satisfies DueCare
    await database.db.transaction((tx) =>
      queueCare(tx, deps, { occasion: 'before_flight', due, now: shop.clock.now() }),
    )
    await keep()
    const late = { brandId: 1, email: 'long@example.com', dueFor: due.dueFor } as const
    const subjects = [{ eventKey: 'guests_late:long', orderId: order.id }] satisfies DueCare['subjects']
    await database.db.transaction((tx) =>
      queueCare(tx, deps, { occasion: 'guests_late', due: { ...late, subjects }, now: shop.clock.now() }),
    )
    await keep()
    await queueLink()
    await keep()
    const ticket = { kind: 'ticket' as const, eventKey: 'ticket:long', order: { id: order.id, brandId: 1 } }
    await database.db.transaction((tx) => queueText(tx, ticket, shop.clock.now(), deps))
    await keep()
    const owing = (status: string, cents: number) =>
      database.query(
        `update orders set status = $2, due_cents = $3, amount_paid_cents = total_cents - $3
          where id = $1`,
        [order.id, status, cents],
      )
    const { rows: posted } = await database.query('select id from ledger_transactions where order_id = $1', [
      order.id,
    ])
    await owing('partially_paid', 12_345)
    for (const kind of ['part_paid', 'balance_due_soon', 'balance_due_changed'] as const) {
      const about = kind === 'part_paid' ? { subjectId: Number(posted[0]?.['id']) } : {}
      const text = { kind, eventKey: `${kind}:long`, order: { id: order.id, brandId: 1 }, ...about }
      await database.db.transaction((tx) => queueText(tx, text, shop.clock.now(), deps))
      await keep()
    }
    await owing('completed', 0)
    const moved = {
      kind: 'flight_moved' as const,
      eventKey: 'moved:long',
      order: { id: order.id, brandId: 1 },
    }
    await database.db.transaction((tx) => queueText(tx, moved, shop.clock.now(), deps))
    await keep()
    const holder = createHolder({ shop, token: staff })
    const { id } = await holder.hold(await findWholeDay(shop, placeOf(order)))
    await processWeatherHolds(shop.deps)
    await keep()
    expect((await holder.release(id)).status).toBe(200)
    await processWeatherHolds(shop.deps)
    await keep()
    const [flight] = order.flights
    const delayer = createDelayer({ shop, token: staff })
    expect((await delayer.delay(flight?.flight_id ?? 0, 90)).status).toBe(201)
    await processDelays(shop.deps)
    await keep()
    await mergeFlights(staff)
    await keep()
    const call_off = { departure_id: flight?.departure_id, depart_at: flight?.depart_at, reason: 'technical' }
    await shop.call('POST', '/v1/call_offs', { token: staff, body: { call_off } })
    await processDepartureCancellations(shop.deps)
    await keep()
    expect(composed.filter((_, at) => at % 2 === 0).sort()).toEqual(Object.keys(textDeclarations).sort())
    const segments = composed.filter((_, at) => at % 2 === 1).map(countSegments)
    expect(Math.max(...segments)).toBeLessThanOrEqual(3)
  })
})
