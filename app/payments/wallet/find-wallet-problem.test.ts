import { expect, test } from 'vitest'
import { CHECKOUT_TEXT } from '../../visit/refusal-messages.ts'
import { findWalletProblem, type WalletFacts } from './find-wallet-problem.ts'
import { WALLET_TEXT } from './wallet-text.ts'

const facts = (changes: Partial<WalletFacts>): WalletFacts => ({
  bookable: true,
  email: { value: 'dana@example.com', valid: true },
  names: ['Dana Whitlock'],
  accepted: true,
  ...changes,
})

test('a complete form lets the sheet open, for logged-in accounts without an e-mail', () => {
  expect(findWalletProblem(facts({}))).toBeUndefined()
  expect(findWalletProblem(facts({ email: undefined }))).toBeUndefined()
})

test('the wallet uses the messages of the other means of payment', () => {
  expect(WALLET_TEXT).toMatchObject({ dateAndTime: CHECKOUT_TEXT.dateAndTime, terms: CHECKOUT_TEXT.terms })
})

test.each([
  [
    { bookable: false, email: { value: '', valid: false }, names: [''], accepted: false },
    'Please check you selected the date and time',
  ],
  [{ email: { value: '', valid: true }, accepted: false }, 'Please check you entered with a valid email'],
  [
    { email: { value: 'dana@', valid: false }, names: [''], accepted: false },
    'Please check you entered with a valid email',
  ],
  [{ names: ['Dana', ' '], accepted: false }, 'Please write the full name of everybody who flies'],
  [{ accepted: false }, 'Please read and accept the terms & conditions'],
])('%j reports the first problem', (changes, text) => {
  expect(findWalletProblem(facts(changes))?.text).toBe(text)
})

test('the wallet asks for every missing passenger name before its sheet opens', () => {
  const { problems } = findWalletProblem(facts({ names: ['', 'Dana Whitlock', ' '] })) ?? {}
  expect(problems).toEqual({
    'passengers[0].full_name': CHECKOUT_TEXT.required,
    'passengers[2].full_name': CHECKOUT_TEXT.required,
  })
})
