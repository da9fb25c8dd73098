import { describe, expect, test } from 'vitest'
import { permissions } from './permissions.ts'
import { getCallLimits, limitRules, limitSentence, formatWait } from './call-limits.ts'

test('every call except the signed ones of the providers of payments and texts has a limit', () => {
  const unlimited = Object.keys(permissions).filter((call) => getCallLimits(call) === undefined)
  expect(unlimited).toEqual([
    'POST /v1/stripe/webhooks',
    'POST /v1/twilio/messages',
    'POST /v1/twilio/statuses',
  ])
})

test('a call without a limit of its own gets the limit of its method', () => {
  expect(getCallLimits('GET /v1/something-new')).toBe(limitRules.reads)
  expect(getCallLimits('DELETE /v1/something-new')).toBe(limitRules.writes)
  // Somebody who sells at a counter asks each few seconds.
  expect(getCallLimits('POST /v1/sale_days')).toBe(limitRules.quotes)
  expect(getCallLimits('POST /v1/orders/:id/cancellation_previews')).toBe(limitRules.quotes)
})

describe('the limits that guard people and money', () => {
  test.each([
    'POST /v1/user_token',
    'POST /v1/users',
    'POST /v1/password_resets',
    'PUT /v1/password_resets/:token',
    'POST /v1/customers',
    'POST /v1/orders',
    'POST /v1/payments',
  ])('calls of %s are counted across all processes', (call) => {
    expect(getCallLimits(call)?.counted).toBe('everywhere')
    expect(getCallLimits(call)?.limits.some(({ by }) => by === 'address')).toBe(true)
  })
})

/** The smallest number of tries that a rule allows a subject. */
const narrowest = (rule: keyof typeof limitRules, by: string) =>
  Math.min(...limitRules[rule].limits.filter((one) => one.by === by).map(({ tries }) => tries))

test('a family of five behind one address can log in, buy and pay without reaching a limit', () => {
  const each = { login: 3, customers: 3, holds: 6, payments: 5, drafts: 4 } as const
  for (const [rule, times] of Object.entries(each)) {
    expect(narrowest(rule as keyof typeof each, 'address'), rule).toBeGreaterThanOrEqual(5 * times)
  }
})

test('the shop can ask for the version a thousand times a second without reaching a limit', () => {
  const perMinute =
    getCallLimits('GET /v1/version')?.limits.map(({ tries, minutes }) => tries / minutes) ?? []
  expect(Math.min(...perMinute)).toBeGreaterThanOrEqual(60_000)
})

test('one address can try at most sixty cards a day', () => {
  const perDay = limitRules.payments.limits.filter(
    ({ by, minutes, counts }) => by === 'address' && minutes === 24 * 60 && counts === 'failures',
  )
  expect(perDay).toMatchObject([{ tries: 60 }])
})

test('one address can save at most 120 cards a day, and at most forty of them may be refused', () => {
  expect(getCallLimits('POST /v1/users/:id/credit_cards')).toBe(limitRules.cards)
  const perDay = limitRules.cards.limits.filter(({ by, minutes }) => by === 'address' && minutes === 24 * 60)
  expect(perDay.map(({ counts, tries }) => [counts, tries])).toEqual([
    ['failures', 40],
    ['calls', 120],
  ])
  expect(limitRules.cards.counted).toBe('everywhere')
})

test.each([
  [1, 'a minute'],
  [60, 'a minute'],
  [61, 'about 2 minutes'],
  [180, 'about 3 minutes'],
  [5400, 'about 90 minutes'],
  [5401, 'about 2 hours'],
  [86_400, 'about 24 hours'],
])('a wait of %i seconds reads “%s”', (seconds, words) => {
  expect(formatWait(seconds)).toBe(words)
})

test('the message says how long to wait and that nothing is lost', () => {
  expect(limitSentence(170)).toBe(
    'Too many tries. Please wait about 3 minutes and try again; nothing is lost.',
  )
})
