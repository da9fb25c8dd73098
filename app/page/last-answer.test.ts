import { expect, test } from 'vitest'
import { isUnreachable } from './last-answer.ts'

const refusal = (status: number) => ({ status, statusText: '', internal: false, data: '' })

test.each([
  ['a broken line', new TypeError('Failed to fetch')],
  ['a body that is no answer of the shop', new SyntaxError('Unexpected token <')],
  ['a failing server', refusal(503)],
  ['a server that says to retry later', refusal(429)],
])('%s keeps the page that is shown', (_, error) => {
  expect(isUnreachable(error)).toBe(true)
})

test.each([
  ['a redirect', new Response(null, { status: 303 })],
  ['a refusal', refusal(404)],
  ['an aborted request', new DOMException('', 'AbortError')],
])('%s counts as an answer', (_, error) => {
  expect(isUnreachable(error)).toBe(false)
})
