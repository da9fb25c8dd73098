import { describe, expect, it } from 'vitest'
import { ErrorCode } from '#contract/errors.ts'
import { checkoutMessage, FALLBACK } from './refusal-messages.ts'

const refusal = (over: Partial<Parameters<typeof checkoutMessage>[0]>) => ({
  code: 'invalid',
  message: '',
  errors: {},
  ...over,
})

describe('checkoutMessage', () => {
  it('uses the specification’s message for a declined card', () => {
    const said = 'Your card was declined. try a different card or contact your bank.'
    expect(checkoutMessage(refusal({ message: 'Your card was declined.' }))).toBe(said)
    expect(
      checkoutMessage(refusal({ errors: { credit_card: ['Your card was declined. (card_declined)'] } })),
    ).toBe(said)
  })

  it('cuts brackets out of a card’s message and leaves the rest', () => {
    const errors = { credit_card: ['Your card has expired. (expired_card)'] }
    expect(checkoutMessage(refusal({ errors, message: 'other' }))).toBe('Your card has expired.')
  })

  it('replaces the message for an unknown gift card', () => {
    expect(checkoutMessage(refusal({ message: 'Gift card must exist.' }))).toBe(
      'Gift card is not valid, contact support.',
    )
  })

  it('lets another server message through, and falls back when there is none', () => {
    expect(checkoutMessage(refusal({ message: 'Order items are missing' }))).toBe('Order items are missing')
    expect(checkoutMessage(refusal({ message: ' ' }))).toBe(FALLBACK)
    expect(checkoutMessage(refusal({ code: 'never_heard_of', message: 'raw detail' }))).toBe(FALLBACK)
  })

  it('uses the fallback message when a card’s message has only brackets', () => {
    expect(checkoutMessage(refusal({ errors: { credit_card: ['(do_not_honor)'] } }))).toBe(FALLBACK)
  })

  it.each([
    ['sold_out', /seats were just taken\. You have not been charged/],
    ['flight_closed', /Sales for this flight have closed\. You have not been charged/],
    ['order_expired', /no longer held\. You have not been charged/],
    ['not_found', /not on sale any more\. You have not been charged/],
    ['price_changed', /price changed/],
    ['already_paid', /paid already/],
    ['payment_in_progress', /is under way/],
    ['payment_provider_unavailable', /try again: you will not be charged twice/],
    ['unreachable', /try again: you will not be charged twice/],
    ['unauthorized', /timed out\. Everything you typed is still here/],
  ])('explains %s to the buyer, whatever the service’s message', (code, sentence) => {
    expect(checkoutMessage(refusal({ code, message: 'x' }))).toMatch(sentence)
  })

  it.each(['rate_limited', 'too_many_holds', 'conflict'])(
    'passes on the service’s message for %s',
    (code) => {
      const message = 'Please wait about 15 minutes.'
      expect(checkoutMessage(refusal({ code, message }))).toBe(message)
    },
  )

  it.each(['internal', 'forbidden', 'malformed_json', 'idempotency_mismatch'])(
    'shows no technical detail for %s',
    (code) => {
      expect(checkoutMessage(refusal({ code, message: 'TypeError at pay.ts:1' }))).toBe(FALLBACK)
    },
  )

  it('has a message for every code of the contract', () => {
    for (const code of ErrorCode.options) {
      expect(checkoutMessage(refusal({ code, message: 'x' })).length).toBeGreaterThan(0)
    }
  })
})
