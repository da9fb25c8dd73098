import { describe, expect, it } from 'vitest'
import { type FreedDeparture } from '#contract/freed-departure.ts'
import { describeFreedDeparture } from './freed-departure-words.ts'

const departure = (over: Partial<FreedDeparture> = {}): FreedDeparture => ({
  flight_id: 7,
  flight_code: 'HX7',
  product_name: 'The New Yorker',
  depart_at: '2026-11-26T20:00:00.000Z',
  timezone: 'America/New_York',
  status: 'scheduled',
  seats: 2,
  people: 2,
  checked_in: 0,
  waiting: { parties: 0, seats: 0 },
  offered: 0,
  offers_end_at: '2026-11-26T18:00:00.000Z',
  ...over,
})
const words = (over: Partial<FreedDeparture> = {}) => describeFreedDeparture(departure(over)).join(' ')

describe('the sentences about freed seats', () => {
  it('name the flight, an empty waitlist and the manifest', () => {
    expect(words()).toBe(
      '2 seats become free on The New Yorker HX7, Thu 26 Nov, 3:00 pm EST. ' +
        'Nobody waits for this departure. The load manifest of HX7 changes: 2 passengers fewer. ' +
        'If it is printed already, it must be printed again.',
    )
  })

  it('say who of those who wait is offered the seats, and until when', () => {
    const three = { parties: 3, seats: 7 }
    expect(words({ waiting: three, offered: 1 })).toContain(
      '3 parties wait for this departure (7 seats). 1 of them is mailed an offer at once, ' +
        'and the seats it needs are held until Thu 26 Nov, 1:00 pm.',
    )
    expect(words({ waiting: three, offered: 3 })).toContain('All are mailed an offer at once')
    expect(words({ waiting: { parties: 1, seats: 2 }, offered: 1 })).toContain(
      '1 party waits for this departure (2 seats). It is mailed an offer at once',
    )
  })

  it('say why nobody who waits is offered the seats', () => {
    const waiting = { parties: 1, seats: 4 }
    expect(words({ waiting })).toContain('no whole party fits yet')
    expect(words({ waiting, offers_end_at: null })).toContain('the departure is not sold any more')
    expect(words({ waiting, status: 'landed' })).toContain('It has left: nobody can be offered them.')
    expect(words({ waiting, status: 'called_off' })).toContain('It is cancelled')
  })

  it('ask for a new paper when check-in has begun', () => {
    expect(words({ checked_in: 3 })).toContain(
      'Check-in has begun, 3 are checked in: whoever has the manifest on paper must print it again.',
    )
    expect(words({ status: 'boarding', people: 0 })).toContain(
      'changes: fewer seats. Check-in has begun: whoever has the manifest on paper must print it again.',
    )
  })
})
