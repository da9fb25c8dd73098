import { expect, test } from 'vitest'
import { maskNumber, toE164 } from './phone-number.ts'

test.each([
  ['(201) 555-0142', '+12015550142'],
  ['201.555.0142', '+12015550142'],
  ['1 201 555 0142', '+12015550142'],
  ['+44 20 7946 0958', '+442079460958'],
  ['011 49 30 123456', '+4930123456'],
])('%s is %s', (typed, number) => {
  expect(toE164(typed)).toBe(number)
})

test.each(['555-0142', '12345', '(201) 555-0142 ext. 5', 'call the desk', '', null, undefined])(
  '%s is no number that gets texts',
  (typed) => {
    expect(toE164(typed)).toBeUndefined()
  },
)

test('a masked number shows its last four digits alone', () => {
  expect(maskNumber('+12015550142')).toBe('•••• 0142')
})
