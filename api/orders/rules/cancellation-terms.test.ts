import { expect, test } from 'vitest'
import { type CancellableOrder, findCancellationTerms } from './cancellation-terms.ts'

const NOW = new Date('2027-05-12T14:00:00Z')
const at = (hours: number, calledOff = false) => ({
  departAt: new Date(NOW.getTime() + hours * 3_600_000),
  isDepartureCancelled: calledOff,
})
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
  ['in time', {}, 8_000],
  ['a second before the deadline', { flights: [at(48 + 1 / 3_600)] }, 8_000],
  ['at the deadline', { flights: [at(48)] }, 'too_late_to_cancel'],
  ['the first of two flights counts', { flights: [at(100), at(47)] }, 'too_late_to_cancel'],
  [
    'up to departure where the rule says 0 hours',
    { flights: [at(0.01)], policy: { untilHours: 0, refundBps: 0 } },
    0,
  ],
  ['flown', { flights: [at(0)] }, 'flight_over'],
  ['unpaid', { paid: false, standing: false }, 'not_paid'],
  ['given back', { standing: false }, 'already_ended'],
  ['gift cards', { giftCards: true, flights: [] }, 'gift_cards_by_us'],
  [
    'weather cover changes nothing while the flight stands',
    { refundRight: true, flights: [at(47)] },
    'too_late_to_cancel',
  ],
  [
    'called off with weather cover: everything, whatever the hour',
    { refundRight: true, flights: [at(1, true)] },
    10_000,
  ],
  ['called off and over, with weather cover', { refundRight: true, flights: [at(-5, true)] }, 10_000],
  ['called off without it: the rule as ever', { flights: [at(1, true)] }, 'too_late_to_cancel'],
  [
    'moved when it could not be cancelled any more',
    { moves: [{ at: NOW, departAt: at(47).departAt }] },
    'too_late_to_cancel',
  ],
  ['moved while it could be cancelled', { moves: [{ at: NOW, departAt: at(49).departAt }] }, 8_000],
  ['one of two called off', { refundRight: true, flights: [at(100), at(1, true)] }, 'too_late_to_cancel'],
])('%s', (_name, changes, expected) => {
  const terms = findCancellationTerms({ ...order, ...changes }, NOW)
  expect(terms.ok ? terms.refundBps : terms.reason).toBe(expected)
})
