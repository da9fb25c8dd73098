import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AvailabilityDayReply } from '#contract/availability.ts'
import { OrderReply } from '#contract/order.ts'
import { WaitlistEntryReply, WaitlistOfferReply, WaitlistRowsReply } from '#contract/waitlist.ts'
import { sendMails } from '#api/mails/send-mails.ts'
import { serveWaitlists } from '#api/waitlist/serve-waitlists.ts'
import {
  type ChosenDeparture,
  departureAt,
  flightOrder,
  guestToken,
  logIn,
  openShop,
  placeOrder,
  postOrder,
  seatOrder,
} from '#tests/support/shopper.ts'
import { occupySeats } from '#tests/support/reserve-seats.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { TEST_NOW, type TestApi } from '#tests/support/test-api.ts'
import { createHolder, findWholeDay } from '#tests/support/weather-holds.ts'

let shop: TestApi
let nextDay: () => string
let day: string
let flight: ChosenDeparture
beforeAll(async () => {
  ;({ shop, nextDay } = await openShop())
})
beforeEach(async () => {
  shop.clock.set(TEST_NOW)
  day = nextDay()
  flight = await departureAt(shop, 6, day, '14:30')
})
afterAll(() => shop.close())

const query = (sql: string, values: unknown[] = []) => shop.deps.database.query(sql, values)

/** What somebody who waits types; two seats unless said otherwise. */
const waiting = (email: string, over: Record<string, unknown> = {}) => ({
  waitlist_entry: {
    brand_id: 1,
    ...flight,
    quantity_type: 'seat',
    quantity: 2,
    email,
    consent: true,
    ...over,
  },
})
const join = (email: string, over: Record<string, unknown> = {}) =>
  shop.call('POST', '/v1/waitlist_entries', { body: waiting(email, over) })

const work = async () => {
  await serveWaitlists(shop.deps)
  await sendMails(shop.deps)
}

/**
 * Somebody has seats, all four unless said otherwise; the returned call gives some back, as a
 * refund does.
 */
async function fill(taken = 4, state: 'held' | 'sold' = 'sold') {
  await occupySeats(shop, flight, { seats: taken, state })
  const { rows } = await query('select max(id) as id from holds')
  return async (freed = taken) => {
    const { depart_at: departAt } = flight
    await query('update flights set seats_sold = seats_sold - $1 where depart_at = $2', [freed, departAt])
    await query(
      `update holds set state = case when seats > $1 then state else 'released' end,
         seats = greatest(seats - $1, 1), weight_lbs = greatest(seats - $1, 0) * 190 where id = $2`,
      [freed, rows[0]?.['id']],
    )
  }
}

const offers = async () =>
  (
    await query(
      `select e.email, o.state, o.quantity, e.status from waitlist_offers o
       join waitlist_entries e on e.id = o.entry_id join slots s on s.id = e.slot_id
       where s.depart_at = $1 order by o.id`,
      [flight.depart_at],
    )
  ).rows

/** The secret in the newest mail to somebody. */
const linkIn = (email: string, part: 'offers' | 'entries') => {
  const text = shop.mailer.to(email).at(-1)?.text ?? ''
  return new RegExp(`/waitlist/${part}/([\\w-]+)`).exec(text)?.[1] ?? ''
}
const readOffer = async (token: string) =>
  WaitlistOfferReply.parse((await shop.call('GET', `/v1/waitlist_offers/${token}`)).body).waitlist_offer
const readEntry = async (token: string) =>
  WaitlistEntryReply.parse((await shop.call('GET', `/v1/waitlist_entries/${token}`)).body).waitlist_entry
const decline = (token: string) => shop.call('POST', `/v1/waitlist_offers/${token}/decline`, { body: {} })

const seats = async () =>
  (
    await query(
      `select seats_sold as sold, seats_held as held,
         (select coalesce(sum(seats), 0)::int from holds where flight_id = f.id and state = 'held') as holds
       from flights f where depart_at = $1 order by id`,
      [flight.depart_at],
    )
  ).rows

/** A full departure, one who waits, seats that came free, the offer in their mailbox. */
async function offered(email = 'ada@example.com', over: Record<string, unknown> = {}) {
  const free = await fill()
  expect((await join(email, over)).status).toBe(201)
  await free()
  await work()
  const token = linkIn(email, 'offers')
  expect(token).not.toBe('')
  return token
}

describe('joining the waitlist', () => {
  test('makes one entry per e-mail and departure; joining again changes the party’s size', async () => {
    await fill()
    const first = await join('Ada@example.com')
    const again = await join('ada@example.com', { quantity: 3 })
    expect([first.status, again.status]).toEqual([201, 201])
    const { rows } = await query(
      `select email, quantity, status from waitlist_entries where slot_id in (select id from slots
        where depart_at = $1)`,
      [flight.depart_at],
    )
    expect(rows).toEqual([{ email: 'ada@example.com', quantity: 3, status: 'waiting' }])
    await work()
    expect(shop.mailer.to('ada@example.com')).toHaveLength(2)
    expect((await readEntry(linkIn('ada@example.com', 'entries'))).quantity).toBe(3)
  })

  test('does not reveal the entry’s link or whether the e-mail was on the list before', async () => {
    await fill()
    const first = await join('ada@example.com')
    await join('bob@example.com')
    const again = await join('ada@example.com')
    expect(again.body).toEqual(first.body)
    expect(JSON.stringify(first.body)).not.toMatch(/token|status|ada@|position/)
  })

  test('is refused to a party that can book or is too large for the aircraft', async () => {
    expect(await join('ada@example.com')).toMatchObject({ status: 409, body: { code: 'conflict' } })
    await fill(3)
    expect((await join('ada@example.com', { quantity: 1 })).status).toBe(409)
    expect((await join('ada@example.com', { quantity: 2 })).status).toBe(201)
    const large = await join('bob@example.com', { quantity: 5 })
    expect(large.body).toMatchObject({ quantity: [expect.stringContaining('At most 4')] })
  })

  test('needs consent to mails, and a departure whose sales do not end soon', async () => {
    await fill()
    const without = await join('ada@example.com', { consent: false })
    expect(without).toMatchObject({ status: 422 })
    expect(without.body).toHaveProperty(['consent'])
    const { sales_close_mins: mins } =
      (await query('select sales_close_mins from products where id = 6')).rows[0] ?? {}
    shop.clock.set(new Date(new Date(flight.depart_at).getTime() - (Number(mins) + 10) * 60_000))
    expect(await join('ada@example.com')).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })

  test('is limited to six departures per person', async () => {
    shop.deps.settings.limitFactor = 1
    const statuses: number[] = []
    for (let tries = 0; tries < 7; tries++) {
      flight = await departureAt(shop, 6, nextDay(), '14:30')
      await fill()
      const bindings = { visitorAddress: '198.51.100.20' }
      const answer = await shop.call('POST', '/v1/waitlist_entries', {
        body: waiting('many@example.com'),
        bindings,
      })
      statuses.push(answer.status)
    }
    shop.deps.settings.limitFactor = 1000
    expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 409])
  })

  test('is ended by the link in the mail, also when the link is used twice', async () => {
    const free = await fill()
    await join('ada@example.com')
    await work()
    const token = linkIn('ada@example.com', 'entries')
    const leave = () => shop.call('DELETE', `/v1/waitlist_entries/${token}`)
    expect([(await leave()).status, (await leave()).status]).toEqual([204, 204])
    expect((await readEntry(token)).status).toBe('left')
    await free()
    await work()
    expect(await offers()).toEqual([])
    expect((await shop.call('DELETE', '/v1/waitlist_entries/nothing')).status).toBe(404)
  })
})

describe('waitlist offers', () => {
  test('go to the oldest party that fits whole; a party that is too large keeps its place', async () => {
    const free = await fill()
    for (const [email, quantity] of [
      ['four', 4],
      ['two', 2],
      ['one', 1],
      ['late', 1],
    ] as const) {
      await join(`${email}@example.com`, { quantity })
      shop.clock.advance(1)
    }
    await free(3)
    await work()
    expect(await offers()).toEqual([
      { email: 'two@example.com', state: 'open', quantity: 2, status: 'offered' },
      { email: 'one@example.com', state: 'open', quantity: 1, status: 'offered' },
    ])
    expect(await seats()).toEqual([{ sold: 1, held: 3, holds: 3 }])
    await work()
    expect(await offers()).toHaveLength(2)
  })

  test('are made for seats whose hold has expired, and nobody else can book offered seats', async () => {
    await fill(4, 'held')
    await join('ada@example.com')
    shop.clock.advance(16)
    await work()
    expect(await offers()).toMatchObject([{ email: 'ada@example.com', state: 'open' }])
    const other = await guestToken(shop)
    expect((await postOrder(shop, other, seatOrder(flight, 3))).status).toBe(409)
    expect((await postOrder(shop, other, seatOrder(flight, 2))).status).toBe(201)
  })

  test('wait while the departure is on hold for the weather, and are made once it flies', async () => {
    const free = await fill()
    await join('ada@example.com')
    const { token } = await openStaffMember(shop.deps)
    const holder = createHolder({ shop, token })
    const at = { departureId: flight.departure_id, departAt: flight.depart_at }
    const { id } = await holder.hold(await findWholeDay(shop, at))
    await free()
    await work()
    expect(await offers()).toEqual([])
    expect((await holder.release(id)).status).toBe(200)
    await work()
    expect(await offers()).toMatchObject([{ email: 'ada@example.com', state: 'open' }])
  })

  test('expire by the clock even before a job runs, and the next entry gets an offer', async () => {
    const token = await offered()
    await join('bob@example.com', { quantity: 4 })
    shop.clock.advance(121)
    expect((await readOffer(token)).state).toBe('expired')
    const other = await guestToken(shop)
    const looked = await shop.call('GET', `/v1/availability/day?product_id=6&date=${day}&quantity=4`, {
      token: other,
    })
    const { departures } = AvailabilityDayReply.parse(looked.body).availability
    expect(departures.find((one) => one.departure_id === flight.departure_id)?.seats_left).toBe(4)
    await work()
    expect(await offers()).toMatchObject([
      { email: 'ada@example.com', state: 'expired', status: 'lapsed' },
      { email: 'bob@example.com', state: 'open', quantity: 4 },
    ])
    expect(await seats()).toEqual([{ sold: 0, held: 4, holds: 4 }])
  })

  test('that are declined go to the next entry at once, and only once', async () => {
    const token = await offered()
    await occupySeats(shop, flight, { seats: 2, state: 'sold' })
    await join('bob@example.com')
    const declined = WaitlistOfferReply.parse((await decline(token)).body).waitlist_offer
    expect(declined.state).toBe('declined')
    expect(await offers()).toMatchObject([{ state: 'declined' }, { email: 'bob@example.com', state: 'open' }])
    expect((await decline(token)).status).toBe(200)
    expect(await seats()).toEqual([{ sold: 2, held: 2, holds: 2 }])
  })

  test('end with sales, and everybody who still waits gets one mail', async () => {
    const free = await fill()
    await join('soon@example.com')
    await join('never@example.com', { quantity: 4 })
    const { sales_close_at: closes } = (
      await (async () => {
        await work()
        return readEntry(linkIn('soon@example.com', 'entries'))
      })()
    ).flight
    shop.clock.set(new Date(new Date(closes).getTime() - 40 * 60_000))
    await free(2)
    await work()
    expect((await readOffer(linkIn('soon@example.com', 'offers'))).expires_at).toBe(closes)
    await decline(linkIn('soon@example.com', 'offers'))
    shop.clock.advance(30)
    await free(2)
    await work()
    expect(await offers()).toHaveLength(1)
    shop.clock.advance(11)
    await work()
    await work()
    const subjects = shop.mailer.to('never@example.com').map(({ subject }) => subject)
    expect(subjects.filter((one) => one.startsWith('No seats came free'))).toHaveLength(1)
    expect(await readEntry(linkIn('never@example.com', 'entries'))).toMatchObject({ status: 'closed' })
  })

  test('end when the product is unpublished, and everybody who waits gets one mail', async () => {
    await fill()
    await join('retired@example.com')
    await work()
    await query("update products set publish_status = 'archived' where id = 6")
    await work()
    await work()
    await query("update products set publish_status = 'published' where id = 6")
    const told = shop.mailer.to('retired@example.com').map(({ subject }) => subject)
    expect(told.filter((one) => one.startsWith('No seats came free'))).toHaveLength(1)
    expect(await readEntry(linkIn('retired@example.com', 'entries'))).toMatchObject({ status: 'closed' })
  })

  test('of a whole aircraft are made when the aircraft has no passengers', async () => {
    const free = await fill()
    await join('ada@example.com', { quantity_type: 'flight', quantity: 3 })
    await free()
    await work()
    expect(await offers()).toMatchObject([{ state: 'open', quantity: 3 }])
    expect(await seats()).toEqual([{ sold: 0, held: 4, holds: 4 }])
  })

  test('show the flight and the size of the party by their link, and no personal data', async () => {
    const token = await offered()
    const body = JSON.stringify(await readOffer(token))
    expect(body).toContain('The New Yorker')
    expect(body).not.toMatch(/ada@|phone|email/)
    expect((await shop.call('GET', '/v1/waitlist_offers/guessed')).status).toBe(404)
  })
})

describe('accepting a waitlist offer', () => {
  const take = async (token: string, order: Record<string, unknown>) =>
    postOrder(shop, await guestToken(shop), { ...order, waitlist_offer: token })

  test('moves the held seats to the order and counts them once', async () => {
    const token = await offered('ada@example.com', { quantity: 4 })
    const taken = await take(token, seatOrder(flight, 4))
    expect(taken.status).toBe(201)
    expect(await seats()).toEqual([{ sold: 0, held: 4, holds: 4 }])
    const { id } = OrderReply.parse(taken.body).order
    const { rows } = await query('select state from waitlist_offers where order_id = $1', [id])
    expect(rows).toEqual([{ state: 'taken' }])
    expect((await readOffer(token)).state).toBe('taken')
  })

  test('shows the held seats as available to the holder of the link', async () => {
    const token = await offered('ada@example.com', { quantity: 4 })
    const look = async (more: string) => {
      const path = `/v1/availability/day?product_id=6&date=${day}&quantity=4${more}`
      const { departures } = AvailabilityDayReply.parse((await shop.call('GET', path)).body).availability
      return departures.find((one) => one.departure_id === flight.departure_id)?.status
    }
    expect(await look('')).toBe('sold_out')
    expect(await look(`&waitlist_offer=${token}`)).toBe('open')
    const body = { brand_id: 1, ...flight, quantity_type: 'seat', quantity: 4 }
    expect((await shop.call('POST', '/v1/quotes', { body })).status).toBe(409)
    const quoted = await shop.call('POST', '/v1/quotes', { body: { ...body, waitlist_offer: token } })
    expect(quoted.status).toBe(201)
  })

  test('works for the first of two shoppers with one link, and tells the second why not', async () => {
    const token = await offered('ada@example.com', { quantity: 4 })
    expect((await take(token, seatOrder(flight, 4))).status).toBe(201)
    const second = await take(token, seatOrder(flight, 4))
    expect(second).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(JSON.stringify(second.body)).toContain('just taken with the same link')
    expect(await seats()).toEqual([{ sold: 0, held: 4, holds: 4 }])
  })

  test('takes further free seats for a larger party; without them the offer stays open', async () => {
    const token = await offered()
    await occupySeats(shop, flight, { seats: 1, state: 'sold' })
    const grown = await take(token, seatOrder(flight, 4))
    expect(JSON.stringify(grown.body)).toContain('not enough room for a larger party')
    expect((await readOffer(token)).state).toBe('open')
    expect(await seats()).toEqual([{ sold: 1, held: 2, holds: 2 }])
    expect((await take(token, seatOrder(flight, 3))).status).toBe(201)
    expect(await seats()).toEqual([{ sold: 1, held: 3, holds: 3 }])
  })

  test('is refused for a party that is too heavy, with the weight as the reason', async () => {
    const free = await fill()
    await join('ada@example.com')
    await free(2)
    await work()
    const token = linkIn('ada@example.com', 'offers')
    await query('update flights set max_weight_lbs = 800 where depart_at = $1', [flight.depart_at])
    const heavy = [260, 260].map((weight) => ({ full_name: 'Cy', weight }))
    const taken = await take(token, seatOrder(flight, 2, { passengers_attributes: heavy }))
    expect(taken).toMatchObject({ status: 409, body: { code: 'too_heavy' } })
    expect((await readOffer(token)).state).toBe('open')
  })

  test('releases the seats that a smaller party does not need to the next entry', async () => {
    const token = await offered('ada@example.com', { quantity: 4 })
    await join('bob@example.com', { quantity: 3 })
    expect((await take(token, seatOrder(flight, 1))).status).toBe(201)
    await work()
    expect(await offers()).toMatchObject([{ state: 'taken' }, { email: 'bob@example.com', quantity: 3 }])
    expect(await seats()).toEqual([{ sold: 0, held: 4, holds: 4 }])
  })

  test('gives the order a hold of its own, which lasts longer than the offer', async () => {
    const token = await offered('ada@example.com', { quantity: 4 })
    shop.clock.advance(119)
    const buyer = await guestToken(shop)
    const order = await placeOrder(shop, buyer, seatOrder(flight, 4, { waitlist_offer: token }))
    shop.clock.advance(5)
    await work()
    expect(await seats()).toEqual([{ sold: 0, held: 4, holds: 4 }])
    const read = await shop.call('GET', `/v1/orders/${String(order.id)}`, { token: buyer })
    expect(OrderReply.parse(read.body).order.status).toBe('awaiting_payment')
  })

  test('is like any other order once the offer has expired, and a refusal says so', async () => {
    const token = await offered('ada@example.com', { quantity: 4 })
    shop.clock.advance(121)
    await occupySeats(shop, flight, { seats: 1, state: 'sold' })
    const late = await take(token, seatOrder(flight, 4))
    expect(late).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(JSON.stringify(late.body)).toContain('is over')
    expect((await take(token, seatOrder(flight, 3))).status).toBe(201)
  })

  test('makes one order when the form is sent twice, and is bound to the departure', async () => {
    const token = await offered('ada@example.com', { quantity: 4 })
    const buyer = await guestToken(shop)
    const body = seatOrder(flight, 4, { waitlist_offer: token })
    const first = OrderReply.parse((await postOrder(shop, buyer, body)).body).order
    const again = OrderReply.parse((await postOrder(shop, buyer, body)).body).order
    expect(again.id).toBe(first.id)
    const elsewhere = await departureAt(shop, 6, nextDay(), '14:30')
    expect((await take(token, seatOrder(elsewhere, 4))).status).toBe(201)
    expect((await take(token, flightOrder(flight, 2))).status).toBe(409)
  })
})

test('only staff can read the waitlist with its names', async () => {
  await fill()
  await join('ada@example.com', { phone: '+1 555 010 2030' })
  const list = (token?: string) =>
    shop.call(
      'GET',
      `/v1/waitlist_entries?departure_id=${String(flight.departure_id)}&date=${day}`,
      token ? { token } : {},
    )
  expect((await list()).status).toBe(401)
  expect((await list(await logIn(shop, 'customer@example.com'))).status).toBe(403)
  const { waitlist_entries: rows } = WaitlistRowsReply.parse(
    (await list(await logIn(shop, 'staff@example.com'))).body,
  )
  expect(rows).toMatchObject([{ email: 'ada@example.com', status: 'waiting', phone: '+1 555 010 2030' }])
})
