import { expect, test } from 'vitest'
import { proposeSpan } from './propose-span.ts'

const OPEN = { date: null, from: null, until: null }

test.each([
  ['in the morning, the afternoon', '09:00', { date: '2026-12-05', from: '12:00', until: '22:00' }],
  ['in the afternoon, what is left of it', '16:28', { date: '2026-12-05', from: '16:28', until: '22:00' }],
  ['late in the evening, tomorrow’s', '22:44', { date: '2026-12-06', from: '12:00', until: '22:00' }],
])('proposes %s', (_, time, span) => {
  expect(proposeSpan(OPEN, { date: '2026-12-05', time })).toEqual(span)
})

test('keeps what the address says', () => {
  const asked = { date: '2026-12-05', from: '23:00', until: '23:30' }
  expect(proposeSpan(asked, { date: '2026-12-05', time: '22:44' })).toEqual(asked)
  expect(proposeSpan({ ...OPEN, date: '2026-12-05' }, { date: '2026-12-05', time: '22:44' })).toEqual({
    date: '2026-12-05',
    from: '12:00',
    until: '22:00',
  })
})
