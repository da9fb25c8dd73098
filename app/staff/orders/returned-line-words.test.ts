import { expect, it } from 'vitest'
import { describeReturnedLine } from './returned-line-words.ts'

it('counts the seats of a refund once, and says how many of a line come back', () => {
  const adults = { label: '2 adults', quantity: 2 }
  expect(describeReturnedLine(adults, { kind: 'seat', quantity: 2 })).toBe('2 adults')
  expect(describeReturnedLine({ ...adults, quantity: 1 }, { kind: 'seat', quantity: 2 })).toBe(
    '1 of 2 adults',
  )
  const aircraft = { label: '1 whole aircraft', quantity: 1 }
  expect(describeReturnedLine(aircraft, { kind: 'flight', quantity: 1 })).toBe('1 whole aircraft')
})

it('counts extras, whose label does not', () => {
  const photos = { label: 'Photo set', quantity: 2 }
  expect(describeReturnedLine(photos, { kind: 'upgrade', quantity: 2 })).toBe('2 × Photo set')
})
