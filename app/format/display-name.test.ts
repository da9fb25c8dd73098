import { expect, test } from 'vitest'
import { displayName } from './display-name.ts'

test.each([
  ['Nora', 'Adler', 'Nora Adler'],
  ['Nora', null, 'Nora'],
  [null, 'Adler', 'Adler'],
  [null, null, 'U-7'],
  ['', ' ', 'U-7'],
])('a person with the names %j and %j is shown as %s', (first_name, last_name, name) => {
  expect(displayName({ id: 7, first_name, last_name })).toBe(name)
})
