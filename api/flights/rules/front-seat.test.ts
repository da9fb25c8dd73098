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
    expect(findAgeFrom([{ id: 7, ...ages }], 7)).toBe(from)
    expect(findAgeFrom([{ id: 7, ...ages }], null)).toBeNull()
  })

  it('is one where anything is said', () => {
    expect(hasFrontRule(NONE)).toBe(false)
    for (const said of [{ minAge: 16 }, { maxLbs: 230 }, { singleSeats: true }])
      expect(hasFrontRule({ ...NONE, ...said })).toBe(true)
  })
})
