import { describe, expect, test } from 'vitest'
import {
  inPersonMeans,
  inPersonMethods,
  isInPersonMethod,
  meansOfPayment,
  paymentMethods,
  storedValue,
} from '#contract/means-of-payment.ts'
import { accountName, classifyAccount } from '../../bookkeeping/rules/report-account.ts'
import { moneyAccountOf } from './ledger.ts'

describe('the list of means of payment', () => {
  test('every means has an account of its own, which reports count as money by its name', () => {
    const accounts = paymentMethods.map(moneyAccountOf)
    expect(new Set(accounts).size).toBe(paymentMethods.length)
    for (const method of paymentMethods) {
      const { account, accountName: name } = meansOfPayment[method]
      expect([classifyAccount(account), accountName(account)]).toEqual(['money', name])
    }
  })

  test('stored value is owed to its holders until it is used', () => {
    for (const { account, accountName: name } of Object.values(storedValue))
      expect([classifyAccount(account), accountName(account)]).toEqual(['owed', name])
  })

  test('staff take every means of payment except those of the provider, and nothing else', () => {
    expect(paymentMethods.filter((method) => !isInPersonMethod(method))).toEqual(['online'])
    expect(['link', '', null, 'toString'].filter(isInPersonMethod)).toEqual([])
  })

  test('every number has a form field of its own', () => {
    const fields = inPersonMethods.flatMap((method) => inPersonMeans(method).reference?.field ?? [])
    expect(new Set(fields).size).toBe(fields.length)
  })
})
