import { describe, expect, test } from 'vitest'
import {
  addDays,
  type DepartureRule,
  findDepartAt,
  findOccurrence,
  findSunset,
  fliesOn,
  getDepartureTags,
  toLocalDate,
  toLocalTime,
} from './local-time.ts'

const kearny = { latitude: 40.7336, longitude: -74.1152, timezone: 'America/New_York' }
const now = new Date('2027-01-01T12:00:00Z')

/** Every Sunday at 14:30. */
const aRule = (overrides: Partial<DepartureRule> = {}): DepartureRule => ({
  id: 1,
  dayOfWeek: 0,
  departureType: 'fixed',
  time: '14:30',
  offsetInMins: null,
  tagList: [],
  publishStatus: 'published',
  publishAt: null,
  publishUntil: null,
  ...overrides,
})
const aSunsetRule = (offsetInMins: number) => aRule({ departureType: 'sunset', time: null, offsetInMins })

describe('the tags of a departure', () => {
  test.each([
    ['at the sunset', aSunsetRule(0), ['sunset']],
    ['before it', aSunsetRule(-50), []],
    ['at 23:45', aRule({ time: '23:45', tagList: ['night'] }), ['midnight', 'night']],
    ['at 23:44', aRule({ time: '23:44', tagList: ['night'] }), ['night']],
    ['never twice', { ...aSunsetRule(0), tagList: ['sunset'] }, ['sunset']],
  ])('%s', (_name, rule, tags) => {
    expect(getDepartureTags(rule)).toEqual(tags)
  })
})

describe('the days on which a departure flies', () => {
  test('it flies once a week, also when clocks change', () => {
    const days = Array.from({ length: 364 }, (_, index) => addDays('2027-01-03', index))
    const flown = days.filter((date) => fliesOn(aRule(), date, []))
    expect(flown).toHaveLength(52)
    expect(flown).toContain('2027-03-14')
    expect(flown).toContain('2027-11-07')
  })

  test.each([
    ['closed for all', [{ departureId: null, date: '2027-01-10', kind: 'closed' as const }], false],
    ['closed for it', [{ departureId: 1, date: '2027-01-10', kind: 'closed' as const }], false],
    ['closed for another', [{ departureId: 2, date: '2027-01-10', kind: 'closed' as const }], true],
    ['closed on another day', [{ departureId: 1, date: '2027-01-17', kind: 'closed' as const }], true],
  ])('%s', (_name, exceptions, flies) => {
    expect(fliesOn(aRule(), '2027-01-10', exceptions)).toBe(flies)
  })

  test('an extra date applies to its own rule, and a closed date overrides it', () => {
    const extra = { departureId: 1, date: '2027-01-13', kind: 'extra' as const }
    expect(fliesOn(aRule(), '2027-01-13', [extra])).toBe(true)
    expect(fliesOn(aRule({ id: 2 }), '2027-01-13', [extra])).toBe(false)
    expect(fliesOn(aRule(), '2027-01-13', [extra, { ...extra, departureId: null, kind: 'closed' }])).toBe(
      false,
    )
  })

  test('it flies only while it is published, both now and at departure', () => {
    const on = (overrides: Partial<DepartureRule>) =>
      findOccurrence(aRule(overrides), '2027-01-10', kearny, [], now) !== undefined
    const leaves = new Date('2027-01-10T19:30:00Z')
    expect(on({})).toBe(true)
    expect(on({ publishStatus: 'draft' })).toBe(false)
    expect(on({ publishStatus: 'archived' })).toBe(false)
    expect(on({ publishAt: now })).toBe(true)
    expect(on({ publishAt: new Date(now.getTime() + 1) })).toBe(false)
    expect(on({ publishUntil: leaves })).toBe(false)
    expect(on({ publishUntil: new Date(leaves.getTime() + 1) })).toBe(true)
  })
})

describe('the time of a departure', () => {
  test('a fixed time is local time at the terminal, in winter and in summer', () => {
    const leaves = (date: string) => findDepartAt(aRule(), date, kearny)?.toISOString()
    expect(leaves('2027-01-10')).toBe('2027-01-10T19:30:00.000Z')
    expect(leaves('2027-07-11')).toBe('2027-07-11T18:30:00.000Z')
  })

  test('a departure at 02:30 leaves at 03:30 on the day that skips this hour', () => {
    const leaves = findDepartAt(aRule({ time: '02:30' }), '2027-03-14', kearny) ?? now
    expect(toLocalTime(leaves, kearny.timezone)).toBe('03:30')
  })

  test('a sunset departure keeps its offset from the sunset of its date on every day of the year', () => {
    for (let date = '2027-01-01'; date < '2028-01-01'; date = addDays(date, 1)) {
      const sunset = findSunset(date, kearny)?.getTime() ?? 0
      for (const offset of [-50, 0, 20]) {
        const leaves = findDepartAt(aSunsetRule(offset), date, kearny)
        expect(leaves?.getTime()).toBe(sunset + offset * 60_000)
        expect(leaves && toLocalDate(leaves, kearny.timezone)).toBe(date)
      }
    }
  })
})
