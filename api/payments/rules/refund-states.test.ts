import { expect, test } from 'vitest'
import { type RefundState, canTransitionRefund, toRefundState } from './refund-states.ts'

test.each([
  ['created', 'succeeded', true],
  ['pending', 'succeeded', true],
  ['succeeded', 'failed', true],
  ['succeeded', 'pending', false],
  ['succeeded', 'succeeded', false],
  ['failed', 'succeeded', false],
] as const satisfies (readonly [RefundState, RefundState, boolean])[])('%s → %s: %s', (from, to, may) => {
  expect(canTransitionRefund(from, to)).toBe(may)
})

test.each([
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
  ['requires_action', 'pending'],
  [null, 'pending'],
])('the provider’s state %s becomes %s', (status, ours) => {
  expect(toRefundState(status)).toBe(ours)
})
