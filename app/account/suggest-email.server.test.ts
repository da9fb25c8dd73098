import { expect, test } from 'vitest'
import { suggestEmail } from './suggest-email.server.ts'

test.each([
  ['dana@gmial.com', 'dana@gmail.com'],
  ['dana@gmal.com', 'dana@gmail.com'],
  ['dana@gmaill.com', 'dana@gmail.com'],
  ['dana@gmail.con', 'dana@gmail.com'],
  ['dana@gmail.co', 'dana@gmail.com'],
  ['Dana.X@Hotnail.com', 'Dana.X@hotmail.com'],
  ['dana@yahooo.com', 'dana@yahoo.com'],
  ['dana@firm.example.con', 'dana@firm.example.com'],
])('corrects %s to %s', (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant)
})

test.each([
  'dana@gmail.com',
  'dana@mail.com',
  'dana@ymail.com',
  'dana@example.com',
  'dana@firm.co.uk',
  'dana',
  '@gmial.com',
  '',
])('suggests nothing for %s', (typed) => {
  expect(suggestEmail(typed)).toBeUndefined()
})
