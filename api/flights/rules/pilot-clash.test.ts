import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findPilotClash, type PilotFlight, type Place, transferMinutes } from './pilot-clash.ts'

const kearny: Place = { id: 1, latitude: 40.7296, longitude: -74.1086 }
const manhattan: Place = { id: 2, latitude: 40.7012, longitude: -74.009 }
const miami: Place = { id: 3, latitude: 25.9075, longitude: -80.2783 }

const at = (time: string) => new Date(`2026-12-01T${time}:00Z`)
const flight = (from: Place, to: Place, departs: string, ready: string): PilotFlight => ({
  departAt: at(departs),
  readyAt: at(ready),
  from,
  to,
})

describe('pilot clash', () => {
  it('refuses New York at noon and Miami at one to one pilot', () => {
    const noon = flight(kearny, kearny, '17:00', '17:40')
    expect(findPilotClash(noon, flight(miami, miami, '18:00', '18:40'))).toMatchObject({ reason: 'transfer' })
    expect(findPilotClash(flight(miami, miami, '18:00', '18:40'), noon)).toMatchObject({ reason: 'transfer' })
  })

  it('lets a pilot fly the next flight from the same place once the aircraft is turned around', () => {
    const first = flight(kearny, kearny, '17:00', '17:40')
    expect(findPilotClash(first, flight(kearny, kearny, '17:40', '18:20'))).toBeUndefined()
    expect(findPilotClash(first, flight(kearny, kearny, '17:39', '18:20'))).toEqual({ reason: 'overlap' })
  })

  it('counts the transfer across the river from where the first flight ends', () => {
    const minutes = transferMinutes(kearny, manhattan)
    expect(minutes).toBeGreaterThan(20)
    expect(minutes).toBeLessThan(45)
    const across = flight(kearny, manhattan, '17:00', '17:40')
    expect(findPilotClash(across, flight(manhattan, manhattan, '17:45', '18:20'))).toBeUndefined()
    expect(findPilotClash(across, flight(kearny, kearny, '17:45', '18:20'))).toEqual({
      reason: 'transfer',
      minutes,
    })
  })

  it('gives the same answer in either order and always refuses overlapping flights', () => {
    const place = fc.constantFrom(kearny, manhattan, miami)
    const some = fc
      .record({ from: place, to: place, start: fc.nat(1_440), lasts: fc.integer({ min: 1, max: 240 }) })
      .map(({ from, to, start, lasts }) => ({
        from,
        to,
        departAt: new Date(start * 60_000),
        readyAt: new Date((start + lasts) * 60_000),
      }))
    fc.assert(
      fc.property(some, some, (one, other) => {
        const sameStart = one.departAt.getTime() === other.departAt.getTime()
        const clash = findPilotClash(one, other)
        if (!sameStart) expect(findPilotClash(other, one)).toEqual(clash)
        if (one.departAt < other.readyAt && other.departAt < one.readyAt) expect(clash).toBeDefined()
      }),
    )
  })
})
