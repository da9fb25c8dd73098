import { describe, expect, it } from 'vitest'
import { sampleFlight } from '#tests/support/sample-order.ts'
import { getPartOfDay, listDayStops, terminalTime } from './flight-day.ts'

const aFlight = (over: Parameters<typeof sampleFlight>[0] = {}) =>
  sampleFlight({
    depart_at: '2026-12-05T21:28:00Z',
    arrive_at: '2026-12-05T21:53:00Z',
    check_in_at: '2026-12-05T20:43:00Z',
    tags: ['sunset'],
    ...over,
  })

describe("schedule of the flight's day", () => {
  it('names the part of the day', () => {
    expect(['04:59', '05:00', '12:00', '17:00', '21:00'].map(getPartOfDay)).toEqual([
      'night',
      'morning',
      'afternoon',
      'evening',
      'night',
    ])
  })

  it('lists the times in the terminal’s zone, and the briefing only if there is time for one', () => {
    expect(listDayStops(aFlight()).map((stop) => stop.time)).toEqual(['15:43', '16:08', '16:28', '16:53'])
    const late = listDayStops(aFlight({ check_in_at: '2026-12-05T21:13:00Z' }))
    expect(late.map((stop) => stop.title)).toEqual(['Arrive', 'Lift off', 'Back on the ground'])
    expect(terminalTime('2026-12-05T20:43:00Z', aFlight())).toBe('3:43 pm EST')
  })

  it('names the zone at the instant shown, not at departure', () => {
    expect(terminalTime('2026-10-05T20:43:00Z', aFlight())).toBe('4:43 pm EDT')
  })
})
