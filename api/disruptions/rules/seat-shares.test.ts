import { describe, expect, it } from 'vitest'
import { createSeatShares, type SharedDeparture } from './seat-shares.ts'
import { pickNextAlternative, staysWithinHalf } from './share-alternatives.ts'
import { isToldByMail } from './told-by.ts'

const EMPTY = { seats: 6, payloadLbs: 1350 }

/** An empty departure of six seats, which one of the aircraft flies. */
function departure(id: number, aircraft = [1], room: Partial<SharedDeparture['room']> = {}): SharedDeparture {
  return {
    slot: {
      departureId: id,
      localDate: '2027-05-14',
      departAt: new Date('2027-05-14T17:00:00Z'),
      arriveAt: new Date('2027-05-14T17:20:00Z'),
    },
    aircraft: aircraft.map((one) => ({ id: one, turnaroundMins: 15 })),
    room: {
      capacity: 6,
      seatsLeft: 6,
      wholeFlights: aircraft.length,
      aircraft: aircraft.map(() => EMPTY),
      ...room,
    },
  }
}
const seats = (size: number, weightLbs = size * 150) => ({ kind: 'seat' as const, size, weightLbs })

describe('seats that are shared out', () => {
  it('are at most half of what is free, together with those that were kept before', () => {
    const shares = createSeatShares(new Map([['2/2027-05-14', 2]]))
    expect([2, 1, 1].map((size) => shares.take(departure(1), seats(size)))).toEqual([true, true, false])
    expect(shares.take(departure(3), seats(4))).toBe(false)
    const taken = { wholeFlights: 0, aircraft: [{ seats: 4, payloadLbs: 900 }] }
    expect(shares.take(departure(2, [2], taken), seats(2))).toBe(false)
    expect(shares.take(departure(2, [2], taken), seats(1))).toBe(true)
    expect(staysWithinHalf({ free: 6, kept: 0, more: 3 })).toBe(true)
    expect(staysWithinHalf({ free: 5, kept: 0, more: 3 })).toBe(false)
  })

  it('are not those of an aircraft that another departure needs at that time', () => {
    const shares = createSeatShares(new Map())
    expect(shares.take(departure(1), seats(2))).toBe(true)
    expect(shares.take(departure(2), seats(2))).toBe(false)
    expect(shares.take(departure(3, [7]), seats(2))).toBe(true)
  })

  it('are whole aircraft only where nobody sits and half of the aircraft remain', () => {
    const shares = createSeatShares(new Map())
    const whole = { kind: 'flight' as const, size: 4, weightLbs: 700 }
    expect(shares.take(departure(1, [1]), whole)).toBe(false)
    expect(shares.take(departure(2, [2, 3]), whole)).toBe(true)
    expect(shares.take(departure(2, [2, 3]), seats(1))).toBe(false)
  })
})

describe('the next alternative', () => {
  it('is the nearest time of the first day without one', () => {
    const open = [
      { localDate: '2027-05-14', localTime: '09:00' },
      { localDate: '2027-05-14', localTime: '14:00' },
      { localDate: '2027-05-15', localTime: '15:00' },
    ]
    const pick = (heldDays: string[], tried: typeof open = []) =>
      pickNextAlternative(open, {
        localTime: '14:30',
        heldDays: new Set(heldDays),
        tried: new Set(tried),
      })
    expect(pick([])).toBe(open[1])
    expect(pick(['2027-05-14'])).toBe(open[2])
    expect(pick([], open.slice(1, 2))).toBe(open[0])
    expect(pick(['2027-05-14', '2027-05-15'])).toBeUndefined()
  })
})

describe('a party', () => {
  it('is called only when it has nothing to choose and a number', () => {
    const nothing = { alternatives: 0, voucher_amount: null, refund: null, phone: '+12015550143' }
    expect(isToldByMail(nothing)).toBe(false)
    expect(isToldByMail({ ...nothing, phone: null })).toBe(true)
    expect(isToldByMail({ ...nothing, alternatives: 1 })).toBe(true)
    expect(isToldByMail({ ...nothing, voucher_amount: 100 })).toBe(true)
  })
})
