import { describe, expect, it } from 'vitest'
import { type Order } from '#contract/order.ts'
import { sampleOrder } from '#tests/support/sample-order.ts'
import { firstName, getPurchaseState } from './purchase-state.ts'

const now = new Date('2026-11-21T15:26:00Z')

const anOrder = (over: Partial<Order> = {}) =>
  sampleOrder({
    status: 'awaiting_payment',
    completed_at: null,
    held_until: '2026-11-21T15:34:00Z',
    payment_url: 'https://pay.example/cs_1',
    ...over,
  })

describe('state of a purchase', () => {
  it.each([
    [{ status: 'completed' }, 'booked'],
    [{ status: 'partially_refunded' }, 'booked'],
    [{ status: 'refunded' }, 'refunded'],
    [{ status: 'cancelled' }, 'gone'],
    [{ status: 'cancelled', completed_at: '2026-11-21T15:20:00Z' }, 'given_up'],
    [{ status: 'expired' }, 'gone'],
    [{ status: 'partially_paid' }, 'booked'],
    [{}, 'unfinished'],
    [{ payment_url: null }, 'confirming'],
    [{ payment_url: null, last_payment_error: 'Your card was declined.' }, 'unfinished'],
    [{ held_until: '2026-11-21T15:26:00Z' }, 'gone'],
    [{ held_until: null, payment_url: null }, 'gone'],
  ] as const)('an order with %j is in the state “%s”', (over, standing) => {
    expect(getPurchaseState(anOrder(over), now)).toBe(standing)
  })
})

it('the confirmation greets by the first word of the first name', () => {
  expect(
    firstName(anOrder({ passengers: [{ id: 1, full_name: ' Dana  Whitlock', weight_given: true }] })),
  ).toBe('Dana')
  expect(firstName(anOrder({ passengers: [] }))).toBeUndefined()
})
