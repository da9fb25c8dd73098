import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AttemptState,
  canTransitionAttempt,
  getAttemptIdempotencyKey,
  isAttemptOpen,
  judgePayment,
  type ProviderPaymentFacts,
} from '../orders/order-states.ts'

const states: AttemptState[] = ['created', 'open', 'succeeded', 'failed', 'canceled']
const expected = { orderId: 1042, attemptNo: 2, amountCents: 48_090, currency: 'usd' }
const seen = (over: Partial<ProviderPaymentFacts> = {}): ProviderPaymentFacts => ({
  status: 'paid',
  amountCents: 48_090,
  currency: 'usd',
  metadata: { order_id: '1042', attempt: '2', brand_id: '1' },
  ...over,
})

describe('attempt states', () => {
  test('no sequence of changes leaves succeeded, reopens a closed attempt or repeats a state', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...states), { maxLength: 12 }), (wishes) => {
        let state: AttemptState = 'created'
        const seenStates = new Set<AttemptState>([state])
        for (const input of wishes) {
          if (!canTransitionAttempt(state, input)) continue
          expect(seenStates.has(input)).toBe(false)
          if (!isAttemptOpen(state)) expect(input).toBe('succeeded')
          seenStates.add(input)
          state = input
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('succeeded is final and can be reached from every other state', () => {
    for (const state of states) {
      expect(canTransitionAttempt('succeeded', state)).toBe(false)
      expect(canTransitionAttempt(state, 'succeeded')).toBe(state !== 'succeeded')
    }
  })
})

describe('attemptKey', () => {
  test('gives each step of each attempt one key', () => {
    expect(getAttemptIdempotencyKey(12, 1, { kind: 'create' })).toBe('ord:12:a1:create')
    expect(getAttemptIdempotencyKey(12, 1, { kind: 'confirm', try: 3 })).toBe('ord:12:a1:confirm3')
  })

  test('never gives two steps the same key', () => {
    const step = fc.oneof(
      fc.constant({ kind: 'create' as const }),
      fc.record({ kind: fc.constantFrom('method' as const, 'confirm' as const), try: fc.nat(99) }),
    )
    const place = fc.tuple(fc.nat(99_999), fc.nat(99), step)
    fc.assert(
      fc.property(place, place, (a, b) => {
        expect(getAttemptIdempotencyKey(...a) === getAttemptIdempotencyKey(...b)).toBe(
          JSON.stringify(a) === JSON.stringify(b),
        )
      }),
      { numRuns: 1000 },
    )
  })
})

describe('judgePayment', () => {
  test.each<[string, ProviderPaymentFacts, string]>([
    ['the asked amount', seen(), 'paid'],
    ['a cent too little', seen({ amountCents: 48_089 }), 'wrong_amount'],
    ['a cent too much', seen({ amountCents: 48_091 }), 'wrong_amount'],
    ['another currency', seen({ currency: 'cad' }), 'wrong_amount'],
    ['another order', seen({ metadata: { order_id: '1043', attempt: '2' } }), 'not_ours'],
    ['another attempt', seen({ metadata: { order_id: '1042', attempt: '1' } }), 'not_ours'],
    ['nothing on whose it is', seen({ metadata: {} }), 'not_ours'],
    ['not confirmed', seen({ status: 'open' }), 'wait'],
    ['3-D Secure under way', seen({ status: 'requires_action' }), 'wait'],
    ['the bank thinking', seen({ status: 'processing' }), 'wait'],
    ['expired or cancelled', seen({ status: 'closed' }), 'closed'],
  ])('%s', (_name, object, verdict) => {
    expect(judgePayment(expected, object)).toBe(verdict)
  })
})
