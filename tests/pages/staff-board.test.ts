import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import { sellOrder } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { readMainText } from '#tests/support/staff-sell.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let pages: ShopPages
let staff: Browser
let colleague: Browser
let flight: number
let date: string
let code: string
let first: number
let other: number
let ida: number
beforeAll(async () => {
  shop = await openPayingShop()
  const { order } = await sellOrder(shop, { seats: 3 })
  const [booked] = order.flights
  flight = booked?.flight_id ?? 0
  date = booked?.local_date ?? ''
  shop.clock.set(new Date(Date.parse(booked?.depart_at ?? '') - 20 * 60_000))
  const ann = await openStaffMember(shop.deps)
  await name(ann.userId, 'Ann', 'Reed')
  ida = (await openStaffMember(shop.deps, 'pilot')).userId
  await name(ida, 'Ida', 'Lund')
  const { rows } = await query('select flight_code from flights where id = $1', [flight])
  code = String(rows[0]?.['flight_code'])
  first = await aircraftId('N401LR')
  other = await aircraftId('N404LR')
  pages = await openShopPages(shop)
  staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
  colleague = await pages.browser({ token: ann.token })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await query('update flights set pilot_id = null, aircraft_id = $2 where id = $1', [flight, first])
})

const query = (text: string, values: unknown[] = []) => shop.deps.database.query(text, values)
const name = (id: number, given: string, family: string) =>
  query('update users set first_name = $2, last_name = $3 where id = $1', [id, given, family])
const aircraftId = (registration: string) =>
  shop.count('select id from aircraft where registration = $1', registration)
const aircraftOf = () => shop.count('select aircraft_id from flights where id = $1', flight)
const pilotOf = () => shop.count('select coalesce(pilot_id, 0) from flights where id = $1', flight)
const panel = () => `/staff/board?date=${date}&flight=${String(flight)}`
const toAircraft = (to: number, was = first) => ({
  intent: 'aircraft',
  flight: String(flight),
  was: String(was),
  to: String(to),
})
const textOf = async (path: string) => readMainText((await staff.get(path)).html)

describe('the board', () => {
  it('is a table of aircraft by time, where every row is as wide as the head', async () => {
    const { html } = await staff.get(`/staff/board?date=${date}`)
    const table = /<table class="day-board".*?<\/table>/s.exec(html)?.[0] ?? ''
    const width = (tag: string) => Number(/colspan="(\d+)"/i.exec(tag)?.[1] ?? 1)
    const [head = '', ...rows] = table.split('<tr').slice(1)
    const sum = (row: string, cell: RegExp) =>
      [...row.matchAll(cell)].reduce((all, [tag]) => all + width(tag), 0)
    const columns = sum(head, /<th[^>]*>/g)
    expect(columns % 12).toBe(0)
    expect(rows.length).toBeGreaterThan(1)
    for (const row of rows) expect(sum(row, /<td[^>]*>/g)).toBe(columns)
    expect(html).not.toContain('style=')
    expect(readMainText(html)).toMatch(
      /1 flight on 1 aircraft, 3 of 4 seats\. 0 landed, 0 in the air, 1 to go\./,
    )
    expect(readMainText(table)).toBe('')
    expect(readMainText(html)).toContain('No pilot')
  })

  it('turns to pilots and to a list, and filters by terminal', async () => {
    const pilots = await textOf(`/staff/board?date=${date}&by=pilot`)
    expect(pilots).toContain('Without pilot')
    const list = await textOf(`/staff/board?date=${date}&by=list`)
    expect(list).toContain('To go (1)')
    expect(list).toContain(`${code} · N401LR, no pilot`)
    expect(await textOf(`/staff/board?date=${date}&terminal=4`)).toContain('Nobody is booked on this day.')
  })

  it('has a grey row for a pilot who is off, and grey cells outside the hours of another', async () => {
    const board = `/staff/board?date=${date}&by=pilot`
    const rowOf = async (pilot: string) => {
      const rows = (await staff.get(board)).html.split('<tr').filter((row) => row.includes(`<b>${pilot}</b>`))
      return rows.map((row) => (row.match(/class="oos"/g) ?? []).length)
    }
    expect(await rowOf('Ida Lund')).toEqual([0])
    await query(
      `insert into pilot_hours (user_id, day_of_week, from_time, until_time)
       values ($1, extract(dow from $2::date), '00:00', '00:30')`,
      [ida, date],
    )
    expect(await rowOf('Ida Lund')).toEqual([1])
    await query('delete from pilot_hours where user_id = $1', [ida])
    await query(
      `insert into pilot_absences (user_id, from_date, until_date, kind, by_pilot, created_at)
       values ($1, $2, $2, 'off', false, now())`,
      [ida, date],
    )
    expect(await rowOf('Ida Lund')).toEqual([1])
    expect(await textOf(board)).toContain('Ida Lund No flight Off')
    await query('delete from pilot_absences where user_id = $1', [ida])
  })

  it('says that nobody is booked, and leads to the day after', async () => {
    const { html, status } = await staff.get('/staff/board?date=2020-01-01')
    expect(status).toBe(200)
    expect(readMainText(html)).toContain('Nobody is booked on this day.')
    expect(html).toContain('/staff/board?date=2020-01-02')
    expect((await staff.get('/staff/board?date=soon&by=sky&flight=x&undo=y')).status).toBe(200)
  })

  it('lists what lacks an aircraft that flies, and shows the aircraft as out of service', async () => {
    await query('update aircraft set in_service = false where id = $1', [first])
    const text = await textOf(`/staff/board?date=${date}`)
    expect(text).toContain('Not assigned')
    expect(text).toContain('Out of service')
    expect(text).toContain('Without aircraft or pilot (1)')
    await query('update aircraft set in_service = true where id = $1', [first])
  })

  it('does not exist for pilots', async () => {
    const pilot = await pages.browser({ token: await logIn(shop, 'pilot@example.com') })
    expect((await pilot.get('/staff/board')).status).toBe(404)
  })
})

describe('the panel of a flight', () => {
  it('lists every other aircraft with why it fits or not', async () => {
    const { html } = await staff.get(panel())
    const text = readMainText(html)
    expect(text).toMatch(/N404LR, 4 seats Nothing else on this day\. 3 of 4 seats, [\d,]+ of 900 lb\./)
    expect(text).toContain('N602LR, 6 seats Another category: doors off was bought.')
    const inputOf = (id: number) =>
      new RegExp(`<input[^>]*id="aircraft-to-${String(id)}"[^>]*>`).exec(html)?.[0] ?? ''
    expect(inputOf(other)).not.toContain('disabled')
    expect(inputOf(await aircraftId('N602LR'))).toContain('disabled')
  })

  it('moves the flight to another aircraft, and takes it back', async () => {
    const moved = await staff.post(panel(), toAircraft(other))
    expect(moved.status).toBe(303)
    expect(moved.location).toBe(`${panel()}&undo=aircraft.${String(first)}`)
    expect(await aircraftOf()).toBe(other)
    const shown = await staff.get(moved.location ?? '')
    expect(readMainText(shown.html)).toContain(`${code} flies with N404LR now.`)
    const back = await staff.post(panel(), { ...toAircraft(first, other), undo: 'yes' })
    expect(back.location).toBe(panel())
    expect(await aircraftOf()).toBe(first)
  })

  it('refuses an aircraft that does not fit, and says why at the choice', async () => {
    const refused = await staff.post(panel(), toAircraft(await aircraftId('N602LR')))
    expect(refused.status).toBe(422)
    expect(readMainText(refused.html)).toContain('It is of another category than what was bought')
    expect(await aircraftOf()).toBe(first)
    const empty = await staff.post(panel(), {
      intent: 'aircraft',
      flight: String(flight),
      was: String(first),
    })
    expect(empty.status).toBe(422)
    expect(readMainText(empty.html)).toContain('Please choose an aircraft.')
  })

  it('shows both aircraft when a colleague was faster, and sets the own one on the next press', async () => {
    const fast = await colleague.post(panel(), toAircraft(other))
    expect(fast.status).toBe(303)
    const { rows } = await query(
      `insert into aircraft (registration, aircraft_type_id, terminal_id)
       select 'N409LR', aircraft_type_id, terminal_id from aircraft where id = $1 returning id`,
      [first],
    )
    const third = Number(rows[0]?.['id'])
    const late = await staff.post(panel(), toAircraft(third))
    expect(late.status).toBe(409)
    expect(readMainText(late.html)).toContain('N404LR was set meanwhile by Ann Reed; you chose N409LR.')
    expect(await aircraftOf()).toBe(other)
    expect(late.html).toMatch(new RegExp(`name="was" value="${String(other)}"`))
    expect((await staff.post(panel(), toAircraft(third, other))).status).toBe(303)
    expect(await aircraftOf()).toBe(third)
  })

  it('sets a pilot and takes them off again', async () => {
    const form = { intent: 'pilot', flight: String(flight), was: '', to: String(ida) }
    const set = await staff.post(panel(), form)
    expect(set.location).toBe(`${panel()}&undo=pilot.0`)
    expect(await pilotOf()).toBe(ida)
    expect(await textOf(set.location ?? '')).toContain(`Ida Lund flies ${code} now.`)
    const back = { ...form, was: String(ida), to: 'nobody', undo: 'yes' }
    expect((await staff.post(panel(), back)).status).toBe(303)
    expect(await pilotOf()).toBe(0)
  })

  it('offers nothing once the flight has landed', async () => {
    await query("update flights set status = 'landed' where id = $1", [flight])
    const text = await textOf(panel())
    expect(text).toContain('It has left or was called off; aircraft and pilot stay.')
    expect((await staff.post(panel(), toAircraft(other))).status).toBe(409)
    await query("update flights set status = 'scheduled' where id = $1", [flight])
  })
})
