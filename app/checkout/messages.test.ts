import { describe, expect, it } from 'vitest'
import { ErrorCode } from '#contract/errors.ts'
import { checkoutMessage, FALLBACK } from './messages.ts'

const refusal = (over: Partial<Parameters<typeof checkoutMessage>[0]>) => ({
  code: 'invalid',
  message: '',
  errors: {},
  ...over,
})

describe('checkoutMessage', () => {
  it('says a declined card as the specification has it', () => {
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

  it('translates a gift card that does not exist', () => {
    expect(checkoutMessage(refusal({ message: 'Gift card must exist.' }))).toBe(
      'Gift card is not valid, contact support.',
    )
  })

  it('lets another server message through, and falls back when there is none', () => {
    expect(checkoutMessage(refusal({ message: 'Order items are missing' }))).toBe('Order items are missing')
    expect(checkoutMessage(refusal({ message: ' ' }))).toBe(FALLBACK)
    expect(checkoutMessage(refusal({ code: 'never_heard_of', message: 'raw detail' }))).toBe(FALLBACK)
  })

  it('has something to say for every code of the contract', () => {
    for (const code of ErrorCode.options) {
      expect(checkoutMessage(refusal({ code, message: 'x' })).length).toBeGreaterThan(0)
    }
  })
})
