import { expect, test } from 'vitest'
import { sampleFlight } from '#tests/support/sample-order.ts'
import { terminalTime } from './flight-time.ts'

test('an instant in winter is shown in winter time, also for a flight in summer', () => {
  const inMay = sampleFlight()
  expect(terminalTime(inMay, inMay.depart_at)).toBe('4:30 PM EDT')
  expect(terminalTime(inMay, '2027-01-12T16:30:00Z')).toBe('11:30 AM EST')
})
