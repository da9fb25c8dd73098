import { describe, expect, it } from 'vitest'
import { type UnfitReason } from '#contract/flight-board.ts'
import { describeFree, describeOver, describeReason } from './unfit-words.ts'

describe('why something does not fit', () => {
  const none: UnfitReason = {
    kind: 'busy',
    flight_code: null,
    from: null,
    until: null,
    count: null,
    limit: null,
  }
  const other = { flight_code: 'LR-236', from: '2027-05-26T16:33:00Z', until: '2027-05-26T17:20:00Z' }
  it.each([
    [{ kind: 'out_of_service' }, 'Out of service.'],
    [{ kind: 'other_category' }, 'Another category: doors off was bought.'],
    [{ kind: 'too_few_seats', count: 1 }, '1 seat too few.'],
    [{ kind: 'too_heavy', count: 1028 }, '1,028 lb too heavy.'],
    [{ kind: 'second_seat' }, 'Somebody would need a second seat that was not bought.'],
    [{ kind: 'busy', ...other }, 'Flies LR-236 at 4:33 pm, ready 5:20 pm.'],
    [
      { kind: 'too_far', ...other, count: 85 },
      'Cannot be there in time: LR-236 at 4:33 pm is 85 minutes away.',
    ],
    [{ kind: 'gone' }, 'It boards, has left, or its time is over.'],
    [{ kind: 'on_hold' }, 'It waits for a decision about the weather.'],
    [{ kind: 'other_fare' }, 'Its fare is cheaper than what was bought, or gives less back.'],
    [{ kind: 'not_sunset' }, 'The flight at sunset was bought.'],
    [{ kind: 'dark', from: '2027-05-26T20:41:00Z' }, 'It lands after the last light (8:41 pm).'],
    [{ kind: 'off' }, 'Off on that day.'],
    [{ kind: 'outside_hours' }, 'Outside the hours at which they fly.'],
    [{ kind: 'flight_hours', count: 492, limit: 480 }, 'Would fly 8.2 h; 8 h are allowed.'],
    [{ kind: 'duty_hours', count: 870, limit: 840 }, 'Would be on duty for 14.5 h; 14 h are allowed.'],
    [
      { kind: 'rest', flight_code: 'LR-236', count: 480, limit: 600 },
      'Only 8 h of rest beside LR-236; 10 h are needed.',
    ],
    [{ kind: 'days_in_row', count: 7, limit: 6 }, 'Would fly 7 days in a row; 6 are allowed.'],
    [{ kind: 'pilot_busy', ...other }, 'Its longer turnaround makes the pilot late for LR-236 at 4:33 pm.'],
  ] as [Partial<UnfitReason>, string][])('%j', (over, text) => {
    expect(describeReason({ ...none, ...over }, { zone: 'UTC', category: 'doors_off' })).toBe(text)
  })

  it('an aircraft on which a flight stays too heavy says by how much', () => {
    expect([describeOver(0), describeOver(1040)]).toEqual(['', 'Stays 1,040 lb over its limit.'])
  })

  it('a span that is free says from when and until when', () => {
    const [from, until] = ['2027-05-26T13:10:00Z', '2027-05-26T16:05:00Z']
    expect(describeFree({ free_from: from, free_until: until }, 'UTC')).toBe(
      'Free from 1:10 pm until 4:05 pm.',
    )
    expect(describeFree({ free_from: null, free_until: null }, 'UTC')).toBe('Nothing else on this day.')
  })
})
