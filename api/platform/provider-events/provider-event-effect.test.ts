import { expect, test } from 'vitest'
import { eventEffect } from './provider-event-effect.ts'

test.each([
  ['payment_intent.succeeded', 'payment'],
  ['payment_intent.payment_failed', 'payment'],
  ['checkout.session.expired', 'payment'],
  ['checkout.session.async_payment_succeeded', 'payment'],
  ['charge.refunded', 'refunds'],
  ['charge.refund.updated', 'refunds'],
  ['refund.failed', 'refunds'],
  ['charge.dispute.created', 'dispute'],
  ['charge.dispute.closed', 'dispute'],
  ['setup_intent.succeeded', 'card_setup'],
  ['payment_method.attached', 'saved_card'],
  ['payment_method.automatically_updated', 'saved_card'],
  ['customer.deleted', 'customer'],
  ['customer.subscription.deleted', 'membership'],
  ['invoice.payment_failed', 'membership'],
  ['charge.succeeded', 'ignore'],
  ['customer.created', 'ignore'],
])('the event %s has the effect “%s”', (type, effect) => {
  expect(eventEffect(type)).toBe(effect)
})
