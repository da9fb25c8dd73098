import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import { type Sold, sellOrder } from '#tests/support/sold-order.ts'
import { readMainText } from '#tests/support/staff-sell.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

const HOUR_MS = 3_600_000

let shop: PayingShop
let pages: ShopPages
let staff: Browser
let sold: Sold
let flight: number
let day: string
beforeAll(async () => {
  shop = await openPayingShop()
  sold = await sellOrder(shop, { seats: 2 })
  const [booked] = sold.order.flights
  flight = booked?.flight_id ?? 0
  day = booked?.local_date ?? ''
  shop.clock.set(new Date(Date.parse(booked?.depart_at ?? '') - HOUR_MS))
  for (const [at, name] of ['Ines Duarte', 'Hal Duarte'].entries()) {
    await query(
      `update passengers set full_name = $2, weight_lbs = 150
       where order_id = $1 and position = (select min(position) + $3 from passengers where order_id = $1)`,
      [sold.order.id, name, at],
    )
  }
  pages = await openShopPages(shop)
  staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
})
afterAll(() => shop.close())

const query = (text: string, values: unknown[] = []) => shop.deps.database.query(text, values)
const path = () => `/staff/flights/${String(flight)}`
const text = async (address: string) => readMainText((await staff.get(address)).html)
const sheet = (version: number) => `${path()}/manifest?version=${String(version)}`
const print = () => staff.post(path(), { print: 'yes' })

describe('the paper of a flight', () => {
  it('is printed by one press, which leads to the sheet of this version', async () => {
    expect(await text(path())).not.toContain('Versions')
    const printed = await print()
    expect(printed.status).toBe(303)
    expect(printed.location).toBe(sheet(1))
    const paper = await text(sheet(1))
    expect(paper).toContain('Version 1')
    expect(paper).toMatch(/Ines Duarte O-\d+ 150 no/)
    expect(paper).toContain('2 passengers , 2 of 4 seats 300')
    expect(paper).not.toContain('▲')
    expect((await staff.get(`${path()}/manifest`)).location).toBe(path())
    expect((await staff.get(sheet(2))).status).toBe(404)
  })

  it('is the same version when it is pressed again', async () => {
    expect((await print()).location).toBe(sheet(1))
  })
})

describe('a manifest that changed after printing', () => {
  beforeAll(async () => {
    await query("update passengers set weight_lbs = 171 where full_name = 'Hal Duarte'")
    await query("update passengers set full_name = 'Ines Duarte-Reyes' where full_name = 'Ines Duarte'")
  })

  it('is said on the flight’s page without a press: who, what stood there and what stands now', async () => {
    const page = await text(path())
    expect(page).toContain('2 changes after printing')
    expect(page).toContain('Hal Duarte: 171 lb, was 150 lb.')
    expect(page).toContain('Ines Duarte-Reyes: the name was “Ines Duarte”.')
    expect(page).toMatch(/The paper is version 1 , printed \d+:\d\d [ap]m \. The pilot has accepted none\./)
    expect(page).toMatch(/Hal Duarte Weight changed after printing/)
  })

  it('is marked in the list of the day, on the board and in the next departures', async () => {
    expect(await text(`/staff/flights?date=${day}`)).toContain('Manifest changed')
    expect(await text(`/staff/board?date=${day}`)).toMatch(/Manifest changed/)
    expect(await text(`/staff/board?date=${day}&by=list`)).toContain('Manifest changed')
    await query(
      `update slots set local_date = (now() at time zone 'America/New_York')::date
       where id = (select slot_id from flights where id = $1)`,
      [flight],
    )
    expect(await text('/staff')).toContain('Manifest changed')
    await query('update slots set local_date = $2 where id = (select slot_id from flights where id = $1)', [
      flight,
      day,
    ])
  })

  it('has the bar and ▲ at what changed on the next paper, which ends the marks', async () => {
    expect((await print()).location).toBe(sheet(2))
    const { html } = await staff.get(sheet(2))
    expect(readMainText(html)).toContain('▲ Weight was 150 lb in version 1')
    expect(readMainText(html)).toContain('Replaces version 1')
    expect(html.match(/<tr class="ch">/g)).toHaveLength(2)
    const page = await text(path())
    expect(page).not.toContain('after printing')
    expect(page).toMatch(/Version 2 , printed by Sam Ortiz \. Ines Duarte-Reyes: the name/)
    expect(await text(`/staff/flights?date=${day}`)).not.toContain('Manifest changed')
  })

  it('names on the next paper who does not fly any more', async () => {
    await query(
      "update passengers set boarding = 'no_show', boarded_at = now() where full_name = 'Hal Duarte'",
    )
    expect(await text(path())).toContain('Hal Duarte does not fly any more, 171 lb.')
    expect((await print()).location).toBe(sheet(3))
    expect(await text(sheet(3))).toContain('Hal Duarte ▲ Does not fly any more; was in version 2')
    await query("update passengers set boarding = null, boarded_at = null where full_name = 'Hal Duarte'")
  })
})

describe('the sheet for others', () => {
  it('is for staff and the pilot of the flight', async () => {
    const pilot = await pages.browser({ token: await logIn(shop, 'pilot@example.com') })
    expect((await pilot.get(sheet(1))).status).toBe(404)
    expect((await pilot.post(path(), { print: 'yes' })).status).toBe(404)
    await query(
      "update flights set pilot_id = (select id from users where email = 'pilot@example.com') where id = $1",
      [flight],
    )
    expect((await pilot.get(sheet(1))).status).toBe(200)
    const buyer = await pages.browser({ token: sold.buyer.token })
    expect((await buyer.get(sheet(1))).status).toBe(404)
  })
})
