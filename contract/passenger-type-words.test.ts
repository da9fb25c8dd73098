import { expect, it } from 'vitest'
import { asSentence } from './passenger-type-words.ts'

it('ends the rule of a passenger type with one full stop, with and without one of its own', () => {
  expect(asSentence('2 to 11 years, must sit beside an adult.')).toBe(
    '2 to 11 years, must sit beside an adult.',
  )
  expect(asSentence('2 to 11 years')).toBe('2 to 11 years.')
})
