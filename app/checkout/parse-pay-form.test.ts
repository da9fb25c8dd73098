import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePayForm, readPayFormValues } from './parse-pay-form.ts'

function aForm(over: Record<string, string | undefined> = {}): FormData {
  const fields = {
    email: 'dana.whitlock@example.com',
    phone: '(917) 555-0117',
    'passengers[0].full_name': 'Dana Whitlock',
    'passengers[0].weight': '180 lbs',
    'passengers[1].full_name': "Sinéad O'Brien-Ruiz",
    'passengers[1].weight': '',
    'answers.u5': 'Something slow',
    terms_and_conditions: 'on',
    ...over,
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value)
  return form
}

const problemsOf = (form: FormData, quantity = 2) => {
  const parsed = parsePayForm(form, quantity)
  return parsed.ok ? {} : parsed.problems
}

describe('parsePayForm', () => {
  it('reads a filled form', () => {
    expect(parsePayForm(aForm(), 2)).toEqual({
      ok: true,
      values: {
        email: 'dana.whitlock@example.com',
        phone: '(917) 555-0117',
        passengers: [
          { full_name: 'Dana Whitlock', weight: 180 },
          { full_name: "Sinéad O'Brien-Ruiz", weight: null },
        ],
        answers: { u5: 'Something slow' },
        terms_and_conditions: true,
      },
    })
  })

  it('reports everything that is missing in the specification’s words', () => {
    expect(problemsOf(new FormData())).toEqual({
      email: 'This field is required',
      'passengers[0].full_name': 'This field is required',
      'passengers[1].full_name': 'This field is required',
      terms_and_conditions: 'Please read and accept the terms & conditions',
    })
  })

  it.each([
    ['email', ' dana.whitlock@ ', 'Please input correct email format (dana.whitlock@)'],
    ['email', '   ', 'This field is required'],
    ['phone', '555-0117', 'Length should be at least 10 characters'],
    ['phone', '917 555 CALL', 'Must be numbers or symbols only'],
    ['passengers[1].full_name', '   ', 'This field is required'],
    ['passengers[0].weight', 'not telling', 'Write a weight in pounds, like 180, or leave it empty'],
    ['terms_and_conditions', undefined, 'Please read and accept the terms & conditions'],
  ])('refuses %s %j', (name, value, message) => {
    expect(problemsOf(aForm({ [name]: value }))).toEqual({ [name]: message })
  })

  it('accepts an empty phone, and trims the e-mail', () => {
    const parsed = parsePayForm(aForm({ phone: '', email: ' dana@example.com ' }), 2)
    expect(parsed).toMatchObject({ ok: true, values: { email: 'dana@example.com' } })
    expect(parsed.ok && parsed.values.phone).toBeUndefined()
  })

  it('leaves out passengers beyond the party', () => {
    const parsed = parsePayForm(aForm(), 1)
    expect(parsed.ok && parsed.values.passengers).toEqual([{ full_name: 'Dana Whitlock', weight: 180 }])
  })

  it('never throws, whatever is sent', () => {
    const name = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'email',
        'passengers',
        'passengers[0]',
        'passengers[99].full_name',
        'answers',
        '__proto__.x',
        'email.a',
      ),
    )
    fc.assert(
      fc.property(
        fc.array(fc.tuple(name, fc.string())),
        fc.integer({ min: 1, max: 60 }),
        (pairs, quantity) => {
          const form = aForm()
          for (const [key, value] of pairs) form.append(key, value)
          expect(() => parsePayForm(form, quantity)).not.toThrow()
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe('typedFields', () => {
  it('keeps all typed values, valid or not, but neither the terms nor unknown fields', () => {
    const form = aForm({ email: 'dana@', total: '1', intent: 'purchase', phone: '' })
    expect(readPayFormValues(form)).toEqual({
      email: 'dana@',
      'passengers[0].full_name': 'Dana Whitlock',
      'passengers[0].weight': '180 lbs',
      'passengers[1].full_name': "Sinéad O'Brien-Ruiz",
      'answers.u5': 'Something slow',
    })
  })
})
