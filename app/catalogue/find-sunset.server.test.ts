import { expect, test } from 'vitest'
import { findSunsetToday } from './find-sunset.server.ts'

const newYork = { latitude: 40.7336, longitude: -74.1152, timezone: 'America/New_York' }
const losAngeles = { latitude: 34.2098, longitude: -118.4899, timezone: 'America/Los_Angeles' }

test.each([
  ['2026-11-22T05:30:00Z', newYork, '2026-11-22', '16:33', 'EST'],
  ['2026-11-23T04:30:00Z', newYork, '2026-11-22', '16:33', 'EST'],
  ['2026-06-21T12:00:00Z', newYork, '2026-06-21', '20:31', 'EDT'],
  // Late in the evening in Los Angeles it is already tomorrow in New York.
  ['2026-11-23T07:00:00Z', losAngeles, '2026-11-22', '16:46', 'PST'],
  // The night the clocks go back.
  ['2026-11-01T04:10:00Z', newYork, '2026-11-01', '16:53', 'EST'],
])(
  'at %s the sunset is that of the current day at the place, in its zone',
  (now, place, date, time, zone) => {
    expect(findSunsetToday(new Date(now), place)).toMatchObject({ date, time, zone })
  },
)

test('no sunset is returned for polar days or unknown coordinates', () => {
  const alert = { latitude: 82.5, longitude: -62.3, timezone: 'America/Toronto' }
  expect(findSunsetToday(new Date('2026-06-21T12:00:00Z'), alert)).toBeUndefined()
  expect(findSunsetToday(new Date(), { ...newYork, latitude: 0, longitude: 0 })).toBeUndefined()
})
