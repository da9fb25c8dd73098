import { expect, test } from 'vitest'
import { CHECKOUT_TEXT } from '../messages.ts'
import { findWalletProblem, type WalletFacts } from './find-wallet-problem.ts'
import { WALLET_TEXT } from './wallet-text.ts'

const facts = (changes: Partial<WalletFacts>): WalletFacts => ({
  bookable: true,
  email: { value: 'dana@example.com', valid: true },
  accepted: true,
  ...changes,
})

test('nothing is wrong: the sheet may open; whoever is logged in has no e-mail to type', () => {
  expect(findWalletProblem(facts({}))).toBeUndefined()
  expect(findWalletProblem(facts({ email: undefined }))).toBeUndefined()
})

test('the sentences that other ways to buy say too are the same', () => {
  expect(WALLET_TEXT).toMatchObject({ dateAndTime: CHECKOUT_TEXT.dateAndTime, terms: CHECKOUT_TEXT.terms })
})

test.each([
  [
    { bookable: false, email: { value: '', valid: false }, accepted: false },
    'Please check you selected the date and time',
  ],
  [{ email: { value: '', valid: true }, accepted: false }, 'Please check you entered with a valid email'],
  [
    { email: { value: 'dana@', valid: false }, accepted: false },
    'Please check you entered with a valid email',
  ],
  [{ accepted: false }, 'Please read and accept the terms & conditions'],
])('%j: the first of the three that does not hold', (changes, problem) => {
  expect(findWalletProblem(facts(changes))).toBe(problem)
})
