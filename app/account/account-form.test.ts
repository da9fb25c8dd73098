import { expect, test } from 'vitest'
import {
  parseAccountForm,
  readAccountProblems,
  summariseAccount,
  readAccountFormValues,
} from './account-form.ts'

const good = {
  first_name: 'Zoë',
  last_name: 'Nguyễn van Dijk',
  phone: '+1 (212) 555-0110',
  email: ' zoe@example.com ',
  password: 'heliport',
}
const form = (fields: Record<string, string>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

test('registering takes letters of any script, and trims', () => {
  const parsed = parseAccountForm('register', form({ ...good, is_admin: 'true' }))
  expect(parsed).toEqual({ ok: true, values: { ...good, email: 'zoe@example.com' } })
  for (const name of ['Ольга', '王 小明', 'नेहा', 'Zoe\u0308'])
    expect(parseAccountForm('register', form({ ...good, first_name: name })).ok, name).toBe(true)
})

test('login and reset ask for their own fields only', () => {
  expect(parseAccountForm('login', form({}))).toEqual({
    ok: false,
    problems: { email: 'This field is required', password: 'This field is required' },
  })
  expect(parseAccountForm('login', form({ email: 'a@b.co', password: 'x' }))).toMatchObject({ ok: true })
  expect(parseAccountForm('reset', form({ email: 'a@b.co' }))).toEqual({
    ok: true,
    values: { email: 'a@b.co' },
  })
})

test('everything typed is shown again but passwords', () => {
  expect(readAccountFormValues('register', form({ ...good, email: 'zoe@', other: 'x' }))).toEqual({
    first_name: 'Zoë',
    last_name: 'Nguyễn van Dijk',
    phone: '+1 (212) 555-0110',
    email: 'zoe@',
  })
})

test('messages of the service find their fields', () => {
  const said = { email: ['This email already exists'], phone: ['No'], role_ids: ['No'] }
  expect(readAccountProblems('register', said)).toEqual({ email: 'This email already exists', phone: 'No' })
})

test('the summary keeps the order of the fields and names them', () => {
  const problems = { password: 'This field is required', email: 'This field is required' }
  expect(summariseAccount('login', problems)).toEqual([
    { text: 'Email: This field is required', target: 'login-email' },
    { text: 'Password: This field is required', target: 'login-password' },
  ])
})
