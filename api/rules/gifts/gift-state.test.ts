import { expect, test } from 'vitest'
import { type GiftFacts, giftObstacle, giftState } from './gift-state.ts'

const at = new Date('2027-05-12T14:00:00Z')
const nothing: GiftFacts = { way: 'mail', mailedAt: null, openedAt: null, hiddenAt: null, takenBackAt: null }
const sent = { ...nothing, mailedAt: at }
const opened = { ...sent, openedAt: at }

test.each([
  ['waits for its day', nothing, undefined, 'scheduled', undefined],
  ['was mailed', sent, undefined, 'sent', undefined],
  ['was opened', opened, undefined, 'opened', 'gift_opened'],
  ['paid a flight', opened, 'booked', 'booked', 'gift_opened'],
  ['was flown', opened, 'flown', 'flown', 'gift_opened'],
  ['is hidden by its recipient', { ...opened, hiddenAt: at }, 'flown', 'private', 'gift_opened'],
  ['was printed', { ...nothing, way: 'print' }, undefined, 'printed', undefined],
  ['was printed and paid a flight', { ...nothing, way: 'print' }, 'booked', 'booked', undefined],
  ['was taken back', { ...sent, takenBackAt: at }, undefined, 'taken_back', 'gift_taken_back'],
] as const)('a gift that %s has its state and its obstacle', (_name, gift, progress, state, obstacle) => {
  expect(giftState(gift, progress)).toBe(state)
  expect(giftObstacle(gift, false)).toBe(obstacle)
})

test('a gift that was used unopened cannot be taken back', () => {
  expect(giftObstacle(sent, true)).toBe('gift_used')
})
