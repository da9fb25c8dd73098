import { describe, expect, it } from 'vitest'
import { matchFlights, readFlightSlot, readRegistrations } from './match-flight.ts'

const FLIGHT = {
  flightCode: 'LR-0221',
  productName: 'The Harbour Hop',
  registration: 'N215LR',
  localTime: '14:15',
}

describe('matchFlights', () => {
  it.each([
    'LR-0221',
    'lr0221',
    '221',
    '0221',
    'harbour',
    'hop harb',
    'harbour today 2:15 pm',
    'the harbour at 2:15',
    '14:15',
    '2:15pm',
    'n215lr',
    'n215-lr 14:15',
  ])('finds the flight by “%s”', (text) => {
    expect(matchFlights(text)?.(FLIGHT)).toBe(true)
  })

  it.each(['LR-0222', '22', '2212', 'harbor', '2:15 am', '14:16', 'harbour 3 pm', 'arbour', '214'])(
    'does not find the flight by “%s”',
    (text) => {
      expect(matchFlights(text)?.(FLIGHT) ?? false).toBe(false)
    },
  )

  it.each([
    ['12 am', '00:00', true],
    ['12:30', '12:30', true],
    ['12:30', '00:30', true],
    ['0:30', '12:30', false],
    ['12 pm', '12:00', true],
  ])('reads “%s” against a departure at %s as %s', (text, localTime, fits) => {
    expect(matchFlights(text)?.({ ...FLIGHT, localTime })).toBe(fits)
  })

  it('takes neither fillers nor an empty text for a flight', () => {
    for (const text of ['', 'today', 'at the', '  ']) expect(matchFlights(text)).toBeUndefined()
  })
})

describe('readRegistrations', () => {
  const names = ['The Harbour Hop', '12-Minute Private Flight']

  it.each([
    ['okaf', ['okaf']],
    ['n215-lr 14:15', ['n215lr']],
    ['harbour n215lr', ['n215lr']],
    ['2345-6789-ACDE-FGHJ', ['23456789acdefghj']],
    ['harb today 2:15 pm', []],
    ['12-min', []],
    ['LR-0221B', []],
    ['0221', []],
    ['14:15', []],
  ])('takes from “%s” the words %j, which neither a product nor a number begins', (text, words) => {
    expect(readRegistrations(text, names)).toEqual(words)
  })
})

describe('readFlightSlot', () => {
  it('reads the slot of a number with or without dash and letter', () => {
    expect(['LR-0042', 'lr42', 'LR-0042B'].map(readFlightSlot)).toEqual([42, 42, 42])
  })

  it('reads nothing from other texts', () => {
    expect(['42', 'LR-0', 'O-42', 'LR-42-1', 'LR-9999999999'].map(readFlightSlot)).toEqual(
      Array(5).fill(undefined),
    )
  })
})
