import { describe, expect, it } from 'vitest'
import { type DayFlightFacts, delayMinutes, findFlightTasks, findPilotOptions } from './day-tasks.ts'

const kearny = { id: 1, latitude: 40.7296, longitude: -74.1086 }
const at = (time: string) => new Date(`2026-11-21T${time}:00Z`)
const flight = (id: number, time: string, change: Partial<DayFlightFacts> = {}): DayFlightFacts => {
  const departAt = at(time)
  const later = (minutes: number) => new Date(departAt.getTime() + minutes * 60_000)
  return {
    id,
    code: `LR-${String(id)}`,
    status: 'scheduled',
    departAt,
    arriveAt: later(20),
    readyAt: later(35),
    from: kearny,
    to: kearny,
    aircraft: { id, inService: true, turnaroundMins: 15 },
    pilotId: 7,
    seatsTaken: 2,
    weightLbs: 300,
    maxWeightLbs: 900,
    missing: [],
    ...change,
  }
}
const kinds = (day: DayFlightFacts[], now = at('12:00')) =>
  findFlightTasks(day, now).map(({ kind, flight: { id } }) => `${kind} ${String(id)}`)

describe('tasks of a flight', () => {
  it('a complete flight has none', () => {
    expect(kinds([flight(1, '14:00')])).toEqual([])
  })

  it('names what is missing, half an hour before the departure', () => {
    const missing = [{ id: 5, orderId: 6, name: 'Ada' }]
    const inService = { id: 1, inService: false, turnaroundMins: 15 }
    const day = [flight(1, '14:00', { pilotId: null, weightLbs: 901, missing, aircraft: inService })]
    expect(kinds(day)).toEqual(['no_pilot 1', 'no_aircraft 1', 'too_heavy 1', 'weight_missing 1'])
    expect(findFlightTasks(day, at('12:00')).map(({ dueAt }) => dueAt)).toEqual(Array(4).fill(at('13:30')))
  })

  it('a flight that has left, was called off or is empty has none', () => {
    const open = { pilotId: null, weightLbs: 901 }
    expect(
      kinds([
        flight(1, '14:00', { ...open, status: 'departed' }),
        flight(2, '14:00', { ...open, status: 'landed' }),
        flight(3, '14:00', { ...open, status: 'called_off' }),
        flight(4, '14:00', { ...open, seatsTaken: 0 }),
      ]),
    ).toEqual([])
  })

  it('a late flight shortens the turnaround of the next one of its aircraft only', () => {
    const machine = { aircraft: { id: 1, inService: true, turnaroundMins: 15 } }
    const day = [flight(1, '14:00', machine), flight(2, '14:35', machine), flight(3, '14:35')]
    expect(kinds(day, at('14:00'))).toEqual([])
    expect(findFlightTasks(day, at('14:10'))).toMatchObject([
      { kind: 'short_turnaround', turnaround: { flightCode: 'LR-1', minutes: 5, needed: 15 } },
    ])
    const landed = [flight(1, '14:00', { ...machine, status: 'landed' }), flight(2, '14:35', machine)]
    expect(kinds(landed, at('14:34'))).toEqual([])
  })
})

describe('delay by the clock', () => {
  it('counts from the departure until the flight has left, then from its landing', () => {
    expect(delayMinutes(flight(1, '14:00'), at('13:59'))).toBe(0)
    expect(delayMinutes(flight(1, '14:00'), at('14:07'))).toBe(7)
    expect(delayMinutes(flight(1, '14:00', { status: 'departed' }), at('14:20'))).toBe(0)
    expect(delayMinutes(flight(1, '14:00', { status: 'departed' }), at('14:29'))).toBe(9)
    expect(delayMinutes(flight(1, '14:00', { status: 'landed' }), at('15:00'))).toBe(0)
  })
})

describe('pilots for a flight', () => {
  const pilots = [
    { id: 7, name: 'Feld' },
    { id: 8, name: 'Osei' },
    { id: 9, name: 'Wrona' },
  ]

  it('lists free pilots first, the least busy one before the others, and says until when', () => {
    const open = flight(1, '14:00', { pilotId: null })
    const day = [
      open,
      flight(2, '14:10', { pilotId: 7 }),
      flight(3, '16:00', { pilotId: 8 }),
      flight(4, '15:00', { pilotId: 8 }),
      flight(5, '14:00', { pilotId: 9, status: 'called_off' }),
    ]
    expect(findPilotOptions(open, pilots, day)).toEqual([
      { id: 9, name: 'Wrona', free: true, fliesAt: null },
      { id: 8, name: 'Osei', free: true, fliesAt: at('15:00') },
      { id: 7, name: 'Feld', free: false, fliesAt: at('14:10') },
    ])
  })
})
