import { expect, test } from 'vitest'
import { summaryIn } from '#tests/support/shown-form.ts'
import { answerOf } from '../ui/form/form-shape.ts'
import { parseGiftForm, readGiftFormValues } from './parse-gift-form.ts'
import { GIFT_SHAPE } from './gift-shape.ts'

function form(fields: Record<string, string> = {}): FormData {
  const made = new FormData()
  const all = { fare: '62', quantity: '2', email: 'gita@example.com', terms_and_conditions: 'on', ...fields }
  for (const [name, value] of Object.entries(all)) made.set(name, value)
  return made
}
const problemsOf = (fields: Record<string, string>) => {
  const parsed = parseGiftForm(form(fields))
  return parsed.ok ? {} : parsed.problems
}

test('only the buyer’s fields are required, and empty ones are left out', () => {
  const empty = { phone: '', recipient_email: ' ', message: '', send_on: '' }
  expect(parseGiftForm(form(empty))).toEqual({
    ok: true,
    values: {
      fare: 62,
      quantity: '2',
      email: 'gita@example.com',
      phone: undefined,
      recipient_email: null,
      message: null,
      send_on: null,
      terms_and_conditions: true,
    },
  })
})

test('a message of 500 characters is accepted with any line breaks, and a longer one is refused', () => {
  const lines = `${'a'.repeat(249)}\r\n${'b'.repeat(250)}`
  expect(problemsOf({ recipient_email: 'f@example.com', message: lines })).toEqual({})
  const tooLong = problemsOf({ recipient_email: 'f@example.com', message: `${lines}c` })
  expect(tooLong).toEqual({ message: 'Write at most 500 characters' })
})

test.each([
  [{ fare: '' }, 'fare'],
  [{ quantity: '0' }, 'quantity'],
  [{ email: 'gita' }, 'email'],
  [{ phone: '12' }, 'phone'],
  [{ recipient_email: 'friend' }, 'recipient_email'],
  [{ message: 'Enjoy' }, 'recipient_email'],
  [{ send_on: '2027-06-01' }, 'recipient_email'],
  [{ recipient_email: 'f@example.com', send_on: '1 June' }, 'send_on'],
  [{ terms_and_conditions: '' }, 'terms_and_conditions'],
])('a form with %o is refused only at its field %s', (fields, name) => {
  expect(Object.keys(problemsOf(fields))).toEqual([name])
})

test('the error summary follows the order of the page, and the consent to the terms is not saved', () => {
  const problems = { email: 'Wrong', terms_and_conditions: 'Accept', recipient_email: 'No' }
  const summary = summaryIn(GIFT_SHAPE, answerOf('gift', { text: '', problems, typed: {} }))
  expect(summary.map(({ text }) => text)).toEqual(['Recipient Email: No', 'Email: Wrong', 'Accept'])
  expect(readGiftFormValues(form({ message: 'Hi' }))).toEqual({ email: 'gita@example.com', message: 'Hi' })
})
