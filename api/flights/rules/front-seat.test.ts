import { describe, expect, it } from 'vitest'
import { findAgeFrom, findFrontMistake, hasFrontRule } from './front-seat.ts'

const NONE = { minAge: null, maxLbs: null, singleSeats: false }

describe('the rule of the seat beside the pilot', () => {
  const RULE = { minAge: 16, maxLbs: 230, singleSeats: true }
  it.each([
    [{}, undefined],
    [{ ageFrom: 16 }, undefined],
    [{ ageFrom: 12 }, 'front_too_young'],
    [{ weightLbs: 230 }, undefined],
    [{ weightLbs: 231 }, 'front_too_heavy'],
    [{ twoSeats: true }, 'front_second_seat'],
  ])('says of %o: %s', (facts, mistake) => {
    const one = { weightLbs: 150, twoSeats: false, ageFrom: null, ...facts }
    expect(findFrontMistake(RULE, one)).toBe(mistake)
    expect(findFrontMistake(NONE, one)).toBeUndefined()
  })

  it.each([
    [{ min_age: 2, max_age: 11 }, 2],
    [{ min_age: null, max_age: 11 }, 0],
    [{ min_age: 65, max_age: null }, 65],
    [{ min_age: null, max_age: null }, null],
  ])('knows an age by the passenger type %o', (ages, from) => {
    const types = [{ id: 7, name: 'Child', ...ages }]
    expect(findAgeFrom(types, { passengerTypeId: 7, passengerType: 'Child' })).toBe(from)
    expect(findAgeFrom(types, { passengerTypeId: null, passengerType: null })).toBeNull()
  })

  it('knows the type of who was sold another product by its name, and a renamed one by its number', () => {
    const teen = { id: 7, name: 'Teen', min_age: 12, max_age: 17 }
    const types = [teen, { id: 8, name: 'Child', min_age: 2, max_age: 11 }]
    expect(findAgeFrom(types, { passengerTypeId: 7, passengerType: 'child' })).toBe(2)
    expect(findAgeFrom(types, { passengerTypeId: 7, passengerType: 'Youth' })).toBe(12)
  })

  it('is one where anything is said', () => {
    expect(hasFrontRule(NONE)).toBe(false)
    for (const said of [{ minAge: 16 }, { maxLbs: 230 }, { singleSeats: true }])
      expect(hasFrontRule({ ...NONE, ...said })).toBe(true)
  })
})
