import { expect, test } from 'vitest'
import { type CancellableOrder, findCancellationTerms } from './cancellation-terms.ts'

const NOW = new Date('2027-05-12T14:00:00Z')
const at = (hours: number, calledOff = false, late = 0) => ({
  departAt: new Date(NOW.getTime() + hours * 3_600_000),
  expectedAt: new Date(NOW.getTime() + (hours + late) * 3_600_000),
  isDepartureCancelled: calledOff,
  isMovedByOperator: false,
})
const movedBy = (hours: number) => ({ ...at(hours), isMovedByOperator: true })
const order: CancellableOrder = {
  paid: true,
  standing: true,
  giftCards: false,
  flights: [at(100)],
  refundRight: false,
  moves: [],
  policy: { untilHours: 48, refundBps: 8_000 },
}

test.each<[string, Partial<CancellableOrder>, number | string]>([
  ['two days or more before departure', {}, 8_000],
  ['a second before the deadline', { flights: [at(48 + 1 / 3_600)] }, 8_000],
  ['at the deadline', { flights: [at(48)] }, 'too_late_to_cancel'],
  ['after the deadline of the first of two flights', { flights: [at(100), at(47)] }, 'too_late_to_cancel'],
  [
    'up to departure where the rule says 0 hours',
    { flights: [at(0.01)], policy: { untilHours: 0, refundBps: 0 } },
    0,
  ],
  ['after the flight', { flights: [at(0)] }, 'flight_over'],
  ['a late flight before it leaves', { flights: [at(-1, false, 2)] }, 'too_late_to_cancel'],
  ['a late flight once it left', { flights: [at(-2, false, 2)] }, 'flight_over'],
  ['not paid', { paid: false, standing: false }, 'not_paid'],
  ['refunded already', { standing: false }, 'already_ended'],
  ['gift cards', { giftCards: true, flights: [] }, 'gift_cards_by_us'],
  [
    'weather cover changes nothing while the flight stands',
    { refundRight: true, flights: [at(47)] },
    'too_late_to_cancel',
  ],
  [
    'departure cancelled with weather cover, refunded in full at any time',
    { refundRight: true, flights: [at(1, true)] },
    10_000,
  ],
  [
    'departure cancelled and past, with weather cover',
    { refundRight: true, flights: [at(-5, true)] },
    10_000,
  ],
  [
    'moved by the operator where the fare gives back, in full until it leaves',
    { refundRight: true, flights: [movedBy(1)] },
    10_000,
  ],
  [
    'moved by the operator where the fare gives back, and flown',
    { refundRight: true, flights: [movedBy(-1)] },
    'flight_over',
  ],
  [
    'moved by the operator where the fare gives nothing back, by the usual rule',
    { flights: [movedBy(1)] },
    'too_late_to_cancel',
  ],
  [
    'departure cancelled without weather cover, by the usual rule',
    { flights: [at(1, true)] },
    'too_late_to_cancel',
  ],
  [
    'rescheduled when it could not be cancelled any more',
    { moves: [{ at: NOW, departAt: at(47).departAt }] },
    'too_late_to_cancel',
  ],
  ['rescheduled while it could be cancelled', { moves: [{ at: NOW, departAt: at(49).departAt }] }, 8_000],
  [
    'one of two departures cancelled',
    { refundRight: true, flights: [at(100), at(1, true)] },
    'too_late_to_cancel',
  ],
])('an order’s terms of cancellation are found: %s', (_name, changes, expected) => {
  const terms = findCancellationTerms({ ...order, ...changes }, NOW)
  expect(terms.ok ? terms.refundBps : terms.reason).toBe(expected)
})
