import { expect, test } from 'vitest'
import { readReplyWord } from './reply-words.ts'

test.each([
  'STOP',
  ' stop. ',
  'Stop!',
  'STOP ALL',
  'unsubscribe',
  'Cancel',
  'end',
  'QUIT',
  'opt-out',
  'REVOKE',
])('"%s" ends texts', (body) => {
  expect(readReplyWord(body)).toBe('stop')
})

test.each([
  'stop texting me',
  'Please stop',
  'Don’t text me any more',
  'do not message this number',
  'I want to unsubscribe from this',
  'no more texts, thanks',
])('the sentence "%s" ends texts', (body) => {
  expect(readReplyWord(body)).toBe('stop')
})

test.each(['START', 'unstop', 'Yes'])('"%s" allows texts again', (body) => {
  expect(readReplyWord(body)).toBe('start')
})

test.each(['HELP', 'info?'])('"%s" asks for help', (body) => {
  expect(readReplyWord(body)).toBe('help')
})

test.each([
  '',
  'Thanks!',
  'Is there a bus stop nearby?',
  'We will not start late, yes?',
  'The weekend is fine',
])('"%s" changes nothing', (body) => {
  expect(readReplyWord(body)).toBe('other')
})
