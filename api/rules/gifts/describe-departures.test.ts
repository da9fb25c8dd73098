import { expect, test } from 'vitest'
import { describeDepartures } from './describe-departures.ts'

const at = (time: string, ...days: number[]) =>
  days.map((dayOfWeek) => ({ dayOfWeek, departureType: 'fixed' as const, time, offsetInMins: null }))
const sunset = (offsetInMins: number, ...days: number[]) =>
  days.map((dayOfWeek) => ({ dayOfWeek, departureType: 'sunset' as const, time: null, offsetInMins }))
const DAILY = [0, 1, 2, 3, 4, 5, 6]

test.each([
  ['Monday to Thursday at 11:00 AM', at('11:00', 1, 2, 3, 4)],
  [
    'Saturday and Sunday at 11:00 AM and 2:30 PM; every day at 9:30 PM',
    [...at('21:30', ...DAILY), ...at('11:00', 0, 6), ...at('14:30', 0, 6)],
  ],
  ['Sunday to Thursday at 8:45 PM', at('20:45', 0, 1, 2, 3, 4)],
  [
    'Friday to Sunday 50 minutes before sunset and at sunset',
    [...sunset(0, 0, 5, 6), ...sunset(-50, 0, 5, 6)],
  ],
  ['Monday, Wednesday and Friday at 12:00 AM', at('00:00', 1, 3, 5)],
  ['Tuesday at 12:05 PM; Thursday 30 minutes after sunset', [...at('12:05', 2), ...sunset(30, 4)]],
  ['', []],
])('departures are named as %j', (text, rules) => {
  expect(describeDepartures(rules)).toBe(text)
})
