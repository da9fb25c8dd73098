import { expect, test } from 'vitest'
import { instantOf } from '../time/local-time.ts'
import { findRescheduleFee } from './reschedule-fee.ts'

const NEW_YORK = 'America/New_York'
const LOS_ANGELES = 'America/Los_Angeles'

/**
 * The flight's day and time at its terminal, and the instant, in elapsed time, from which the
 * higher fee applies.
 */
const LINES: [what: string, day: string, time: string, zone: string, line: string][] = [
  ['an ordinary day in New York', '2027-05-14', '16:30', NEW_YORK, '2027-05-12T20:30:00Z'],
  ['an ordinary day in Los Angeles', '2027-05-14', '16:30', LOS_ANGELES, '2027-05-12T23:30:00Z'],
  // March 14, 2027 has 23 hours, so the fee of a flight at 10 rises at 9 in the morning two days
  // before.
  ['a night that is an hour short', '2027-03-15', '10:00', NEW_YORK, '2027-03-13T14:00:00Z'],
  ['that night in Los Angeles', '2027-03-15', '10:00', LOS_ANGELES, '2027-03-13T17:00:00Z'],
  // November 7, 2027 has 25 hours, so the fee rises at 11.
  ['a night that is an hour longer', '2027-11-08', '10:00', NEW_YORK, '2027-11-06T15:00:00Z'],
  ['that longer night in Los Angeles', '2027-11-08', '10:00', LOS_ANGELES, '2027-11-06T18:00:00Z'],
  ['a flight just before midnight', '2027-05-14', '23:45', NEW_YORK, '2027-05-13T03:45:00Z'],
]

test.each(LINES)(
  'the fee rises exactly 48 elapsed hours before departure: %s',
  (_, day, time, zone, line) => {
    const departAt = instantOf(day, time, zone)
    const at = new Date(line)
    const feeAt = (now: Date) => findRescheduleFee('once', { departAt, units: 2, now })
    expect(feeAt(at)).toMatchObject({ cents: 5_000, isLate: false, risesAt: at, laterCents: 7_500 })
    expect(feeAt(new Date(at.getTime() - 1_000))).toMatchObject({ cents: 5_000, risesAt: at })
    expect(feeAt(new Date(at.getTime() + 1_000))).toMatchObject({ cents: 7_500, isLate: true, risesAt: null })
  },
)

test('the fee is charged once, per seat or not at all, as the brand sets it', () => {
  const move = { departAt: new Date('2027-05-14T20:30:00Z'), units: 3, now: new Date('2027-05-01T00:00:00Z') }
  expect(findRescheduleFee('once', move)).toMatchObject({ quantity: 1, cents: 5_000 })
  expect(findRescheduleFee('per_seat', move)).toMatchObject({
    quantity: 3,
    cents: 15_000,
    laterCents: 22_500,
  })
  expect(findRescheduleFee('none', move)).toMatchObject({ quantity: 0, cents: 0, risesAt: null })
})
