import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { errorSentence } from '#contract/error-sentences.ts'
import { CheckField, ChoiceField, FormErrors, HoneypotField, TextAreaField, TextField } from './fields.tsx'
import { type FormAnswer, type FormShape } from './form-shape.ts'
import { parseForm, parsePublicForm, refusalStatus, refuseForm } from './read-form.server.ts'
import { useShopForm } from './use-shop-form.ts'

const shape = {
  id: 'sample',
  labels: {
    website: 'Website',
    name: 'Name',
    password: 'Password',
    colour: 'Colour',
    message: 'Message',
    agreed: 'I agree',
    'people[0].weight': 'Weight of the first',
  },
} as const satisfies FormShape

const schema = z.object({
  name: z.string().trim().min(1),
  password: z.string().min(6),
  colour: z.enum(['red', 'blue']),
  message: z.string().max(20).optional(),
  agreed: z.boolean({ error: 'Please agree' }),
  people: z.array(z.object({ weight: z.number().max(400) })),
})

const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}
const right = {
  name: ' Ida ',
  password: 'heliport',
  colour: 'red',
  message: 'one\r\ntwo',
  agreed: 'on',
  'people[0].weight': '150',
}

function Page({ answer, known = {} }: { answer: FormAnswer | undefined; known?: Record<string, string> }) {
  const form = useShopForm(shape, answer, known)
  const { website, name, password, colour, message, agreed } = form.fields
  return (
    <>
      <FormErrors form={form} />
      <form method="post" {...form.props}>
        <HoneypotField field={website} />
        <TextField field={name} hint="As in your passport" need="required" />
        <TextField field={password} type="password" />
        <ChoiceField field={colour}>
          <option value="red">Red</option>
          <option value="blue">Blue</option>
        </ChoiceField>
        <TextAreaField field={message} hint="Short" need="optional" />
        <CheckField field={agreed} />
        <TextField field={form.fields['people[0].weight']} />
      </form>
    </>
  )
}
const render = (answer?: FormAnswer, known?: Record<string, string>) =>
  renderToStaticMarkup(<Page answer={answer} {...(known ? { known } : {})} />)
const refused = (fields: Record<string, string>) => refuseForm(shape, parseForm(formOf(fields), schema))

describe('parse form', () => {
  test('reads numbers, checkboxes and lists by the schema, and a line break as one character', () => {
    expect(parseForm(formOf(right), schema)).toMatchObject({
      status: 'success',
      value: {
        name: 'Ida',
        password: 'heliport',
        colour: 'red',
        message: 'one\ntwo',
        agreed: true,
        people: [{ weight: 150 }],
      },
    })
  })

  test('ignores names that the library reserves for its commands', () => {
    const form = formOf({ ...right, __intent__: 'no JSON', __state__: 'no JSON' })
    expect(parseForm(form, schema).status).toBe('success')
  })

  test('refuses a field that is submitted twice, with our message', () => {
    const form = formOf(right)
    form.append('name', 'Ida again')
    expect(parseForm(form, schema)).toMatchObject({ error: { name: ['Must be text'] } })
  })

  test('a filled honeypot refuses a public form beside its field', () => {
    const spam = parsePublicForm(formOf({ ...right, website: 'https://spam.example' }), schema)
    expect(refuseForm(shape, spam).error).toEqual({ website: ['Please leave this field empty'] })
    expect(render(refuseForm(shape, spam))).toContain('Website: Please leave this field empty')
    expect(parsePublicForm(formOf({ ...right, website: '' }), schema).status).toBe('success')
    expect(parsePublicForm(formOf(right), schema).status).toBe('success')
  })

  test('a union is refused with the message of the branch that was meant', () => {
    const either = z.object({ day: z.union([z.null(), z.iso.date('Write a date like 2027-05-31')]) })
    expect(parseForm(formOf({ day: 'soon' }), either)).toMatchObject({
      error: { day: ['Write a date like 2027-05-31'] },
    })
  })
})

describe('messages of a refusal', () => {
  const CASES: Record<z.core.$ZodIssue['code'], [z.ZodType, Record<string, string>]> = {
    invalid_type: [z.object({ field: z.number() }), { field: 'many' }],
    too_big: [z.object({ field: z.string().max(2) }), { field: 'many' }],
    too_small: [z.object({ field: z.string().min(9) }), { field: 'many' }],
    invalid_format: [z.object({ field: z.url() }), { field: 'many' }],
    not_multiple_of: [z.object({ field: z.number().multipleOf(5) }), { field: '7' }],
    unrecognized_keys: [z.strictObject({ field: z.string() }), { field: 'many', other: 'x' }],
    invalid_union: [z.object({ field: z.union([z.number(), z.boolean()]) }), { field: 'many' }],
    invalid_key: [z.object({ field: z.record(z.enum(['a']), z.string()) }), { 'field.b': 'x' }],
    invalid_element: [z.map(z.string(), z.string()), {}],
    invalid_value: [z.object({ field: z.enum(['a', 'b']) }), { field: 'many' }],
    custom: [z.object({ field: z.string().refine(() => false) }), { field: 'many' }],
  }

  test.each(Object.entries(CASES))(
    'an error of the kind %s has a message of the shop’s own',
    (_code, [given, fields]) => {
      const { error } = parseForm(formOf(fields), given) as { error: Record<string, string[]> }
      const messages = Object.values(error).flat()
      expect(messages.length).toBeGreaterThan(0)
      // These are the library's own texts, which only programmers should read.
      for (const message of messages) {
        expect(message).not.toMatch(/^(Invalid|Too (big|small)|Unrecognized|Expected|Required)/)
        expect(message).toMatch(/^(Must|Write|Length|This field|Is not|There is)/)
      }
    },
  )

  test('a missing field has the message for required fields, whatever its kind', () => {
    for (const one of [z.string(), z.number(), z.boolean(), z.enum(['a']), z.iso.date(), z.literal('on')]) {
      expect(parseForm(formOf({ field: '' }), z.object({ field: one }))).toMatchObject({
        error: { field: ['This field is required'] },
      })
    }
  })

  test('an element of a map has a message although no form submits maps', () => {
    const issue = {
      code: 'invalid_element',
      input: 'x',
      path: [],
      origin: 'map',
      key: 'a',
      issues: [],
    } as const
    expect(errorSentence(issue as unknown as Parameters<typeof errorSentence>[0])).toBe(
      'Is not of the right kind',
    )
  })
})

describe('refuse form', () => {
  test('puts messages of the service beside their fields and all others above the form', () => {
    const submission = parseForm(formOf(right), schema)
    const errors = { name: ['Is taken'], 'people.0.weight': ['Is too heavy'], base: ['No seats left'] }
    expect(refuseForm(shape, submission, { errors, message: 'Not said' }).error).toEqual({
      '': ['No seats left'],
      name: ['Is taken'],
      'people[0].weight': ['Is too heavy'],
    })
  })

  test('shows the message of the whole form if no field has one', () => {
    const submission = parseForm(formOf(right), schema)
    expect(refuseForm(shape, submission, { message: 'Try later' }).error).toEqual({ '': ['Try later'] })
  })

  test('returns the typed values without passwords and unknown fields', () => {
    const { initialValue } = refused({ ...right, name: '', stamp: 'x', card_token: 'tok_1' })
    expect(initialValue).toEqual({
      colour: 'red',
      message: 'one\ntwo',
      agreed: 'on',
      people: [{ weight: '150' }],
    })
  })

  test('truncates a text that is far too long', () => {
    const { initialValue } = refused({ ...right, message: 'x'.repeat(150_000) })
    expect((initialValue?.['message'] as string).length).toBe(100_000)
  })

  test('a refusal of the service never sets the status 401 or 403 of the page', () => {
    expect([401, 403, 404, 0, 409, 422, 429, 502].map((status) => refusalStatus({ status }))).toEqual([
      409, 409, 409, 409, 409, 422, 429, 502,
    ])
  })
})

describe('page of a form', () => {
  test('links each error and hint to its field and focuses the first one', () => {
    const html = render(refused({ ...right, name: ' ', password: 'short', message: 'x'.repeat(21) }))
    expect(html).toContain('<a href="#name">Name: This field is required</a>')
    expect(html).toContain(
      '<a href="#password">Password: Length should be at least 6 characters</a></li><li>' +
        '<a href="#message">Message: Write at most 20 characters</a>',
    )
    expect(html).toMatch(/<input [^>]*id="name"[^>]*aria-describedby="name-error name-hint"[^>]*autofocus=""/)
    expect(html).toMatch(/<textarea [^>]*aria-invalid="true" aria-describedby="message-error message-hint"/)
    expect(html.match(/autofocus/g)).toHaveLength(1)
    expect(html).not.toContain('short')
    expect(html).toMatch(/<form method="post" id="sample-form" novalidate="">/i)
  })

  test('focuses the summary if no field is wrong', () => {
    const answer = refuseForm(shape, parseForm(formOf(right), schema), { message: 'Try later' })
    const html = render(answer)
    expect(html).toMatch(/id="errors" tabindex="-1" autofocus=""/i)
    expect(html.match(/autofocus/g)).toHaveLength(1)
  })

  test('shows the typed values again, and an emptied field empty', () => {
    const html = render(refused({ ...right, name: '', colour: 'blue' }), { name: 'Known' })
    expect(html).not.toContain('Known')
    expect(html).toContain('<option value="blue" selected="">')
    expect(html).toMatch(/<input type="checkbox" id="agreed"[^>]*checked=""/)
    expect(html).toContain('one\ntwo</textarea>')
    expect(html).toMatch(/<input [^>]*name="people\[0\]\.weight"[^>]*value="150"/)
    expect(html).toMatch(/<input [^>]*id="people-0-weight"/)
  })

  test('begins with the known values', () => {
    const html = render(undefined, { name: 'Ida', colour: 'blue', 'people[0].weight': '150', password: 'x' })
    expect(html).toMatch(/<input [^>]*name="name"[^>]*value="Ida"/)
    expect(html).toContain('<option value="blue" selected="">')
    expect(html).toMatch(/<input [^>]*name="people\[0\]\.weight"[^>]*value="150"/)
    expect(html).not.toMatch(/<input [^>]*type="password"[^>]*value=/)
    expect(html).not.toContain('aria-invalid')
  })

  test('ignores an answer to another form', () => {
    const html = render({ ...refused({ ...right, name: '' }), form: 'another' })
    expect(html).not.toContain('There is a problem')
    expect(html).not.toContain('blue" selected')
  })
})
