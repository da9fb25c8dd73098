import { getTimes } from 'suncalc'
import { expect, test } from 'vitest'
import { addDays, findSunset, instantOf, toLocalDate, toLocalTime } from './local-time.ts'

const kearny = { latitude: 40.7336, longitude: -74.1152, timezone: 'America/New_York' }
const vanNuys = { latitude: 34.2098, longitude: -118.4899, timezone: 'America/Los_Angeles' }
const svalbard = { latitude: 78.2, longitude: 15.6, timezone: 'Arctic/Longyearbyen' }

// The almanac's sunsets for New York and Los Angeles, at most a minute from those of the terminals.
test.each([
  ['2026-12-21', kearny, '16:32'],
  ['2027-06-21', kearny, '20:31'],
  ['2027-03-20', kearny, '19:09'],
  ['2026-12-21', vanNuys, '16:48'],
  ['2027-06-21', vanNuys, '20:09'],
])('on %s the sun sets when the almanac says, to two minutes', (date, place, almanac) => {
  const sunset = findSunset(date, place)
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  const found = minutes(toLocalTime(sunset ?? new Date(0), place.timezone))
  expect(Math.abs(found - minutes(almanac))).toBeLessThanOrEqual(2)
})

test(
  'every day of two years has one sunset, on that day, on the full minute, close ' +
    'to that of the day before',
  () => {
    for (const place of [kearny, vanNuys]) {
      let before: Date | undefined
      for (let date = '2026-01-01'; date < '2028-01-01'; date = addDays(date, 1)) {
        const sunset = findSunset(date, place)
        if (!sunset) throw new Error(`No sunset on ${date}`)
        expect(toLocalDate(sunset, place.timezone)).toBe(date)
        expect(sunset.getTime() % 60_000).toBe(0)
        const drift = before ? (sunset.getTime() - before.getTime()) / 60_000 - 24 * 60 : 0
        expect(Math.abs(drift)).toBeLessThanOrEqual(2)
        before = sunset
      }
    }
  },
)

test('a sunset is rounded to the nearest minute', () => {
  for (let date = '2027-01-01'; date < '2027-03-01'; date = addDays(date, 1)) {
    const noon = instantOf(date, '12:00', kearny.timezone)
    const exact = getTimes(noon, kearny.latitude, kearny.longitude).sunset?.getTime() ?? 0
    const sunset = findSunset(date, kearny)?.getTime() ?? 0
    expect(Math.abs(sunset - exact)).toBeLessThanOrEqual(30_000)
  }
})

test('a place without a sunset has none', () => {
  expect(findSunset('2027-06-21', svalbard)).toBeUndefined()
})
