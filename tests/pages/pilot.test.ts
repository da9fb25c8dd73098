import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import { type Sold, sellOrder } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { readMainText } from '#tests/support/staff-sell.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

const MINUTE_MS = 60_000

let shop: PayingShop
let pages: ShopPages
let pilot: Browser
let sold: Sold
let other: Sold
let flight: string
let otherFlight: string
let leavesAt: number
beforeAll(async () => {
  shop = await openPayingShop()
  sold = await sellOrder(shop, { seats: 2 })
  other = await sellOrder(shop)
  const [booked] = sold.order.flights
  flight = String(booked?.flight_id)
  otherFlight = String(other.order.flights[0]?.flight_id)
  leavesAt = Date.parse(booked?.depart_at ?? '')
  shop.clock.set(new Date(leavesAt - 30 * MINUTE_MS))
  for (const [at, name] of ['Ines Duarte', 'Hal Duarte'].entries()) {
    await query(
      `update passengers set full_name = $2, weight_lbs = 150, boarding = 'checked_in', boarded_at = now(),
         flight_id = $4
       where order_id = $1 and position = (select min(position) + $3 from passengers where order_id = $1)`,
      [sold.order.id, name, at, flight],
    )
  }
  await query(
    `insert into waiver_signatures (passenger_id, version, signature, signed_at)
     select id, '1', full_name, now() from passengers where order_id = $1`,
    [sold.order.id],
  )
  const own = "(select id from users where email = 'pilot@example.com')"
  await query(`update flights set pilot_id = ${own}, status = 'boarding' where id = $1`, [flight])
  pages = await openShopPages(shop)
  pilot = await pages.browser({ token: await logIn(shop, 'pilot@example.com') })
})
afterAll(() => shop.close())

const query = (text: string, values: unknown[] = []) => shop.deps.database.query(text, values)
const look = async (who = pilot, address = '/pilot') => readMainText((await who.get(address)).html)
const idOf = async (name: string) =>
  String(await shop.count('select id from passengers where full_name = $1', name))
const weightOf = (name: string) => shop.count('select weight_lbs from passengers where full_name = $1', name)
const press = (fields: Record<string, string>, who = pilot) => who.post('/pilot', { flight, ...fields })
const readSeen = async () => /name="seen" value="(\w+)"/.exec((await pilot.get('/pilot')).html)?.[1] ?? ''
const columns = async () =>
  (await query('select status, off_blocks_at, landed_at from flights where id = $1', [flight])).rows[0]

describe('the pilot’s page', () => {
  it('shows the own flight with time, aircraft, seats, names and weights', async () => {
    const page = await look()
    expect(page).toContain('Piet Larsen')
    expect(page).toMatch(/\d+:\d\d [ap]m in /)
    expect(page).toMatch(/2 of 4 seats/)
    expect(page).toMatch(/Ines Duarte 150 lb here/)
    expect(page).toContain('300 of')
    expect(page).toContain('Your flights, today and tomorrow ( 1 )')
  })

  it('is no page for staff without the role, for customers, or for a flight of somebody else', async () => {
    const staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
    expect((await staff.get('/pilot')).status).toBe(404)
    expect((await staff.post('/pilot', { flight, act: 'accept', seen: 'x' })).status).toBe(404)
    const customer = await pages.browser({ token: sold.buyer.token })
    expect((await customer.get('/pilot')).status).not.toBe(200)
    expect((await pilot.get(`/pilot?flight=${otherFlight}`)).status).toBe(404)
    const colleague = await pages.browser({ token: (await openStaffMember(shop.deps, 'pilot')).token })
    expect(await look(colleague)).toContain('You fly nothing today or tomorrow.')
    expect((await colleague.get(`/pilot?flight=${flight}`)).status).toBe(404)
  })

  it('touches no flight of somebody else, even for an admin who is a pilot as well', async () => {
    const { token, userId } = await openStaffMember(shop.deps, 'admin')
    await query("insert into user_roles (user_id, role_id) select $1, id from roles where name = 'pilot'", [
      userId,
    ])
    const admin = await pages.browser({ token })
    expect(await look(admin)).toContain('You fly nothing today or tomorrow.')
    const passenger = await idOf('Ines Duarte')
    const presses: Record<string, string>[] = [
      { act: 'accept', seen: await readSeen() },
      { act: 'step', status: 'departed', reason: 'Mine now' },
      { act: 'times', off_blocks: '10:00' },
      { act: 'weight', passenger, was_weight: '150', weight: '300' },
    ]
    for (const fields of presses) {
      expect((await press(fields, admin)).status, fields['act']).toBe(404)
    }
    expect(await weightOf('Ines Duarte')).toBe(150)
    expect(await columns()).toMatchObject({ status: 'boarding', off_blocks_at: null })
    expect(readMainText((await admin.get('/staff')).html)).toContain('Pilot’s page')
  })

  it('accepts what the pilot saw, and asks again with what changed since', async () => {
    expect(await look()).toContain('You have not accepted this manifest yet.')
    const seen = await readSeen()
    expect((await press({ act: 'accept', seen })).location).toBe(`/pilot?flight=${flight}&done=accept`)
    expect(await look()).toContain('You accepted version 1 . Nothing has changed since.')
    await query("update passengers set weight_lbs = 171 where full_name = 'Hal Duarte'")
    const page = await look()
    expect(page).toContain('Changed since you accepted version 1 : Hal Duarte: 171 lb, was 150 lb.')
    expect(page).toContain('Accept changes')
    const late = await press({ act: 'accept', seen })
    expect(late.status).toBe(409)
    expect(readMainText(late.html)).toContain('The manifest changed meanwhile.')
    expect(readMainText(late.html)).toContain('Hal Duarte: 171 lb, was 150 lb.')
  })

  it('lets the flight leave only when the changes are accepted', async () => {
    const page = await look()
    expect(page).toContain('The pilot has not accepted what changed after version 1 of the manifest.')
    expect(page).not.toContain('Off blocks')
    const refused = await press({ act: 'step', status: 'departed', reason: 'Now' })
    expect(refused.status).toBe(409)
    expect(await columns()).toMatchObject({ status: 'boarding' })
    expect((await press({ act: 'accept', seen: await readSeen() })).status).toBe(303)
  })

  it('corrects a weight, and shows both values when the desk was faster', async () => {
    const passenger = await idOf('Ines Duarte')
    const fields = { act: 'weight', passenger, was_weight: '150' }
    const wrong = await press({ ...fields, weight: 'much' })
    expect(wrong.status).toBe(422)
    expect(wrong.html).toContain('value="much"')
    expect((await press({ ...fields, weight: '158' })).status).toBe(303)
    expect(await weightOf('Ines Duarte')).toBe(158)
    const late = await press({ ...fields, weight: '163' })
    expect(late.status).toBe(409)
    expect(readMainText(late.html)).toMatch(/158 lb was typed for Ines Duarte meanwhile.*you typed 163 lb/)
    expect(late.html).toContain('value="163"')
    expect(await weightOf('Ines Duarte')).toBe(158)
    const stranger = await shop.count('select id from passengers where order_id = $1', other.order.id)
    const elsewhere = await press({ ...fields, passenger: String(stranger), weight: '163' })
    expect(elsewhere.status).toBe(404)
    expect((await press({ act: 'accept', seen: await readSeen() })).status).toBe(303)
  })

  it('records off blocks and landed, whose times may be typed later', async () => {
    expect(await look()).toContain('Why it leaves early')
    shop.clock.set(new Date(leavesAt + 2 * MINUTE_MS))
    expect((await press({ act: 'step', status: 'departed' })).location).toBe(
      `/pilot?flight=${flight}&done=step`,
    )
    expect(await columns()).toMatchObject({
      status: 'departed',
      off_blocks_at: new Date(leavesAt + 2 * MINUTE_MS),
      landed_at: null,
    })
    shop.clock.set(new Date(leavesAt + 20 * MINUTE_MS))
    expect((await press({ act: 'step', status: 'landed' })).status).toBe(303)
    expect(await columns()).toMatchObject({ landed_at: new Date(leavesAt + 20 * MINUTE_MS) })
    const clock = (at: number) =>
      new Intl.DateTimeFormat('en-GB', {
        timeZone: 'America/New_York',
        hour: '2-digit',
        minute: '2-digit',
      }).format(at)
    const typed = { off_blocks: clock(leavesAt + MINUTE_MS), landed: clock(leavesAt + 18 * MINUTE_MS) }
    expect((await press({ act: 'times', ...typed })).status).toBe(303)
    expect(await columns()).toMatchObject({
      off_blocks_at: new Date(leavesAt + MINUTE_MS),
      landed_at: new Date(leavesAt + 18 * MINUTE_MS),
    })
    const reversed = await press({ act: 'times', landed: clock(leavesAt - MINUTE_MS) })
    expect(reversed.status).toBe(422)
    expect(readMainText(reversed.html)).toContain('It landed before it left')
    expect((await press({ act: 'times', landed: clock(leavesAt + 25 * MINUTE_MS) })).status).toBe(422)
    expect(await columns()).toMatchObject({ landed_at: new Date(leavesAt + 18 * MINUTE_MS) })
  })
})
