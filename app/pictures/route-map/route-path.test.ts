import { describe, expect, test } from 'vitest'
import { manhattan } from './manhattan.ts'
import { placeStops, routePath } from './route-path.ts'

describe(placeStops, () => {
  test('finds a sight by its name inside of the stop’s name', () => {
    const placed = placeStops(manhattan, [
      { name: 'Lift-off, Kearny' },
      { name: 'past the CENTRAL PARK zoo' },
    ])
    expect(placed).toEqual([
      { number: 1, x: 35.9, y: 450.9 },
      { number: 2, x: 320.8, y: 291.2 },
    ])
  })

  test('keeps the numbers of the list if the map does not know a stop', () => {
    const placed = placeStops(manhattan, [
      { name: 'Kearny' },
      { name: 'Atlantis' },
      { name: 'Brooklyn Bridge' },
    ])
    expect(placed.map((stop) => stop.number)).toEqual([1, 3])
  })
})

describe(routePath, () => {
  test('has one curve for each stop and ends where it began', () => {
    const d = routePath([
      { number: 1, x: 0, y: 0 },
      { number: 2, x: 60, y: 0 },
      { number: 3, x: 60, y: 60 },
    ])
    expect(d.match(/C/g)).toHaveLength(3)
    expect(d.startsWith('M0 0C')).toBe(true)
    expect(d.endsWith(' 0 0')).toBe(true)
  })

  test('draws nothing for a single stop', () => {
    expect(routePath([{ number: 1, x: 5, y: 5 }])).toBe('')
  })
})
