import { describe, expect, test } from 'vitest'
import { type DepartureRule } from '../../rules/time/local-time.ts'
import { groupByTime, planTimetable } from './weekly-timetable.ts'

let ids = 0
const rule = (over: Partial<DepartureRule>): DepartureRule => ({
  id: (ids += 1),
  dayOfWeek: 1,
  departureType: 'fixed',
  time: '09:00',
  offsetInMins: null,
  tagList: [],
  publishAt: null,
  publishUntil: null,
  publishStatus: 'published',
  ...over,
})
const sunset = { departureType: 'sunset', time: null } as const
const at = (time: string, ...days: number[]) => ({ time, sunset_offset_mins: null, days })

describe('the plan of a timetable', () => {
  test('begins what is new, ends what is missing and leaves the rest', () => {
    const [monday, tuesday] = [rule({}), rule({ dayOfWeek: 2 })]
    const plan = planTimetable([monday, tuesday], [at('09:00', 1), at('10:30', 6)])
    expect(plan).toEqual({
      created: [{ dayOfWeek: 6, time: '10:30', offsetInMins: null }],
      reopened: [],
      ended: [tuesday],
    })
  })

  test('begins a former time again with its own rule, and prefers the one that is on sale', () => {
    const ended = rule({ publishUntil: new Date('2027-01-01') })
    const season = rule({ publishUntil: new Date('2027-09-01') })
    const draft = rule({ publishStatus: 'draft' })
    expect(planTimetable([ended, draft], [at('09:00', 1)]).reopened).toEqual([ended])
    expect(planTimetable([season, draft], [at('09:00', 1)]).reopened).toEqual([season])
    expect(planTimetable([draft], [at('09:00', 1)]).reopened).toEqual([draft])
  })

  test('leaves alone what ends by itself', () => {
    const season = rule({ publishUntil: new Date('2027-09-01') })
    expect(planTimetable([season], [])).toEqual({ created: [], reopened: [], ended: [] })
  })

  test('tells times by the sunset apart from times of the clock', () => {
    const evening = rule({ ...sunset, offsetInMins: 0 })
    const wanted = [{ time: null, sunset_offset_mins: -60, days: [1] }]
    expect(planTimetable([evening], wanted)).toEqual({
      created: [{ dayOfWeek: 1, time: null, offsetInMins: -60 }],
      reopened: [],
      ended: [evening],
    })
  })
})

test('rules are grouped by their time, the clock first, then the sunset', () => {
  const rules = [
    rule({ ...sunset, offsetInMins: 0 }),
    rule({ ...sunset, offsetInMins: -60 }),
    rule({ time: '21:30' }),
    rule({ dayOfWeek: 6 }),
    rule({ dayOfWeek: 0 }),
  ]
  expect(groupByTime(rules).map(({ time, sunset_offset_mins: mins, days }) => [time ?? mins, days])).toEqual([
    ['09:00', [0, 6]],
    ['21:30', [1]],
    [-60, [1]],
    [0, [1]],
  ])
})
