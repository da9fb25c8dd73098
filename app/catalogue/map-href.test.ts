import { expect, test } from 'vitest'
import { mapHref } from './map-href.ts'

test('the map link leads to the terminal', () => {
  const terminal = { terminal_latitude: 40.76, terminal_longitude: -74.15, terminal_address: '1 River Road' }
  expect(mapHref(terminal)).toBe('https://www.openstreetmap.org/?mlat=40.76&mlon=-74.15#map=16/40.76/-74.15')
})
