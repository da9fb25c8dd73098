import { expect, test } from 'vitest'
import { type Backups } from '#contract/state-counts.ts'
import { describeBackups } from './describe-backups.ts'

const AT = '2027-05-12T09:35:00.000Z'
const HOUR = 3600
const newest = (hours: number, bytes: number | null = 2_340_000) => ({
  ...{ made_at: AT, bytes },
  age_seconds: hours * HOUR,
})
const trial = (hours: number, problem: string | null = null) => ({
  ...{ tried_at: AT, age_seconds: hours * HOUR, problem },
  state: problem === null ? ('worked' as const) : ('failed' as const),
})

const CASES: [string, Backups, { state: string; wrong?: RegExp; todo?: RegExp }][] = [
  [
    'a night that went well',
    { nightly: true, newest: newest(5), trial: trial(2) },
    { state: 'Can be restored' },
  ],
  [
    'a backup that cannot be restored',
    { nightly: true, newest: newest(5), trial: trial(2, 'This backup is damaged or not whole.') },
    { state: 'Cannot be relied on', wrong: /damaged/, todo: /Today: make one with “npm run backup FILE”/ },
  ],
  [
    'backups that are not written any more',
    { nightly: true, newest: newest(37), trial: trial(2) },
    { state: 'Too old', wrong: /in no backup/, todo: /Look why the nightly backup/ },
  ],
  [
    'trials that stopped',
    { nightly: true, newest: newest(20), trial: trial(37) },
    { state: 'Not tried', wrong: /did not run/, todo: /a process runs the jobs/ },
  ],
  [
    'the first day',
    { nightly: true, newest: null, trial: null },
    { state: 'Not tried yet', todo: /coming night/ },
  ],
  [
    'a shop that tries nothing by itself',
    { nightly: false, newest: newest(5), trial: trial(2) },
    { state: 'Not tried nightly', todo: /BACKUP_DIR/ },
  ],
]

test.each(CASES)('the office has words for %s', (_, backups, { state, wrong, todo }) => {
  const told = describeBackups(backups)
  expect(told.state.text).toBe(state)
  expect(told.wrong ?? '').toMatch(wrong ?? /^$/)
  expect(told.todo ?? '').toMatch(todo ?? /^$/)
})

test('a backup’s age and size are told as people say them', () => {
  const about = (hours: number, bytes: number | null) =>
    describeBackups({ nightly: true, newest: newest(hours, bytes), trial: null }).newest?.about
  expect(about(0.5, 900)).toBe('less than an hour old, 900 bytes')
  expect(about(1, 0)).toBe('an hour old, 0 bytes')
  expect(about(47, 1_000_000)).toBe('47 hours old, 1 MB')
  expect(about(48, 12_345_678_901)).toBe('2 days old, 12.3 GB')
  expect(about(5, null)).toBe('5 hours old')
})
