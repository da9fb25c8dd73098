import { expect, test } from 'vitest'
import { describeOrderEvent } from './describe-order-event.ts'

const event = (toStatus: string, reason: string, more = {}) =>
  describeOrderEvent({ actor: 'user:7', fromStatus: 'completed', toStatus, reason, ...more })

test('staff names and notes are not shown to the buyer', () => {
  const text = event('partially_refunded', 'shouted at Eve Miller on the phone')
  expect(text).toBe('A part of the money was given back.')
  const again = { fromStatus: 'partially_refunded', details: { refund: 3 } }
  expect(event('partially_refunded', 'again', again)).toBe(text)
})

test('every state has a sentence, and reasons that say more have their own', () => {
  expect(event('awaiting_payment', 'placed', { fromStatus: null })).toBe('Order placed.')
  expect(event('completed', 'paid', { fromStatus: 'awaiting_payment' })).toBe('Paid.')
  expect(event('completed', 'something new')).toBeUndefined()
  expect(event('completed', 'e-mail corrected')).toMatch(/^You corrected your e-mail/)
  expect(event('completed', 'upgrades added', { details: { change: 1, what: 'Photo set' } })).toBe(
    'You added Photo set.',
  )
  expect(event('refunded', 'cancelled by its buyer')).toBe('You cancelled this order.')
  expect(event('cancelled', 'money returned: the seats are gone')).toMatch(/The money goes back\.$/)
  expect(event('expired', 'toString')).toMatch(/^The time to pay ran out/)
})
