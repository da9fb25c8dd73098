import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type OrderRefund } from '#contract/refund.ts'
import { RefundList } from './refund-list.tsx'

const refund: OrderRefund = {
  id: 1,
  amount: 252,
  state: 'pending',
  to: [
    { kind: 'card', label: 'Visa ending 4242', amount: 175 },
    { kind: 'voucher', label: 'Voucher ending 7K2M', amount: 77 },
    { kind: 'gift_card', label: 'Gift card ending Q4WX', amount: 229 },
  ],
  at: '2026-11-21T03:00:00Z',
}
const show = (...refunds: OrderRefund[]) =>
  renderToStaticMarkup(<RefundList refunds={refunds} flights={[]} />).replace(/<[^>]+>/g, '|')

test('lists each refund with its target, its local day and what is still in progress', () => {
  const text = show(refund)
  expect(text).toContain('|To Visa ending 4242||$175.00|')
  expect(text).toContain('|To Voucher ending 7K2M||$77.00|')
  expect(text).toContain('|Gift card ending Q4WX, yours to use again||$229.00|')
  expect(text).toContain('Given back on Friday 20 November 2026. The card’s part is on its way.')
})

test('names the counter, and no bank, for money that was taken there', () => {
  const to = [
    { kind: 'card' as const, label: 'Cash', amount: 200, method: 'cash' as const },
    { kind: 'card' as const, label: 'Card at the counter', amount: 9, method: 'reader' as const },
  ]
  const text = show({ ...refund, to })
  expect(text).toContain('|In cash, at our desk||$200.00|')
  expect(text).toContain('|To your card, by our card reader at our desk||$9.00|')
  expect(text).toContain('It waits for you at our desk.')
})

test('renders nothing without refunds', () => {
  expect(show()).toBe('')
  expect(show({ ...refund, to: [] })).toBe('')
})
