import { describe, expect, it } from 'vitest'
import { type CustomerPast, tellCustomerHistory } from './tell-customer-history.ts'

const NOTHING: CustomerPast = {
  createdAt: '2026-01-01T00:00:00.000Z',
  orders: [],
  comments: [],
  credits: [],
  merges: [],
  mails: [],
  staff: new Map([[7, 'June Halloran']]),
}

describe('tellCustomerHistory', () => {
  it('tells everything newest first and names who of the staff did it', () => {
    const told = tellCustomerHistory({
      ...NOTHING,
      orders: [{ at: '2026-02-01T00:00:00.000Z', number: 'O-9', channel: 'phone', total: 1250.5 }],
      comments: [
        {
          id: 1,
          at: '2026-05-01T00:00:00.000Z',
          orderNumber: 'O-9',
          body: 'Walks with a stick.',
          authorId: 7,
        },
      ],
      credits: [
        { at: '2026-03-01T00:00:00.000Z', amount: 40, reason: 'Two hours of waiting', givenBy: 7 },
        { at: '2026-03-02T00:00:00.000Z', amount: -15, reason: 'Given twice', givenBy: 8 },
      ],
      merges: [
        { at: '2026-04-01T00:00:00.000Z', userId: 7, email: 'old@example.com' },
        { at: '2026-04-02T00:00:00.000Z', userId: 7, email: undefined },
      ],
      mails: [{ at: '2026-06-01T00:00:00.000Z', kind: 'order_confirmation', to: 'a@b.co', state: 'bounced' }],
    })
    expect(told.map(({ kind, text, by }) => [kind, text, by])).toEqual([
      ['message', 'Order confirmation came back undelivered, to a@b.co.', null],
      ['note', 'O-9: Walks with a stick.', 'June Halloran'],
      ['account', 'Another account was put together with this one.', 'June Halloran'],
      ['account', 'The account of old@example.com was put together with this one.', 'June Halloran'],
      ['money', '$15.00 of credit taken back. Reason: Given twice', null],
      ['money', '$40.00 of credit given. Reason: Two hours of waiting', 'June Halloran'],
      ['booking', 'Ordered O-9 on the phone, $1,250.50.', null],
      ['account', 'First seen by the shop.', null],
    ])
  })

  it('tells of an account without anything that it was seen', () => {
    expect(tellCustomerHistory(NOTHING)).toHaveLength(1)
  })
})
