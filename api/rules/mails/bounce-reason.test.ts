import { expect, test } from 'vitest'
import { readBounceReason, typeOfRefusal, typeOfReport } from './bounce-reason.ts'

test.each([
  ['550 5.1.1 <ada@example.com>: no such user', 'no_such_mailbox'],
  ['550-5.1.1 The email account does not exist', 'no_such_mailbox'],
  ['550 5.1.2 Host unknown', 'no_such_domain'],
  ['556 5.1.10 Null MX', 'no_such_domain'],
  ['550 5.2.1 The account is disabled', 'mailbox_closed'],
  ['552 5.2.2 Over quota', 'mailbox_full'],
  ['smtp; 552 5.3.4 Message too big', 'too_large'],
  ['550 5.7.1 Blocked, see https://lists.example/', 'not_accepted'],
  ['553 5.1.8 Sender domain does not resolve', 'not_accepted'],
  ['550 Requested action not taken: mailbox unavailable', 'no_such_mailbox'],
  ['554 Your address 10.5.1.1 is on a blocklist', 'not_accepted'],
  ['550 relay not permitted', 'not_accepted'],
  ['521 does not accept mail', 'unknown'],
  ['', 'unknown'],
])('the refusal “%s” means “%s”', (words, reason) => {
  expect(readBounceReason(words, true)).toBe(reason)
})

test('an answer to the whole mail without a status does not count against the address', () => {
  expect(readBounceReason('550 No thanks', false)).toBe('unknown')
  expect(readBounceReason('552 Too much', false)).toBe('too_large')
  expect(readBounceReason('550 5.1.1 Gone', false)).toBe('no_such_mailbox')
})

test('only a reason about the address counts against it, unless the provider has judged', () => {
  expect(
    ['no_such_mailbox', 'mailbox_closed', 'mailbox_full', 'not_accepted', 'unknown'].map((one) =>
      typeOfRefusal(one as 'unknown'),
    ),
  ).toEqual(['hard', 'hard', 'refused', 'refused', 'refused'])
  expect(typeOfReport('hard', 'unknown')).toBe('hard')
  expect(typeOfReport('hard', 'not_accepted')).toBe('refused')
  expect(typeOfReport('soft', 'no_such_mailbox')).toBe('soft')
})
