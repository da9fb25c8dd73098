import { expect, test } from 'vitest'
import { isUnreachable } from './last-answer.ts'

const refusal = (status: number) => ({ status, statusText: '', internal: false, data: '' })

test.each([
  ['a broken line', new TypeError('Failed to fetch')],
  ['a page that is no answer', new SyntaxError('Unexpected token <')],
  ['a failing server', refusal(503)],
  ['a server that wants to be asked later', refusal(429)],
])('%s takes no page away', (_, error) => {
  expect(isUnreachable(error)).toBe(true)
})

test.each([
  ['a redirect', new Response(null, { status: 303 })],
  ['a refusal', refusal(404)],
  ['what was called off', new DOMException('', 'AbortError')],
])('%s is an answer', (_, error) => {
  expect(isUnreachable(error)).toBe(false)
})
