import { describe, expect, it } from 'vitest'
import { findQuietEnd, hasNearFlight } from './quiet-hours.ts'

const NEW_YORK = 'America/New_York'
const NIGHT = { from: '21:00', until: '08:00' }
const end = (now: string, quiet = NIGHT, zone = NEW_YORK) =>
  findQuietEnd(new Date(now), zone, quiet)?.toISOString()

describe('quiet hours', () => {
  it('begin on the minute and end on the minute, by the terminal’s clock', () => {
    expect(end('2027-05-13T00:59:59Z')).toBeUndefined()
    expect(end('2027-05-13T01:00:00Z')).toBe('2027-05-13T12:00:00.000Z')
    expect(end('2027-05-13T11:59:59Z')).toBe('2027-05-13T12:00:00.000Z')
    expect(end('2027-05-13T12:00:00Z')).toBeUndefined()
  })

  it('are on in one zone while they are not in another', () => {
    const now = '2027-05-13T02:00:00Z'
    expect(end(now)).toBeDefined()
    expect(end(now, NIGHT, 'America/Los_Angeles')).toBeUndefined()
  })

  it('last ten hours in the night in which clocks go forward, and twelve when they go back', () => {
    // 9 pm on Saturday to 8 am on Sunday: 13 to 14 March and 6 to 7 November 2027.
    expect(end('2027-03-14T02:00:00Z')).toBe('2027-03-14T12:00:00.000Z')
    expect(end('2027-11-07T01:00:00Z')).toBe('2027-11-07T13:00:00.000Z')
  })

  it('that would end in the skipped hour end when it is over', () => {
    expect(end('2027-03-14T06:30:00Z', { from: '21:00', until: '02:30' })).toBe('2027-03-14T07:30:00.000Z')
    expect(end('2027-03-14T07:30:00Z', { from: '21:00', until: '02:30' })).toBeUndefined()
  })

  it('that end in the hour that comes twice end the first time', () => {
    const quiet = { from: '21:00', until: '01:30' }
    expect(end('2027-11-07T05:15:00Z', quiet)).toBe('2027-11-07T05:30:00.000Z')
    // 1:15 am for the second time, an hour later.
    expect(end('2027-11-07T06:15:00Z', quiet)).toBeUndefined()
  })

  it('may lie within one day, and none are on when there are none', () => {
    expect(end('2027-05-12T17:00:00Z', { from: '12:00', until: '14:00' })).toBe('2027-05-12T18:00:00.000Z')
    expect(end('2027-05-12T19:00:00Z', { from: '12:00', until: '14:00' })).toBeUndefined()
    expect(end('2027-05-12T17:00:00Z', { from: '08:00', until: '08:00' })).toBeUndefined()
    expect(findQuietEnd(new Date('2027-05-13T03:00:00Z'), NEW_YORK, undefined)).toBeUndefined()
  })
})

describe('a near flight', () => {
  it('leaves within 24 hours, and has not left yet', () => {
    const now = new Date('2027-05-12T22:00:00Z')
    const near = (at: string) => hasNearFlight([new Date(at)], now)
    expect(near('2027-05-13T22:00:00Z')).toBe(true)
    expect(near('2027-05-13T22:00:01Z')).toBe(false)
    expect(near('2027-05-12T21:59:59Z')).toBe(false)
    expect(hasNearFlight([], now)).toBe(false)
  })
})
