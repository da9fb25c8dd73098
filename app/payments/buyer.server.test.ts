import { expect, test } from 'vitest'
import { type Account } from '#contract/people.ts'
import { presentBuyer, withBuyersContact, withBuyersName } from './buyer.server.ts'

const nora: Account = {
  id: 1,
  email: 'nora@example.com',
  first_name: 'Nora',
  last_name: 'Adler',
  phone: '(212) 555-0101',
  role_ids: [],
  credit: 0,
  tag_list: [],
}

test('the first passenger is the account’s owner unless another name was typed', () => {
  expect(withBuyersName({}, nora)).toEqual({ 'passengers[0].full_name': 'Nora Adler' })
  const typed = { 'passengers[0].full_name': 'Ben' }
  expect(withBuyersName(typed, nora)).toBe(typed)
  expect(withBuyersName({}, { ...nora, first_name: null, last_name: null })).toEqual({})
  expect(withBuyersName({}, undefined)).toEqual({})
})

test('an account buys with its own e-mail and phone, whatever the form says', () => {
  const form = new FormData()
  form.set('email', 'somebody@example.com')
  form.set('phone', 'nonsense')
  form.set('total', '240.45')
  expect(Object.fromEntries(withBuyersContact(form, nora))).toEqual({
    total: '240.45',
    email: 'nora@example.com',
    phone: '(212) 555-0101',
  })
  expect(Object.fromEntries(withBuyersContact(form, { ...nora, phone: '1' }))).toEqual({
    total: '240.45',
    email: 'nora@example.com',
  })
  expect(withBuyersContact(form, undefined)).toBe(form)
})

test('an account without a name is shown by its number', () => {
  expect(presentBuyer({ ...nora, first_name: null, last_name: null, phone: null })).toEqual({
    name: 'U-1',
    email: 'nora@example.com',
    phone: undefined,
  })
  expect(presentBuyer(undefined)).toBeUndefined()
})
