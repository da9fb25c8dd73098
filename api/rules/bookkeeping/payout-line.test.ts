import { expect, it } from 'vitest'
import { hasReturned, getProviderFees, payoutLineKind, toPayoutState } from './payout-line.ts'

it.each([
  ['charge', 'ch_1', 'payment'],
  ['refund', 're_1', 'refund'],
  ['refund_failure', 're_1', 'refund_failure'],
  ['adjustment', 'du_1', 'dispute'],
  ['adjustment', 'dp_1', 'dispute'],
  ['adjustment', null, 'other'],
  ['payout_failure', 'po_1', 'payout_failure'],
  ['payout', 'po_1', 'other'],
  ['stripe_fee', null, 'fee'],
  ['stripe_fx_fee', null, 'fee'],
  ['payout_minimum_balance_hold', null, 'hold'],
  ['topup', 'tu_1', 'other'],
] as const)(
  'a balance transaction “%s” with the source %s becomes a line of the kind “%s”',
  (type, source, kind) => {
    expect(payoutLineKind(type, source)).toBe(kind)
  },
)

it('adds the fee of each movement to the fees that stand alone', () => {
  const lines = [
    { kind: 'payment', amountCents: 10_000, feeCents: 320 },
    { kind: 'refund', amountCents: -4000, feeCents: 0 },
    { kind: 'fee', amountCents: -250, feeCents: 0 },
  ] as const
  expect(getProviderFees(lines)).toBe(570)
})

it('treats an unknown state as pending', () => {
  expect(toPayoutState('paid')).toBe('paid')
  expect(toPayoutState('under_review')).toBe('pending')
  expect([hasReturned('failed'), hasReturned('canceled'), hasReturned('paid')]).toEqual([true, true, false])
})
