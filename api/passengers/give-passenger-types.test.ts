import { expect, test } from 'vitest'
import { newYorkerFacts, seats } from '#tests/support/sample-facts.ts'
import { givePassengerTypes } from './give-passenger-types.ts'

const CHILD = 1
const passengerTypes = [
  { id: CHILD, name: 'Child', percentOff: 20, maxAge: 11, needsAdult: true },
  { id: 2, name: 'Resident', percentOff: 10, maxAge: null, needsAdult: false },
]
const sold = {
  facts: newYorkerFacts({ passengerTypes }),
  cart: seats(4, { passengerTypes: [{ typeId: CHILD, quantity: 2 }] }),
}
const namesOf = (types: readonly { passengerType: string | null }[]) =>
  types.map(({ passengerType }) => passengerType ?? 'Adult')

test('passengers who name no type are adults first, then the types that were bought', () => {
  const given = givePassengerTypes(sold, [undefined, undefined, undefined])
  expect(given.ok && [namesOf(given.types), namesOf(given.left)]).toEqual([
    ['Adult', 'Adult', 'Child'],
    ['Child'],
  ])
})

test('a named type is taken before those without one', () => {
  const given = givePassengerTypes(sold, [CHILD, undefined, undefined, CHILD])
  expect(given.ok && namesOf(given.types)).toEqual(['Child', 'Adult', 'Adult', 'Child'])
})

test.each([
  ['more children than were bought', [CHILD, CHILD, CHILD], 2],
  ['more adults than were bought', [null, null, null], 2],
  ['a type that was not bought', [null, 2], 1],
])('%s are refused', (_name, requested, index) => {
  expect(givePassengerTypes(sold, requested)).toEqual({ ok: false, index })
})

test('everybody on an order without types is an adult', () => {
  const given = givePassengerTypes({ facts: newYorkerFacts(), cart: seats(2) }, [undefined, null])
  expect(given.ok && namesOf(given.types)).toEqual(['Adult', 'Adult'])
})
