import { describe, expect, it } from 'vitest'
import { describeState, type FlightLoad, sortSteps } from './flight-state.ts'
import { describeWait } from './flight-words.ts'

const load: FlightLoad = {
  status: 'scheduled',
  hasPilot: true,
  taken: 4,
  pounds: 700,
  maxPounds: 900,
  here: 0,
  expected: 4,
}

describe('the state of a flight', () => {
  it.each([
    [{}, '', 'Scheduled'],
    [{ here: 2 }, 'here', 'Check-in 2 of 4'],
    [{ here: 2, pounds: 901 }, 'bad', 'Too heavy'],
    [{ pounds: 900 }, '', 'Scheduled'],
    [{ here: 2, pounds: 901, hasPilot: false }, 'bad', 'No pilot'],
    [{ taken: 0, pounds: 0, hasPilot: false }, 'off', 'Nobody booked'],
    [{ status: 'landed', taken: 0 }, 'ok', 'Landed'],
    [{ status: 'delayed', here: 2 }, 'late', 'Delayed'],
    [{ status: 'departed', hasPilot: false, pounds: 901 }, 'in-air', 'In the air'],
    [{ status: 'landed', here: 4 }, 'ok', 'Landed'],
    [{ status: 'called_off', hasPilot: false }, 'off', 'Called off'],
  ] as const)('of %j is %j with the words %j', (change, tone, text) => {
    expect(describeState({ ...load, ...change })).toEqual({ tone, text })
  })
})

describe('the steps of a flight', () => {
  it.each([
    ['scheduled', ['boarding', 'delayed'], { next: 'boarding', mayBeDelayed: true, back: undefined }],
    ['scheduled', ['delayed'], { next: undefined, mayBeDelayed: true, back: undefined }],
    ['delayed', ['boarding', 'scheduled'], { next: 'boarding', mayBeDelayed: false, back: 'scheduled' }],
    [
      'boarding',
      ['departed', 'delayed', 'scheduled'],
      { next: 'departed', mayBeDelayed: true, back: 'scheduled' },
    ],
    ['departed', ['landed', 'boarding'], { next: 'landed', mayBeDelayed: false, back: 'boarding' }],
    ['landed', ['departed'], { next: undefined, mayBeDelayed: false, back: 'departed' }],
    ['called_off', [], { next: undefined, mayBeDelayed: false, back: undefined }],
  ] as const)('of %s with %j are sorted', (status, steps, sorted) => {
    expect(sortSteps(status, steps)).toEqual(sorted)
  })
})

describe('the wait for a flight', () => {
  it.each([
    ['scheduled', 35, 'in 35 min'],
    ['boarding', 0, 'now'],
    ['scheduled', 200, 'in 3 h 20 min'],
    ['scheduled', 120, 'in 2 h'],
    ['scheduled', 1440, 'in 1 day'],
    ['scheduled', 5000, 'in 3 days'],
    ['delayed', -12, '12 min late'],
    ['scheduled', -10_080, 'should have left 7 days ago'],
    ['departed', -12, ''],
    ['called_off', 35, ''],
  ] as const)('of a %s flight with %i minutes left is %j', (status, minutes, words) => {
    expect(describeWait(status, minutes)).toBe(words)
  })
})
