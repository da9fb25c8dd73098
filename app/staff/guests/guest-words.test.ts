import { describe, expect, it } from 'vitest'
import { countDone, guestHref, guestName, listMissing } from './guest-words.ts'

const guest = (full_name: string, weight_given: boolean, signed: boolean) => ({
  full_name,
  weight_given,
  waiver_signed_at: signed ? '2027-05-13T12:00:00.000Z' : null,
})

describe('what guests have given', () => {
  it('lists what is missing of each', () => {
    expect(listMissing(guest('', false, false))).toEqual(['name', 'weight', 'waiver'])
    expect(listMissing(guest('Hanna', true, false))).toEqual(['waiver'])
    expect(listMissing(guest('Hanna', true, true))).toEqual([])
  })

  it('counts who is done', () => {
    const done = guest('Hanna', true, true)
    expect(countDone([done, done, guest('', true, true)])).toBe('2 of 3 guests done')
    expect(countDone([done])).toBe('1 of 1 guest done')
  })

  it('numbers guests without a name', () => {
    expect(guestName({ full_name: '' }, 2)).toBe('Guest 2')
    expect(guestName({ full_name: 'Hanna Nowak' }, 2)).toBe('Hanna Nowak')
  })

  it('leads back to the flight where its page was opened from', () => {
    expect(guestHref(7, 12)).toBe('/staff/orders/7/guests/12')
    expect(guestHref(7, 12, 3)).toBe('/staff/orders/7/guests/12?flight=3')
  })
})
