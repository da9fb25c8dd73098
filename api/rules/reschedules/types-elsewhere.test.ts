import { describe, expect, test } from 'vitest'
import { findTypesElsewhere } from './types-elsewhere.ts'

const child = { id: 3, name: 'Child', percentOff: 40, maxAge: 11, needsAdult: true }
const resident = { id: 1, name: 'Resident', percentOff: 10, maxAge: null, needsAdult: false }
const person = (id: number, passengerType: string | null) => ({ id, passengerType })

describe('the types of a party with another product', () => {
  test('are those of the same name, whatever their number and case', () => {
    const people = [person(1, null), person(2, ' child'), person(3, 'RESIDENT')]
    const found = findTypesElsewhere(people, [child, resident])
    expect(found).toEqual({
      ok: true,
      percentsOff: new Map([
        [2, 40],
        [3, 10],
      ]),
    })
  })

  test('are refused where the product does not have one, and nobody becomes an adult', () => {
    expect(findTypesElsewhere([person(1, null), person(2, 'Child')], [resident])).toEqual({
      ok: false,
      problem: 'type_missing',
      name: 'Child',
    })
  })

  test('need an adult among those who move, as the other product says', () => {
    const alone = [person(2, 'Child')]
    expect(findTypesElsewhere(alone, [child])).toEqual({ ok: false, problem: 'adult_needed' })
    expect(findTypesElsewhere([...alone, person(3, 'Resident')], [child, resident]).ok).toBe(true)
    expect(findTypesElsewhere(alone, [{ ...child, needsAdult: false }]).ok).toBe(true)
  })
})
