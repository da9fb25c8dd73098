import { describe, expect, test } from 'vitest'
import { type z } from 'zod'
import { PasswordResetUpdate } from '#contract/people.ts'
import { parseForm } from '../ui/form/read-form.server.ts'
import { accountSchemas } from './account-form.ts'
import { type FormTab } from './account-tabs.ts'

/** Every row of the rules for account forms, with its error message. */
const rules: [tab: FormTab, field: string, typed: string, sentence: string | undefined][] = [
  ['register', 'first_name', '', 'This field is required'],
  ['register', 'first_name', '   ', 'This field is required'],
  ['register', 'first_name', 'R2D2', 'Must be letters only'],
  ['register', 'first_name', 'Mary Jane', undefined],
  ['register', 'last_name', '', 'This field is required'],
  ['register', 'last_name', "O'Neill", 'Must be letters only'],
  ['register', 'phone', '', 'This field is required'],
  ['register', 'phone', '  ', 'This field is required'],
  ['register', 'phone', '+1 555', 'Length should be at least 10 characters'],
  ['register', 'phone', '212 555 01x0', 'Must be numbers or symbols only'],
  ['register', 'phone', '+1 (212) 555.01-10', undefined],
  ['register', 'email', '', 'This field is required'],
  ['register', 'email', 'ida@', 'Please input correct email format (ida@)'],
  ['register', 'email', '  ida@example.com ', undefined],
  ['register', 'password', '', 'This field is required'],
  ['register', 'password', '12345', 'Length should be at least 6 characters'],
  ['register', 'password', '123456', undefined],
  ['login', 'email', '', 'This field is required'],
  ['login', 'email', 'ida', 'Please input correct email format (ida)'],
  ['login', 'password', '', 'This field is required'],
  // Logging in with a too short password answers that it is wrong and does not reveal the minimum
  // length.
  ['login', 'password', 'abc', undefined],
  ['reset', 'email', '', 'This field is required'],
  ['reset', 'email', 'ida@example', 'Please input correct email format (ida@example)'],
]

const good = {
  first_name: 'Ida',
  last_name: 'Lund',
  phone: '(212) 555-0100',
  email: 'ida@example.com',
  password: 'heliport',
}

describe('validation rules of account forms', () => {
  test.each(rules)(
    'the form %s answers the field %s with the value %j by the message “%s”',
    (tab, field, typed, sentence) => {
      const form = new FormData()
      for (const [name, value] of Object.entries({ ...good, [field]: typed })) form.set(name, value)
      const parsed = parseForm<z.ZodType>(form, accountSchemas[tab])
      expect(parsed.status === 'success' ? undefined : parsed.error).toEqual(
        sentence && { [field]: [sentence] },
      )
    },
  )

  test.each([
    [undefined, 'This field is required'],
    ['12345', 'Length should be at least 6 characters'],
  ])('the new password %j is refused with the message “%s”', (password, sentence) => {
    const parsed = PasswordResetUpdate.safeParse({ email: good.email, user: { password } })
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual([sentence])
  })
})
