import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router-dom'
import { expect, test } from 'vitest'
import { describeError } from './error-messages.ts'

const thrown = (status: number, body: unknown) => new ErrorResponse(status, '', body)

test.each([
  [thrown(404, 'This page could not be found'), 404, 'This page could not be found'],
  [thrown(404, ''), 404, "We couldn't find the page you're looking for."],
  [thrown(404, { code: 'not_found' }), 404, "We couldn't find the page you're looking for."],
  [thrown(503, undefined), 503, 'Something went wrong, please try again.'],
  [new Error('password of the database'), 500, 'Something went wrong, please try again.'],
  ['thrown text', 500, 'Something went wrong, please try again.'],
  [undefined, 500, 'Something went wrong, please try again.'],
])('the thrown value of case %# has the fixed message', (error, status, message) => {
  expect(describeError(error)).toEqual({ status, message })
})

test('a whole HTML page of another server is not shown as a message', () => {
  expect(describeError(thrown(502, '<html>'.repeat(100))).message).toBe(
    'Something went wrong, please try again.',
  )
})
