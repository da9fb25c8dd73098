import { expect, test } from 'vitest'
import { extractVisibleText } from './stable-text.ts'

test('references between values and strokes of drawings are removed, and values stay', () => {
  const data = String.raw`[{\"_1\":283,\"_2\":3},\"weight\",283,[283,4],\"name\"]`
  expect(extractVisibleText(data)).toBe(String.raw`[{\,\},\"weight\",283,,\"name\"]`)
  expect(extractVisibleText('<path d="M283 1"/><b>283 lb</b>')).toBe('<path/><b>283 lb</b>')
})
