import { describe, expect, it } from 'vitest'
import { describeDue } from './task-words.ts'

describe('the moment of a task', () => {
  const now = '2026-11-26T07:11:00Z'

  it.each([
    ['2026-11-26T08:25:00Z', 'America/New_York', { time: '3:25 am', away: 'in 1 h 14' }],
    ['2026-11-26T06:53:00Z', 'America/New_York', { time: '1:53 am', away: '18 min ago' }],
    ['2026-11-27T06:45:00Z', 'America/Los_Angeles', { time: '10:45 pm', away: 'in 23 h 34' }],
    ['2026-11-27T22:00:00Z', 'America/New_York', { time: 'Fri 27 Nov', away: 'tomorrow' }],
    ['2026-11-29T21:00:00Z', 'America/New_York', { time: 'Sun 29 Nov', away: 'in 3 days' }],
    ['2026-11-21T21:00:00Z', 'America/New_York', { time: 'Sat 21 Nov', away: 'over' }],
  ])('%s in %s', (due, zone, words) => {
    expect(describeDue({ due_at: due }, { zone, now })).toEqual(words)
  })

  it('is any time when nothing runs out', () => {
    expect(describeDue({ due_at: null }, { zone: 'America/New_York', now })).toEqual({
      time: '—',
      away: 'any time',
    })
  })
})
