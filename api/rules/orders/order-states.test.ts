import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type OrderState, canTransition, isTerminal, orderTransitions, shownStatus } from './order-states.ts'

const states = Object.keys(orderTransitions) as OrderState[]
const anyState = fc.constantFrom(...states)

describe('order states', () => {
  it.each([
    ['awaiting_payment', 'completed', true],
    ['awaiting_payment', 'refunded', false],
    ['completed', 'awaiting_payment', false],
    ['expired', 'completed', true],
    ['cancelled', 'completed', false],
    ['refunded', 'completed', false],
  ] as const)('a transition from “%s” to “%s” is allowed: %s', (from, to, allowed) => {
    expect(canTransition(from, to)).toBe(allowed)
  })

  it('no path leaves a final state, returns to unpaid or repeats a state', () => {
    fc.assert(
      fc.property(anyState, fc.array(anyState, { maxLength: 30 }), (start, wishes) => {
        let state = start
        const path = [start]
        for (const input of wishes) {
          if (!canTransition(state, input)) continue
          expect(isTerminal(state)).toBe(false)
          expect(path).not.toContain(input)
          expect(input).not.toBe('awaiting_payment')
          state = input
          path.push(state)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('there are exactly two final states', () => {
    expect(states.filter(isTerminal)).toEqual(['refunded', 'cancelled'])
  })
})

describe(shownStatus, () => {
  const now = new Date('2026-11-21T15:00:00Z')
  const soon = new Date('2026-11-21T15:00:01Z')

  it.each([
    ['held', { status: 'awaiting_payment', heldUntil: soon, paymentOpen: false }, 'awaiting_payment'],
    ['expired', { status: 'awaiting_payment', heldUntil: now, paymentOpen: false }, 'expired'],
    ['released', { status: 'awaiting_payment', heldUntil: null, paymentOpen: false }, 'expired'],
    [
      'expired with an open payment',
      { status: 'awaiting_payment', heldUntil: now, paymentOpen: true },
      'awaiting_payment',
    ],
    ['paid', { status: 'completed', heldUntil: null, paymentOpen: false }, 'completed'],
  ] as const)('an order that is %s shows its status', (_name, order, shown) => {
    expect(shownStatus(order, now)).toBe(shown)
  })
})
