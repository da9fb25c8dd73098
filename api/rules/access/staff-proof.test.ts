import { describe, expect, test } from 'vitest'
import { permissions } from './permissions.ts'
import { freshCalls, isProofValid, isSeenOutdated, needsFreshProof } from './staff-proof.ts'

const LIMITS = { staffSessionMinutes: 720, staffIdleMinutes: 60, staffProofMinutes: 15 }
const NOW = new Date('2026-06-01T12:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const isValid = (shown: number | null, seen: number | null) =>
  isProofValid(
    {
      secondFactorAt: shown === null ? null : ago(shown),
      staffSeenAt: seen === null ? null : ago(seen),
    },
    LIMITS,
    NOW,
  )

describe('the roles of a session', () => {
  test.each([
    ['a session without a second factor', null, null, false],
    ['a factor shown just now', 0, null, true],
    ['nothing done for an hour since', 60, null, false],
    ['a day at the counter', 700, 59, true],
    ['a desk that nobody used for an hour', 300, 60, false],
    ['twelve hours, however busy', 720, 1, false],
    ['a factor shown again after an idle time', 5, 300, true],
    ['a factor shown by a clock that is some minutes ahead', -4, null, true],
    ['a factor shown before the clock was set back by an hour', -60, null, false],
    ['a desk last used before the clock was set back by an hour', 300, -60, false],
  ])('%s', (_, shown, seen, expected) => {
    expect(isValid(shown, seen)).toBe(expected)
  })

  test('count on by use, which is noted every five minutes at most', () => {
    const noted = (seen: number) =>
      isSeenOutdated({ secondFactorAt: ago(300), staffSeenAt: ago(seen) }, LIMITS, NOW)
    expect([4, 5].map(noted)).toEqual([false, true])
    const narrow = { ...LIMITS, staffIdleMinutes: 4 }
    expect(isSeenOutdated({ secondFactorAt: ago(1), staffSeenAt: null }, narrow, NOW)).toBe(true)
  })
})

describe('an act that an open browser must not do', () => {
  test('waits for a fresh proof', () => {
    expect(needsFreshProof('POST /v1/api_keys', ago(14), LIMITS, NOW)).toBe(false)
    expect(needsFreshProof('POST /v1/api_keys', ago(15), LIMITS, NOW)).toBe(true)
    expect(needsFreshProof('POST /v1/api_keys', ago(-60), LIMITS, NOW)).toBe(true)
    expect(needsFreshProof('GET /v1/api_keys', ago(600), LIMITS, NOW)).toBe(false)
    expect(needsFreshProof('POST /v1/api_keys', undefined, LIMITS, NOW)).toBe(false)
  })

  test('is a call that exists, and one that a role or the second factor itself opens', () => {
    // Without a second factor these are refused by the calls, since there is nothing to change.
    const ofCustomers = ['DELETE /v1/second_factor', 'POST /v1/second_factor/recovery_codes']
    for (const call of freshCalls)
      expect(permissions[call]?.customer, call).toBe(ofCustomers.includes(call) ? 'own' : 'no')
  })
})
