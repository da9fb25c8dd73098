import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { SeatingProposalReply, SeatingReply, type TakenSeat } from '#contract/seating.ts'
import { figuresOf } from '#tests/support/figures-of.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import { type Sold, sellOrder } from '#tests/support/sold-order.ts'
import { readMainText } from '#tests/support/staff-sell.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

const MINUTE_MS = 60_000
const NAMES = ['Ines Duarte', 'Hal Duarte', 'Mele Leota']
const WEIGHTS = [240, 200, 160]

let shop: PayingShop
let pages: ShopPages
let staff: Browser
let token: string
let pilotToken: string
let sold: Sold
let flight: number
let ids: number[]
let leavesAt: number
beforeAll(async () => {
  shop = await openPayingShop()
  sold = await sellOrder(shop, { seats: 3 })
  const [booked] = sold.order.flights
  flight = booked?.flight_id ?? 0
  leavesAt = Date.parse(booked?.depart_at ?? '')
  ids = sold.order.passengers.map(({ id }) => id)
  for (const [at, id] of ids.entries()) {
    const values = [id, NAMES[at], WEIGHTS[at]]
    await query('update passengers set full_name = $2, weight_lbs = $3 where id = $1', values)
  }
  shop.clock.set(new Date(leavesAt - 10 * MINUTE_MS))
  pages = await openShopPages(shop)
  token = await logIn(shop, 'staff@example.com')
  pilotToken = await logIn(shop, 'pilot@example.com')
  staff = await pages.browser({ token })
  const pilot = await shop.count("select id from users where email = 'pilot@example.com'")
  await query('update flights set pilot_id = $2 where id = $1', [flight, pilot])
})
afterAll(() => shop.close())

const query = (text: string, values: unknown[] = []) => shop.deps.database.query(text, values)
const path = () => `/staff/flights/${String(flight)}`
const api = () => `/v1/flights/${String(flight)}`
const idOf = (at: number) => ids[at] ?? 0
const take = (seats: Record<string, number>): TakenSeat[] =>
  Object.entries(seats).map(([name, at]) => ({ name, passenger_id: idOf(at) }))
const put = (seats: TakenSeat[], seatsWas?: TakenSeat[]) =>
  shop.call('PUT', `${api()}/seating`, { token, body: { seating: { seats, seats_was: seatsWas } } })
const text = async (query_ = '') => readMainText((await staff.get(`${path()}${query_}`)).html)
const standing = async () => {
  const { body } = await shop.call('GET', `${api()}/manifest`, { token })
  return (body as { manifest: { seating: { seats: TakenSeat[] } } }).manifest.seating.seats
    .filter(({ passenger_id: id }) => id !== null)
    .map(({ name, passenger_id: id }) => [name, ids.indexOf(id)])
}

/** The form of the seats as the page shows it. */
async function readSeatsForm(asked: 'change' | 'propose'): Promise<Record<string, string>> {
  const { html } = await staff.get(`${path()}?seats=${asked}`)
  const form = html.split('<form').find((one) => one.includes('name="seats_was"')) ?? ''
  const was = /name="seats_was" value="([^"]*)"/.exec(form)?.[1] ?? ''
  const chosen = [...form.matchAll(/<select[^>]*name="(seat_\w+)"[^>]*>(.*?)<\/select>/gs)].map(
    ([, name = '', options = '']) => [name, /value="(\d*)" selected/.exec(options)?.[1] ?? ''],
  )
  return { seats_was: was, ...Object.fromEntries(chosen) }
}

describe('the seating of a flight', () => {
  it('is proposed on the page, saved by its form, and shown with loads and limits', async () => {
    expect(await text()).toMatch(/Cabin .*Nobody is given a seat yet/)
    const form = await readSeatsForm('propose')
    expect(Object.keys(form)).toEqual(['seats_was', 'seat_1L', 'seat_2L', 'seat_2C', 'seat_2R'])
    expect(await text('?seats=propose')).toContain('Nothing is saved yet.')
    expect(await standing()).toEqual([])
    expect((await staff.post(path(), form)).location).toBe(`${path()}#cabin`)
    expect(await standing()).toHaveLength(3)
    const page = await text()
    expect(page).toMatch(/Row 1 \d+ of 250 lb/)
    expect(page).toMatch(/Row 2 \d+ of 725 lb/)
    expect(page).toMatch(/Difference, pilot with 180 lb \d+ of 250 lb/)
    expect(page).toContain('In front: 16 or older.')
    expect(page).not.toContain('over its limit')
  })

  it('is refused with the typed seats where one person has two, and keeps what stands', async () => {
    const form = await readSeatsForm('change')
    const twice = { ...form, seat_1L: String(idOf(0)), seat_2L: String(idOf(0)) }
    const refused = await staff.post(`${path()}?seats=change`, twice)
    expect(refused.status).toBe(422)
    expect(readMainText(refused.html)).toContain('Give each person one seat')
    expect(refused.html).toMatch(
      new RegExp(`name="seat_2L"[^>]*>.*?value="${String(idOf(0))}" selected`, 's'),
    )
    const [other, apart] = [take({ '1L': 0, '9R': 1 }), [{ name: '1L', passenger_id: 999_999 }]]
    expect((await put(other)).body).toEqual({ seats: ['This aircraft has no such seat'] })
    expect((await put(apart)).status).toBe(422)
    expect(await standing()).toHaveLength(3)
  })

  it('gives the seat beside the pilot only to who may sit there, and says why not', async () => {
    const before = await standing()
    await query('update aircraft_types set front_max_lbs = 200')
    const refused = await staff.post(`${path()}?seats=change`, {
      ...(await readSeatsForm('change')),
      ...{ seat_1L: String(idOf(0)), seat_2L: String(idOf(1)), seat_2C: '', seat_2R: '' },
    })
    expect(refused.status).toBe(422)
    expect(readMainText(refused.html)).toContain('weighs more than one person may there')
    expect(refused.html).toMatch(
      new RegExp(`name="seat_1L"[^>]*>.*?value="${String(idOf(0))}" selected`, 's'),
    )
    expect(await standing()).toEqual(before)
    // A child may be under 16, and an adult behind takes nobody's place.
    await query(
      `update products set passenger_types = '[{"id": 1, "name": "Child", "note": "", "percent_off": 20,
        "min_age": 2, "max_age": 15, "needs_adult": true, "active": true}]'`,
    )
    await query("update passengers set passenger_type_id = 1, passenger_type = 'Child' where id = $1", [
      idOf(2),
    ])
    expect(JSON.stringify((await put(take({ '1L': 2, '2L': 0 }))).body)).toContain('may be too young')
    const proposed = await readSeatsForm('propose')
    expect(proposed['seat_1L']).toBeOneOf(['', String(idOf(1))])
    // A guest who types more at home keeps the seat, and the flight stays on the ground.
    expect((await put(take({ '1L': 1, '2L': 0, '2R': 2 }))).status).toBe(200)
    await query('update passengers set weight_lbs = 201 where id = $1', [idOf(1)])
    expect(await text()).toMatch(/Beside the pilot 1 person who may not ▲ against the rule/)
    await query('update passengers set weight_lbs = 200 where id = $1', [idOf(1)])
    await query('update passengers set passenger_type_id = null, passenger_type = null where id = $1', [
      idOf(2),
    ])
    await query('update aircraft_types set front_max_lbs = null, front_min_age = null')
  })

  it('is not written over by an outdated form, which shows what stands there now', async () => {
    const outdated = await readSeatsForm('change')
    expect((await put(take({ '1L': 2, '2L': 0, '2R': 1 }))).status).toBe(200)
    const late = await staff.post(`${path()}?seats=change`, { ...outdated, seat_2C: '' })
    const changed = { ...outdated, seat_1L: String(idOf(1)), seat_2R: '' }
    const refused = await staff.post(`${path()}?seats=change`, changed)
    expect([late.status, refused.status]).toEqual([409, 409])
    expect(readMainText(refused.html)).toContain('Somebody else changed the seats meanwhile')
    expect(readMainText(refused.html)).toMatch(/1L Mele Leota 160 lb/)
    expect(await standing()).toEqual([
      ['1L', 2],
      ['2L', 0],
      ['2R', 1],
    ])
    const answer = await put(take({ '1L': 1 }), take({ '1L': 0 }))
    expect(answer).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    expect(SeatingReply.parse(answer.body).seating.unseated).toEqual([])
    expect(answer.body).toMatchObject({ changed_by: 'Sam Ortiz' })
  })

  it('lets one of two callers win who saw the same seats', async () => {
    const seen = take({ '1L': 2, '2L': 0, '2R': 1 })
    const both = await Promise.all([
      put(take({ '1L': 2, '2L': 1, '2R': 0 }), seen),
      put(take({ '1L': 1, '2L': 0, '2R': 2 }), seen),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await standing()).toHaveLength(3)
  })

  it('stands on the paper, and a later change is marked after printing and asked of the pilot', async () => {
    await put(take({ '1L': 2, '2L': 0, '2R': 1 }))
    const printed = await staff.post(path(), { print: 'yes' })
    const sheet = readMainText((await staff.get(printed.location ?? '')).html)
    expect(sheet).toMatch(/2L Ines Duarte .* 2R Hal Duarte .* 1L Mele Leota/)
    expect(sheet).toMatch(/Part Row 1 Row 2 Left side Right side .* Load 160 440 400 200 /)
    expect(await text()).not.toContain('Seat changed after printing')
    await put(take({ '1L': 2, '2L': 1, '2R': 0 }))
    expect(await text()).toMatch(/Ines Duarte .*Seat changed after printing/)
    expect(await text()).toContain('Ines Duarte: seat 2R, was 2L')
    const pilot = await pages.browser({ token: pilotToken })
    const page = readMainText((await pilot.get(`/pilot?flight=${String(flight)}`)).html)
    expect(page).toMatch(/1L Mele Leota 160 lb/)
    expect(page).toContain('Row 2 440 of 725 lb')
  })

  it('keeps a flight on the ground that is over a limit, also with a reason', async () => {
    await query(
      `update passengers set boarding = 'checked_in', boarded_at = now(), flight_id = $1 where order_id = $2`,
      [flight, sold.order.id],
    )
    await query("update flights set status = 'boarding' where id = $1", [flight])
    const heavy = { token, body: { passenger: { weight: 256 } } }
    const correct = `/v1/orders/${String(sold.order.id)}/passengers/${String(idOf(2))}`
    expect((await shop.call('PATCH', correct, heavy)).status).toBe(204)
    expect(await text()).toMatch(/Row 1 of the cabin weighs more than it may/)
    expect((await staff.get(path())).html).not.toContain('Leave all the same')
    const leave = () =>
      shop.call('PATCH', api(), {
        token,
        body: { flight: { status: 'departed', status_reason: 'The pilot says so' } },
      })
    const refused = await leave()
    expect(refused.status).toBe(409)
    expect(JSON.stringify(refused.body)).toMatch(/cannot leave: row 1 of the cabin weighs more than it may/)
    expect(figuresOf(refused.body)).not.toContain(256)
    const clear = { ...(await readSeatsForm('change')), clear: 'yes' }
    expect((await staff.post(path(), clear)).status).toBe(303)
    expect(await standing()).toEqual([])
    expect((await leave()).status).toBe(200)
    const late = await put(take({ '1L': 0 }))
    expect(late).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('has left') as string },
    })
  })

  it('is the desk’s: a pilot reads it and neither gives nor proposes seats', async () => {
    const body = { seating: { seats: [] } }
    const saved = await shop.call('PUT', `${api()}/seating`, { token: pilotToken, body })
    const asked = await shop.call('POST', `${api()}/seating_proposals`, { token: pilotToken, body: {} })
    expect([saved.status, asked.status]).toEqual([403, 403])
    const own = await shop.call('GET', `${api()}/manifest`, { token: pilotToken })
    expect(JSON.stringify(own.body)).toContain('"front_seat_rule":"16 or older."')
  })

  it('has no cabin where the type of the aircraft has no rows', async () => {
    await query('update aircraft_types set cabin_rows = null')
    expect(await text()).not.toContain('Nobody is given a seat')
    const asked = await shop.call('POST', `${api()}/seating_proposals`, { token, body: {} })
    expect(asked.status).toBe(409)
    expect(SeatingProposalReply.safeParse(asked.body).success).toBe(false)
  })
})

describe('the cabin of an aircraft type', () => {
  it('is typed in the catalogue as lines and has the seats that are sold', async () => {
    const admin = await pages.browser({ token: await logIn(shop, 'admin@example.com') })
    const page = '/staff/catalogue/aircraft_types/1'
    const fields = { name: '4-seat', max_passengers: '4', max_weight_lbs: '900', category: 'doors_off' }
    const save = (lines: string) => admin.post(page, { ...fields, cabin_rows: lines })
    const wrong = await save('left, window')
    expect(wrong.status).toBe(422)
    expect(wrong.html).toContain('left, window')
    expect(readMainText(wrong.html)).toContain('Write a row a line, front first')
    const few = await save('left, pilot right\nleft, right')
    expect(readMainText(few.html)).toContain('These are 3 seats; 4 passengers fit')
    const saved = await save('left, pilot right; 240 lb; 60 in\nleft, centre, right')
    expect(saved.status).toBe(303)
    expect((await admin.get(page)).html).toContain('left, pilot right; 240 lb; 60 in')
    expect(
      await shop.count("select cabin_rows->0->>'max_lbs' as count from aircraft_types where id = 1"),
    ).toBe(240)
  })
})
