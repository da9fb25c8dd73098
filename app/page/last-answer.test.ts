import { expect, test } from 'vitest'
import { isUnreachable } from './last-answer.ts'

const refusal = (status: number) => ({ status, statusText: '', internal: false, data: '' })

test.each([
  ['a broken connection', new TypeError('Failed to fetch')],
  ['a body that the shop did not send', new SyntaxError('Unexpected token <')],
  ['a failing server', refusal(503)],
  ['a server that says to retry later', refusal(429)],
])('a page keeps what it shows after %s', (_, error) => {
  expect(isUnreachable(error)).toBe(true)
})

test.each([
  ['a redirect', new Response(null, { status: 303 })],
  ['a refusal', refusal(404)],
  ['an aborted request', new DOMException('', 'AbortError')],
])('a page does not take %s for a lost connection', (_, error) => {
  expect(isUnreachable(error)).toBe(false)
})
