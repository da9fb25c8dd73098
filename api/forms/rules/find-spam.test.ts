import { expect, test } from 'vitest'
import { findSpam } from './find-spam.ts'

const MANY = { message: 'Please leave out links: two at most' }

test('addresses of mailboxes are no links', () => {
  const message = 'Write to ada@example.com, bo.b@mail.example.org, c-d@sub.example.net or max.top@x-y.co'
  expect(findSpam({ message })).toEqual({})
  expect(findSpam({ name: 'ada@example.com' })).toEqual({})
})

test('sites without a scheme are links, beside a mailbox too', () => {
  expect(findSpam({ message: 'a.com b.net (c-d.shop) ada@example.com' })).toEqual(MANY)
  expect(findSpam({ message: 'https://www.a.com/b and sub.c.net' })).toEqual({})
  expect(findSpam({ message: 'see...a.com, sub.b.net, https://c.shop' })).toEqual(MANY)
  expect(findSpam({ message: 'see a.com and b.net' })).toEqual({})
  expect(findSpam({ message: 'www.a.com, https://b.net and c.d.example.com' })).toEqual(MANY)
  expect(findSpam({ name: 'Win a.com' })).toEqual({ name: 'Please leave out the link' })
})
