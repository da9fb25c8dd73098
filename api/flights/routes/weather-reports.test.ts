import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type WeatherReport, WeatherReportsReply } from '#contract/weather-report.ts'
import { findWeatherDay, type WeatherDayKind } from '#sandbox/weather/weather-days.ts'
import { toLocalDate } from '#api/rules/time/local-time.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { logIn } from '#tests/support/shopper.ts'
import { TEST_NOW } from '#tests/support/test-api.ts'

const ZONE = 'America/New_York'
const DAY_MS = 86_400_000
let shop: PayingShop
let token: string
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

/** Noon of the next day of a kind at Kearny, by the clock of the shop from then on. */
async function goTo(kind: WeatherDayKind): Promise<string> {
  let noon = Date.parse(`${TEST_NOW.toString().slice(0, 10)}T16:00:00Z`)
  while (findWeatherDay('KEWR', new Date(noon)) !== kind) noon += DAY_MS
  shop.clock.set(new Date(noon))
  token = await logIn(shop, 'staff@example.com')
  return toLocalDate(new Date(noon), ZONE)
}
async function read(date: string, ids = '1', as = token): Promise<WeatherReport[]> {
  const query = new URLSearchParams({ terminal_ids: ids, date, from: '08:00', until: '20:00' })
  const { status, body } = await shop.call('GET', `/v1/weather_reports?${query.toString()}`, { token: as })
  expect(status).toBe(200)
  return WeatherReportsReply.parse(body).weather_reports
}

describe('the weather of a terminal', () => {
  it('has on a windy day what was observed, what is forecast for its hours, and advice', async () => {
    const [report, ...more] = await read(await goTo('windy'))
    expect(more).toEqual([])
    expect(report).toMatchObject({
      ...{ terminal_id: 1, station: 'KEWR', state: 'answered' },
      observation: { wind_kt: 28, gust_kt: 38, age_mins: 9, temperature_c: 21.7, ceiling_ft: null },
    })
    expect(report?.observation?.raw).toMatch(/^METAR KEWR \d{4}51Z 29028G38KT 10SM FEW250/)
    expect(report?.forecast?.raw).toMatch(/^TAF KEWR \d{6}Z/)
    expect(report?.forecast?.periods.map((one) => [one.wind_kt, one.gust_kt])).toEqual(
      [
        [14, 22],
        [28, 38],
        [30, 41],
        [16, null],
      ].slice(-(report?.forecast?.periods.length ?? 0)),
    )
    expect(report?.advice).toEqual([
      'Now: Wind 28 kt gusting 38',
      'Wind 28 kt gusting 38 until 14:00',
      'Wind 30 kt gusting 41 from 14:00 until 18:00',
    ])
  })

  it('has nothing to say on a calm day, and of clouds and storms what they are', async () => {
    expect((await read(await goTo('calm')))[0]).toMatchObject({ state: 'answered', advice: [] })
    expect((await read(await goTo('low cloud')))[0]?.advice).toEqual([
      'Now: Ceiling 700 ft',
      'Now: Visibility 2 miles',
      'Ceiling 700 ft until 14:00',
      'Visibility 2 miles until 14:00',
    ])
    expect((await read(await goTo('thunderstorm')))[0]?.advice).toEqual([
      'Thunderstorms at times from 14:00 until 18:00',
      'Wind 25 kt gusting 42 at times from 14:00 until 18:00',
      'Visibility 2 miles at times from 14:00 until 18:00',
    ])
  })

  it('is unavailable while the provider does not answer, and nothing breaks', async () => {
    const [report] = await read(await goTo('provider down'))
    expect(report).toMatchObject({ state: 'unavailable', observation: null, forecast: null, advice: [] })
  })

  it('has no observation of another day, and no forecast beyond what there is', async () => {
    const date = await goTo('windy')
    const next = toLocalDate(new Date(shop.clock.now().getTime() + 3 * DAY_MS), ZONE)
    expect(next > date).toBe(true)
    expect((await read(next))[0]).toMatchObject({ state: 'answered', observation: null, forecast: null })
  })

  it('is asked for several terminals at once, without those that have no station', async () => {
    const date = await goTo('calm')
    await shop.deps.database.query('update terminals set weather_station = null where id = 2')
    const found = await read(date, '4,2,1,999')
    expect(found.map(({ terminal_id: id, timezone }) => [id, timezone])).toEqual([
      [1, ZONE],
      [4, 'America/Los_Angeles'],
    ])
  })

  it('is for staff and pilots, and asks for a time that is one', async () => {
    const date = await goTo('calm')
    const good = { terminal_ids: '1', date, from: '08:00', until: '20:00' }
    const ask = (query: Record<string, string>, as?: string) =>
      shop.call(
        'GET',
        `/v1/weather_reports?${new URLSearchParams(query).toString()}`,
        as ? { token: as } : {},
      )
    expect((await ask(good, await logIn(shop, 'pilot@example.com'))).status).toBe(200)
    expect((await ask(good, await logIn(shop, 'customer@example.com'))).status).toBe(403)
    expect((await ask(good)).status).toBe(401)
    for (const wrong of [{ terminal_ids: '1;2' }, { terminal_ids: '' }, { from: 'noon' }, { date: 'today' }])
      expect((await ask({ ...good, ...wrong }, token)).status).toBe(422)
  })

  it('is of a station that an admin enters at the terminal, by its four letters', async () => {
    const admin = await logIn(shop, 'admin@example.com')
    const save = (weather_station: string | null) =>
      shop.call('PATCH', '/v1/terminals/2', { token: admin, body: { terminal: { weather_station } } })
    expect((await save('New York')).status).toBe(422)
    expect((await save('kjrb')).status).toBe(200)
    const [row] = (await shop.deps.database.query('select weather_station from terminals where id = 2')).rows
    expect(row).toEqual({ weather_station: 'KJRB' })
    expect((await save(null)).status).toBe(200)
  })
})
