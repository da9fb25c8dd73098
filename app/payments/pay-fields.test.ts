import { describe, expect, it } from 'vitest'
import { summaryIn } from '#tests/support/shown-form.ts'
import { answerOf } from '../ui/form/form-shape.ts'
import { CARD_FIELD, payShape } from './pay-fields.ts'

describe('payment form', () => {
  it('lists errors in the order of the fields on the page, with names and links', () => {
    const problems = {
      terms_and_conditions: 'Please read and accept the terms & conditions',
      [CARD_FIELD]: 'Your card number is incomplete.',
      'passengers[1].full_name': 'This field is required',
      phone: 'Length should be at least 10 characters',
      'answers.u5': 'Write at most 500 characters',
      email: 'Please input correct email format (dana@)',
    }
    const answer = answerOf('pay', { text: '', problems, typed: {} })
    expect(summaryIn(payShape(2, [5]), answer)).toEqual([
      { text: 'Email: Please input correct email format (dana@)', target: 'email' },
      { text: 'Phone: Length should be at least 10 characters', target: 'phone' },
      { text: 'Passenger 2, full name: This field is required', target: 'passengers-1-full_name' },
      { text: 'Your answer: Write at most 500 characters', target: 'answers-u5' },
      { text: 'Your card number is incomplete.', target: 'card' },
      { text: 'Please read and accept the terms & conditions', target: 'terms_and_conditions' },
    ])
  })
})
