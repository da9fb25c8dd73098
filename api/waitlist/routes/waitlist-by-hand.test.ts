import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WaitlistOfferPreviewReply, WaitlistRowReply, WaitlistRowsReply } from '#contract/waitlist.ts'
import { sendMails } from '#api/mails/send-mails.ts'
import { occupySeats } from '#tests/support/reserve-seats.ts'
import { type ChosenDeparture, departureAt, logIn, openShop } from '#tests/support/shopper.ts'
import { TEST_NOW, type TestApi } from '#tests/support/test-api.ts'
import { serveWaitlists } from '../serve-waitlists.ts'

let shop: TestApi
let nextDay: () => string
let flight: ChosenDeparture
let staff: string
beforeAll(async () => {
  ;({ shop, nextDay } = await openShop())
})
beforeEach(async () => {
  shop.clock.set(TEST_NOW)
  flight = await departureAt(shop, 6, nextDay(), '14:30')
  staff = await logIn(shop, 'staff@example.com')
})
afterAll(() => shop.close())

const query = (sql: string, values: unknown[] = []) => shop.deps.database.query(sql, values)
/** The last seats are sold. */
const fill = (seats: number) => occupySeats(shop, flight, { seats, state: 'sold' })

/** Some of them come free again, as after a refund. */
async function free(seats: number) {
  const { rows } = await query('select max(id) as id from holds')
  await query('update flights set seats_sold = seats_sold - $1 where depart_at = $2', [
    seats,
    flight.depart_at,
  ])
  await query('update holds set seats = seats - $1, weight_lbs = (seats - $1) * 190 where id = $2', [
    seats,
    rows[0]?.['id'],
  ])
}

/** Somebody joins the full departure. @returns the entry's id */
async function wait(email: string, quantity: number): Promise<number> {
  const fields = { brand_id: 1, ...flight, quantity_type: 'seat', quantity, email, consent: true }
  const { status } = await shop.call('POST', '/v1/waitlist_entries', { body: { waitlist_entry: fields } })
  expect(status).toBe(201)
  const { rows } = await query('select max(id) as id from waitlist_entries where email = $1', [email])
  return Number(rows[0]?.['id'])
}

const offer = (id: number, fields: object, token = staff) =>
  shop.call('POST', `/v1/waitlist_entries/${String(id)}/offers`, { token, body: { waitlist_offer: fields } })
const preview = (id: number, fields: object, token = staff) =>
  shop.call('POST', `/v1/waitlist_entries/${String(id)}/offer_previews`, {
    token,
    body: { waitlist_offer: fields },
  })
const remove = (id: number, token = staff) =>
  shop.call('POST', `/v1/waitlist_entries/${String(id)}/remove`, { token, body: {} })
const list = async () => {
  const { departure_id, depart_at } = flight
  const of = `departure_id=${String(departure_id)}&date=${depart_at.slice(0, 10)}`
  const path = `/v1/waitlist_entries?upcoming=1&${of}`
  return WaitlistRowsReply.parse((await shop.call('GET', path, { token: staff })).body).waitlist_entries
}
const held = async () =>
  (
    await query('select seats_sold as sold, seats_held as held from flights where depart_at = $1', [
      flight.depart_at,
    ])
  ).rows[0]
const linkIn = (email: string) =>
  /\/waitlist\/offers\/([\w-]+)/.exec(shop.mailer.to(email).at(-1)?.text ?? '')?.[1] ?? ''

describe('an offer by hand', () => {
  test('names the party by the account of its address', async () => {
    await fill(4)
    await wait('stranger@example.com', 1)
    await wait('customer@example.com', 1)
    const { rows } = await query(
      `select first_name || ' ' || last_name as name from users where email = 'customer@example.com'`,
    )
    expect(rows[0]?.['name']).toMatch(/\w \w/)
    expect(await list()).toMatchObject([
      { email: 'stranger@example.com', name: null },
      { email: 'customer@example.com', name: rows[0]?.['name'] },
    ])
  })

  test('goes to a party too large for what is free, for fewer seats, as long as said', async () => {
    await fill(4)
    const large = await wait('family@example.com', 4)
    await free(2)
    await serveWaitlists(shop.deps)
    expect(await list()).toMatchObject([
      { id: large, status: 'waiting', name: null, seats_free: 2, offer_quantity: null },
    ])
    const { status, body } = await offer(large, { quantity: 2, minutes: 45 })
    expect(status).toBe(201)
    const until = new Date(shop.clock.now().getTime() + 45 * 60_000).toISOString()
    expect(WaitlistRowReply.parse(body).waitlist_entry).toMatchObject({
      status: 'offered',
      quantity: 4,
      offer_quantity: 2,
      offer_expires_at: until,
      seats_free: 0,
    })
    expect(await held()).toEqual({ sold: 2, held: 2 })
    await sendMails(shop.deps)
    const seen = await shop.call('GET', `/v1/waitlist_offers/${linkIn('family@example.com')}`)
    // The two who are sold count with 190 lb each, and the payload is told in steps of 50.
    expect(seen.body).toMatchObject({
      waitlist_offer: { state: 'open', quantity: 2, expires_at: until, max_weight_lbs: 500 },
    })
    const { rows } = await query(
      `select action, before, after from audit_log where resource = 'waitlist_entries' and resource_id = $1`,
      [large],
    )
    expect(rows).toMatchObject([{ before: { status: 'waiting' }, after: { status: 'offered', offered: 2 } }])
  })

  test('shows the words of its mail before, without holding or sending anything', async () => {
    await fill(4)
    const family = await wait('looked@example.com', 4)
    expect((await preview(family, { quantity: 2, minutes: 45 })).status).toBe(409)
    await free(2)
    await serveWaitlists(shop.deps)
    const seen = await preview(family, { quantity: 2, minutes: 45 })
    expect(seen.status).toBe(200)
    const { waitlist_offer_preview: shown } = WaitlistOfferPreviewReply.parse(seen.body)
    expect(shown).toMatchObject({ to: 'looked@example.com', quantity: 2 })
    expect(shown.text).toContain('2 seats, up to 500 lb together.')
    expect(shown.text).not.toContain('/waitlist/')
    expect(await held()).toEqual({ sold: 2, held: 0 })
    expect((await list()).find(({ id }) => id === family)).toMatchObject({ status: 'waiting' })
    expect((await preview(family, { quantity: 2, minutes: 45 }, '')).status).toBe(401)
    expect((await offer(family, { quantity: 2, minutes: 45 })).status).toBe(201)
    await sendMails(shop.deps)
    const sent = shop.mailer.to('looked@example.com').at(-1)
    expect(sent?.subject).toBe(shown.subject)
    expect(sent?.text.replace(/: https?:\/\/\S+\/waitlist\/\S+/g, ' (a link of their own)')).toBe(shown.text)
  })

  test('of the last seat says how many pounds it takes, and holds to it', async () => {
    await fill(4)
    await query(
      'update holds set weight_lbs = 690 where flight_id = (select id from flights where depart_at = $1)',
      [flight.depart_at],
    )
    const one = await wait('last@example.com', 2)
    await query('update flights set seats_sold = 3 where depart_at = $1', [flight.depart_at])
    await query(
      'update holds set seats = 3 where flight_id = (select id from flights where depart_at = $1)',
      [flight.depart_at],
    )
    expect((await offer(one, { quantity: 1, minutes: 45 })).status).toBe(201)
    await sendMails(shop.deps)
    expect(shop.mailer.to('last@example.com').at(-1)?.text).toContain('One seat, up to 200 lb.')
    const token = linkIn('last@example.com')
    const { body } = await shop.call('POST', '/v1/customers', {
      body: { customer: { email: 'last@example.com' } },
    })
    const buy = (weight: number) =>
      shop.call('POST', '/v1/orders', {
        token: (body as { jwt: string }).jwt,
        body: {
          order: {
            ...{ brand_id: 1, waitlist_offer: token, terms_and_conditions: true },
            order_item_seats_attributes: [{ ...flight, quantity: 1 }],
            passengers_attributes: [{ full_name: 'Last Seat', weight }],
          },
        },
      })
    expect((await buy(211)).status).toBe(409)
    expect((await buy(200)).status).toBe(201)
  })

  test('is made again to who missed one, and not twice', async () => {
    await fill(4)
    const missed = await wait('late@example.com', 2)
    await free(2)
    await serveWaitlists(shop.deps)
    shop.clock.advance(3 * 60)
    staff = await logIn(shop, 'staff@example.com')
    await serveWaitlists(shop.deps)
    expect(await list()).toMatchObject([{ id: missed, status: 'lapsed' }])
    expect((await offer(missed, { minutes: 60 })).status).toBe(201)
    expect(await offer(missed, { minutes: 60 })).toMatchObject({ status: 409 })
    expect(await held()).toEqual({ sold: 2, held: 2 })
  })

  test('changes nothing where seats are not free, too many, or the answer has no time', async () => {
    await fill(4)
    const two = await wait('two@example.com', 2)
    await free(1)
    const before = await list()
    const answers = [
      await offer(two, { minutes: 60 }),
      await offer(two, { quantity: 3, minutes: 60 }),
      await offer(two, { quantity: 0, minutes: 60 }),
      await offer(two, { minutes: 5 }),
      await offer(999_999, { minutes: 60 }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 422, 422, 404])
    shop.clock.set(new Date(new Date(flight.depart_at).getTime() - 60_000).toISOString())
    staff = await logIn(shop, 'staff@example.com')
    expect(await offer(two, { quantity: 1, minutes: 60 })).toMatchObject({ status: 409 })
    shop.clock.set(TEST_NOW)
    expect(await list()).toEqual(before)
    expect(await held()).toEqual({ sold: 3, held: 0 })
  })

  test('is for staff alone', async () => {
    await fill(4)
    const id = await wait('waits@example.com', 1)
    for (const email of ['customer@example.com', 'pilot@example.com']) {
      const token = await logIn(shop, email)
      expect((await offer(id, { minutes: 60 }, token)).status).toBe(403)
      expect((await remove(id, token)).status).toBe(403)
    }
  })
})

test('a party that is taken off the list makes room for the next one, once', async () => {
  await fill(4)
  const first = await wait('first@example.com', 2)
  const second = await wait('second@example.com', 2)
  await free(2)
  await serveWaitlists(shop.deps)
  expect(await list()).toMatchObject([{ status: 'offered' }, { status: 'waiting' }])
  expect((await remove(first)).status).toBe(200)
  expect(await list()).toMatchObject([{ id: second, status: 'offered' }])
  expect((await remove(first)).status).toBe(200)
  expect(await held()).toEqual({ sold: 2, held: 2 })
  const taken = await wait('third@example.com', 1)
  await query(`update waitlist_entries set status = 'declined', ended_at = now() where id = $1`, [taken])
  expect((await remove(taken)).status).toBe(409)
})
