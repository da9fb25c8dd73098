import { expect, test } from 'vitest'
import { explainLine } from './price-lines.ts'

test.each([
  ['seat_price:departure', 'This departure has its own price for a seat.'],
  ['flight_price:fare', 'This is the price of a whole aircraft in the fare of this departure.'],
  [
    'seat_price:product:campaign',
    'This is the flight’s usual price for a seat, lowered by the sale that is running.',
  ],
  ['seat_price:staff', 'Our staff set this price for a seat.'],
  ['gift_card:seat', 'A gift card pays for a seat in full, whatever was paid for the card.'],
  ['prize', 'You won this extra, so it is free this time.'],
  ['fee:flat:waived', 'This fee was paid with the gift card.'],
  ['minimum_charge', 'Cards cannot be charged less than 50 cents, so we do not ask for the rest.'],
  ['a rule of long ago', 'This line was priced by a rule that is no longer in use.'],
])('a line priced by the rule %s is explained by “%s”', (rule, sentence) => {
  expect(explainLine({ rule })).toBe(sentence)
})

test('an inherited property name of objects is not a rule', () => {
  expect(explainLine({ rule: 'constructor' })).toBe(
    'This line was priced by a rule that is no longer in use.',
  )
})
