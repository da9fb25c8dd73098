import { expect, test } from 'vitest'
import { keepByText } from './keep-by-text.ts'

test('a result is made once for each text', () => {
  const made: string[] = []
  const double = keepByText(2, (text) => {
    made.push(text)
    return text + text
  })
  expect([double('a'), double('b'), double('a')]).toEqual(['aa', 'bb', 'aa'])
  expect(made).toEqual(['a', 'b'])
})

test('the text that came first leaves when there are too many', () => {
  let made = 0
  const count = keepByText(2, () => ++made)
  expect(['a', 'b', 'c', 'c', 'b', 'a'].map(count)).toEqual([1, 2, 3, 3, 2, 4])
})
