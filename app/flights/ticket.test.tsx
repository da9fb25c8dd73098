import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { sampleFlight } from '#tests/support/sample-order.ts'
import { DayClocks } from './ticket.tsx'

const morning = sampleFlight({ flight_id: 1, depart_at: '2026-12-05T15:00:00Z', local_time: '10:00' })
const later = sampleFlight({ flight_id: 2, depart_at: '2026-12-05T17:15:00Z', local_time: '12:15' })
const titles = (flights: Parameters<typeof DayClocks>[0]['flights']) =>
  [...renderToStaticMarkup(<DayClocks flights={flights} />).matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(
    ([, title]) => title,
  )

describe('the schedules of a party', () => {
  it('are one for each time at which some of it leave', () => {
    expect(titles([morning, later])).toEqual([
      'Your morning: 10:00 am, Friday 14 May',
      'Your afternoon: 12:15 pm, Friday 14 May',
    ])
  })

  it('are one for all that leave together', () => {
    expect(titles([morning])).toEqual(['Your morning'])
    expect(titles([morning, { ...morning, flight_id: 3 }])).toEqual(['Your morning'])
  })
})
