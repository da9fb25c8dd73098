import { describe, expect, it } from 'vitest'
import { areGuestsLate, findLateFrom } from './late-guests.ts'

const RULE = { departAt: new Date('2027-05-14T18:30:00Z'), checkInMins: 45, lateMins: 30 }
const at = (clock: string) => new Date(`2027-05-14T${clock}Z`)

describe('findLateFrom', () => {
  it('counts back from the time when the flight is expected to leave', () => {
    expect(findLateFrom(RULE)).toEqual(at('18:00:00'))
    expect(findLateFrom({ ...RULE, departAt: at('19:00:00') })).toEqual(at('18:30:00'))
    expect(findLateFrom({ ...RULE, lateMins: 0 })).toEqual(at('18:30:00'))
  })

  it('is check-in time for a product without minutes of its own', () => {
    expect(findLateFrom({ ...RULE, lateMins: null })).toEqual(at('17:45:00'))
  })
})

describe('areGuestsLate', () => {
  it.each(['scheduled', 'delayed', 'boarding'] as const)(
    'begins on the minute for a flight that is %s',
    (status) => {
      expect(areGuestsLate({ ...RULE, status }, at('17:59:59'))).toBe(false)
      expect(areGuestsLate({ ...RULE, status }, at('18:00:00'))).toBe(true)
    },
  )

  it.each(['departed', 'landed', 'called_off'] as const)('ends with a flight that is %s', (status) => {
    expect(areGuestsLate({ ...RULE, status }, at('18:20:00'))).toBe(false)
  })
})
