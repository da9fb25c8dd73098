import { describe, expect, it } from 'vitest'
import { type CheckInParty, type CheckInSearch, CheckInState } from '#contract/check-in.ts'
import { describeProblem, NOT_FOUND, PARTY_STATES } from './scan-words.ts'

const FLIGHT: CheckInParty['flight'] = {
  id: 13,
  flight_code: 'LR-0013',
  product_name: 'Harbour Hop',
  terminal_name: 'Kearny',
  local_date: '2027-05-15',
  local_time: '14:15',
  status: 'scheduled',
}
const partyIn = (state: CheckInState, flight: CheckInParty['flight'] = FLIGHT): CheckInParty => ({
  ...{ order_id: 1042, number: 'O-1042', name: 'Ada Lind', people: 2, checked_in: 0, state, flight },
})
const SEARCH: CheckInSearch = { kind: 'number', date: '2027-05-14', parties: [] }
const problemOf = (state: CheckInState, flight?: CheckInParty['flight']) =>
  describeProblem(partyIn(state, flight), SEARCH, { flight: 12 })

describe('why a party cannot be checked in', () => {
  it.each([
    ['unpaid', 'is not paid yet', '/staff/orders/1042#counter'],
    ['expired', 'was never paid', '/staff/orders/1042'],
    ['cancelled', 'is cancelled', '/staff/orders/1042'],
    ['refunded', 'was refunded', '/staff/orders/1042'],
    ['no_flight', 'has no seats on a flight', '/staff/orders/1042'],
    ['called_off', 'is called off: Harbour Hop Sat 15 May, 2:15 pm, from Kearny', '/staff/orders/1042'],
    ['other_day', 'is for another day: Harbour Hop Sat 15 May, 2:15 pm', '/staff/orders/1042/move'],
    ['other_terminal', 'leaves from another terminal', '/staff/scan?on=13&order=1042'],
    ['other_flight', 'is for another flight', '/staff/scan?flight=12&on=13&order=1042'],
    ['left', 'has left', '/staff/flights/13'],
    ['too_early', 'It is too early for O-1042', '/staff/orders/1042'],
  ] as const)('is said of one that is %s, with where to go', (state, text, href) => {
    const problem = problemOf(state)
    expect(problem?.text).toContain('O-1042')
    expect(problem?.text).toContain(text)
    expect(problem?.href).toBe(href)
    expect(problem?.action).toMatch(/^[A-Z]/)
  })

  it('is a sentence of its own for every state but those that lead to the party', () => {
    const texts = CheckInState.options.flatMap((state) => problemOf(state)?.text ?? [])
    expect(new Set(texts).size).toBe(CheckInState.options.length - 2)
    expect([problemOf('ready'), problemOf('here')]).toEqual([undefined, undefined])
  })

  it('is said without a flight, too', () => {
    expect(problemOf('refunded', null)?.text).toContain('O-1042 was refunded')
  })

  it('is also a word in a list, which no two states share', () => {
    expect(new Set(Object.values(PARTY_STATES).map(({ text }) => text)).size).toBe(
      CheckInState.options.length,
    )
  })
})

it('each way to find nobody has a sentence of its own', () => {
  expect(new Set(Object.values(NOT_FOUND)).size).toBe(4)
})
