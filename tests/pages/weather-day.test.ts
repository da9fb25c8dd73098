import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Flight, openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { findWeatherDay, type WeatherDayKind } from '#sandbox/weather/weather-days.ts'
import { type Browser, openShopPages } from '#tests/support/shop-pages.ts'
import { openRebookingToken } from '#api/disruptions/rebooking-offer-token.ts'
import { logIn } from '#tests/support/shopper.ts'
import { readMainText } from '#tests/support/staff-sell.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 180_000, testTimeout: 60_000 })

let shop: PayingShop
let staff: Browser
let flight: Flight
let date: string
beforeAll(async () => {
  shop = await openPayingShop()
  flight = await shop.nextFlight()
  date = flight.departAt.slice(0, 10)
  await sell('ada.lind@example.com', 2, '+12015550143')
  await sell('big.party@example.com', 2, null)
  const pages = await openShopPages(shop)
  staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
})
afterAll(() => shop.close())

async function sell(email: string, seats: number, phone: string | null) {
  const token = await shop.guest(email)
  const order = await shop.order(token, seats, flight)
  await shop.pay(token, order, { stripe_source: 'pm_card_visa' })
  await shop.deps.database.query('update orders set phone = $2 where id = $1', [order.id, phone])
}

const span = (more = '') => `/staff/weather?date=${date}&from=00:00&until=23:59${more}`

/** The fields of the one press. */
function readPress(html: string): Record<string, string> {
  const form = html.split('<form').find((one) => one.includes('name="key"')) ?? ''
  const fields = form.slice(0, form.indexOf('</form>')).matchAll(/name="(\w+)" value="([^"]*)"/g)
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value]))
}

describe('the page of a weather day', () => {
  it('is one link from today, the day and the board, and asks only for the span', async () => {
    for (const path of ['/staff', `/staff/flights?date=${date}`, `/staff/board?date=${date}`]) {
      expect((await staff.get(path)).html).toMatch(/href="\/staff\/weather\?date=\d{4}-\d\d-\d\d"/)
    }
    const { status, html } = await staff.get(`/staff/weather?date=${date}`)
    expect(status).toBe(200)
    expect(html).toContain(`value="${date}"`)
    expect(readMainText(html)).toContain('None so far.')
    expect(html).not.toContain('Call off')
  })

  it('keeps what was typed beside a sentence that says what is wrong', async () => {
    const wrong = await staff.get(`/staff/weather?date=${date}&from=15:00&until=14:00&words=Gusts`)
    expect(readMainText(wrong.html)).toContain('The end is before the beginning.')
    expect(wrong.html).toMatch(/id="wd-until"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*id="wd-until"/)
    expect(wrong.html).toContain('value="Gusts"')
    const odd = await staff.get(`/staff/weather?date=${date}&from=noon&until=14:00`)
    expect(readMainText(odd.html)).toContain('Please type a time like 13:30.')
    const empty = await staff.get(`/staff/weather?date=${date}&from=03:00&until=03:10`)
    expect(readMainText(empty.html)).toContain('No departure that could be called off leaves there')
  })

  it('shows the reports of the terminal’s station as advice, as board and flight do', async () => {
    const today = shop.clock.now().toISOString().slice(0, 10)
    const goTo = async (kind: WeatherDayKind) => {
      const codes = [...'ABCDE'].map((letter) => `KAA${letter}`)
      const code = codes.find((one) => findWeatherDay(one, shop.clock.now()) === kind)
      await shop.deps.database.query('update terminals set weather_station = $1', [code])
      return readMainText((await staff.get(`/staff/weather?terminal=1&date=${today}`)).html)
    }
    const windy = await goTo('windy')
    expect(windy).toMatch(/Weather, Kearny Heliport \(KAA[A-E]\)/)
    expect(windy).toContain('Wind 28 kt gusting 38')
    expect(windy).toMatch(/Observed 9 minutes ago Wind from the west \(280°\), 14 kt gusting 22/)
    expect(windy).toMatch(/Temperature 71 °F \(22 °C\), dew point 54 °F/)
    expect(windy).toMatch(/METAR KAA[A-E] 121351Z 28014G22KT/)
    expect(windy).toMatch(/Forecast .* TAF KAA[A-E]/)
    expect(windy).toContain('Advice only: the pilot and you decide.')
    const down = await goTo('provider down')
    expect(down).toContain('The weather service does not answer now.')
    expect(down).toContain('Call it off')
    await goTo('calm')
    const [row] = (await shop.deps.database.query('select id from flights where seats_sold > 0 limit 1')).rows
    const board = readMainText((await staff.get(`/staff/board?date=${date}`)).html)
    const page = readMainText((await staff.get(`/staff/flights/${String(row?.['id'])}`)).html)
    for (const text of [board, page]) expect(text).toContain('Weather, Kearny Heliport')
    await shop.deps.database.query('update terminals set weather_station = null')
    expect(readMainText((await staff.get(`/staff/board?date=${date}`)).html)).not.toContain('Weather, ')
  })

  it('shows who gets what, and calls all of it off by one press, which twice does once', async () => {
    const seen = await staff.get(span('&why=storm&hold=6'))
    const text = readMainText(seen.html)
    expect(text).toMatch(/Passengers 4 in 2 parties/)
    expect(text).toContain('Move, voucher')
    expect(text).toContain('They read: “Thunderstorms are on their way.”')
    expect(text).toMatch(/2 parties are told once by mail/)
    expect(await shop.count('select count(*) from call_offs')).toBe(0)
    const press = readPress(seen.html)
    const [once, twice] = await Promise.all([
      staff.post('/staff/weather', press),
      staff.post('/staff/weather', press),
    ])
    expect(once.status).toBe(303)
    expect(once.location).toMatch(/^\/staff\/weather\/\d+$/)
    expect(twice.location).toBe(once.location)
    await shop.runDueNow()
    expect(await shop.count("select count(*) from mails where kind = 'called_off'")).toBe(2)
    expect(readMainText((await staff.get(span())).html)).toContain(
      'All departures of this time are called off. See the answers',
    )
    const path = once.location ?? ''
    const answers = readMainText((await staff.get(path)).html)
    expect(answers).toContain('0 of 2 parties have answered.')
    expect(answers).toMatch(/Waiting seats held until/)
    expect((await staff.get(path)).html).toContain('href="tel:+12015550143"')
    expect(readMainText((await staff.get(`${path}?only=answered`)).html)).not.toContain('seats held until')
  })

  it('shows the reports beside the answers until the day is over', async () => {
    const { query } = shop.deps.database
    const [id] = (await query('select id from weather_days')).rows.map((row) => row['id'])
    const read = async () => readMainText((await staff.get(`/staff/weather/${String(id)}`)).html)
    expect(await read()).not.toContain('Weather, ')
    await query("update terminals set weather_station = 'KAAA'")
    expect(await read()).toContain('Weather, Kearny Heliport (KAAA)')
    // The page's day follows the machine's own clock.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(flight.departAt) + 24 * 3_600_000 })
    await expect(read()).resolves.not.toContain('Weather, ')
    vi.useRealTimers()
    await query('update terminals set weather_station = null')
  })

  it('reminds those who wait, and says when nobody could be', async () => {
    const [id] = (await shop.deps.database.query('select id from weather_days')).rows.map((row) => row['id'])
    const path = `/staff/weather/${String(id)}`
    const none = await staff.post(path, { key: 'a' })
    expect(none.location).toBe(`${path}?mailed=0`)
    expect(readMainText((await staff.get(`${path}?mailed=0`)).html)).toContain('Nobody was mailed')
    shop.clock.advance(20)
    expect((await staff.post(path, { key: 'b' })).location).toBe(`${path}?mailed=2`)
    expect((await staff.get('/staff/weather/999999')).status).toBe(404)
  })

  it('marks who has not chosen three hours before their seats are free again, to be called', async () => {
    const [id] = (await shop.deps.database.query('select id from weather_days')).rows.map((row) => row['id'])
    const path = `/staff/weather/${String(id)}`
    // The page's hour follows the machine's own clock.
    vi.useFakeTimers({ toFake: ['Date'], now: shop.clock.now() })
    expect(readMainText((await staff.get(path)).html)).not.toContain('Expires soon')
    await shop.deps.database.query(
      `update claim_alternatives set expires_at = $1
       where claim_id = (select min(id) from reschedule_claims)`,
      [new Date(shop.clock.now().getTime() + 179 * 60_000)],
    )
    expect(readMainText((await staff.get(path)).html)).not.toContain('opened')
    const { rows } = await shop.deps.database.query('select * from reschedule_claims order by id limit 1')
    const sealed = {
      tokenHash: String(rows[0]?.['token_hash']),
      tokenSealed: rows[0]?.['token_sealed'] as Buffer,
    }
    const token = openRebookingToken(shop.deps.settings.secrets.code, sealed)
    const offer = await staff.get(`/reschedule-credits/${token}/claim`)
    expect(readMainText((await staff.get(path)).html)).not.toContain('opened')
    const picture = /src="(\/reschedule-credits\/[^"]*)"/.exec(offer.html)?.[1] ?? ''
    expect((await staff.get(picture)).status).toBe(200)
    const soon = readMainText((await staff.get(`${path}?only=ending`)).html)
    expect(soon).toMatch(/Expires soon 1 Waiting 1/)
    expect(soon).toMatch(/Expires soon, opened seats held until/)
    vi.useRealTimers()
    expect(soon).toContain('+12015550143')
  })
})
