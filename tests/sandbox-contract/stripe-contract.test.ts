import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { operations } from '#sandbox/stripe/operations.ts'
import { checkAgainstContract } from './check-against-contract.ts'
import { contractFile, contractText, readContract } from './stripe-contract.ts'

test('is up to date with the installed client', { timeout: 120_000 }, () => {
  // When red: npx tsx tests/sandbox-contract/write-contract.ts, then read what changed.
  expect(contractText() === readFileSync(contractFile, 'utf8')).toBe(true)
})

test.each(operations.map((one) => [`${one.method} ${one.path}`, one] as const))(
  '%s takes no parameter that the provider does not know',
  (name, { parameters }) => {
    const { operations: described, schemas } = readContract()
    expect(Object.keys(described)).toContain(name)
    const request = described[name]?.request
    const schema = schemas[String(request?.$ref).replace('c#/', '')] ?? request
    const known = Object.keys((schema?.properties as object | undefined) ?? {})
    expect(known).toEqual(expect.arrayContaining(Object.keys(parameters.shape)))
  },
)

const refund = {
  id: 're_1',
  object: 'refund',
  amount: 100,
  balance_transaction: null,
  charge: 'ch_1',
  created: 1,
  currency: 'usd',
  customer: null,
  customer_account: null,
  metadata: {},
  payment_intent: 'pi_1',
  payment_method: null,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
}
const check = (form: string, answer: object, status = 200) =>
  checkAgainstContract(
    new Request('https://api.stripe.com/v1/refunds', { method: 'POST', body: form }),
    Response.json(answer, { status }),
  )

test('a valid exchange passes', async () => {
  expect(await check('payment_intent=pi_1&amount=100', refund)).toEqual([])
})

test.each([
  ['an unknown parameter', 'payment_intent=pi_1&nonsense=1', refund],
  ['a parameter of the wrong kind', 'amount=abc', refund],
  ['an answer without a member', 'amount=1', { ...refund, currency: undefined }],
  ['an answer with another member', 'amount=1', { ...refund, extra: 1 }],
  ['an unknown reason', 'amount=1', { ...refund, reason: 'because' }],
  ['a fraction of a cent', 'amount=1', { ...refund, amount: 1.5 }],
])('the check finds %s', async (_name, form, answer) => {
  expect(await check(form, answer)).not.toEqual([])
})

test('the check finds an error without its envelope', async () => {
  expect(await check('', { error: { type: 'card_error', message: 'No.' } }, 402)).toEqual([])
  expect(await check('', { error: 'No.' }, 402)).not.toEqual([])
})
