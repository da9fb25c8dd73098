import { describe, expect, test } from 'vitest'
import { type OrderPast, tellOrderHistory } from './tell-order-history.ts'
import { MOVED_BY_SHOP } from './moved-by-shop.ts'

const at = (minute: number) => `2026-11-12T20:${String(minute).padStart(2, '0')}:00.000Z`
const NOTHING: OrderPast = {
  events: [],
  tenders: [],
  refunds: [],
  comments: [],
  mails: [],
  changes: [],
  waivers: [],
  passengers: [{ id: 7, fullName: 'Hal Duarte' }],
  staff: new Map([[3, 'June Halloran']]),
}
const event = (minute: number, toStatus: string, more: Partial<OrderPast['events'][number]> = {}) => ({
  at: at(minute),
  actor: 'user:9',
  fromStatus: 'awaiting_payment',
  toStatus,
  reason: 'placed',
  ...more,
})
const tell = (past: Partial<OrderPast>) => tellOrderHistory({ ...NOTHING, ...past })

describe('the history of an order for staff', () => {
  test('a payment is told once, with its means, and by whom', () => {
    const told = tell({
      events: [
        event(1, 'awaiting_payment', { fromStatus: null }),
        event(4, 'completed', { actor: 'user:3', reason: 'paid' }),
      ],
      tenders: [
        { label: 'Gift card', amount: 300, at: at(4) },
        { label: 'Visa ending 4242', amount: 1272.2, at: at(4) },
      ],
    })
    expect(told).toEqual([
      { at: at(1), kind: 'booking', text: 'Order placed.', by: null },
      {
        at: at(4),
        kind: 'money',
        text: 'Paid: Gift card $300.00, Visa ending 4242 $1,272.20.',
        by: 'June Halloran',
      },
    ])
  })

  test('an act that a second person approved names who asked, too, and no other act does', () => {
    const refund = { at: at(5), to: [], amount: 90, reason: 'The wait', actor: 'user:3' }
    const told = tell({
      refunds: [refund, { ...refund, at: at(6) }],
      comments: [{ id: 1, at: at(5), body: 'Rang', public: false, onManifest: false, authorId: 4 }],
      staff: new Map([
        [3, 'June Halloran'],
        [4, 'Ann Reed'],
      ]),
      approved: [{ at: at(5), askedBy: 4, approvedBy: 3 }],
    })
    expect(told.map(({ by }) => by)).toEqual([
      'Ann Reed asked, June Halloran approved',
      'Ann Reed',
      'June Halloran',
    ])
  })

  test('a price that staff set is told with the list price, the reason and who set it', () => {
    const staffPrice = {
      ...{ at: at(1), setBy: 3, unit: 'seat' as const },
      ...{ amount: 120, listPrice: 1229.5, reason: 'Waited at the counter' },
    }
    expect(tell({ staffPrice })).toEqual([
      {
        at: at(1),
        kind: 'money',
        text: 'Price set to $120.00 for each seat, list price $1,229.50. Reason: Waited at the counter',
        by: 'June Halloran',
      },
    ])
  })

  test('an order that needed no payment is still told as booked', () => {
    const [told] = tell({ events: [event(4, 'completed', { reason: 'nothing to pay' })] })
    expect(told?.text).toBe('Booked; there was nothing to pay.')
  })

  test('a refund names where the money went, and the typed reason', () => {
    const told = tell({
      events: [event(9, 'partially_refunded', { fromStatus: 'completed', details: { refund: 5 } })],
      refunds: [
        {
          at: at(9),
          amount: 286.1,
          to: [{ kind: 'card', label: 'Visa ending 4242', amount: 286.1 }],
          reason: 'Passenger ill',
          actor: 'user:3',
        },
      ],
    })
    expect(told).toEqual([
      {
        at: at(9),
        kind: 'money',
        text: '$286.10 given back to Visa ending 4242. Reason: Passenger ill',
        by: 'June Halloran',
      },
    ])
  })

  test('a moved flight carries the reason that the audit keeps', () => {
    const [told] = tell({
      events: [
        event(5, 'completed', {
          actor: 'user:3',
          fromStatus: 'completed',
          reason: 'flight moved',
          details: { from: '3:30 pm', to: '4:33 pm', people: 2 },
        }),
      ],
      changes: [
        { at: at(5), userId: 3, resource: 'orders', resourceId: 1, after: { reason: 'Caller asked' } },
      ],
    })
    expect(told?.text).toBe('2 passengers were moved from 3:30 pm to 4:33 pm. Reason: Caller asked')
    expect(told?.by).toBe('June Halloran')
  })

  test('check-in, corrections and waivers name the passenger and no weight', () => {
    const change = (minute: number, after: Record<string, unknown>) => ({
      at: at(minute),
      userId: 3,
      resource: 'passengers',
      resourceId: 7,
      after,
    })
    const told = tell({
      changes: [
        change(1, { weight: 'corrected' }),
        change(3, { boarding: 'checked_in' }),
        change(4, { boarding: null }),
        change(5, { stays_home: true }),
      ],
      waivers: [{ at: at(2), name: 'Hal Duarte' }],
    })
    expect(told.map(({ text }) => text)).toEqual([
      'Hal Duarte: weight corrected.',
      'Hal Duarte signed the waiver.',
      'Hal Duarte: checked in.',
      'Hal Duarte: the check-in was undone.',
      'Hal Duarte: stays home.',
    ])
  })

  test('notes keep their text and who reads them; mails say how they ended', () => {
    const told = tell({
      comments: [
        { id: 5, at: at(2), body: 'Arrives by train.', public: true, onManifest: true, authorId: 3 },
      ],
      mails: [{ at: at(1), kind: 'order_confirmation', to: 'ines@example.com', state: 'bounced' }],
    })
    expect(told).toEqual([
      {
        at: at(1),
        kind: 'message',
        text: 'Order confirmation came back undelivered, to ines@example.com.',
        by: null,
      },
      {
        ...{ at: at(2), kind: 'note', text: 'Arrives by train.', by: 'June Halloran', public: true },
        note: { id: 5, author_id: 3, body: 'Arrives by train.', on_manifest: true },
      },
    ])
  })

  test('no sentence speaks to the customer', () => {
    const reasons = [
      'superseded',
      'cancelled by its buyer',
      'departure called off',
      'moved after a call-off',
      MOVED_BY_SHOP,
      'e-mail corrected',
      'continued on another device',
      'the flight team calls about the seating',
      'money returned: sold out',
      'paid late, the seats were still free',
    ]
    const told = tell({ events: reasons.map((reason, at) => event(at, 'completed', { reason })) })
    expect(told).toHaveLength(reasons.length)
    for (const { text } of told) expect(text).not.toMatch(/\b(you|your|we|our)\b/i)
  })
})
