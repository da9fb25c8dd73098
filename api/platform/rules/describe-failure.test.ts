import { expect, test } from 'vitest'
import { describeJobFailure } from './describe-failure.ts'

test.each([
  [
    Object.assign(new Error('ada@example.com'), { code: '23505' }),
    'The database refused a statement (23505).',
  ],
  [Object.assign(new Error('x'), { cause: { code: '40P01' } }), 'Others worked on the same rows (40P01).'],
  [Object.assign(new Error('x'), { code: '57P01' }), 'The database could not be reached (57P01).'],
  [
    Object.assign(new Error('10.0.0.7'), { code: 'ECONNREFUSED' }),
    'Another system could not be reached (ECONNREFUSED).',
  ],
  [
    Object.assign(new Error('sk_live'), { type: 'StripeConnectionError' }),
    'The payment provider did not answer as it should.',
  ],
  [new TypeError('ada@example.com is no number'), 'It stopped with “TypeError”. The log tells more.'],
  ['ada@example.com', 'It stopped with an error. The log tells more.'],
  [undefined, 'It stopped with an error. The log tells more.'],
])('names the kind of a failure and none of its data', (error, words) => {
  expect(describeJobFailure(error)).toBe(words)
})
