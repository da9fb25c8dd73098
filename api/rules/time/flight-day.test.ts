import { expect, test } from 'vitest'
import { findDaylight, type FlightState, photoDay, shownFlightStatus } from './flight-day.ts'
import { findSunset } from './local-time.ts'

const KEARNY = { latitude: 40.7336, longitude: -74.1152, timezone: 'America/New_York' }

test(
  'the daylight of a day is that of the terminal, and its sunset is that of ' + 'the sunset departures',
  () => {
    const light = findDaylight(new Date('2026-12-06T01:00:00Z'), KEARNY)
    expect(light.sunset).toEqual(findSunset('2026-12-05', KEARNY))
    expect(
      [light.dawn, light.sunrise, light.sunset, light.dusk].map((at) => at?.toISOString().slice(0, 16)),
    ).toEqual(['2026-12-05T11:35', '2026-12-05T12:05', '2026-12-05T21:29', '2026-12-05T22:00'])
  },
)

test('near the pole the sun does not rise in December', () => {
  const light = findDaylight(new Date('2026-12-21T12:00:00Z'), {
    latitude: 78.2,
    longitude: 15.6,
    timezone: 'Arctic/Longyearbyen',
  })
  expect([light.sunrise, light.sunset]).toEqual([null, null])
})

test.each<[FlightState, string, FlightState]>([
  ['scheduled', '2026-12-05T20:00:00Z', 'scheduled'],
  ['boarding', '2026-12-05T20:59:00Z', 'boarding'],
  ['scheduled', '2026-12-05T21:00:00Z', 'departed'],
  ['boarding', '2026-12-05T21:10:00Z', 'departed'],
  ['scheduled', '2026-12-05T21:25:00Z', 'landed'],
  ['departed', '2026-12-05T21:25:00Z', 'landed'],
  ['delayed', '2026-12-05T22:00:00Z', 'delayed'],
  ['called_off', '2026-12-05T22:00:00Z', 'called_off'],
  ['landed', '2026-12-05T21:20:00Z', 'landed'],
])('%s at %s is shown as %s', (status, now, shown) => {
  const flight = {
    status,
    departAt: new Date('2026-12-05T21:00:00Z'),
    arriveAt: new Date('2026-12-05T21:25:00Z'),
  }
  expect(shownFlightStatus(flight, new Date(now))).toBe(shown)
})

test('photos are filed by the date in New York, wherever the flight left from', () => {
  // 23:45 in Los Angeles is the next morning in New York.
  expect(photoDay(new Date('2026-12-06T07:45:00Z'))).toBe('2026-12-06')
  expect(photoDay(new Date('2026-12-06T04:45:00Z'))).toBe('2026-12-05')
})
