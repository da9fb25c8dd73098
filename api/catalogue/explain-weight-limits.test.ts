import { expect, test } from 'vitest'
import { type AvailableDeparture } from '#contract/availability.ts'
import { explainWeights } from './explain-weight-limits.ts'

const at = (time: string, status: AvailableDeparture['status']) =>
  ({ depart_at: `2027-05-14T${time}:00Z`, local_time: time, status }) as AvailableDeparture
const noteOf = (departures: AvailableDeparture[], index: number) =>
  explainWeights(departures, { name: '6-seat' })[index]?.note

test('a party too heavy for a departure is told the nearest times that fit, in order', () => {
  const day = [at('09:00', 'open'), at('11:00', 'open'), at('13:00', 'too_heavy'), at('15:15', 'open')]
  expect(noteOf(day, 2)).toBe(
    'Not enough lift left for your party; it fits on the 6-seat aircraft at 11:00 am or 3:15 pm',
  )
  expect(noteOf(day, 0)).toBeUndefined()
})

test('the note proposes another day when no departure of the day fits', () => {
  const day = [at('09:00', 'too_heavy'), at('11:00', 'sold_out')]
  expect(noteOf(day, 0)).toMatch(/another day may fit$/)
})
