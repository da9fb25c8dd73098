import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OrderStatusChip, StaffOrderStatusChip } from './order-status.tsx'

const forBuyer = (status: 'partially_refunded' | 'completed', waiting_for_answer = false) =>
  renderToStaticMarkup(<OrderStatusChip order={{ status, waiting_for_answer }} />).replace(/<[^>]+>/g, '')
const forStaff = (
  status: 'partially_refunded' | 'partially_paid' | 'completed',
  waiting_for_answer = false,
) =>
  renderToStaticMarkup(<StaffOrderStatusChip order={{ status, waiting_for_answer }} />).replace(
    /<[^>]+>/g,
    '',
  )

test('staff read the meaning of partial-r and partial-p beside the short forms', () => {
  expect(forStaff('partially_refunded')).toBe('Partly refunded (partial-r)')
  expect(forStaff('partially_paid')).toBe('Partly paid (partial-p)')
  expect(forStaff('completed')).toBe('Paid')
  expect(forBuyer('partially_refunded')).toBe('partial-r')
})

test('an order that waits for the buyer’s answer is not labelled as paid', () => {
  expect(forBuyer('completed', true)).toBe('waiting for your answer')
  expect(forStaff('completed', true)).toBe('Waiting for the customer’s answer')
})
