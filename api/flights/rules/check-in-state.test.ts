import { describe, expect, it } from 'vitest'
import { type CheckInFacts, type CheckInPlace, findCheckInState } from './check-in-state.ts'

const NOW = new Date('2027-05-14T17:00:00Z')
const inHours = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)

const FLIGHT = {
  ...{ id: 12, terminalId: 1, localDate: '2027-05-14', status: 'scheduled' as const },
  departAt: inHours(2),
}
const facts = (more: Partial<CheckInFacts> = {}): CheckInFacts => ({
  ...{ status: 'completed', flight: FLIGHT, people: 2, checkedIn: 1 },
  ...more,
})
const place = (more: Partial<CheckInPlace> = {}): CheckInPlace => ({
  ...{ flight: { id: 12, terminalId: 1 }, localDate: '2027-05-14', now: NOW },
  ...more,
})
const onFlight = (more: Partial<typeof FLIGHT>) => facts({ flight: { ...FLIGHT, ...more } })

describe('findCheckInState', () => {
  it('lets a party check in on its flight, and on a day’s flights together', () => {
    expect(findCheckInState(facts(), place())).toBe('ready')
    expect(findCheckInState(facts(), place({ flight: undefined }))).toBe('ready')
    expect(findCheckInState(facts({ status: 'partially_refunded' }), place())).toBe('ready')
    expect(findCheckInState(facts({ status: 'partially_paid' }), place())).toBe('ready')
    expect(findCheckInState(facts({ people: 0, checkedIn: 0 }), place())).toBe('ready')
  })

  it.each([
    ['awaiting_payment', 'unpaid'],
    ['expired', 'expired'],
    ['cancelled', 'cancelled'],
    ['refunded', 'refunded'],
  ] as const)('says of an order that is %s that it is %s, even without seats', (status, state) => {
    expect(findCheckInState(facts({ status, flight: undefined }), place())).toBe(state)
  })

  it.each([
    ['without a flight', facts({ flight: undefined }), 'no_flight'],
    ['of another day', onFlight({ localDate: '2027-06-01' }), 'other_day'],
    ['of another terminal', onFlight({ id: 13, terminalId: 2 }), 'other_terminal'],
    ['of another flight there', onFlight({ id: 13 }), 'other_flight'],
    ['with everybody here', facts({ checkedIn: 2 }), 'here'],
  ])('says of a ticket %s why it is not for here', (_, ticket, state) => {
    expect(findCheckInState(ticket, place())).toBe(state)
  })

  it('says of a cancelled departure that it does not leave, whichever day it was', () => {
    const flight = { ...FLIGHT, status: 'called_off' as const, localDate: '2027-06-01' }
    expect(findCheckInState(facts({ flight }), place())).toBe('called_off')
  })

  it.each(['departed', 'landed'] as const)('says of a flight that has %s that it left', (status) => {
    expect(findCheckInState(facts({ flight: { ...FLIGHT, status } }), place())).toBe('left')
  })

  it('begins six hours before the flight', () => {
    expect(findCheckInState(onFlight({ departAt: inHours(6) }), place())).toBe('ready')
    expect(findCheckInState(onFlight({ departAt: inHours(6.01) }), place())).toBe('too_early')
  })
})
