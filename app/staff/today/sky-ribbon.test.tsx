import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { SkyRibbon } from './sky-ribbon.tsx'

const terminal = {
  id: 1,
  name: 'Kearny Heliport',
  timezone: 'America/New_York',
  sunrise: '2026-11-21T11:50:00.000Z',
  sunset: '2026-11-21T21:33:00.000Z',
  last_light: '2026-11-21T22:02:00.000Z',
}

/** The column of each time of the ribbon, which shows six in the morning to eight in the evening. */
function columnsAt(now: string): string[] {
  const html = renderToStaticMarkup(<SkyRibbon flights={[]} terminal={terminal} now={now} />)
  return [...html.matchAll(/<div class="at-(\d+)"><dt>(\w+)/g)].map(
    ([, column = '', name = '']) => `${name} ${column}`,
  )
}

describe('the times below the sky of the day', () => {
  it('stand in the column of their place in the ribbon', () => {
    expect(columnsAt('2026-11-21T18:42:00.000Z')).toEqual(['Sunrise 2', 'Now 12', 'Sunset 16'])
  })

  it('leave room for their words where the place is at an end of the ribbon', () => {
    expect(columnsAt('2026-11-21T09:00:00.000Z')).toContain('Now 1')
    expect(columnsAt('2026-11-22T04:00:00.000Z')).toContain('Now 17')
  })

  it('leave Now out on another day', () => {
    expect(columnsAt('2026-11-22T18:00:00.000Z')).toEqual(['Sunrise 2', 'Sunset 16'])
  })
})
