import { expect, test } from 'vitest'
import { displayName } from './display-name.ts'

test.each([
  ['Nora', 'Adler', 'Nora Adler'],
  ['Nora', null, 'Nora'],
  [null, 'Adler', 'Adler'],
  [null, null, 'U-7'],
  ['', ' ', 'U-7'],
])('%j %j is called %s', (first_name, last_name, name) => {
  expect(displayName({ id: 7, first_name, last_name })).toBe(name)
})
