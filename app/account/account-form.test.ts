import { expect, test } from 'vitest'
import { summaryIn } from '#tests/support/shown-form.ts'
import { parseForm, refuseForm } from '../ui/form/read-form.server.ts'
import { ACCOUNT_FORMS, accountSchemas } from './account-form.ts'

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

test('registration accepts letters of any script, and trims', () => {
  const parse = (fields: Record<string, string>) => parseForm(form(fields), accountSchemas.register)
  expect(parse({ ...good, is_admin: 'true' })).toMatchObject({
    status: 'success',
    value: { ...good, email: 'zoe@example.com' },
  })
  expect(parse({ ...good, is_admin: 'true' })).not.toHaveProperty('value.is_admin')
  for (const name of ['Ольга', '王 小明', 'नेहा', 'Zoe\u0308'])
    expect(parse({ ...good, first_name: name }).status, name).toBe('success')
})

test('login and reset require only their own fields', () => {
  expect(parseForm(form({}), accountSchemas.login)).toMatchObject({
    error: { email: ['This field is required'], password: ['This field is required'] },
  })
  expect(parseForm(form({ email: 'a@b.co', password: 'x' }), accountSchemas.login).status).toBe('success')
  expect(parseForm(form({ email: 'a@b.co' }), accountSchemas.reset)).toMatchObject({
    status: 'success',
    value: { email: 'a@b.co' },
  })
})

test('a refused form shows all typed values again except passwords', () => {
  const submission = parseForm(form({ ...good, email: 'zoe@', other: 'x' }), accountSchemas.register)
  expect(refuseForm(ACCOUNT_FORMS.register, submission).initialValue).toEqual({
    first_name: 'Zoë',
    last_name: 'Nguyễn van Dijk',
    phone: '+1 (212) 555-0110',
    email: 'zoe@',
  })
})

test('messages of the service are assigned to their fields', () => {
  const errors = { email: ['This email already exists'], phone: ['No'], role_ids: ['No role'] }
  const submission = parseForm(form(good), accountSchemas.register)
  expect(refuseForm(ACCOUNT_FORMS.register, submission, { errors }).error).toEqual({
    email: ['This email already exists'],
    phone: ['No'],
    '': ['No role'],
  })
})

test('the error summary keeps the order of the fields and names them', () => {
  const answer = refuseForm(ACCOUNT_FORMS.login, parseForm(form({}), accountSchemas.login))
  expect(summaryIn(ACCOUNT_FORMS.login, answer)).toEqual([
    { text: 'Email: This field is required', target: 'login-email' },
    { text: 'Password: This field is required', target: 'login-password' },
  ])
})
